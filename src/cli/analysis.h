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
};

struct landau_analysis {
	const struct landau_profile *profile;
	struct landau_finding *findings;
	size_t count;
	uint64_t total_cost;
};

/* Of the whole profile, or of one thread (an index) if it is not LANDAU_NONE. False: no memory. */
bool landau_analyse(const struct landau_profile *profile, uint32_t thread,
		    struct landau_analysis *analysis);
void landau_analysis_free(struct landau_analysis *analysis);

/* Is the exponent worth a number: there is one, of enough sizes, and its interval is narrow. */
bool landau_exponent_tells(const struct landau_model *model);

/*
 * Indices of findings, the worst first: by growth class, then by share of the cost; a callee to which
 * its caller owes at least half of its cost comes before that caller. Those whose class is not
 * known come last. NULL: no memory; freed with free.
 */
size_t *landau_analysis_rank(const struct landau_analysis *analysis);

#endif
