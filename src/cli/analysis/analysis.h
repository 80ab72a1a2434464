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

struct landau_finding {
	uint32_t routine; /* in the profile */
	struct landau_summary summary;
	struct landau_measures measures;
	struct landau_model worst; /* of the greatest cost for each size */
	struct landau_model mean;
	double share; /* of the program's cost, inclusive, 0 to 1 */
	double self_share;
};

struct landau_analysis {
	const struct landau_profile *profile;
	struct landau_finding *findings;
	size_t count;
	uint64_t total_cost;
	uint32_t thread; /* LANDAU_NONE: all of them */
};

/* Of the whole profile, or of one thread (an index) if it is not LANDAU_NONE. False: no memory. */
bool landau_analyse(const struct landau_profile *profile, uint32_t thread,
		    struct landau_analysis *analysis);
void landau_analysis_free(struct landau_analysis *analysis);

/*
 * The object that is the program: the only one that is no library, whatever link or script started it, as
 * python3.11 for python3; else the file that was started.
 */
const char *landau_own_object(const struct landau_profile *profile);

/* Is the exponent worth a number: there is one, of enough sizes, and its interval is narrow. */
bool landau_exponent_tells(const struct landau_model *model);

/*
 * What the cost of a call is multiplied by, at least, if its input becomes ten times the largest that was
 * seen: what the curve says where the class is known, else ten to the power of n that the
 * statement gives as a lower bound. 1 where there is no such bound; never infinite.
 */
double landau_growth_factor(const struct landau_model *model);

/*
 * What will hurt: the routine's share of the cost times that factor. At ten times the input it takes at least
 * so many times what the whole program takes now. Of a routine whose growth is not known only what it
 * spends itself counts, as it is: what its callees spend stands in their rows.
 */
double landau_predicted_share(const struct landau_finding *finding);

/* Can it be said that the cost grows faster than n log n? */
bool landau_grows_fast(const struct landau_model *model);

/* What is known of the growth of the whole cost. */
struct landau_known {
	size_t routines; /* with a statement */
	double share; /* of the cost, 0 to 1, in them and in calls below them; nothing counts twice */
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
 * least half of its cost, and perhaps its growth, comes before that caller. NULL: no memory; freed with free.
 */
size_t *landau_analysis_rank(const struct landau_analysis *analysis);

#endif
