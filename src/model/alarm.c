/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * alarm.c - kinds of points that look as if the cost grew fast though it need not.
 *
 * A routine is often called for different things: to read a file and to find that it has ended, to find an entry and to make one,
 * as the body of different threads. Each has its own sizes and its own cost, and a curve through all of them is steep.
 */
#include "model/internal.h"

#include <gsl/gsl_fit.h>
#include <math.h>

/* So few sizes behind a gap may be calls of another kind, as when a table grows. Those that differ by less than this are one. */
enum { ALONE = 2 };
#define SAME_SIZE 1.1
/* Of one kind of calls so many tell how it grows. */
enum { LEAST_OF_KIND = 3 };

/* How many sizes there are from `first` to the one before `end`; those that are close together are one. */
static size_t count_sizes(const struct points *points, size_t first, size_t end)
{
	size_t count = 0;
	double last = 0;

	for (size_t i = first; i < end; i++) {
		if (count > 0 && points->n[i] <= SAME_SIZE * last)
			continue;
		last = points->n[i];
		count++;
	}
	return count;
}

/* The index of the first size behind a gap, or 0 if there is none. */
static size_t behind_gap(const struct points *points)
{
	double below, above;
	size_t i = 0;

	if (!reason_gap(points, &below, &above))
		return 0;
	while (points->n[i] < above)
		i++;
	return i;
}

bool alarm_hangs_on_end(const struct points *points)
{
	size_t behind = behind_gap(points);

	return behind > 0 && count_sizes(points, behind, points->count) <= ALONE;
}

bool alarm_hangs_on_start(const struct points *points)
{
	size_t behind = behind_gap(points);
	struct points rest = {.scale = points->scale, .count = points->count - behind};
	struct bounds bounds;

	if (behind == 0 || count_sizes(points, 0, behind) > ALONE)
		return false;
	for (size_t i = 0; i < rest.count; i++) {
		rest.n[i] = points->n[behind + i];
		rest.cost[i] = points->cost[behind + i];
		rest.weight[i] = points->weight[behind + i];
	}
	return rest.count < LANDAU_MODEL_MIN_SIZES || !bounds_find(&bounds, &rest, DECADE) ||
	       fmin(bounds_distance(&bounds, 1, false), bounds_distance(&bounds, 1, true)) <= OPEN;
}

/* The exponent of the points from `first` to the one before `end`, as they lie. */
static double plain_slope(const struct points *points, size_t first, size_t end)
{
	double x[MAX_POINTS], y[MAX_POINTS], weight[MAX_POINTS], start, slope, unused[4];
	size_t count = 0;

	for (size_t i = first; i < end; i++) {
		if (!(points->cost[i] > 0))
			continue;
		x[count] = log(points->n[i]);
		y[count] = log(points->cost[i]);
		weight[count++] = points->weight[i];
	}
	gsl_fit_wlinear(x, 1, weight, 1, y, 1, count, &start, &slope, &unused[0], &unused[1],
			&unused[2], &unused[3]);
	return slope;
}

bool alarm_is_step(const struct points *points)
{
	size_t widest = 1;

	for (size_t i = 2; i < points->count; i++)
		if (points->n[i] / points->n[i - 1] > points->n[widest] / points->n[widest - 1])
			widest = i;
	return count_sizes(points, 0, widest) >= LEAST_OF_KIND &&
	       count_sizes(points, widest, points->count) >= LEAST_OF_KIND &&
	       plain_slope(points, 0, widest) < SLOPE_OF_LINE &&
	       plain_slope(points, widest, points->count) < SLOPE_OF_LINE;
}
