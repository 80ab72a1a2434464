/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * within.h - what one long call of a routine shows by itself: see model/within.h.
 *
 * Of the calls whose progress curves were kept the most expensive one is looked at. Where nothing can be said of it, the next
 * one may do that has cost at least half as much. Curves of a few marks are there for their steps (model/steps.h), and count only where
 * these tell something.
 */
#ifndef LANDAU_CLI_WITHIN_H
#define LANDAU_CLI_WITHIN_H

#include "model/steps.h"
#include "model/within.h"
#include "profile/profile.h"

/* Whose calls cost most in a part of an activation. */
struct landau_phase {
	uint32_t callee; /* LANDAU_NONE: nobody who matters */
	double share;    /* of the cost of the part, at least */
};

struct landau_long_call {
	const struct landau_curve *curve; /* of the profile */
	size_t kept;                      /* so many calls of the routine have a curve */
	struct landau_within within;      /* by all that it read, trms */
	/* By what came from outside alone, where that is most of it: what a user calls the size. */
	bool has_external;
	struct landau_within external;
	/* By the calls that it made when its input had been read, where that tells something. */
	struct landau_steps steps;
	/* If `within` has two phases. */
	struct landau_phase before, after;
};

/* On one thread (an index), or on any if it is LANDAU_NONE. False: no call of it has a curve. */
bool landau_long_call_of(const struct landau_profile *profile, uint32_t routine, uint32_t thread,
			 struct landau_long_call *call);

/*
 * What is said of the growth: by trms, or where that says nothing by external input, or by steps. Its statement is
 * LANDAU_STATEMENT_UNKNOWN where none does.
 */
const struct landau_within *landau_long_call_told(const struct landau_long_call *call);

/* Is that by steps? */
bool landau_is_told_by_steps(const struct landau_long_call *call);

enum { LANDAU_PHASES_BYTES = 200 };
/* What was called in the two phases: "first mostly calls of parse (81 % of the cost), then of rehash (95 %)"; or "". */
void landau_phases_text(const struct landau_profile *profile, const struct landau_long_call *call,
			char text[LANDAU_PHASES_BYTES]);

/* null, or {"n": 3002, "cost": 81, ..., "points": [[n, cost], ...], "model": {...}} */
void landau_long_call_print_json(FILE *stream, const struct landau_profile *profile,
				 const struct landau_long_call *call);

#endif
