/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * noise.c - what the scatter of the points is like, before any class is tried.
 *
 * Costs vary by a share of themselves, so that relative errors are what counts. Beneath a
 * background (interrupts, other threads, caches that were cold) they vary by a fixed amount, and
 * relative errors of small costs mean nothing. Where the small sizes scatter much more than the
 * large ones, relative to their costs, the background is estimated from the small ones.
 */
#include "model/internal.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>

/* Relative scatter below this is not told from none. */
#define LEAST_SCATTER 0.01
/* The small sizes must scatter so many times more than the large ones to speak of a background. */
#define BACKGROUND_RATIO 3.0
/* Without a background: this share of the least cost that is not 0. */
#define NO_BACKGROUND 1e-3

enum { WINDOW = 5 };

double noise_transform(const struct noise *noise, double cost)
{
	return asinh(cost / (2 * noise->background));
}

/* Running median of five, of three next to the ends and at them. */
static void smooth_costs(struct noise *noise, const struct points *points)
{
	size_t last = points->count - 1;

	for (size_t i = 0; i <= last; i++) {
		double window[WINDOW];
		size_t reach = i < 2 || i + 2 > last ? 1 : 2;
		size_t from = i < reach ? 0 : i - reach;
		size_t length = 2 * reach + 1;

		if (from + length > points->count)
			from = points->count > length ? points->count - length : 0;
		if (length > points->count)
			length = points->count;
		for (size_t j = 0; j < length; j++)
			window[j] = points->cost[from + j];
		noise->smooth[i] = gsl_stats_median(window, 1, length);
	}
}

/* The background, or 0. Distances are those of points from the line between their neighbours. */
static double find_background(const struct points *points)
{
	double distance[MAX_POINTS], relative[MAX_POINTS];
	size_t inner = points->count - 2;
	size_t third = inner / 3;

	if (third < 2)
		return 0;
	for (size_t i = 0; i < inner; i++) {
		double share =
			(points->n[i + 1] - points->n[i]) / (points->n[i + 2] - points->n[i]);
		double middle = points->cost[i] + share * (points->cost[i + 2] - points->cost[i]);
		distance[i] = fabs(points->cost[i + 1] - middle);
		relative[i] = middle > 0 ? distance[i] / middle : 1;
	}
	double large = gsl_stats_median(relative + inner - third, 1, third);
	double small = gsl_stats_median(relative, 1, third);
	large = fmax(large, LEAST_SCATTER);
	if (small < BACKGROUND_RATIO * large)
		return 0;
	return gsl_stats_median(distance, 1, third) / (2 * large);
}

void noise_estimate(struct noise *noise, const struct points *points, bool look_for_background)
{
	double least = 1;

	for (size_t i = 0; i < points->count; i++)
		if (points->cost[i] > 0 && points->cost[i] < least)
			least = points->cost[i];
	smooth_costs(noise, points);
	noise->background = NO_BACKGROUND * least;
	noise->has_background = false;
	if (look_for_background) {
		/* Half of the points at least must stand above it. */
		double background = fmin(find_background(points), noise->smooth[points->count / 2]);
		if (background > noise->background) {
			noise->background = background;
			noise->has_background = true;
		}
	}
	for (size_t i = 0; i < points->count; i++)
		noise->transformed[i] = noise_transform(noise, points->cost[i]);
}
