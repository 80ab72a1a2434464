/* SPDX-License-Identifier: GPL-2.0-or-later */
/* change.h - a row of a table of what has changed its growth or its cost: landau diff and landau history. */
#ifndef LANDAU_CLI_CHANGE_H
#define LANDAU_CLI_CHANGE_H

#include "cli/analysis/compare.h"
#include "cli/print/growth.h"

/* What was known of the routine, kept without the profile. */
struct landau_change_side {
	bool is_there;
	bool is_within;                        /* what is told is from within one call */
	char growth[LANDAU_GROWTH_TEXT_BYTES]; /* as landau_growth_column has it */
	char statement[LANDAU_STATEMENT_BYTES];
	double exponent, exponent_low, exponent_high; /* NaN: none */
	double share;
};

struct landau_change_row {
	const char *name;
	const char *label; /* when; NULL: there is no column for it */
	struct landau_change_side before, after;
	struct landau_comparison is;
};

/* Of NULL: it is not there. */
struct landau_change_side landau_change_side_of(const struct landau_finding *finding);

/* The widest label that has room in a column. */
enum { LANDAU_LABEL_COLUMNS = 12 };

void landau_print_change_heading(int width, bool has_labels);
void landau_print_change(const struct landau_change_row *row, int width);

#endif
