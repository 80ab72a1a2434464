/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pattern.c - whether what a curve leaves over is noise, or a pattern.
 *
 * The scores of choose.c and the likelihoods of doubt.c take the residuals for independent. Those of
 * real programs often are not: small calls take a path of their own, a table grows in steps, a vector
 * instruction takes 32 bytes at once. Then neighbouring sizes are off in the same direction, and a
 * hundred of them say no more than ten would: a curve that merely bends the right way is far ahead of
 * the true one in its score. Two things show it.
 *
 * Neighbours: the correlation of the residuals of neighbouring sizes tells how many independent ones
 * there are, and evidence counts for so much less.
 *
 * The upper end: what a class says is how the cost goes on. At the largest sizes the points must grow
 * as the curve does.
 */
#include "model/internal.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

/* Residuals beyond so many times the scatter are outliers, and count as if they were no further. */
#define OUTLYING 3.0
/* Residuals below this are not told from none. */
#define LEAST_RESIDUAL 0.01
/* The sizes at the upper end are those within these factors of the largest; at least so many. */
static const double upper_ratios[] = {10, 3.2};
enum { UPPER_RATIOS = sizeof(upper_ratios) / sizeof(upper_ratios[0]), FEW_UPPER = 4 };
/* They may differ by this power of n: half of what n and n log n differ by at a size of 3000. */
#define TOLERANCE 0.05
/* But a curve with a logarithm may grow faster only by this: a cost that has stopped bending does not. */
#define LOG_TOLERANCE 0.01
/* How sure a difference beyond that must be. */
#define SURE 0.98

static double clipped(double residual, double scatter)
{
	double limit = OUTLYING * fmax(scatter, LEAST_RESIDUAL);

	return fmin(fmax(residual, -limit), limit);
}

/* Share of the evidence that is left if neighbouring residuals that are alike count once. */
double pattern_independence(const struct choice *choice, const struct points *points,
			    const struct noise *noise, double scatter)
{
	double product = 0, square = 0, previous = 0;

	for (size_t i = 0; i < points->count; i++) {
		double residual = clipped(noise->transformed[i] -
						  noise_transform(noise, choice->best.value[i]),
					  scatter);

		product += residual * previous;
		square += residual * residual + LEAST_RESIDUAL * LEAST_RESIDUAL;
		previous = residual;
	}
	/* By chance it is as large as the second term. */
	double correlation = product / square - 1 / sqrt((double)points->count);
	return correlation > 0 ? (1 - correlation) / (1 + correlation) : 1;
}

/* A line through the residuals from a size on, over its logarithm; of too few points there is none. */
struct line {
	size_t count;
	double slope, error;
};

static struct line line_from(double size, const struct choice *choice, const struct points *points,
			     const struct noise *noise, double scatter)
{
	double x[MAX_POINTS] = {0}, y[MAX_POINTS] = {0}, intercept, c00, c01, c11, squares;
	struct line line = {0};

	for (size_t i = 0; i < points->count; i++) {
		double value = noise_transform(noise, choice->best.value[i]);

		if (points->n[i] < size)
			continue;
		x[line.count] = log(points->n[i]);
		y[line.count] = clipped(noise->transformed[i] - value, scatter);
		line.count++;
	}
	if (line.count < FEW_UPPER)
		return (struct line){0};
	gsl_fit_linear(x, 1, y, 1, line.count, &intercept, &line.slope, &c00, &c01, &c11, &squares);
	double variance = squares / ((double)line.count - 2);
	/* Where there is hardly any scatter the error is not nothing. */
	if (variance < LEAST_RESIDUAL * LEAST_RESIDUAL / 4)
		c11 = LEAST_RESIDUAL * LEAST_RESIDUAL / 4 /
		      (gsl_stats_variance(x, 1, line.count) * ((double)line.count - 1));
	line.error = sqrt(c11);
	return line;
}

bool pattern_goes_on(const struct choice *choice, const struct points *points,
		     const struct noise *noise, double scatter)
{
	double largest = points->n[points->count - 1];

	for (size_t i = 0; i < UPPER_RATIOS; i++) {
		struct line line =
			line_from(largest / upper_ratios[i], choice, points, noise, scatter);

		if (line.count == 0)
			continue;
		double sure = gsl_cdf_tdist_Pinv((1 + SURE) / 2, (double)line.count - 2);
		double below = growth_has_logarithm(choice->first) ? LOG_TOLERANCE : TOLERANCE;
		if (line.slope > TOLERANCE + sure * line.error ||
		    -line.slope > below + sure * line.error)
			return false;
	}
	return true;
}
