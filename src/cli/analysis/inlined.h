/* SPDX-License-Identifier: GPL-2.0-or-later */
/* inlined.h - functions that were inlined into routines, each at the place where it is called. */
#ifndef LANDAU_CLI_INLINED_H
#define LANDAU_CLI_INLINED_H

#include "model/model.h"
#include "profile/profile.h"

struct landau_inlined_row {
	uint32_t routine; /* that holds it, whose input n is of */
	const struct landau_inlined *function;
	uint64_t executions; /* of its line that ran most often */
	uint64_t cost;       /* of its lines, and of what was inlined in it or called from it */
	uint64_t self;       /* of the lines that are its own, without what they called */
	struct landau_model model; /* of the cost of an activation of the routine, in the mean */
};

struct landau_inlined_rows {
	struct landau_inlined_row *rows; /* the one that costs most at ten times the input first */
	size_t count;
};

/* All that the lines of a profile know of. False: no memory. */
bool landau_inlined_rows_of(const struct landau_profile *profile, struct landau_inlined_rows *rows);
void landau_inlined_rows_free(struct landau_inlined_rows *rows);

#endif
