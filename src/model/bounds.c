/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bounds.c - which powers of n the points leave open, whatever stands beside the leading term.
 *
 * The slope of the costs, both as logarithms, is the power only if nothing stands beside it. Two things
 * mostly do. Cells that do not matter (a stack, a table) are counted in n, so that the cost is
 * (n - k)^p, and the slope is above p; small sizes that take a cheaper path look alike. And terms of lower
 * order, a constant or a linear one, hold the slope below p; (n + k)^p does as they do. So p is
 * estimated together with k, of either sign: for each k of a grid a line is fitted, with a logarithm and
 * without. How much worse than the best of all lines the best one of a given slope is, in squares of
 * the scatter, is the distance of that power; those nearer than a limit are open.
 *
 * The lines are fitted over the top decade of sizes, since what counts is how the cost goes on, gathered in
 * at most MAX_BINS points, their medians.
 */
#include "model/internal.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

enum { MAX_BINS = 40, LEAST_BINS = 5, ROUNDS = 2, WANTED = 8 };

/* Scatter below this is not told from none; no class describes a cost better than that. */
#define LEAST_SCATTER 0.015
/* Bisquare: points beyond so many robust standard deviations count for nothing in a line, */
#define REJECTION 5.0
/* and for so many in its squares. */
#define CAP 4.0
/* A power is open if chance alone takes it so far once in a hundred times. */
#define SURE 0.995
/* Between these powers a bound is looked for, in such steps. */
#define SHALLOWEST (-1.0)
#define STEEPEST   8.0
#define STEP       0.02

/* Cells that do not matter, as shares of the smallest size; */
static const double shares_down[] = {0.97, 0.94, 0.9,  0.85, 0.79, 0.72,
				     0.64, 0.55, 0.45, 0.34, 0.22, 0.1};
/* what holds the slope down, as shares of the largest. */
static const double shares_up[] = {0, 0.01, 0.03, 0.06, 0.1, 0.16, 0.25, 0.4, 0.6, 1, 1.6, 2.5};

/*
 * Where the sizes lie so close together that even the first of shares_down is far below them: so many times their span
 * below the smallest. A program that reads 2,300 cells before its input, of which there are 20 to 100.
 */
static const double spans_down[] = {0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15, 0.22, 0.33, 0.5, 1};

enum {
	DOWN = sizeof(shares_down) / sizeof(shares_down[0]),
	UP = sizeof(shares_up) / sizeof(shares_up[0]),
	SPANS = sizeof(spans_down) / sizeof(spans_down[0]),
	SHIFTS = DOWN + UP + SPANS,
};
_Static_assert(2 * SHIFTS <= MAX_LINES, "each shift has two lines");

struct window {
	size_t count;
	double n[MAX_BINS];
	double y[MAX_BINS]; /* logarithm of the cost */
	double weight[MAX_BINS];
	double mean_weight;
};

static void take_window(struct window *window, const struct points *points, double ratio)
{
	size_t last = points->count, first = last, taken = 0;
	double largest = points->n[points->count - 1], sum = 0;

	while (first > 0 && (taken < WANTED || points->n[first - 1] * ratio >= largest)) {
		first--;
		taken += points->cost[first] > 0;
	}
	size_t length = (last - first + MAX_BINS - 1) / MAX_BINS;
	window->count = 0;
	/* From the largest size down, so that a bin that is not full is of the smallest ones. */
	while (last > first) {
		double logarithms[MAX_POINTS], mean = 0, weight = 0;
		size_t in_bin = 0;

		for (; last > first && in_bin < length; last--) {
			if (!(points->cost[last - 1] > 0))
				continue;
			mean += log(points->n[last - 1]);
			logarithms[in_bin++] = log(points->cost[last - 1]);
			weight += points->weight[last - 1];
		}
		if (in_bin == 0)
			continue;
		window->n[window->count] = exp(mean / (double)in_bin);
		window->y[window->count] = gsl_stats_median(logarithms, 1, in_bin);
		window->weight[window->count++] = weight;
		sum += weight;
	}
	window->mean_weight = sum / (double)window->count;
}

static double median_of(const double *values, size_t count)
{
	double copy[MAX_BINS];

	memcpy(copy, values, count * sizeof(*values));
	return gsl_stats_median(copy, 1, count);
}

struct line {
	double slope;
	double precision; /* of the slope, for a scatter of 1 */
	double spread;
	double residual[MAX_BINS];
};

/* A line of y over x, points far away left out. */
static bool fit_line(struct line *line, const struct window *window, const double *x,
		     const double *y)
{
	double weight[MAX_BINS], magnitude[MAX_BINS];
	size_t count = window->count;

	double limit = 0;

	memcpy(weight, window->weight, count * sizeof(*weight));
	for (int round = 0;; round++) {
		double w = 0, mx = 0, my = 0, xx = 0, xy = 0;

		for (size_t i = 0; i < count; i++) {
			w += weight[i];
			mx += weight[i] * x[i];
			my += weight[i] * y[i];
		}
		if (!(w > 0))
			return false;
		mx /= w;
		my /= w;
		for (size_t i = 0; i < count; i++) {
			xx += weight[i] * (x[i] - mx) * (x[i] - mx);
			xy += weight[i] * (x[i] - mx) * (y[i] - my);
		}
		if (!(xx > 1e-9 * w))
			return false;
		line->slope = xy / xx;
		line->precision = xx / window->mean_weight;
		for (size_t i = 0; i < count; i++) {
			line->residual[i] = y[i] - my - line->slope * (x[i] - mx);
			magnitude[i] = fabs(line->residual[i]);
		}
		if (round == ROUNDS)
			break;
		/* The scale soon settles, and finding it is the most expensive part. */
		if (round == 0)
			limit = REJECTION *
				fmax(1.4826 * median_of(magnitude, count), LEAST_SCATTER);
		for (size_t i = 0; i < count; i++) {
			double u = magnitude[i] / limit;
			weight[i] = window->weight[i] * (u < 1 ? (1 - u * u) * (1 - u * u) : 0);
		}
	}
	line->spread = trimmed_rms(line->residual, count, count / 12);
	return true;
}

/* The correlation of neighbouring residuals makes so much fewer points of them. */
static double repetition(const struct line *line, size_t count, double scatter)
{
	double product = 0, square = 0, previous = 0;

	for (size_t i = 0; i < count; i++) {
		double residual = fmin(fmax(line->residual[i] / scatter, -3), 3);

		product += residual * previous;
		square += residual * residual;
		previous = residual;
	}
	double correlation = product / fmax(square, 1) - 1 / sqrt((double)count);
	return correlation > 0 ? (1 + correlation) / (1 - correlation) : 1;
}

static double squares_of(const struct line *line, const struct window *window, double scatter)
{
	double sum = 0;

	for (size_t i = 0; i < window->count; i++) {
		double distance = fmin(fabs(line->residual[i]) / scatter, CAP);
		sum += distance * distance * window->weight[i] / window->mean_weight;
	}
	return sum;
}

double bounds_distance(const struct bounds *bounds, double power, bool logarithm)
{
	double least = INFINITY;

	for (size_t i = 0; i < bounds->count; i++) {
		if (bounds->lines[i].logarithm != logarithm)
			continue;
		double off = power - bounds->lines[i].slope;
		least = fmin(least,
			     bounds->lines[i].squares + off * off * bounds->lines[i].precision);
	}
	return least / bounds->limit;
}

double bounds_slope(const struct bounds *bounds, double *error)
{
	for (size_t i = 0; i < bounds->count; i++)
		if (bounds->lines[i].shift == 0 && !bounds->lines[i].logarithm) {
			*error = 1 / sqrt(bounds->lines[i].precision);
			return bounds->lines[i].slope;
		}
	*error = INFINITY;
	return NAN;
}

double bounds_lowest(const struct bounds *bounds, double within)
{
	double power = SHALLOWEST;

	while (power < STEEPEST && bounds_distance(bounds, power, false) > within)
		power += STEP;
	return power;
}

/* A shift of the sizes; false: there is no such for them. */
static bool shift_of(size_t s, double smallest, double largest, double *shift)
{
	if (s < DOWN) {
		*shift = shares_down[s] * smallest;
	} else if (s < DOWN + UP) {
		*shift = -shares_up[s - DOWN] * largest;
	} else {
		*shift = smallest - spans_down[s - DOWN - UP] * (largest - smallest);
		return *shift > shares_down[0] * smallest;
	}
	return true;
}

bool bounds_find(struct bounds *bounds, const struct points *points, double ratio)
{
	struct window window;
	struct line lines[2 * SHIFTS];
	double x[MAX_BINS], y[MAX_BINS], log_log[MAX_BINS];
	size_t best = 0;

	bounds->count = 0;
	take_window(&window, points, ratio);
	if (window.count < LEAST_BINS)
		return false;
	double smallest = window.n[window.count - 1], largest = window.n[0];
	for (size_t i = 0; i < window.count; i++)
		log_log[i] = log(fmax(log(window.n[i]), 0.5));
	for (size_t s = 0; s < SHIFTS; s++) {
		double shift;

		if (!shift_of(s, smallest, largest, &shift))
			continue;
		for (size_t i = 0; i < window.count; i++)
			x[i] = log(window.n[i] - shift);
		for (int logarithm = 0; logarithm < 2; logarithm++) {
			/* Of cells that do not matter the logarithm hardly depends on. */
			for (size_t i = 0; logarithm && i < window.count; i++)
				y[i] = window.y[i] -
				       (shift > 0 ? log_log[i] : log(fmax(x[i], 0.5)));
			struct line *line = &lines[bounds->count];
			if (!fit_line(line, &window, x, logarithm ? y : window.y))
				continue;
			if (line->spread < lines[best].spread)
				best = bounds->count;
			bounds->lines[bounds->count].shift = shift;
			bounds->lines[bounds->count++].logarithm = logarithm;
		}
	}
	if (bounds->count == 0)
		return false;
	double freedom = fmax((double)window.count - 3, 1);
	double scatter = lines[best].spread * sqrt((double)window.count / freedom);
	scatter = fmax(1.1 * scatter, LEAST_SCATTER);
	double sure = gsl_cdf_tdist_Pinv(SURE, freedom), least = INFINITY;
	bounds->scatter = scatter;
	bounds->limit = sure * sure * repetition(&lines[best], window.count, scatter);
	for (size_t i = 0; i < bounds->count; i++) {
		bounds->lines[i].slope = lines[i].slope;
		bounds->lines[i].precision = lines[i].precision / (scatter * scatter);
		bounds->lines[i].squares = squares_of(&lines[i], &window, scatter);
		least = fmin(least, bounds->lines[i].squares);
	}
	for (size_t i = 0; i < bounds->count; i++)
		bounds->lines[i].squares -= least;
	return true;
}
