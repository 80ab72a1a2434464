/* SPDX-License-Identifier: GPL-2.0-or-later */
/* model.c - the public functions; see model.h, and internal.h for where the work is done. */
#include "model/internal.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

/* The scatter leaves out the worst outliers; for normal noise it is too small by so much. */
#define TRIM_CORRECTION 1.1

/* The upper sizes are those within this ratio of the largest; so many must be there. */
#define UPPER_RATIO 15.0
enum { UPPER_POINTS = 12 };
/* They must all lie this close to their curve, as a logarithm: none may be an outlier. */
#define UPPER_DISTANCE 0.15
/* Lower sizes that are off by this, a factor of 2, have left it. */
#define MODE_DISTANCE 0.7

/* Turns the curve, whose terms are 1 at the largest size, into coefficients of the terms. */
static void set_curve(struct landau_model *model, const struct curve *curve,
		      const struct points *points)
{
	double largest = points->n[points->count - 1];
	double unit[TERM_COUNT] = {points->scale, points->scale / largest,
				   points->scale / shape_raw(&curve->shape, largest)};

	model->best_guess = curve->shape.growth;
	model->base = curve->shape.base;
	model->shift = curve->shape.shift;
	model->constant = curve->coefficient[TERM_CONSTANT] * unit[TERM_CONSTANT];
	model->linear = curve->coefficient[TERM_LINEAR] * unit[TERM_LINEAR];
	model->leading = curve->coefficient[TERM_LEADING] * unit[TERM_LEADING];
	for (size_t a = 0; a < TERM_COUNT; a++)
		for (size_t b = 0; b < TERM_COUNT; b++)
			model->covariance[a][b] = curve->covariance[a][b] * unit[a] * unit[b];
}

static void fit_curve(struct landau_model *model, const struct points *points)
{
	struct noise noise;
	struct choice choice;

	exponent_estimate(model, points);
	noise_estimate(&noise, points, true);
	choose_class(&choice, points, &noise);
	if (noise.has_background && choice.first != LANDAU_GROWTH_NONE &&
	    !judge_background(&choice, points, &noise)) {
		noise_estimate(&noise, points, false);
		choose_class(&choice, points, &noise);
	}
	if (choice.first == LANDAU_GROWTH_NONE) {
		model->verdict = LANDAU_VERDICT_NO_TREND;
		return;
	}
	set_curve(model, &choice.best, points);
	double freedom = (double)points->count - (double)choice.best.parameters;
	model->reach = TRIM_CORRECTION * gsl_cdf_tdist_Pinv(0.975, freedom);
	model->scatter = judge_scatter(&choice, points, &noise);
	model->late = choice.late;
	model->evidence =
		choice.evidence * pattern_independence(&choice, points, &noise, model->scatter);
	model->verdict = judge(&choice, points, &noise, model->scatter);
	if (model->verdict == LANDAU_VERDICT_OK &&
	    (!pattern_goes_on(&choice, points, &noise, model->scatter) ||
	     !judge_exponents(model, &choice, points) || !judge_one_size(model, &choice, points)))
		model->verdict = LANDAU_VERDICT_NO_TREND;
	if (model->verdict == LANDAU_VERDICT_OK) {
		model->growth = choice.first;
		model->runner_up = choice.second;
		print_formula(model);
	}
}

/*
 * The sizes below `from` are under another law if they leave the curve, going down, and stay away. If
 * they come back to it, the cost has two modes, and the upper sizes are in one of them by chance.
 */
static bool is_second_mode(const struct landau_model *model, const struct points *points,
			   double from)
{
	bool left = false;
	size_t back = 0;

	for (size_t i = points->count; i-- > 0;) {
		double distance;

		if (points->n[i] >= from)
			continue;
		distance = fabs(log(points->cost[i] * points->scale /
				    landau_model_predict(model, points->n[i])));
		left = left || !(distance < MODE_DISTANCE);
		back += left && distance < UPPER_DISTANCE;
	}
	return back > 1 + points->count / 40;
}

/*
 * Small sizes often follow another law: a special case, a cache that still holds everything. Where
 * no class describes all the sizes, the upper ones alone may still be clear, if they are many
 * enough.
 */
static void fit_upper_curve(struct landau_model *model, const struct points *points)
{
	struct points upper = {.scale = points->scale};
	struct landau_model of_upper = *model;
	double largest = points->n[points->count - 1], weights = 0;

	for (size_t i = 0; i < points->count; i++)
		if (points->n[i] * UPPER_RATIO >= largest) {
			upper.n[upper.count] = points->n[i];
			upper.cost[upper.count] = points->cost[i];
			upper.weight[upper.count] = points->weight[i];
			weights += points->weight[i];
			upper.count++;
		}
	if (upper.count < UPPER_POINTS || upper.count == points->count)
		return;
	for (size_t i = 0; i < upper.count; i++)
		upper.weight[i] *= (double)upper.count / weights;
	fit_curve(&of_upper, &upper);
	if (of_upper.verdict != LANDAU_VERDICT_OK)
		return;
	for (size_t i = 0; i < upper.count; i++) {
		double cost = upper.cost[i] * upper.scale;
		double value = landau_model_predict(&of_upper, upper.n[i]);
		if (!(fabs(log(cost / value)) < UPPER_DISTANCE))
			return;
	}
	if (is_second_mode(&of_upper, points, upper.n[0]))
		return;
	*model = of_upper;
	model->fitted_from = upper.n[0];
}

static void set_all_zero(struct landau_model *model)
{
	model->best_guess = LANDAU_GROWTH_CONSTANT;
	model->exponent = model->exponent_low = model->exponent_high = 0;
	if (model->largest < 10 * model->smallest) {
		model->verdict = LANDAU_VERDICT_TOO_NARROW;
		return;
	}
	model->growth = LANDAU_GROWTH_CONSTANT;
	print_formula(model);
}

static struct landau_model fit(const struct points *points)
{
	struct landau_model model;
	bool any_cost = false;

	memset(&model, 0, sizeof(model));
	model.exponent = model.exponent_low = model.exponent_high = NAN;
	model.sizes = points->sizes;
	for (size_t i = 0; i < points->count; i++)
		any_cost = any_cost || points->cost[i] > 0;
	model.smallest = model.fitted_from = points->smallest;
	model.largest = points->largest;
	if (points->count < LANDAU_MODEL_MIN_SIZES) {
		model.verdict = LANDAU_VERDICT_TOO_FEW;
	} else if (!any_cost) {
		set_all_zero(&model);
	} else {
		fit_curve(&model, points);
		if (model.verdict != LANDAU_VERDICT_OK)
			fit_upper_curve(&model, points);
	}
	statement_make(&model, points);
	return model;
}

struct landau_model landau_model_fit(struct landau_sample *samples, size_t count,
				     enum landau_merge_rule rule)
{
	struct points points;

	prepare_samples(&points, samples, count, rule);
	return fit(&points);
}

struct landau_model landau_model_fit_points(const struct landau_point *points, size_t count,
					    enum landau_merge_rule rule)
{
	struct points prepared;

	prepare_costs(&prepared, count > 0 ? &points->costs : NULL, sizeof(*points), count, rule);
	return fit(&prepared);
}

struct landau_model landau_model_fit_costs(const struct landau_costs *costs, size_t count,
					   enum landau_merge_rule rule)
{
	struct points prepared;

	prepare_costs(&prepared, costs, sizeof(*costs), count, rule);
	return fit(&prepared);
}

static double leading_at(const struct landau_model *model, double n)
{
	struct shape shape = {model->best_guess, model->base, model->shift};

	return model->best_guess == LANDAU_GROWTH_CONSTANT ? 0 : shape_raw(&shape, n);
}

double landau_model_predict(const struct landau_model *model, double n)
{
	if (model->best_guess == LANDAU_GROWTH_NONE || !(n >= 0))
		return NAN;

	double cost = model->constant + model->linear * n;
	/* Without the term nothing infinite may be multiplied by 0. */
	if (model->leading > 0)
		cost += model->leading * leading_at(model, n);
	return cost;
}

bool landau_model_interval(const struct landau_model *model, double n, double *low, double *high)
{
	double cost = landau_model_predict(model, n);
	double term[TERM_COUNT] = {1, n, 0};
	double variance = 0;

	if (!isfinite(cost))
		return false;
	if (model->leading > 0)
		term[TERM_LEADING] = leading_at(model, n);
	for (size_t a = 0; a < TERM_COUNT; a++)
		for (size_t b = 0; b < TERM_COUNT; b++)
			variance += term[a] * model->covariance[a][b] * term[b];
	/* As a factor, so that the interval stays positive however wide it is. */
	double relative = cost > 0 ? sqrt(fmax(variance, 0)) / cost : 0;
	double factor = exp(model->reach * model->scatter * sqrt(1 + relative * relative));
	*low = cost / factor;
	*high = cost * factor;
	return true;
}

bool landau_model_has_exponent(const struct landau_model *model)
{
	return isfinite(model->exponent);
}
