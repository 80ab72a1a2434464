/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * within.c - how the cost of one long activation has grown on the way; see within.h.
 *
 * What was paid before the first mark is start-up and is left out, since only differences of marks count. A first
 * phase that is short beside the rest is start-up too.
 *
 * A wrong alarm is worse than none: the rates of one call are not independent measurements, and most that
 * raises them is the program doing something else than before. So growth beyond n log n is said only of rates
 * that rise all the way, and that no single step explains.
 */
#include "model/within.h"

#include "model/internal.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* Fewer say nothing. */
enum { LEAST_RATES = 6 };

/* Neighbours on either side that say what a cell costs thereabouts, */
enum { NEIGHBOURS = 4 };
/* and by how much one may cost more before that is called a cost of its own. */
#define USUAL 2.0
/* Of the cost: so much that came at once is too much for a curve. */
#define MUCH_AT_ONCE 0.2
/* Of n: what comes behind this is at the end. */
#define NEARLY_ALL 0.6

/* A phase has so many rates; */
enum { LEAST_OF_PHASE = 3 };
/* the other costs so many times as much or as little; */
#define OTHER_PHASE 1.6
/* a step explains the rates if its squares are at most this share of those of a slope. */
#define STEP_EXPLAINS 0.6
/* Rates this close to two levels are on them, whatever else would do. */
#define ON_LEVEL 0.02

/* Growth beyond n log n: each third of the rates is above the one before by this much, as a share of the even slope. */
#define RISES_EVENLY 0.3

static double size_of(const struct landau_mark *mark, enum landau_within_size size)
{
	return (double)(size == LANDAU_WITHIN_TRMS ? mark->trms : mark->external_input);
}

/* -- What a cell costs -------------------------------------------------------------------------- */

static double rate_of(const struct rates *rates, size_t i)
{
	return rates->cost[i] / (rates->to[i] - rates->from[i]);
}

static double middle_of(const struct rates *rates, size_t i)
{
	return (rates->from[i] + rates->to[i]) / 2;
}

/* Does the size reach the next mark of a grid, beginning with the last one that counts? */
static bool is_apart(double from, double to)
{
	return to >= from + from / 16 + 1;
}

/*
 * The differences of marks that are apart; what comes behind the last of them is `tail`. Where n is not what the marks
 * were taken by, many have nearly the same.
 */
static void set_rates(struct rates *rates, const struct landau_mark *marks, size_t count,
		      const struct landau_mark *end, enum landau_within_size size, double *tail)
{
	const struct landau_mark *last = NULL;

	rates->count = 0;
	for (size_t i = 0; i <= count && rates->count < MOST_RATES; i++) {
		const struct landau_mark *mark = i < count ? &marks[i] : end;
		double n = size_of(mark, size);

		/* Small sizes are not apart by much. */
		if (n < LANDAU_CURVE_LEAST || (last && !is_apart(size_of(last, size), n)))
			continue;
		if (last) {
			rates->from[rates->count] = size_of(last, size);
			rates->to[rates->count] = n;
			rates->cost[rates->count] = (double)(mark->cost - last->cost);
			rates->count++;
		} else {
			rates->before = (double)mark->cost;
		}
		last = mark;
	}
	*tail = last ? (double)(end->cost - last->cost) : (double)end->cost;
}

/* The median of at most 2 * NEIGHBOURS values. */
static double median(double *values, size_t count)
{
	for (size_t i = 1; i < count; i++)
		for (size_t k = i; k > 0 && values[k] < values[k - 1]; k--) {
			double saved = values[k];

			values[k] = values[k - 1];
			values[k - 1] = saved;
		}
	return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* What a cell costs around the i-th difference, itself left out. */
static double rate_around(const struct rates *rates, size_t i)
{
	double values[2 * NEIGHBOURS];
	size_t count = 0;
	size_t first = i > NEIGHBOURS ? i - NEIGHBOURS : 0;

	for (size_t k = first; k <= i + NEIGHBOURS && k < rates->count; k++)
		if (k != i)
			values[count++] = rate_of(rates, k);
	return median(values, count);
}

/* -- What is no growth -------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void say(struct landau_within *within,
						      const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(within->reason, sizeof(within->reason), format, arguments);
	va_end(arguments);
}

/* What comes at once is all beyond what the cells cost around there, where that is much more. */
static void look_for_most(struct landau_within *within, double cost, double usual, double at)
{
	if (cost > USUAL * usual && cost - usual > within->share) {
		within->share = cost - usual;
		within->at = at;
	}
}

/* Where most comes at once, and whether it is too much. */
static bool find_standing(struct landau_within *within, const struct rates *rates, double tail,
			  double total, double last)
{
	for (size_t i = 0; i < rates->count; i++)
		look_for_most(within, rates->cost[i],
			      rate_around(rates, i) * (rates->to[i] - rates->from[i]),
			      rates->to[i]);
	/* What comes behind the last mark may have read as much as up to the next one. */
	look_for_most(within, tail,
		      rate_around(rates, rates->count) * (rates->to[rates->count - 1] / 8), last);
	within->share = total > 0 ? within->share / total : 0;
	if (within->share <= MUCH_AT_ONCE)
		return false;
	if (within->at >= NEARLY_ALL * last) {
		within->kind = LANDAU_WITHIN_READ_FIRST;
		say(within,
		    "it reads its input first: %.0f %% of its cost comes at once, at n = %.0f; "
		    "only "
		    "several sizes tell",
		    100 * within->share, within->at);
	} else {
		within->kind = LANDAU_WITHIN_AT_ONCE;
		say(within, "%.0f %% of its cost comes at once, at n = %.0f", 100 * within->share,
		    within->at);
	}
	return true;
}

/* Logarithms of sizes and rates: sums of some of them. */
struct sums {
	double count, x, y, xx, xy, yy;
};

static void add(struct sums *sums, double x, double y)
{
	sums->count++;
	sums->x += x;
	sums->y += y;
	sums->xx += x * x;
	sums->xy += x * y;
	sums->yy += y * y;
}

/* The squares that are left about the mean. */
static double squares_of_level(const struct sums *sums)
{
	return fmax(sums->yy - sums->y * sums->y / sums->count, 0);
}

/* And about the best line. */
static double squares_of_slope(const struct sums *sums)
{
	double xx = sums->xx - sums->x * sums->x / sums->count;
	double xy = sums->xy - sums->x * sums->y / sums->count;

	return fmax(squares_of_level(sums) - (xx > 0 ? xy * xy / xx : 0), 0);
}

struct step {
	size_t second; /* the first rate of the second phase */
	double squares;
	double before, after; /* levels, as logarithms */
};

/* Of rates from `first` on; `x` and `y` are logarithms. False: there are too few. */
static bool find_step(struct step *step, const double *x, const double *y, size_t first,
		      size_t count)
{
	struct sums low = {0};
	struct sums high = {0};
	bool found = false;

	for (size_t i = first; i < count; i++)
		add(&high, x[i], y[i]);
	for (size_t i = first; i < count; i++) {
		if (low.count >= LEAST_OF_PHASE && high.count >= LEAST_OF_PHASE) {
			double squares = squares_of_level(&low) + squares_of_level(&high);

			if (!found || squares < step->squares)
				*step = (struct step){i, squares, low.y / low.count,
						      high.y / high.count};
			found = true;
		}
		add(&low, x[i], y[i]);
		high.count--;
		high.x -= x[i];
		high.y -= y[i];
		high.xx -= x[i] * x[i];
		high.xy -= x[i] * y[i];
		high.yy -= y[i] * y[i];
	}
	return found;
}

static bool is_other_phase(const struct step *step, const double *x, const double *y, size_t first,
			   size_t count)
{
	struct sums all = {0};
	double rates = (double)(count - first);

	for (size_t i = first; i < count; i++)
		add(&all, x[i], y[i]);
	return fabs(step->after - step->before) > log(OTHER_PHASE) &&
	       (step->squares < STEP_EXPLAINS * squares_of_slope(&all) ||
		step->squares < ON_LEVEL * ON_LEVEL * rates);
}

/*
 * Two levels of rates rather than a slope. A first phase that is short is dropped, and the rest looked at again. The first
 * rate that counts, or SIZE_MAX where there are two phases.
 */
static size_t find_phases(struct landau_within *within, const struct rates *rates)
{
	double x[MOST_RATES], y[MOST_RATES];
	double last = rates->to[rates->count - 1];
	struct step step = {0};
	size_t first = 0;

	for (size_t i = 0; i < rates->count; i++) {
		x[i] = log(middle_of(rates, i));
		/* A rate may be 0 where n is external. */
		y[i] = log(fmax(rate_of(rates, i), 1e-3));
	}
	while (find_step(&step, x, y, first, rates->count) &&
	       is_other_phase(&step, x, y, first, rates->count)) {
		double at = rates->from[step.second];

		if (at * DECADE <= last) {
			first = step.second;
			continue;
		}
		within->kind = LANDAU_WITHIN_PHASES;
		within->at = at;
		within->before = exp(step.before);
		within->after = exp(step.after);
		say(within, "two phases: at n = %.0f the cost per cell goes from %.3g to %.3g", at,
		    within->before, within->after);
		return SIZE_MAX;
	}
	return first;
}

/* What the rates are in the lower, the middle and the upper third, as logarithms of n and of themselves. */
struct thirds {
	double x[3], y[3];
};

static bool find_thirds(struct thirds *thirds, const struct rates *rates, size_t first)
{
	double low = log(middle_of(rates, first));
	double high = log(middle_of(rates, rates->count - 1));
	struct sums sums[3] = {{0}};

	for (size_t i = first; i < rates->count; i++) {
		double x = log(middle_of(rates, i));
		double third = 3 * (x - low) / (high - low);

		add(&sums[third < 1   ? 0
			  : third < 2 ? 1
				      : 2],
		    x, log(fmax(rate_of(rates, i), 1e-3)));
	}
	for (int i = 0; i < 3; i++) {
		if (sums[i].count == 0)
			return false;
		thirds->x[i] = sums[i].x / sums[i].count;
		thirds->y[i] = sums[i].y / sums[i].count;
	}
	return true;
}

/* Do they rise from each third to the next? */
static bool rises_all_the_way(const struct thirds *thirds, double power)
{
	double even = power * (thirds->x[2] - thirds->x[0]) / 2;

	return thirds->y[1] - thirds->y[0] >= RISES_EVENLY * even &&
	       thirds->y[2] - thirds->y[1] >= RISES_EVENLY * even;
}

/*
 * Do they rise more from the second to the third than from the first to the second, over log n? Where a thing is of
 * many cells, and n/c things are handled, log (n/c) is as steep as a root of n, but it is straight there. A power is not.
 */
static bool bends_like_power(const struct thirds *thirds, double power)
{
	double lower = (exp(thirds->y[1]) - exp(thirds->y[0])) / (thirds->x[1] - thirds->x[0]);
	double upper = (exp(thirds->y[2]) - exp(thirds->y[1])) / (thirds->x[2] - thirds->x[1]);

	return upper > lower * exp(RISES_EVENLY * power * (thirds->x[2] - thirds->x[0]) / 2);
}

/* -- The whole ------------------------------------------------------------------------------------ */

/* An interval whose ends are the same in print is one number. */
static void say_exponent(struct landau_within *within, double from, double to)
{
	/* What is added makes 0 of -0. */
	double low = round(10 * (within->model.exponent_low - 1)) / 10 + 0.0;
	double high = round(10 * (within->model.exponent_high - 1)) / 10 + 0.0;

	if (low < high)
		say(within,
		    "the cost per cell has no clear trend from n = %.0f to %.0f: its exponent is "
		    "between %.1f and %.1f",
		    from, to, low, high);
	else
		say(within,
		    "the cost per cell has no clear trend from n = %.0f to %.0f: its exponent is "
		    "about %.1f",
		    from, to, low);
}

static void say_why_not(struct landau_within *within, const struct rates *rates, size_t first)
{
	const struct landau_model *model = &within->model;
	double from = rates->from[first], to = rates->to[rates->count - 1];

	if (to < DECADE * from)
		say(within, "its marks from n = %.0f to %.0f span less than a decade", from, to);
	else if (landau_model_has_exponent(model))
		say_exponent(within, from, to);
	else
		say(within, "the cost per cell has no clear trend from n = %.0f to %.0f", from, to);
}

static void fit_rates(struct landau_within *within, const struct rates *rates, size_t first)
{
	struct landau_sample samples[MOST_RATES];
	struct landau_model *model = &within->model;
	size_t count = 0;

	for (size_t i = first; i < rates->count; i++)
		samples[count++] =
			(struct landau_sample){middle_of(rates, i), rate_of(rates, i), 1};
	*model = landau_model_fit(samples, count, LANDAU_MERGE_MEAN);
	lift_statement(model);
	if (model->power_low > landau_growth_power(LANDAU_GROWTH_LINEAR_LOG)) {
		double power = model->power_low - 1;
		struct thirds thirds;

		if (!find_thirds(&thirds, rates, first) || !rises_all_the_way(&thirds, power))
			lift_unknown(model);
		else if (!bends_like_power(&thirds, power))
			lift_by_slope(model);
	}
	model->sizes = count + 1;
	model->smallest = model->fitted_from = rates->from[first];
	model->largest = rates->to[rates->count - 1];
	model->remedy = LANDAU_REMEDY_NONE;
	model->reason[0] = '\0';
	lift_curve(model, rates, first);
	if (model->statement == LANDAU_STATEMENT_CLASS)
		print_formula(model);
	if (model->statement != LANDAU_STATEMENT_UNKNOWN)
		within->kind = LANDAU_WITHIN_GROWTH;
	else
		say_why_not(within, rates, first);
}

struct landau_within landau_within_of(const struct landau_mark *marks, size_t count,
				      const struct landau_mark *end, enum landau_within_size size)
{
	struct landau_within within;
	struct rates rates;
	double tail, total = (double)end->cost;
	size_t first;

	memset(&within, 0, sizeof(within));
	within.model.exponent = within.model.exponent_low = within.model.exponent_high = NAN;
	within.model.verdict = LANDAU_VERDICT_TOO_FEW;
	lift_unknown(&within.model);
	set_rates(&rates, marks, count, end, size, &tail);
	if (rates.count < LEAST_RATES) {
		say(&within, "its input grew in fewer than %d steps", LEAST_RATES);
		return within;
	}
	if (find_standing(&within, &rates, tail, total, size_of(end, size)))
		return within;
	first = find_phases(&within, &rates);
	if (first != SIZE_MAX)
		fit_rates(&within, &rates, first);
	return within;
}

const char *landau_within_name(enum landau_within_kind kind)
{
	static const char *const names[] = {
		[LANDAU_WITHIN_NONE] = "none",
		[LANDAU_WITHIN_GROWTH] = "growth",
		[LANDAU_WITHIN_READ_FIRST] = "read first",
		[LANDAU_WITHIN_AT_ONCE] = "at once",
		[LANDAU_WITHIN_PHASES] = "phases",
	};

	return names[kind];
}
