/* SPDX-License-Identifier: GPL-2.0-or-later */
/* command.c - what the subcommands share; see command.h. */
#include "cli/command.h"

#include <stdarg.h>
#include <stdio.h>

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
