/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * analysis.h - what a profile means: for each routine its points, its models, its share of the cost.
 *
 * The commands that answer questions (report, show, diff, check, html, export) work on this.
 * Routines are in the order of the profile; landau_analysis_rank puts those that will hurt first in
 * front.
 */
#ifndef LANDAU_CLI_ANALYSIS_H
#define LANDAU_CLI_ANALYSIS_H

#include "model/model.h"
#include "profile/profile.h"

struct landau_explanation;
struct landau_long_call;

struct landau_finding {
	uint32_t routine; /* in the profile */
	struct landau_summary summary;
	struct landau_measures measures;
	struct landau_model worst; /* of the greatest cost for each size */
	/* Of routines that matter, where one was looked for and found; else NULL. See explain.h. */
	struct landau_explanation *explanation;
	/* Of routines that matter, where a call has a progress curve; else NULL. See within.h. */
	struct landau_long_call *long_call;
	double share; /* of the program's cost, inclusive, 0 to 1 */
	double self_share;
};

/* Of the program's cost: routines with less do not matter. */
#define LANDAU_SMALLEST_SHARE 0.001

struct landau_analysis {
	const struct landau_profile *profile;
	struct landau_finding *findings;
	size_t count;
	uint64_t total_cost;
	uint32_t thread; /* LANDAU_NONE: all of them */
};

/*
 * Of the whole profile, or of one thread (an index) if it is not LANDAU_NONE; what separates points is looked for
 * in the whole profile only. False: no memory.
 */
bool landau_analyse(const struct landau_profile *profile, uint32_t thread,
		    struct landau_analysis *analysis);
void landau_analysis_free(struct landau_analysis *analysis);

/* Looks at the long calls of a routine that matters; `share` is known. False: no memory. Freed with the analysis. */
bool landau_look_within(const struct landau_analysis *analysis, struct landau_finding *finding);

/* From now on only calls as a whole count: nothing is told from within one. */
void landau_analysis_forget_within(struct landau_analysis *analysis);

/*
 * What is told of the growth: the model of the worst case by trms; or, where that says nothing, or no more than an upper
 * bound that leaves more than n log n open, what the explanation has found by another n, or else what the curve of a
 * long call says, if that call has a good share of the cost of the routine.
 */
const struct landau_model *landau_told(const struct landau_finding *finding);

/*
 * The same of the calls as they are, without what a long one shows on its way: landau_told takes that only where this says
 * nothing, or no more than such a bound.
 */
const struct landau_model *landau_told_of_calls(const struct landau_finding *finding);

/* Is what is told from within one call? */
bool landau_is_from_within(const struct landau_finding *finding);

/*
 * A class, two neighbours, or a bound that says whether the cost grows faster than n log n: "at most n^1.5" does not, nor
 * does "n log n or n^1.5".
 */
bool landau_growth_tells(const struct landau_model *model);

/*
 * The object that is the program: the only one that is no library, whatever link or script started it, as
 * python3.11 for python3; else the file that was started.
 */
const char *landau_own_object(const struct landau_profile *profile);

/* Is the routine named by where it is, OBJECT+0xOFFSET? */
bool landau_is_unnamed(const struct landau_routine *routine);

/* Is the exponent worth a number: there is one, of enough sizes, and its interval is narrow. */
bool landau_exponent_tells(const struct landau_model *model);

/*
 * What the cost of a call is multiplied by, at least, if its input becomes ten times the largest that was
 * seen: what the curve says where the class is known, else ten to the power of n that the
 * statement gives as a lower bound. 1 where there is no such bound; never infinite.
 */
double landau_growth_factor(const struct landau_model *model);

/*
 * What will hurt: the routine's share of the cost times that factor, of what is told of it. At ten times the input it
 * takes at least so many times what the whole program takes now. Of a routine whose growth is not known (landau_growth_tells)
 * only what it spends itself counts, as it is: what its callees spend stands in their rows.
 */
double landau_predicted_share(const struct landau_finding *finding);

/* Can it be said that the cost grows faster than n log n? */
bool landau_grows_fast(const struct landau_model *model);

/* What is known of the growth of the whole cost (landau_growth_tells). */
struct landau_known {
	size_t routines; /* of which it is known */
	double share; /* of the cost, 0 to 1, in them and in calls below them; nothing counts twice */
	double bounded;  /* the same of what has at least an upper bound */
	double *covered; /* of the self cost of each finding; NULL: no memory */
};

/*
 * All that a routine with a statement spends itself is covered. Of what another one spends, as much is as
 * its callers are covered: strcmp below a loop that is known to be quadratic hides nothing.
 */
struct landau_known landau_known_of(const struct landau_analysis *analysis);

/* The same where something else decides what is known: `known` has a value for each finding. */
struct landau_known landau_cover(const struct landau_analysis *analysis, const bool *known);

/*
 * Indices of findings, the greatest predicted share first; a callee to which its caller owes at
 * least half of its cost, and perhaps its growth, comes before that caller, unless only the caller has a name
 * and both cost and grow alike. NULL: no memory; freed with free.
 */
size_t *landau_analysis_rank(const struct landau_analysis *analysis);

#endif
