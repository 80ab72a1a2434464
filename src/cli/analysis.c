/* SPDX-License-Identifier: GPL-2.0-or-later */
/* analysis.c - models of all routines and their ranking; see analysis.h. */
#include "cli/analysis.h"

#include <stdlib.h>

/* An exponent whose interval is wider than this is not worth a number. */
static const double widest_interval = 1;

static bool analyse_routine(struct landau_analysis *analysis, uint32_t routine, uint32_t thread)
{
	struct landau_finding *finding = &analysis->findings[analysis->count];

	if (!landau_profile_summarise(analysis->profile, routine, thread, &finding->summary))
		return false;
	if (finding->summary.calls == 0) {
		landau_summary_free(&finding->summary);
		return true;
	}
	finding->routine = routine;
	finding->measures = landau_summary_measures(&finding->summary);
	finding->worst = landau_model_fit_points(finding->summary.trms, finding->summary.trms_count,
						 LANDAU_MERGE_WORST);
	finding->mean = landau_model_fit_points(finding->summary.trms, finding->summary.trms_count,
						LANDAU_MERGE_MEAN);
	if (analysis->total_cost > 0)
		finding->share = (double)finding->summary.cost / (double)analysis->total_cost;
	analysis->count++;
	return true;
}

bool landau_exponent_tells(const struct landau_model *model)
{
	return landau_model_has_exponent(model) &&
	       (model->verdict == LANDAU_VERDICT_OK || model->verdict == LANDAU_VERDICT_NO_TREND) &&
	       model->exponent_high - model->exponent_low <= widest_interval;
}

bool landau_analyse(const struct landau_profile *profile, uint32_t thread,
		    struct landau_analysis *analysis)
{
	*analysis = (struct landau_analysis){
		.profile = profile,
		.findings = calloc(profile->routine_count + 1, sizeof(*analysis->findings)),
		.total_cost = landau_profile_cost(profile, thread),
	};
	if (!analysis->findings)
		return false;
	for (uint32_t i = 0; i < profile->routine_count; i++) {
		if (!analyse_routine(analysis, i, thread)) {
			landau_analysis_free(analysis);
			return false;
		}
	}
	return true;
}

void landau_analysis_free(struct landau_analysis *analysis)
{
	for (size_t i = 0; i < analysis->count; i++)
		landau_summary_free(&analysis->findings[i].summary);
	free(analysis->findings);
	*analysis = (struct landau_analysis){0};
}

/* -- Ranking ------------------------------------------------------------------------------------ */

static int compare_findings(const void *first, const void *second, void *context)
{
	const struct landau_analysis *analysis = context;
	size_t first_index = *(const size_t *)first, second_index = *(const size_t *)second;
	const struct landau_finding *a = &analysis->findings[first_index];
	const struct landau_finding *b = &analysis->findings[second_index];

	if (a->worst.growth != b->worst.growth)
		return a->worst.growth > b->worst.growth ? -1 : 1;
	if (a->share > b->share || a->share < b->share)
		return a->share > b->share ? -1 : 1;
	return first_index < second_index ? -1 : first_index > second_index;
}

struct ranking {
	const struct landau_analysis *analysis;
	uint32_t *finding_of; /* routine -> finding, LANDAU_NONE if it has none */
	bool *placed;
	size_t *order;
	size_t count;
};

/* The callee of the same class to which the finding owes at least half of its cost. */
static uint32_t culprit(const struct ranking *ranking, uint32_t index)
{
	const struct landau_analysis *analysis = ranking->analysis;
	const struct landau_finding *finding = &analysis->findings[index];
	uint32_t found = LANDAU_NONE;
	uint64_t most = 0;
	size_t first, last;

	landau_profile_edges_of(analysis->profile, finding->routine, &first, &last);
	for (size_t i = first; i < last;) {
		uint32_t callee = analysis->profile->edges[i].callee;
		uint32_t other = ranking->finding_of[callee];
		uint64_t cost = 0;

		for (; i < last && analysis->profile->edges[i].callee == callee; i++)
			cost += analysis->profile->edges[i].cost;
		if (other == LANDAU_NONE || ranking->placed[other] ||
		    analysis->findings[other].worst.growth != finding->worst.growth)
			continue;
		if (cost > most && cost >= finding->summary.cost / 2) {
			most = cost;
			found = other;
		}
	}
	return found;
}

/* The finding, after the chain of callees that it owes its cost to. */
static void place(struct ranking *ranking, uint32_t index)
{
	size_t start = ranking->count;

	if (ranking->placed[index])
		return;
	while (index != LANDAU_NONE) {
		ranking->placed[index] = true;
		ranking->order[ranking->count++] = index;
		index = culprit(ranking, index);
	}
	for (size_t i = start, j = ranking->count - 1; i < j; i++, j--) {
		size_t saved = ranking->order[i];

		ranking->order[i] = ranking->order[j];
		ranking->order[j] = saved;
	}
}

size_t *landau_analysis_rank(const struct landau_analysis *analysis)
{
	size_t count = analysis->count, routines = analysis->profile->routine_count;
	size_t *sorted = calloc(count + 1, sizeof(*sorted));
	struct ranking ranking = {
		.analysis = analysis,
		.finding_of = calloc(routines + 1, sizeof(*ranking.finding_of)),
		.placed = calloc(count + 1, sizeof(*ranking.placed)),
		.order = calloc(count + 1, sizeof(*ranking.order)),
	};

	if (sorted && ranking.finding_of && ranking.placed && ranking.order) {
		for (size_t i = 0; i < routines; i++)
			ranking.finding_of[i] = LANDAU_NONE;
		for (size_t i = 0; i < count; i++) {
			ranking.finding_of[analysis->findings[i].routine] = (uint32_t)i;
			sorted[i] = i;
		}
		qsort_r(sorted, count, sizeof(*sorted), compare_findings, (void *)analysis);
		for (size_t i = 0; i < count; i++)
			place(&ranking, (uint32_t)sorted[i]);
	} else {
		free(ranking.order);
		ranking.order = NULL;
	}
	free(sorted);
	free(ranking.finding_of);
	free(ranking.placed);
	return ranking.order;
}
