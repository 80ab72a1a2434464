/* SPDX-License-Identifier: GPL-2.0-or-later */
/* command.c - what the subcommands share; see command.h. */
#include "cli/command.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>

#include "profile/profile.h"

int landau_complain(const char *format, ...)
{
	va_list arguments;

	fputs("landau: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
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

int landau_complain_option(char **argv, int found)
{
	const char *word = argv[optind - 1];
	char letter[] = {'-', (char)optopt, '\0'};

	/* A letter may stand among others in a word that getopt has not passed yet. */
	if (word[0] != '-' || word[1] != '-')
		word = letter;
	if (found == ':')
		return landau_complain("%s: %s needs an argument", argv[0], word);
	return landau_complain("%s: %s is not an option; see landau %s --help", argv[0], word,
			       argv[0]);
}
