/* SPDX-License-Identifier: GPL-2.0-or-later */
/* explain.c - what separates the points of a routine; see explain.h. */
#include "cli/analysis/explain.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print/json.h"
#include "cli/print/names.h"
#include "profile/combine.h"

enum { MOST_CALLERS = 3, NAME_BYTES = 64, NAME_COLUMNS = 30 };

/* Logarithms: what points may scatter about a curve that explains them, and how many times less than before. */
static const double most_spread = 0.25, least_gain = 3;
/* Points of a class that scatter more than this want an explanation all the same. */
static const double wide_scatter = 0.5;
/* The callers that are told of make so much of the cost. */
static const double most_of_the_cost = 0.9;
/* How far the curves of two callers must be apart to be told from each other, as a logarithm. */
static const double least_gap = 0.4;

struct search {
	const struct landau_profile *profile;
	uint32_t routine;
	const struct landau_summary *summary;
	struct landau_group *groups; /* by trms */
	struct landau_group *others; /* by another n */
	size_t count;
	struct landau_sample *samples;
	double spread; /* of the groups about the curve by trms */
	struct landau_explanation *found;
	bool memory; /* there was enough so far */
};

static const char *name_of(enum landau_explanation_kind kind)
{
	static const char *const names[] = {"",        "rms",        "external", "threads",
					    "callers", "dispatcher", "modes"};

	return names[kind];
}

void landau_explanation_print_json(FILE *stream, const struct landau_explanation *explanation)
{
	if (explanation->kind == LANDAU_EXPLANATION_NONE) {
		fputs("null", stream);
		return;
	}
	fprintf(stream, "{\"kind\": \"%s\", \"text\": ", name_of(explanation->kind));
	landau_json_string(stream, explanation->text);
	fputs(", \"model\": ", stream);
	if (explanation->model.statement == LANDAU_STATEMENT_UNKNOWN)
		fputs("null", stream);
	else
		landau_model_print_json(stream, &explanation->model);
	putc('}', stream);
}

static const char *adjective(enum landau_growth growth)
{
	switch (growth) {
	case LANDAU_GROWTH_CONSTANT:
		return "constant";
	case LANDAU_GROWTH_LOG:
		return "logarithmic";
	case LANDAU_GROWTH_LINEAR:
		return "linear";
	case LANDAU_GROWTH_QUADRATIC:
		return "quadratic";
	case LANDAU_GROWTH_CUBIC:
		return "cubic";
	default:
		return landau_growth_name(growth);
	}
}

static void say(struct search *search, enum landau_explanation_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Of several models the one that grows fastest is kept. */
static void keep_model(struct search *search, const struct landau_model *model)
{
	if (model->growth > search->found->model.growth)
		search->found->model = *model;
}

static void say(struct search *search, enum landau_explanation_kind kind, const char *format, ...)
{
	va_list values;

	search->found->kind = kind;
	va_start(values, format);
	vsnprintf(search->found->text, sizeof(search->found->text), format, values);
	va_end(values);
}

/* -- Groups ------------------------------------------------------------------------------------- */

static int compare_numbers(const void *first, const void *second)
{
	double a = *(const double *)first, b = *(const double *)second;

	return (a > b) - (a < b);
}

/* The 90 % of these numbers that are least are at most this; they are put in order. */
static double ninth_tenth(double *numbers, size_t count)
{
	if (count == 0)
		return INFINITY;
	qsort(numbers, count, sizeof(*numbers), compare_numbers);
	return numbers[(count - 1) * 9 / 10];
}

double landau_groups_spread(const struct landau_group *groups, size_t count,
			    const struct landau_model *model)
{
	double *distances = calloc(2 * count + 1, sizeof(*distances));
	double spread = INFINITY;

	for (size_t i = 0; distances && i < count; i++) {
		double curve = landau_model_predict(model, groups[i].n);
		bool positive = curve > 0 && groups[i].low > 0;

		distances[2 * i] = positive ? fabs(log(groups[i].low / curve)) : INFINITY;
		distances[2 * i + 1] = positive ? fabs(log(groups[i].high / curve)) : INFINITY;
	}
	if (distances && model->best_guess != LANDAU_GROWTH_NONE)
		spread = ninth_tenth(distances, 2 * count);
	free(distances);
	return spread;
}

/* The same about one cost for all sizes. */
static double spread_of_costs(const struct landau_group *groups, size_t count)
{
	double *costs = calloc(2 * count + 1, sizeof(*costs));
	double spread = INFINITY, middle;

	if (costs && count > 0) {
		for (size_t i = 0; i < count; i++) {
			costs[2 * i] = log(fmax(groups[i].low, 1));
			costs[2 * i + 1] = log(fmax(groups[i].high, 1));
		}
		qsort(costs, 2 * count, sizeof(*costs), compare_numbers);
		middle = costs[count];
		for (size_t i = 0; i < 2 * count; i++)
			costs[i] = fabs(costs[i] - middle);
		spread = ninth_tenth(costs, 2 * count);
	}
	free(costs);
	return spread;
}

struct landau_model landau_groups_fit(const struct landau_group *groups, size_t count,
				      struct landau_sample *samples)
{
	for (size_t i = 0; i < count; i++)
		samples[i] = (struct landau_sample){
			.n = groups[i].n, .cost = groups[i].mean, .calls = groups[i].calls};
	return landau_model_fit(samples, count, LANDAU_MERGE_MEAN);
}

static struct landau_group group_of(const struct landau_costs *costs, double n)
{
	return (struct landau_group){.n = n,
				     .low = (double)costs->min,
				     .mean = (double)costs->sum / (double)costs->calls,
				     .high = (double)costs->max,
				     .calls = (double)costs->calls};
}

/* Do the points keep to a class that grows, and by far better than to any curve by trms? */
static bool is_clear(const struct search *search, const struct landau_group *groups, size_t count,
		     struct landau_model *model)
{
	double spread;

	*model = landau_groups_fit(groups, count, search->samples);
	if (model->statement != LANDAU_STATEMENT_CLASS || model->growth == LANDAU_GROWTH_CONSTANT ||
	    model->growth == LANDAU_GROWTH_EXPONENTIAL)
		return false;
	spread = landau_groups_spread(groups, count, model);
	return spread <= most_spread && least_gain * spread <= search->spread;
}

/* -- Another n ---------------------------------------------------------------------------------- */

static bool try_rms(struct search *search)
{
	const struct landau_summary *summary = search->summary;
	struct landau_group *groups;
	struct landau_sample *samples;
	struct landau_model model = {0};
	bool clear = false;

	groups = calloc(summary->rms_count + 1, sizeof(*groups));
	samples = calloc(summary->rms_count + 1, sizeof(*samples));
	if (groups && samples) {
		struct search by_rms = *search;

		for (size_t i = 0; i < summary->rms_count; i++)
			groups[i] = group_of(&summary->rms[i], (double)summary->rms[i].size);
		by_rms.samples = samples;
		clear = is_clear(&by_rms, groups, summary->rms_count, &model);
	} else {
		search->memory = false;
	}
	free(groups);
	free(samples);
	if (clear) {
		keep_model(search, &model);
		say(search, LANDAU_EXPLANATION_RMS,
		    "%s in its rms, which leaves out what others write while the routine runs",
		    adjective(model.growth));
	}
	return clear;
}

/* A part of the input instead of all of it: a point of many calls has the mean of that part. */
static bool try_part(struct search *search, enum landau_explanation_kind kind, const char *text,
		     uint64_t (*part_of)(const struct landau_point *point))
{
	struct landau_model model;
	double all = 0, part = 0;
	size_t count = 0;

	for (size_t i = 0; i < search->summary->trms_count; i++) {
		const struct landau_point *point = &search->summary->trms[i];
		double n = (double)part_of(point) / (double)point->costs.calls;

		all += (double)point->costs.size * (double)point->costs.calls;
		part += (double)part_of(point);
		if (n >= 1)
			search->others[count++] = group_of(&point->costs, n);
	}
	/* What is nearly all of the input separates nothing; what few calls have explains nothing. */
	if (part > 0.99 * all || (double)count < most_of_the_cost * (double)search->count ||
	    !is_clear(search, search->others, count, &model))
		return false;
	keep_model(search, &model);
	say(search, kind, "%s in %s", adjective(model.growth), text);
	return true;
}

static uint64_t external_of(const struct landau_point *point)
{
	return point->external_sum;
}

static uint64_t threads_of(const struct landau_point *point)
{
	return point->thread_sum;
}

/* -- Callers ------------------------------------------------------------------------------------ */

static void short_name(const struct search *search, uint32_t routine, char name[NAME_BYTES])
{
	landau_short_name(search->profile->routines[routine].name, NAME_COLUMNS, name, NAME_BYTES);
}

struct caller {
	uint32_t routine;
	uint64_t cost;
	uint64_t calls;
	struct landau_model model;
	double spread;
};

static uint32_t caller_of(const struct landau_profile *profile,
			  const struct landau_profile_record *record)
{
	uint32_t parent = record->context == LANDAU_NONE
				  ? LANDAU_NONE
				  : profile->contexts[record->context].parent;

	return parent == LANDAU_NONE ? LANDAU_NONE : profile->contexts[parent].routine;
}

static int compare_routines(const void *first, const void *second)
{
	const struct caller *a = first, *b = second;

	return (a->routine > b->routine) - (a->routine < b->routine);
}

static int compare_costs(const void *first, const void *second)
{
	const struct caller *a = first, *b = second;

	if (a->cost != b->cost)
		return a->cost > b->cost ? -1 : 1;
	return compare_routines(first, second);
}

/* The callers with most of the cost, the greatest first; their number, 0 if they are too many. */
static size_t find_callers(struct search *search, struct caller callers[MOST_CALLERS])
{
	const struct landau_profile *profile = search->profile;
	size_t first, last, all_count = 0, count = 0;
	double all = 0, covered = 0;
	struct caller *each;

	landau_profile_records_of(profile, search->routine, &first, &last);
	each = calloc(last - first + 1, sizeof(*each));
	if (!each) {
		search->memory = false;
		return 0;
	}
	for (size_t i = first; i < last; i++) {
		each[i - first] =
			(struct caller){.routine = caller_of(profile, &profile->records[i]),
					.cost = profile->records[i].cost};
		all += (double)profile->records[i].cost;
	}
	qsort(each, last - first, sizeof(*each), compare_routines);
	for (size_t i = 0; i < last - first; i++) {
		if (i > 0 && each[i].routine == each[all_count - 1].routine)
			each[all_count - 1].cost =
				landau_add(each[all_count - 1].cost, each[i].cost);
		else
			each[all_count++] = each[i];
	}
	qsort(each, all_count, sizeof(*each), compare_costs);
	while (count < all_count && count < MOST_CALLERS && covered < most_of_the_cost * all) {
		covered += (double)each[count].cost;
		callers[count] = each[count];
		count++;
	}
	for (size_t i = 0; i < count; i++)
		if (callers[i].routine == LANDAU_NONE)
			covered = 0;
	free(each);
	return covered < most_of_the_cost * all ? 0 : count;
}

/* Fits the points that the caller has made. */
static bool fit_caller(struct search *search, struct caller *caller)
{
	const struct landau_profile *profile = search->profile;
	size_t first, last, lists_count = 0, count = 0;
	struct landau_list *lists;
	void *points = NULL;

	landau_profile_records_of(profile, search->routine, &first, &last);
	lists = calloc(last - first + 1, sizeof(*lists));
	for (size_t i = first; lists && i < last; i++) {
		const struct landau_profile_record *record = &profile->records[i];

		if (caller_of(profile, record) == caller->routine)
			lists[lists_count++] = (struct landau_list){
				record->trms, record->trms_count, sizeof(*record->trms)};
	}
	if (!lists || !landau_combine(lists, lists_count, true, &points, &count)) {
		free(lists);
		search->memory = false;
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		const struct landau_costs *costs = &((struct landau_point *)points)[i].costs;

		search->others[i] = group_of(costs, (double)costs->size);
	}
	caller->model = landau_groups_fit(search->others, count, search->samples);
	caller->spread = landau_groups_spread(search->others, count, &caller->model);
	free(points);
	free(lists);
	return caller->model.statement == LANDAU_STATEMENT_CLASS &&
	       caller->model.growth != LANDAU_GROWTH_EXPONENTIAL && caller->spread <= most_spread &&
	       least_gain * caller->spread <= search->spread;
}

/* Are the curves of two callers different where both have points? */
static bool are_apart(const struct caller *a, const struct caller *b)
{
	double from = fmax(a->model.smallest, b->model.smallest);
	double to = fmin(a->model.largest, b->model.largest);
	double middle = sqrt(from * to);

	return a->model.growth != b->model.growth || from > to ||
	       fabs(log(landau_model_predict(&a->model, middle) /
			landau_model_predict(&b->model, middle))) >= least_gap;
}

static bool try_callers(struct search *search)
{
	struct caller callers[MOST_CALLERS];
	size_t count = search->profile->has_contexts ? find_callers(search, callers) : 0;
	char text[sizeof(search->found->text)] = "";

	if (count < 2)
		return false;
	for (size_t i = 0; i < count; i++)
		if (!fit_caller(search, &callers[i]) ||
		    (i > 0 && !are_apart(&callers[i - 1], &callers[i])))
			return false;
	for (size_t i = 0; i < count; i++) {
		char name[NAME_BYTES];
		size_t used = strlen(text);

		keep_model(search, &callers[i].model);
		short_name(search, callers[i].routine, name);
		snprintf(text + used, sizeof(text) - used, "%sfrom %s %s", i > 0 ? ", " : "", name,
			 adjective(callers[i].model.growth));
	}
	say(search, LANDAU_EXPLANATION_CALLERS, "depends on the caller: %s", text);
	return true;
}

/* -- Modes -------------------------------------------------------------------------------------- */

/* The two routines that call this one, with the numbers of calls; false if there are others. */
static bool find_two_callers(const struct search *search, struct caller callers[2])
{
	const struct landau_profile *profile = search->profile;
	size_t count = 0;

	for (size_t i = 0; i < profile->edge_count; i++) {
		const struct landau_profile_edge *edge = &profile->edges[i];
		size_t at = 0;

		if (edge->callee != search->routine)
			continue;
		while (at < count && callers[at].routine != edge->caller)
			at++;
		if (at == 2)
			return false;
		if (at == count)
			callers[count++] = (struct caller){.routine = edge->caller};
		callers[at].calls = landau_add(callers[at].calls, edge->calls);
	}
	return count == 2;
}

/* Within a hundredth: what the sums of costs tell of calls is rounded. */
static bool are_the_same(double a, double b)
{
	return fabs(a - b) <= 0.01 * fmax(a, b);
}

static bool try_modes(struct search *search)
{
	struct landau_modes modes;
	struct caller callers[2];
	const char *words[2];
	bool swapped;

	if (!landau_find_modes(search->groups, search->count, &modes, &search->memory))
		return false;
	keep_model(search, &modes.models[0]);
	keep_model(search, &modes.models[1]);
	words[0] = adjective(modes.models[0].growth);
	words[1] = adjective(modes.models[1].growth);
	if (find_two_callers(search, callers) &&
	    !are_the_same((double)callers[0].calls, (double)callers[1].calls) &&
	    ((swapped = are_the_same((double)callers[0].calls, modes.calls[1]) &&
			are_the_same((double)callers[1].calls, modes.calls[0])) ||
	     (are_the_same((double)callers[0].calls, modes.calls[0]) &&
	      are_the_same((double)callers[1].calls, modes.calls[1])))) {
		char names[2][NAME_BYTES];

		short_name(search, callers[swapped].routine, names[0]);
		short_name(search, callers[!swapped].routine, names[1]);
		say(search, LANDAU_EXPLANATION_MODES, "two modes: from %s %s, from %s %s", names[0],
		    words[0], names[1], words[1]);
	} else if (modes.models[0].growth == modes.models[1].growth) {
		double n = fmin(modes.models[0].largest, modes.models[1].largest);

		say(search, LANDAU_EXPLANATION_MODES,
		    "two modes, both %s: one costs %.1f times as much as the other", words[0],
		    landau_model_predict(&modes.models[1], n) /
			    landau_model_predict(&modes.models[0], n));
	} else {
		say(search, LANDAU_EXPLANATION_MODES, "two modes: one %s, the other %s", words[0],
		    words[1]);
	}
	return true;
}

/* -- The search --------------------------------------------------------------------------------- */

static void look(struct search *search)
{
	struct landau_model mean;

	for (size_t i = 0; i < search->count; i++) {
		const struct landau_costs *costs = &search->summary->trms[i].costs;

		search->groups[i] = group_of(costs, (double)costs->size);
	}
	mean = landau_groups_fit(search->groups, search->count, search->samples);
	search->spread = fmin(landau_groups_spread(search->groups, search->count, &mean),
			      spread_of_costs(search->groups, search->count));
	if (try_rms(search) ||
	    try_part(search, LANDAU_EXPLANATION_EXTERNAL, "its external input", external_of) ||
	    try_part(search, LANDAU_EXPLANATION_THREADS, "its input from other threads",
		     threads_of) ||
	    try_callers(search))
		return;
	if (landau_is_dispatcher(search->profile, search->routine, search->summary))
		say(search, LANDAU_EXPLANATION_DISPATCHER, "a dispatcher: see its callees");
	else
		try_modes(search);
}

bool landau_explain(const struct landau_profile *profile, uint32_t routine,
		    const struct landau_summary *summary, const struct landau_model *model,
		    struct landau_explanation *explanation)
{
	size_t count = summary->trms_count;
	struct landau_group *groups = calloc(count + 1, sizeof(*groups));
	struct landau_group *others = calloc(count + 1, sizeof(*others));
	struct landau_sample *samples = calloc(count + 1, sizeof(*samples));
	struct search search = {.profile = profile,
				.routine = routine,
				.summary = summary,
				.groups = groups,
				.others = others,
				.count = count,
				.samples = samples,
				.found = explanation,
				.memory = true};

	*explanation = (struct landau_explanation){0};
	if (!groups || !others || !samples)
		search.memory = false;
	else if (count > 0 &&
		 (model->statement != LANDAU_STATEMENT_CLASS || model->scatter >= wide_scatter))
		look(&search);
	free(groups);
	free(others);
	free(samples);
	return search.memory;
}
