/* SPDX-License-Identifier: GPL-2.0-or-later */
/* command.c - what the subcommands share; see command.h. */
#include "cli/command.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print/suggest.h"
#include "cli/print/terminal.h"
#include "profile/profile.h"

int landau_complain(const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	/* Much of it is quoted from files. */
	if (text)
		landau_make_plain(text, true);
	fprintf(stderr, "landau: %s\n", text ? text : "out of memory");
	free(text);
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

/* The long option that was meant; NULL if none is near. */
static const char *option_meant(const char *word, const struct option *table)
{
	const char *typed = word + strlen("--"), *end = strchrnul(typed, '=');
	char *name = strndup(typed, (size_t)(end - typed));
	struct landau_suggestion suggestion;

	if (!name)
		return NULL;
	suggestion = landau_suggest(name);
	for (; table->name; table++)
		landau_suggest_from(&suggestion, table->name);
	free(name);
	return suggestion.nearest;
}

int landau_complain_option(char **argv, int found, const struct option *table)
{
	const char *word = argv[optind - 1], *meant = NULL;
	char letter[] = {'-', (char)optopt, '\0'};

	/* A letter may stand among others in a word that getopt has not passed yet. */
	if (word[0] != '-' || word[1] != '-')
		word = letter;
	if (found == ':')
		return landau_complain("%s: %s needs an argument", argv[0], word);
	if (word[1] == '-')
		meant = option_meant(word, table);
	if (meant)
		return landau_complain("%s: %s is not an option; did you mean --%s? See landau %s "
				       "--help",
				       argv[0], word, meant, argv[0]);
	return landau_complain("%s: %s is not an option; see landau %s --help", argv[0], word,
			       argv[0]);
}
