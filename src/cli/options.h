/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.h - the options of a subcommand as a table.
 *
 * A row names an option and says what becomes of it. --help, -h and unknown options, and arguments
 * that are missing or not allowed, need no row: landau_read_options sees to them.
 */
#ifndef LANDAU_CLI_OPTIONS_H
#define LANDAU_CLI_OPTIONS_H

#include <stdbool.h>

struct landau_option {
	const char *name; /* as in --name; NULL ends the table */
	char letter;      /* '\0': it has none */
	bool bare;        /* of `set`: the option has no argument */
	/* One of these. */
	bool *flag;        /* becomes true */
	const char **text; /* becomes the argument, */
	const char
		*choices; /* which has to be one of these words, with blanks between; NULL: any */
	unsigned long *number; /* becomes the argument, */
	unsigned long least;   /* which has to be this at least, */
	unsigned long most;    /* and this at most; 0: there is no limit */
	/* Takes the argument, NULL if `bare`; LANDAU_FINE, or LANDAU_BAD after a complaint. */
	int (*set)(const struct landau_option *option, const char *argument);
	void *context;
};

/* What landau_read_options returns if the command is to go on. No exit status has this value. */
enum { LANDAU_GO_ON = -1 };

/* "in_order": the options end at the first word that is none, since those behind it are another program's. */
struct landau_options {
	const struct landau_option *rows;
	void (*print_help)(void);
	bool in_order;
};

/*
 * Reads the options of argv, whose first word is the name of the command; what follows them begins at
 * argv[optind]. Returns LANDAU_GO_ON, or the exit status: after the help, or after a complaint.
 */
int landau_read_options(int argc, char **argv, const struct landau_options *options);

/* A decimal number from `least` to `most`, and nothing else. */
bool landau_parse_number(const char *text, unsigned long least, unsigned long most,
			 unsigned long *number);

#endif
