/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options.c - reads the options of a subcommand with getopt_long; see options.h. */
#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/print/suggest.h"

enum { MOST_OPTIONS = 32, FIRST_ROW = 256, HELP_COLUMNS = 128 };

bool landau_parse_number(const char *text, unsigned long least, unsigned long most,
			 unsigned long *number)
{
	char *end;

	if (text[0] < '0' || text[0] > '9')
		return false;
	errno = 0;
	*number = strtoul(text, &end, 10);
	return errno == 0 && *end == '\0' && *number >= least && *number <= most;
}

/* -- What is wrong with an option --------------------------------------------------------------- */

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

/* `found` is what getopt_long returned for a word that is no option, or that lacks its argument. */
static int complain_of_word(char **argv, int found, const struct option *table)
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
		return landau_complain("%s: %s is not an option; did you mean --%s? See 'landau %s "
				       "--help'",
				       argv[0], word, meant, argv[0]);
	return landau_complain("%s: %s is not an option; see 'landau %s --help'", argv[0], word,
			       argv[0]);
}

static bool is_choice(const char *choices, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = choices; *at; at += strspn(at, " ")) {
		size_t end = strcspn(at, " ");

		if (end == length && strncmp(at, word, length) == 0)
			return true;
		at += end;
	}
	return false;
}

/* "a b c" as "a, b or c". */
static int complain_of_choice(const char *command, const struct landau_option *row,
			      const char *argument)
{
	char list[HELP_COLUMNS] = "";
	size_t length = 0;

	for (const char *at = row->choices; *at && length < sizeof(list);) {
		size_t end = strcspn(at, " ");
		bool first = at == row->choices, last = at[end] == '\0';

		length += (size_t)snprintf(list + length, sizeof(list) - length, "%s%.*s",
					   first  ? ""
					   : last ? " or "
						  : ", ",
					   (int)end, at);
		at += last ? end : end + 1;
	}
	return landau_complain("%s: --%s must be %s, not '%s'", command, row->name, list, argument);
}

static int complain_of_number(const char *command, const struct landau_option *row,
			      const char *argument)
{
	if (row->most)
		return landau_complain("%s: --%s must be a number from %lu to %lu, not '%s'",
				       command, row->name, row->least, row->most, argument);
	return landau_complain("%s: --%s must be a number, not '%s'", command, row->name, argument);
}

/* -- Reading ------------------------------------------------------------------------------------ */

static int apply(const char *command, const struct landau_option *row, const char *argument)
{
	if (row->flag) {
		*row->flag = true;
	} else if (row->text) {
		if (row->choices && !is_choice(row->choices, argument))
			return complain_of_choice(command, row, argument);
		*row->text = argument;
	} else if (row->number) {
		if (!landau_parse_number(argument, row->least, row->most ? row->most : ULONG_MAX,
					 row->number))
			return complain_of_number(command, row, argument);
	} else {
		return row->set(row, argument);
	}
	return LANDAU_FINE;
}

/* The row that getopt_long has found; NULL if it is none of them. */
static const struct landau_option *find_row(const struct landau_option *rows, int found)
{
	if (found >= FIRST_ROW)
		return &rows[found - FIRST_ROW];
	for (; rows->name; rows++)
		if (rows->letter == found)
			return rows;
	return NULL;
}

int landau_read_options(int argc, char **argv, const struct landau_options *options)
{
	struct option table[MOST_OPTIONS + 2] = {{"help", no_argument, NULL, 'h'}};
	char letters[2 * MOST_OPTIONS + 4] = "+:h";
	char *end = letters + strlen(letters);
	int found;

	for (int i = 0; i < MOST_OPTIONS && options->rows[i].name; i++) {
		const struct landau_option *row = &options->rows[i];
		bool bare = row->flag || row->bare;

		table[i + 1] = (struct option){row->name, bare ? no_argument : required_argument,
					       NULL, FIRST_ROW + i};
		if (row->letter)
			*end++ = row->letter;
		if (row->letter && !bare)
			*end++ = ':';
	}
	optind = 0; /* glibc: start anew */
	while ((found = getopt_long(argc, argv, options->in_order ? letters : letters + 1, table,
				    NULL)) != -1) {
		const struct landau_option *row;

		if (found == 'h') {
			options->print_help();
			return LANDAU_FINE;
		}
		row = found == '?' || found == ':' ? NULL : find_row(options->rows, found);
		if (!row)
			return complain_of_word(argv, found, table);
		if (apply(argv[0], row, optarg) != LANDAU_FINE)
			return LANDAU_BAD;
	}
	return LANDAU_GO_ON;
}
