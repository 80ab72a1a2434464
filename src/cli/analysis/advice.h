/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * advice.h - what to run next: a sweep where one run shows too few input sizes, the routine to look at.
 *
 * Whatever is printed behind "next:" runs as it is printed, from the folder that the program was recorded
 * in. Where no such command is known, a sentence says what to do.
 */
#ifndef LANDAU_CLI_ADVICE_H
#define LANDAU_CLI_ADVICE_H

#include <stdio.h>

#include "cli/analysis/analysis.h"

struct landau_advice {
	char *condition; /* "if 640 is a size": when the command helps; NULL: it does */
	char *text; /* what to do where no command can; NULL: there is one, or nothing is known */
	char *command; /* a sweep, in one line, that runs as it is; NULL: there is none */
};

/* How to see more input sizes than this profile has. False: no memory; freed in either case. */
bool landau_advise(const struct landau_profile *profile, struct landau_advice *advice);
void landau_advice_free(struct landau_advice *advice);

/* Has this model to see more sizes, or sizes further apart, before its class can be told? */
bool landau_advice_is_wanted(const struct landau_model *model);

/* What to do, as a command in words: "record inputs ten times smaller or larger". */
const char *landau_advice_remedy(const struct landau_model *model);

/*
 * Prints the reason, wrapped, with what to do: the text, or the remedy and the command as the next one.
 */
void landau_advice_print(const struct landau_advice *advice, const char *reason, const char *remedy,
			 int width);

/*
 * Says how to see more sizes if most of the cost of a single run is in routines whose sizes are too few or
 * too close together to tell how they grow, and no routine that most of the cost is spent for has a
 * statement. Has it said something?
 */
bool landau_advise_sweep(const struct landau_analysis *analysis, const struct landau_known *known,
			 int width);

/* Says how to see whether a larger input makes more calls than it has parts. */
void landau_advise_calls(const struct landau_analysis *analysis, int width);

/*
 * Prints the command that shows the routine, of the profiles that were named (none: the usual one). Prints
 * nothing if a profile came from standard input or nothing finds the routine alone.
 */
void landau_advise_show(const struct landau_profile *profile, uint32_t routine, int width,
			char *const *files, int file_count);

#endif
