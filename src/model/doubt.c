/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * doubt.c - whether another class explains the points if their noise is not normal.
 *
 * The scores of choose.c compare classes as if all scatter were normal. Costs that depend on
 * something else than the size are not like that: most are what they should be, some are several
 * times as much. A dozen such points now and then lie about the curve of a wrong class as if by
 * normal noise. So the curve that was chosen, with normal noise, has to defend itself against all
 * the other classes with a heavy tail: costs that are above the curve by an exponential variable of
 * at least HEAVY in logarithms (a power law in the costs), hardly ever below it.
 *
 * What is compared are likelihoods of the logarithms of the costs, in nats, less a price for each
 * parameter. If the other law were true, a given curve would lead by x with a probability of e^-x at
 * most (the inequality of Markov), whatever the number of points; that curve and law were fitted makes
 * it an estimate. Few points give no great lead, unless they scatter little.
 *
 * Every point counts as one observation, whatever its weight.
 */
#include "model/internal.h"

#include <gsl/gsl_math.h>
#include <gsl/gsl_sort_double.h>
#include <math.h>

/* The costs of a heavy tail are typically twice what they should be. */
#define HEAVY M_LN2
/* How far they may be below, in the mean; and what is not told from nothing. */
#define BELOW       0.1
#define LEAST_BELOW 1e-3
/* Of a parameter, in nats: half of that in choose.c, where scores are twice the likelihoods. */
#define PRICE 3.0
/* Outliers of the normal law count no more than so many standard deviations, as in choose.c. */
#define CAP 4.0
/* Smaller spreads are not told from none. */
#define LEAST_SPREAD 0.01

/* Costs below this are alike: 0 is no cost, or lost in the background. */
static double least_cost(const struct curve *chosen, const struct noise *noise)
{
	return noise->has_background ? noise->background * fmax(chosen->spread, LEAST_SPREAD)
				     : noise->background;
}

static double normal_likelihood(const struct curve *curve, const struct points *points,
				const struct noise *noise, double least)
{
	double spread = fmax(curve->spread, LEAST_SPREAD);
	double sum = -PRICE * (double)curve->parameters;

	for (size_t i = 0; i < points->count; i++) {
		double value = noise_transform(noise, curve->value[i]);
		double distance = fmin(fabs(noise->transformed[i] - value) / spread, CAP);
		double cost = fmax(points->cost[i], least);
		/* From generalised logarithms to logarithms. */
		double slope = cost / hypot(cost, 2 * noise->background);
		sum += log(slope / spread) - log(2 * M_PI) / 2 - distance * distance / 2;
	}
	return sum;
}

/*
 * The curve may be moved up and down: each cost of the lower half is tried as the one that lies on
 * it. Exponential above and below; the best scales are known in closed form.
 */
static double tail_likelihood(const struct curve *curve, const struct points *points, double least)
{
	double ratio[MAX_POINTS], total = 0, lower = 0, best = -INFINITY;
	double count = (double)points->count;

	for (size_t i = 0; i < points->count; i++) {
		ratio[i] = log(fmax(points->cost[i], least) / fmax(curve->value[i], 1e-300));
		total += ratio[i];
	}
	gsl_sort(ratio, 1, points->count);
	for (size_t k = 0; k < points->count / 2; k++) {
		double below = fmax((double)k * ratio[k] - lower, 0);
		double above = fmax(total - lower - (count - (double)k) * ratio[k], 0);
		double roots = sqrt(below / count) + sqrt(above / count);
		double scale_below = sqrt(below / count) * roots;
		double scale_above = fmax(sqrt(above / count) * roots, HEAVY);

		scale_below = fmin(fmax(scale_below, LEAST_BELOW), BELOW);
		best = fmax(best, -count * log(scale_above + scale_below) - above / scale_above -
					  below / scale_below);
		lower += ratio[k];
	}
	return best - PRICE * (double)curve->parameters;
}

static bool is_plain(const struct curve *curve)
{
	return curve->coefficient[TERM_LINEAR] <= 0 &&
	       (curve->coefficient[TERM_CONSTANT] <= 0 ||
		curve->shape.growth == LANDAU_GROWTH_CONSTANT);
}

double doubt_lead(const struct curve *chosen, const struct curve *curves, size_t count,
		  const struct points *points, const struct noise *noise, double enough)
{
	double least = least_cost(chosen, noise);
	double normal = normal_likelihood(chosen, points, noise, least);
	/* No heavy tail does better than if all the points lay on its curve. */
	double lead = normal + (double)points->count * log(HEAVY);

	if (lead >= enough)
		return lead;
	lead = INFINITY;
	for (size_t i = 0; i < count; i++)
		if (curves[i].shape.growth != chosen->shape.growth && is_plain(&curves[i]))
			lead = fmin(lead, normal - tail_likelihood(&curves[i], points, least));
	return lead;
}
