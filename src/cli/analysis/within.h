/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * within.h - what one long call of a routine shows by itself: see model/within.h.
 *
 * Of the calls whose progress curves were kept the most expensive one is looked at. Where nothing can be said of it, the next
 * one may do that has cost at least half as much.
 */
#ifndef LANDAU_CLI_WITHIN_H
#define LANDAU_CLI_WITHIN_H

#include "model/within.h"
#include "profile/profile.h"

struct landau_long_call {
	const struct landau_curve *curve; /* of the profile */
	size_t kept;                      /* so many calls of the routine have a curve */
	struct landau_within within;      /* by all that it read, trms */
	/* By what came from outside alone, where that is most of it: what a user calls the size. */
	bool has_external;
	struct landau_within external;
};

/* On one thread (an index), or on any if it is LANDAU_NONE. False: no call of it has a curve. */
bool landau_long_call_of(const struct landau_profile *profile, uint32_t routine, uint32_t thread,
			 struct landau_long_call *call);

/*
 * What is said of the growth: by trms, or where that says nothing by external input. Its statement is
 * LANDAU_STATEMENT_UNKNOWN where neither does.
 */
const struct landau_within *landau_long_call_told(const struct landau_long_call *call);

/* null, or {"n": 3002, "cost": 81, ..., "points": [[n, cost], ...], "model": {...}} */
void landau_long_call_print_json(FILE *stream, const struct landau_profile *profile,
				 const struct landau_long_call *call);

#endif
