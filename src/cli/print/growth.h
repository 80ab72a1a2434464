/* SPDX-License-Identifier: GPL-2.0-or-later */
/* growth.h - what is known of a growth, for a column of a table and for a sentence. */
#ifndef LANDAU_CLI_GROWTH_H
#define LANDAU_CLI_GROWTH_H

#include <stdio.h>

#include "cli/analysis/analysis.h"
#include "cli/analysis/lines.h"

enum {
	LANDAU_GROWTH_COLUMNS = 15, /* of a column for any growth */
	LANDAU_GROWTH_NARROW = 13,  /* of one without blanks around the bar */
	LANDAU_GROWTH_TEXT_BYTES = 96,
};

/*
 * The statement in short: "n^2", "n^2 | n^2 log n", ">= n^1.9", "<= n"; "? few sizes", "? narrow" and
 * "? no trend" where there is none. In so many columns at most, either of the above.
 */
void landau_growth_column(const struct landau_model *model, int columns,
			  char text[LANDAU_GROWTH_TEXT_BYTES]);

/*
 * After the name of a routine: "grows as n^2", "grows as n^2 or n^2 log n", "grows at least as fast as n^1.9",
 * "grows no faster than n", "does not grow", "has unknown growth".
 */
void landau_growth_phrase(const struct landau_model *model, char text[LANDAU_GROWTH_TEXT_BYTES]);

/*
 * The same of what is told of a routine, landau_told; by another n: "linear in its external input"; of a long call: "grows as n^2
 * within a call".
 */
void landau_told_phrase(const struct landau_finding *finding, char *text, size_t bytes);

/* An escape sequence for a terminal: red where it grows faster than n log n for sure, dim if not known. */
const char *landau_growth_colour(const struct landau_model *model);

/* "sort.c:7, n^2: 89.4 % of the cost at n = 8908"; there must be a hottest line. */
void landau_print_hottest(FILE *stream, const struct landau_line_growths *growths);

#endif
