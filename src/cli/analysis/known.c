/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * known.c - of how much of the cost the growth is known; see landau_known_of in analysis.h.
 *
 * Routines without a statement get the mean of what their callers have, weighted with the cost of the
 * calls. That is worked out in rounds, from nothing upwards, so that routines that call each other in
 * a circle do not cover each other.
 */
#include "cli/analysis/analysis.h"

#include <math.h>
#include <stdlib.h>

/* A chain of calls without a statement is seldom longer; what is missed counts as not known. */
enum { MOST_ROUNDS = 100 };
static const double least_change = 1e-6;

struct covering {
	const struct landau_analysis *analysis;
	const bool *known;    /* by finding */
	double *covered;      /* by routine */
	double *from_callers; /* by routine: the cost of calls, each times the cover of its caller */
	double *cost; /* by routine: of all calls, at least its own; 0 where a statement is */
};

static bool counts(const struct covering *covering, const struct landau_profile_edge *edge)
{
	uint32_t thread = covering->analysis->thread;

	return edge->caller != edge->callee && (thread == LANDAU_NONE || edge->thread == thread);
}

static void prepare(struct covering *covering)
{
	const struct landau_analysis *analysis = covering->analysis;
	const struct landau_profile *profile = analysis->profile;

	for (size_t i = 0; i < profile->edge_count; i++)
		if (counts(covering, &profile->edges[i]))
			covering->cost[profile->edges[i].callee] += (double)profile->edges[i].cost;
	for (size_t i = 0; i < analysis->count; i++) {
		const struct landau_finding *finding = &analysis->findings[i];
		double *cost = &covering->cost[finding->routine];

		/* What was called from nowhere, as main is, is below nobody. */
		*cost = fmax(*cost, (double)finding->summary.cost);
		if (!covering->known[i])
			continue;
		covering->covered[finding->routine] = 1;
		*cost = 0;
	}
}

/* The greatest change of a cover. */
static double one_round(struct covering *covering)
{
	const struct landau_profile *profile = covering->analysis->profile;
	double change = 0;

	for (size_t i = 0; i < profile->routine_count; i++)
		covering->from_callers[i] = 0;
	for (size_t i = 0; i < profile->edge_count; i++) {
		const struct landau_profile_edge *edge = &profile->edges[i];

		if (counts(covering, edge))
			covering->from_callers[edge->callee] +=
				(double)edge->cost * covering->covered[edge->caller];
	}
	for (size_t i = 0; i < profile->routine_count; i++) {
		double covered;

		if (!(covering->cost[i] > 0))
			continue;
		covered = fmin(covering->from_callers[i] / covering->cost[i], 1);
		change = fmax(change, covered - covering->covered[i]);
		covering->covered[i] = covered;
	}
	return change;
}

static void gather(const struct covering *covering, struct landau_known *known)
{
	const struct landau_analysis *analysis = covering->analysis;

	for (size_t i = 0; i < analysis->count; i++) {
		const struct landau_finding *finding = &analysis->findings[i];

		known->covered[i] = covering->covered[finding->routine];
		known->share += known->covered[i] * finding->self_share;
		known->routines += covering->known[i];
	}
	known->share = fmin(known->share, 1);
}

struct landau_known landau_cover(const struct landau_analysis *analysis, const bool *is_known)
{
	size_t routines = analysis->profile->routine_count + 1;
	struct landau_known known = {.covered = calloc(analysis->count + 1, sizeof(double))};
	struct covering covering = {
		.analysis = analysis,
		.known = is_known,
		.covered = calloc(routines, sizeof(double)),
		.from_callers = calloc(routines, sizeof(double)),
		.cost = calloc(routines, sizeof(double)),
	};

	if (known.covered && covering.covered && covering.from_callers && covering.cost) {
		prepare(&covering);
		for (int round = 0; round < MOST_ROUNDS; round++)
			if (one_round(&covering) < least_change)
				break;
		gather(&covering, &known);
	} else {
		free(known.covered);
		known.covered = NULL;
	}
	free(covering.covered);
	free(covering.from_callers);
	free(covering.cost);
	return known;
}

struct landau_known landau_known_of(const struct landau_analysis *analysis)
{
	struct landau_known known = {0}, bounded = {0};
	bool *is_known = calloc(analysis->count + 1, sizeof(*is_known));

	if (!is_known)
		return known;
	for (size_t i = 0; i < analysis->count; i++)
		is_known[i] =
			landau_told(&analysis->findings[i])->statement != LANDAU_STATEMENT_UNKNOWN;
	bounded = landau_cover(analysis, is_known);
	for (size_t i = 0; i < analysis->count; i++)
		is_known[i] = landau_growth_tells(landau_told(&analysis->findings[i]));
	if (bounded.covered)
		known = landau_cover(analysis, is_known);
	known.bounded = bounded.share;
	free(bounded.covered);
	free(is_known);
	return known;
}
