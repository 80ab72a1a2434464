/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare.c - what has changed between two measurements of a routine; see compare.h.
 *
 * A gate stands on this, so that doubt is never called worse. Exponents have to be apart with their
 * intervals and a margin, and without a class the cost at equal n must have moved the same way: less of
 * a constant cost makes an exponent greater and hurts nobody.
 */
#include "cli/analysis/compare.h"

#include <math.h>
#include <stdlib.h>

#include "cli/analysis/explain.h"

static const double exponent_step = 0.1; /* intervals of exponents apart by less are the same */
/* and where the class is higher too. */
static const double small_exponent_step = 0.03;
/* Without a class, intervals of few sizes promise too much: this, divided by the root of their number, more. */
static const double step_of_few_sizes = 0.3;
static const double cost_step = 0.05; /* costs that differ by less are the same */
/* Costs are compared from this part of the largest size that both have seen upwards. */
static const double least_part = 0.5;
/* Ratios that differ by more than this, a quarter of them at each end left out, are no number. */
static const double widest_same = 0.1;

enum { LEAST_RATIOS = 3 };

const char *landau_change_name(enum landau_change change)
{
	static const char *const names[] = {
		[LANDAU_CHANGE_WORSE] = "worse",   [LANDAU_CHANGE_BETTER] = "better",
		[LANDAU_CHANGE_SLOWER] = "slower", [LANDAU_CHANGE_FASTER] = "faster",
		[LANDAU_CHANGE_NEW] = "new",       [LANDAU_CHANGE_GONE] = "gone",
		[LANDAU_CHANGE_NONE] = "same",     [LANDAU_CHANGE_UNKNOWN] = "unknown",
	};

	return names[change];
}

/* -- The cost at equal n ------------------------------------------------------------------------ */

/* Logarithms of cost after / before, at sizes in order. */
struct ratios {
	double *values;
	double *sizes;
	size_t count;
};

struct landau_cost_point *landau_cost_points(const struct landau_summary *summary)
{
	struct landau_cost_point *points = calloc(summary->trms_count + 1, sizeof(*points));

	for (size_t i = 0; points && i < summary->trms_count; i++)
		points[i] = (struct landau_cost_point){(double)summary->trms[i].costs.size,
						       (double)summary->trms[i].costs.max};
	return points;
}

double landau_cost_at(const struct landau_cost_point *points, size_t count, double n)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (points[middle].n < n)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == count)
		return NAN;
	if (!(points[low].n > n))
		return points[low].cost;
	if (low == 0 || !(points[low - 1].n > 0))
		return NAN;
	double from = log(points[low - 1].n), to = log(points[low].n);
	double part = (log(n) - from) / (to - from);
	return exp((1 - part) * log(points[low - 1].cost) + part * log(points[low].cost));
}

/* What was measured of one of the two. */
struct measured {
	struct landau_cost_point *points;
	size_t count;
};

static void add_ratios(struct ratios *ratios, const struct measured *sizes,
		       const struct measured *before, const struct measured *after, double from,
		       double to)
{
	for (size_t i = 0; i < sizes->count; i++) {
		double n = sizes->points[i].n, ratio;

		if (n < from || n > to || n < 1)
			continue;
		ratio = log(landau_cost_at(after->points, after->count, n)) -
			log(landau_cost_at(before->points, before->count, n));
		if (!isfinite(ratio))
			continue;
		ratios->values[ratios->count] = ratio;
		ratios->sizes[ratios->count++] = log(n);
	}
}

static int compare_doubles(const void *first, const void *second)
{
	double a = *(const double *)first, b = *(const double *)second;

	return (a > b) - (a < b);
}

static double quantile(const double *sorted, size_t count, double part)
{
	double place = part * (double)(count - 1);
	size_t below = (size_t)place;

	if (below + 1 == count)
		return sorted[below];
	return sorted[below] + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}

/*
 * The factor at the larger of the sizes that both have seen: the median of the ratios there, with a half of them
 * between *low and *high.
 */
static void measure(const struct landau_finding *before, const struct landau_finding *after,
		    struct landau_comparison *comparison, double *low, double *high)
{
	const struct measured a = {landau_cost_points(&before->summary),
				   before->summary.trms_count};
	const struct measured b = {landau_cost_points(&after->summary), after->summary.trms_count};
	size_t most = a.count + b.count + 1;
	struct ratios ratios = {.values = calloc(most, sizeof(double)),
				.sizes = calloc(most, sizeof(double))};
	double largest = fmin(before->worst.largest, after->worst.largest);

	if (ratios.values && ratios.sizes && a.points && b.points) {
		add_ratios(&ratios, &a, &a, &b, least_part * largest, largest);
		add_ratios(&ratios, &b, &a, &b, least_part * largest, largest);
	}
	if (ratios.count >= LEAST_RATIOS) {
		qsort(ratios.values, ratios.count, sizeof(double), compare_doubles);
		qsort(ratios.sizes, ratios.count, sizeof(double), compare_doubles);
		comparison->factor = exp(quantile(ratios.values, ratios.count, 0.5));
		comparison->size = round(exp(quantile(ratios.sizes, ratios.count, 0.5)));
		comparison->is_measured = true;
		*low = exp(quantile(ratios.values, ratios.count, 0.25));
		*high = exp(quantile(ratios.values, ratios.count, 0.75));
	}
	free(ratios.values);
	free(ratios.sizes);
	free(a.points);
	free(b.points);
}

/* -- The growth --------------------------------------------------------------------------------- */

static bool exponents_apart(const struct landau_model *low, const struct landau_model *high,
			    double step)
{
	return landau_model_has_exponent(low) && landau_model_has_exponent(high) &&
	       high->exponent_low > low->exponent_high + step;
}

/*
 * Is `after` above `before`, for sure? A higher class is not enough if one is the runner-up of the other,
 * or if the exponents are the same: n log n is n with a little noise, or a few more cells of input.
 */
static bool class_is_higher(const struct landau_model *before, const struct landau_model *after)
{
	if (after->growth < before->growth)
		return false;
	if (after->growth == before->growth || after->growth == before->runner_up ||
	    before->growth == after->runner_up)
		return exponents_apart(before, after, exponent_step);
	return !landau_model_has_exponent(before) || !landau_model_has_exponent(after) ||
	       exponents_apart(before, after, small_exponent_step);
}

static bool exponent_is_higher(const struct landau_model *before, const struct landau_model *after)
{
	size_t sizes = before->sizes < after->sizes ? before->sizes : after->sizes;

	return sizes > 0 &&
	       exponents_apart(before, after,
			       exponent_step + step_of_few_sizes / sqrt((double)sizes));
}

static enum landau_change change_of_cost(double factor, double low, double high)
{
	if (!isfinite(factor))
		return LANDAU_CHANGE_UNKNOWN;
	if (low > 1 + cost_step)
		return LANDAU_CHANGE_SLOWER;
	if (high < 1 - cost_step)
		return LANDAU_CHANGE_FASTER;
	return high - low <= widest_same && fabs(factor - 1) <= cost_step ? LANDAU_CHANGE_NONE
									  : LANDAU_CHANGE_UNKNOWN;
}

/* Is the growth of both told by the same other n, or from within one call each? */
static bool are_explained_alike(const struct landau_finding *before,
				const struct landau_finding *after)
{
	if (landau_is_from_within(before) || landau_is_from_within(after))
		return landau_is_from_within(before) && landau_is_from_within(after);
	return landau_told(before) != &before->worst && landau_told(after) != &after->worst &&
	       before->explanation->kind == after->explanation->kind;
}

struct landau_comparison landau_compare(const struct landau_finding *before,
					const struct landau_finding *after)
{
	bool alike = are_explained_alike(before, after);
	const struct landau_model *old = alike ? landau_told(before) : &before->worst;
	const struct landau_model *new = alike ? landau_told(after) : &after->worst;
	struct landau_comparison it = {.factor = NAN, .size = fmin(old->largest, new->largest)};
	double low = NAN, high = NAN;
	bool worse, better;

	if (old->statement == LANDAU_STATEMENT_CLASS && new->statement == LANDAU_STATEMENT_CLASS) {
		it.factor = low = high =
			landau_model_predict(new, it.size) / landau_model_predict(old, it.size);
		worse = class_is_higher(old, new);
		better = class_is_higher(new, old);
	} else {
		measure(before, after, &it, &low, &high);
		worse = exponent_is_higher(old, new) && low > 1;
		better = exponent_is_higher(new, old) && high < 1;
	}
	it.change = worse    ? LANDAU_CHANGE_WORSE
		    : better ? LANDAU_CHANGE_BETTER
			     : change_of_cost(it.factor, low, high);
	return it;
}
