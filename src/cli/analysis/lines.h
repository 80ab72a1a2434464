/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lines.h - how the source lines of a routine grow with its input. */
#ifndef LANDAU_CLI_LINES_H
#define LANDAU_CLI_LINES_H

#include "model/model.h"
#include "profile/profile.h"

struct landau_line_growth {
	const struct landau_line *line;
	double share;                   /* of the cost of all lines of the routine, 0 to 1 */
	double largest_share;           /* the same of activations with the largest input */
	struct landau_model executions; /* of an activation, in the mean */
	struct landau_model cost;
};

struct landau_line_growths {
	struct landau_line_growth *lines; /* as the profile has them, by file and line */
	size_t count;
	uint64_t activations; /* that were watched */
	size_t sizes;
	uint64_t largest; /* size that was watched */
	const struct landau_line_growth
		*hottest;     /* the one with most of the cost there; NULL: no cost */
	double hottest_share; /* of the cost there */
};

/* False: no memory. Without lines in the profile `count` is 0. */
bool landau_line_growths_of(const struct landau_profile *profile, uint32_t routine,
			    struct landau_line_growths *growths);
/* The line of the routine that has most of the cost at the largest size, and a place; NULL: not known. */
const struct landau_line *landau_hottest_line(const struct landau_profile *profile,
					      uint32_t routine);

void landau_line_growths_free(struct landau_line_growths *growths);

#endif
