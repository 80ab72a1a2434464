/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * judge.c - is a growth within its bound? See check.h.
 *
 * What fails has to be sure of it. A class above the bound is not enough if the runner-up is within, or
 * if the cost itself does not grow faster than the bound does over the sizes that were seen: a
 * leading term that is found beside a large constant may be in doubt. A lower bound has to be above what
 * the bound with its logarithm comes to over these sizes; an upper one must not be.
 */
#include "cli/check/check.h"

#include <math.h>

double landau_bound_exponent(enum landau_growth bound, double n)
{
	bool has_logarithm = bound == LANDAU_GROWTH_LOG || bound == LANDAU_GROWTH_LINEAR_LOG ||
			     bound == LANDAU_GROWTH_QUADRATIC_LOG;

	/* Below 20 a tenth of n has no logarithm to speak of. */
	return landau_growth_power(bound) +
	       (has_logarithm && n >= 20 ? log10(log(n) / log(n / 10)) : 0);
}

static bool exponent_exceeds(const struct landau_model *model, enum landau_growth bound)
{
	return !landau_model_has_exponent(model) ||
	       model->exponent_low > landau_bound_exponent(bound, model->largest);
}

static enum landau_check_outcome judge_class(const struct landau_model *model,
					     enum landau_growth bound)
{
	if (model->growth <= bound)
		return LANDAU_CHECK_WITHIN;
	if ((model->runner_up != LANDAU_GROWTH_NONE && model->runner_up <= bound) ||
	    !exponent_exceeds(model, bound))
		return LANDAU_CHECK_CLOSE;
	return LANDAU_CHECK_EXCEEDED;
}

/* The classes that are left open: all within, all above, or some of each. */
static enum landau_check_outcome judge_open(const struct landau_model *model,
					    enum landau_growth bound)
{
	bool within = false, above = false;

	for (enum landau_growth growth = LANDAU_GROWTH_CONSTANT; growth < LANDAU_GROWTH_COUNT;
	     growth++) {
		if (!(model->open & 1u << growth))
			continue;
		within = within || growth <= bound;
		above = above || growth > bound;
	}
	if (!above)
		return LANDAU_CHECK_WITHIN;
	return within || !exponent_exceeds(model, bound) ? LANDAU_CHECK_CLOSE
							 : LANDAU_CHECK_EXCEEDED;
}

enum landau_check_outcome landau_check_judge(const struct landau_model *model,
					     enum landau_growth bound)
{
	switch (model->statement) {
	case LANDAU_STATEMENT_CLASS:
		return judge_class(model, bound);
	case LANDAU_STATEMENT_BETWEEN:
		return judge_open(model, bound);
	case LANDAU_STATEMENT_AT_LEAST:
		return model->power_low > landau_bound_exponent(bound, model->largest)
			       ? LANDAU_CHECK_EXCEEDED
			       : LANDAU_CHECK_UNKNOWN;
	case LANDAU_STATEMENT_AT_MOST:
		return model->power_high <= landau_bound_exponent(bound, model->largest)
			       ? LANDAU_CHECK_WITHIN
			       : LANDAU_CHECK_UNKNOWN;
	default:
		return LANDAU_CHECK_UNKNOWN;
	}
}
