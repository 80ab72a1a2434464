/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lift.c - from what a new cell costs, as a function of n so far, to what a call with n cells does.
 *
 * What is said of the rates is lifted by one power of n. The curve is fitted anew, to the costs between the marks.
 */
#include "model/internal.h"

#include <math.h>
#include <string.h>

/* A cost per cell that grows with less than this power is that of n log n or less, */
#define LOGARITHMIC 0.15
/* and with less than this one, of n^1.5 or less. */
#define SQUARE_ROOT 0.5
/* The exponent of a logarithm at n is 1 / log n; of a clear one at least this share of it is sure. */
#define CLEARLY 0.6

/* n times the class; NONE where that is no class. */
static enum landau_growth lifted(enum landau_growth growth)
{
	switch (growth) {
	case LANDAU_GROWTH_CONSTANT:
		return LANDAU_GROWTH_LINEAR;
	case LANDAU_GROWTH_LOG:
		return LANDAU_GROWTH_LINEAR_LOG;
	case LANDAU_GROWTH_SQRT:
		return LANDAU_GROWTH_THREE_HALVES;
	case LANDAU_GROWTH_LINEAR:
		return LANDAU_GROWTH_QUADRATIC;
	case LANDAU_GROWTH_LINEAR_LOG:
		return LANDAU_GROWTH_QUADRATIC_LOG;
	case LANDAU_GROWTH_QUADRATIC:
		return LANDAU_GROWTH_CUBIC;
	default:
		return LANDAU_GROWTH_NONE;
	}
}

/* The classes that are left open, each lifted; false if one of them is none then. */
static bool lift_open(unsigned *open)
{
	unsigned all = 0;

	for (enum landau_growth g = LANDAU_GROWTH_CONSTANT; g < LANDAU_GROWTH_COUNT; g++) {
		if (!(*open & 1u << g))
			continue;
		if (lifted(g) == LANDAU_GROWTH_NONE)
			return false;
		all |= 1u << lifted(g);
	}
	*open = all;
	return true;
}

void lift_unknown(struct landau_model *model)
{
	model->statement = LANDAU_STATEMENT_UNKNOWN;
	model->growth = model->runner_up = model->best_guess = LANDAU_GROWTH_NONE;
	model->open = 0;
	model->power_low = -INFINITY;
	model->power_high = INFINITY;
	model->formula[0] = '\0';
	if (model->verdict == LANDAU_VERDICT_OK)
		model->verdict = LANDAU_VERDICT_NO_TREND;
}

static void set_at_least(struct landau_model *model, double power)
{
	lift_unknown(model);
	model->statement = LANDAU_STATEMENT_AT_LEAST;
	model->power_low = power;
}

static void set_at_most(struct landau_model *model, enum landau_growth highest)
{
	lift_unknown(model);
	model->statement = LANDAU_STATEMENT_AT_MOST;
	model->power_high = landau_growth_power(highest);
	model->open = (2u << highest) - 2;
}

/* A logarithm that the rates hardly show may be none: a line beside it explains most. */
static bool is_hardly_logarithmic(const struct landau_model *model)
{
	return model->growth == LANDAU_GROWTH_LOG &&
	       !(model->exponent_low > CLEARLY / log(model->largest));
}

/* The statement of the rates, n times. */
static void lift_bounds(struct landau_model *model)
{
	double low = model->power_low + 1;

	switch (model->statement) {
	case LANDAU_STATEMENT_CLASS:
		if (is_hardly_logarithmic(model)) {
			lift_unknown(model);
			model->statement = LANDAU_STATEMENT_BETWEEN;
			model->open = 1u << LANDAU_GROWTH_LINEAR | 1u << LANDAU_GROWTH_LINEAR_LOG;
			model->power_low = model->power_high = 1;
			return;
		}
		if (!lift_open(&model->open)) {
			set_at_least(model, fmin(low, 3));
			return;
		}
		model->growth = lifted(model->growth);
		model->runner_up = lifted(model->runner_up);
		model->power_low = model->power_high = landau_growth_power(model->growth);
		return;
	case LANDAU_STATEMENT_BETWEEN:
		if (!lift_open(&model->open)) {
			set_at_least(model, fmin(low, 3));
			return;
		}
		model->power_low++;
		model->power_high++;
		return;
	case LANDAU_STATEMENT_AT_LEAST:
		set_at_least(model, fmin(low, 3));
		return;
	default:
		break;
	}
	/* A bound of rates is never below theirs of n, which says nothing here: the slope may know more. */
	if (!landau_model_has_exponent(model) || model->verdict == LANDAU_VERDICT_TOO_FEW ||
	    model->verdict == LANDAU_VERDICT_TOO_NARROW)
		lift_unknown(model);
	else if (model->exponent_high < LOGARITHMIC)
		set_at_most(model, LANDAU_GROWTH_LINEAR_LOG);
	else if (model->exponent_high < SQUARE_ROOT)
		set_at_most(model, LANDAU_GROWTH_THREE_HALVES);
	else
		lift_unknown(model);
}

void lift_by_slope(struct landau_model *model)
{
	lift_unknown(model);
	if (landau_model_has_exponent(model) && model->exponent_high - 1 < SQUARE_ROOT)
		set_at_most(model, LANDAU_GROWTH_THREE_HALVES);
}

static double term(enum landau_growth growth, double n)
{
	struct shape shape = {growth, 0, 0};

	return shape_raw(&shape, n);
}

void lift_statement(struct landau_model *model)
{
	lift_bounds(model);
	if (landau_model_has_exponent(model)) {
		model->exponent++;
		model->exponent_low++;
		model->exponent_high++;
	}
}

/*
 * The curve of the costs themselves, a line and the leading term, from the first mark that counts on: costs relative to
 * what they are, so that each size says as much as another. The constant is what had been paid before.
 */
void lift_curve(struct landau_model *model, const struct rates *rates, size_t first)
{
	double start = rates->from[first], before = rates->before;
	enum landau_growth growth = lifted(model->best_guess);
	double aa = 0, ab = 0, bb = 0, ay = 0, by = 0;

	model->base = model->shift = 0;
	model->constant = model->linear = model->leading = 0;
	memset(model->covariance, 0, sizeof(model->covariance));
	model->best_guess = growth;
	if (growth == LANDAU_GROWTH_NONE)
		return;
	for (size_t i = 0; i < first; i++)
		before += rates->cost[i];
	for (size_t i = first; i < rates->count; i++) {
		double cost = fmax(rates->cost[i], 1);
		double a = (rates->to[i] - rates->from[i]) / cost;
		double b = (term(growth, rates->to[i]) - term(growth, rates->from[i])) / cost;
		double y = rates->cost[i] / cost;

		aa += a * a;
		ab += a * b;
		bb += b * b;
		ay += a * y;
		by += b * y;
	}
	if (growth != LANDAU_GROWTH_LINEAR && aa * bb - ab * ab > 1e-12 * aa * bb) {
		model->linear = (ay * bb - by * ab) / (aa * bb - ab * ab);
		model->leading = (by * aa - ay * ab) / (aa * bb - ab * ab);
	}
	if (!(model->linear > 0) || !(model->leading > 0)) {
		model->linear = 0;
		model->leading = by / bb;
	}
	model->constant =
		fmax(before - model->linear * start - model->leading * term(growth, start), 0);
}
