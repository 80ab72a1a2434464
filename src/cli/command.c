/* SPDX-License-Identifier: GPL-2.0-or-later */
/* command.c - what the subcommands share; see command.h. */
#include "cli/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/print/terminal.h"
#include "profile/profile.h"

static void say(const char *format, va_list arguments)
{
	char *text;

	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	/* Much of it is quoted from files. */
	if (text)
		landau_make_plain(text, true);
	fprintf(stderr, "landau: %s\n", text ? text : "out of memory");
	free(text);
}

void landau_say(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say(format, arguments);
	va_end(arguments);
}

int landau_complain(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say(format, arguments);
	va_end(arguments);
	return LANDAU_BAD;
}

int landau_complain_error(const struct landau_error *error)
{
	if (!error->file)
		return landau_complain("%s", error->text);
	if (error->line == 0)
		return landau_complain("%s: %s", error->file, error->text);
	return landau_complain("%s:%ju: %s", error->file, (uintmax_t)error->line, error->text);
}
