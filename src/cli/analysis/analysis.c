/* SPDX-License-Identifier: GPL-2.0-or-later */
/* analysis.c - models of all routines and their ranking; see analysis.h. */
#include "cli/analysis/analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analysis/explain.h"
#include "cli/analysis/within.h"
#include "cli/analysis/workers.h"

/* Of the cost of a routine: a call that has less says little of it. */
static const double good_share = 0.1;

/* An exponent whose interval is wider than this is not worth a number. */
static const double widest_interval = 1;

static bool explain(const struct landau_analysis *analysis, struct landau_finding *finding)
{
	struct landau_explanation explanation;

	if (analysis->thread != LANDAU_NONE || finding->share < LANDAU_SMALLEST_SHARE)
		return true;
	if (!landau_explain(analysis->profile, finding->routine, &finding->summary, &finding->worst,
			    &explanation))
		return false;
	if (explanation.kind == LANDAU_EXPLANATION_NONE)
		return true;
	finding->explanation = malloc(sizeof(explanation));
	if (finding->explanation)
		*finding->explanation = explanation;
	return finding->explanation != NULL;
}

bool landau_look_within(const struct landau_analysis *analysis, struct landau_finding *finding)
{
	struct landau_long_call call;

	if (finding->share < LANDAU_SMALLEST_SHARE ||
	    !landau_long_call_of(analysis->profile, finding->routine, analysis->thread, &call))
		return true;
	finding->long_call = malloc(sizeof(call));
	if (finding->long_call)
		*finding->long_call = call;
	return finding->long_call != NULL;
}

/* A routine that was not called gets no finding: its summary stays empty. */
static bool analyse_routine(void *context, size_t routine)
{
	const struct landau_analysis *analysis = context;
	struct landau_finding *finding = &analysis->findings[routine];

	finding->routine = (uint32_t)routine;
	if (!landau_profile_summarise(analysis->profile, finding->routine, analysis->thread,
				      &finding->summary))
		return false;
	if (finding->summary.calls == 0)
		return true;
	finding->measures = landau_summary_measures(&finding->summary);
	finding->worst = landau_model_fit_points(finding->summary.trms, finding->summary.trms_count,
						 LANDAU_MERGE_WORST);
	if (analysis->total_cost > 0) {
		finding->share = (double)finding->summary.cost / (double)analysis->total_cost;
		finding->self_share = (double)finding->summary.self / (double)analysis->total_cost;
	}
	return explain(analysis, finding) && landau_look_within(analysis, finding);
}

/* Leaves those of routines that were called, in their order. */
static void close_gaps(struct landau_analysis *analysis)
{
	size_t kept = 0;

	for (size_t i = 0; i < analysis->count; i++) {
		if (analysis->findings[i].summary.calls == 0)
			landau_summary_free(&analysis->findings[i].summary);
		else if (kept++ < i)
			analysis->findings[kept - 1] = analysis->findings[i];
	}
	analysis->count = kept;
}

const struct landau_model *landau_told_of_calls(const struct landau_finding *finding)
{
	const struct landau_explanation *explanation = finding->explanation;

	if (explanation && explanation->model.statement != LANDAU_STATEMENT_UNKNOWN &&
	    finding->worst.statement <= LANDAU_STATEMENT_AT_MOST &&
	    !landau_growth_tells(&finding->worst))
		return &explanation->model;
	return &finding->worst;
}

/* Of the long call; NULL if there is none that counts. */
static const struct landau_model *told_within(const struct landau_finding *finding)
{
	const struct landau_long_call *call = finding->long_call;

	if (!call || (double)call->curve->end.cost < good_share * (double)finding->summary.cost)
		return NULL;
	return &landau_long_call_told(call)->model;
}

const struct landau_model *landau_told(const struct landau_finding *finding)
{
	const struct landau_model *of_calls = landau_told_of_calls(finding);
	const struct landau_model *within = told_within(finding);

	if (!within || landau_growth_tells(of_calls) ||
	    within->statement == LANDAU_STATEMENT_UNKNOWN)
		return of_calls;
	return landau_growth_tells(within) || of_calls->statement == LANDAU_STATEMENT_UNKNOWN
		       ? within
		       : of_calls;
}

bool landau_is_from_within(const struct landau_finding *finding)
{
	const struct landau_model *within = told_within(finding);

	return within && landau_told(finding) == within;
}

const char *landau_own_object(const struct landau_profile *profile)
{
	const char *program = profile->runs[0].program, *slash = strrchr(program, '/');
	const char *own = slash ? slash + 1 : program, *found = NULL;

	for (size_t i = 0; i < profile->routine_count; i++) {
		const char *object = profile->routines[i].object;

		if (*object == '\0' || strstr(object, ".so"))
			continue;
		if (strcmp(object, own) == 0 || (found && strcmp(object, found) != 0))
			return own;
		found = object;
	}
	return found ? found : own;
}

bool landau_is_unnamed(const struct landau_routine *routine)
{
	size_t length = strlen(routine->object);

	return length > 0 && strncmp(routine->name, routine->object, length) == 0 &&
	       strncmp(routine->name + length, "+0x", 3) == 0;
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
		.count = profile->routine_count,
		.total_cost = landau_profile_cost(profile, thread),
		.thread = thread,
	};
	if (!analysis->findings)
		return false;
	if (!landau_for_each(analysis->count, analyse_routine, analysis)) {
		landau_analysis_free(analysis);
		return false;
	}
	close_gaps(analysis);
	return true;
}

void landau_analysis_free(struct landau_analysis *analysis)
{
	for (size_t i = 0; i < analysis->count; i++) {
		landau_summary_free(&analysis->findings[i].summary);
		free(analysis->findings[i].explanation);
		free(analysis->findings[i].long_call);
	}
	free(analysis->findings);
	*analysis = (struct landau_analysis){0};
}

void landau_analysis_forget_within(struct landau_analysis *analysis)
{
	for (size_t i = 0; i < analysis->count; i++) {
		free(analysis->findings[i].long_call);
		analysis->findings[i].long_call = NULL;
	}
}

/* -- What will hurt ----------------------------------------------------------------------------- */

/* Ten times the largest size that was seen: far enough to hurt, near enough to be met. */
static const double larger = 10;
/*
 * No factor is greater, so that exponentials can be compared: 2^n goes beyond any number. Nor does a bound
 * count for more than n^3: what seems to grow faster over a short range seldom goes on like that.
 */
static const double greatest_factor = 1e12;
static const double greatest_power = 3;

double landau_growth_factor(const struct landau_model *model)
{
	double power = fmin(fmax(model->power_low, 0), greatest_power);
	double now = landau_model_predict(model, model->largest);
	double then = landau_model_predict(model, larger * model->largest);

	if (model->statement == LANDAU_STATEMENT_CLASS && now > 0 && !isnan(then))
		return fmin(fmax(then / now, 1), greatest_factor);
	return pow(larger, power);
}

double landau_predicted_share(const struct landau_finding *finding)
{
	const struct landau_model *told = landau_told(finding);

	return landau_growth_tells(told) ? finding->share * landau_growth_factor(told)
					 : finding->self_share;
}

bool landau_grows_fast(const struct landau_model *model)
{
	return model->power_low > landau_growth_power(LANDAU_GROWTH_LINEAR_LOG);
}

bool landau_growth_tells(const struct landau_model *model)
{
	switch (model->statement) {
	case LANDAU_STATEMENT_UNKNOWN:
		return false;
	case LANDAU_STATEMENT_AT_MOST:
		return model->power_high <= landau_growth_power(LANDAU_GROWTH_LINEAR_LOG);
	case LANDAU_STATEMENT_AT_LEAST:
		return landau_grows_fast(model);
	case LANDAU_STATEMENT_BETWEEN:
		return landau_grows_fast(model) ||
		       model->power_high <= landau_growth_power(LANDAU_GROWTH_LINEAR_LOG);
	default:
		return true;
	}
}

/* -- Ranking ------------------------------------------------------------------------------------ */

/* One finding to be put in order; what it is ordered by is worked out once. */
struct ranked {
	uint32_t finding;
	double predicted, power, share;
};

static int descending(double a, double b)
{
	return a > b ? -1 : a < b;
}

static int compare_ranked(const void *first, const void *second)
{
	const struct ranked *a = first, *b = second;
	int order = descending(a->predicted, b->predicted);

	if (order == 0)
		order = descending(a->power, b->power);
	if (order == 0)
		order = descending(a->share, b->share);
	return order != 0 ? order : (a->finding > b->finding) - (a->finding < b->finding);
}

struct ranking {
	const struct landau_analysis *analysis;
	uint32_t *finding_of; /* routine -> finding, LANDAU_NONE if it has none */
	bool *placed;
	size_t *order;
	size_t count;
};

/* Nothing is known of it that would make it the reason for anything. */
static bool warns_of_nothing(const struct landau_model *model)
{
	return model->statement == LANDAU_STATEMENT_UNKNOWN ||
	       model->statement == LANDAU_STATEMENT_AT_MOST;
}

/* Can the growth of the caller be that of the callee, as far as is known? */
static bool can_grow_like(const struct landau_model *callee, const struct landau_model *caller)
{
	if (warns_of_nothing(callee))
		return warns_of_nothing(caller);
	if (callee->statement == LANDAU_STATEMENT_CLASS &&
	    caller->statement == LANDAU_STATEMENT_CLASS)
		return callee->growth >= caller->growth;
	return callee->power_high >= fmax(caller->power_low, 0);
}

/* The callee to which the finding owes at least half of its cost, and whose growth may be its own. */
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
		    !can_grow_like(landau_told(&analysis->findings[other]), landau_told(finding)))
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

/* Shares and predicted shares of two routines that are above one another agree to these factors. */
static const double same_share = 0.9, same_prediction = 0.5;

static double part_of(double a, double b)
{
	return a < b ? a / b : b / a;
}

/* Do both say the same to the reader: as much of the cost, and a growth that is alike? */
static bool say_the_same(const struct landau_finding *a, const struct landau_finding *b)
{
	const struct landau_model *told_a = landau_told(a), *told_b = landau_told(b);

	return a->share >= LANDAU_SMALLEST_SHARE && part_of(a->share, b->share) >= same_share &&
	       landau_growth_tells(told_a) == landau_growth_tells(told_b) &&
	       landau_grows_fast(told_a) == landau_grows_fast(told_b) &&
	       part_of(landau_predicted_share(a), landau_predicted_share(b)) >= same_prediction;
}

/*
 * Of routines that say the same, as those of a chain of calls do, one that has a name goes before those that have
 * none: the reader can look for it.
 */
static void put_names_first(struct ranking *ranking)
{
	const struct landau_analysis *analysis = ranking->analysis;
	const struct landau_routine *routines = analysis->profile->routines;

	for (size_t i = 1; i < ranking->count; i++) {
		size_t moved = ranking->order[i], to = i;
		const struct landau_finding *finding = &analysis->findings[moved];

		if (landau_is_unnamed(&routines[finding->routine]))
			continue;
		for (; to > 0; to--) {
			const struct landau_finding *before =
				&analysis->findings[ranking->order[to - 1]];

			if (!landau_is_unnamed(&routines[before->routine]) ||
			    !say_the_same(before, finding))
				break;
			ranking->order[to] = ranking->order[to - 1];
		}
		ranking->order[to] = moved;
	}
}

size_t *landau_analysis_rank(const struct landau_analysis *analysis)
{
	size_t count = analysis->count, routines = analysis->profile->routine_count;
	struct ranked *sorted = calloc(count + 1, sizeof(*sorted));
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
			const struct landau_finding *finding = &analysis->findings[i];

			ranking.finding_of[finding->routine] = (uint32_t)i;
			sorted[i] =
				(struct ranked){(uint32_t)i, landau_predicted_share(finding),
						landau_told(finding)->power_low, finding->share};
		}
		qsort(sorted, count, sizeof(*sorted), compare_ranked);
		for (size_t i = 0; i < count; i++)
			place(&ranking, sorted[i].finding);
		put_names_first(&ranking);
	} else {
		free(ranking.order);
		ranking.order = NULL;
	}
	free(sorted);
	free(ranking.finding_of);
	free(ranking.placed);
	return ranking.order;
}
