/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * exponent.c - the free exponent: the slope of the cost over the size, both as logarithms.
 *
 * It is taken over the top decade of sizes, where lower-order terms have faded, or over the largest
 * LEAST_POINTS sizes if these reach further down. A straight line is fitted robustly; the interval
 * comes from a bootstrap: the points are drawn again with replacement RESAMPLES times, and the
 * standard deviation of the slopes times Student's t gives 95 %. (The percentiles of the slopes
 * themselves are too narrow for a dozen points.) The generator starts from a fixed seed, so that
 * the same points give the same interval.
 */
#include "model/internal.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdint.h>

enum { LEAST_POINTS = 6, RESAMPLES = 200, ROBUST_ROUNDS = 4 };

#define REJECTION   5.0
#define LEAST_SCALE 0.01

struct line {
	size_t count;
	double x[MAX_POINTS]; /* logarithms of sizes, less their mean */
	double y[MAX_POINTS]; /* logarithms of costs */
	double weight[MAX_POINTS];
};

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = (*state += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static void take_top(struct line *line, const struct points *points, const double *value)
{
	double largest = points->n[points->count - 1], mean = 0;

	line->count = 0;
	for (size_t i = points->count; i-- > 0;) {
		if (line->count >= LEAST_POINTS && points->n[i] * 10 < largest)
			break;
		if (!(points->cost[i] > 0) || !(value[i] > 0))
			continue;
		line->x[line->count] = log(points->n[i]);
		line->y[line->count] = log(value[i]);
		line->weight[line->count] = points->weight[i];
		mean += line->x[line->count];
		line->count++;
	}
	for (size_t i = 0; i < line->count; i++)
		line->x[i] -= mean / (double)line->count;
}

struct sums {
	double w, x, y, xx, xy;
};

static void add(struct sums *sums, double w, double x, double y)
{
	sums->w += w;
	sums->x += w * x;
	sums->y += w * y;
	sums->xx += w * x * x;
	sums->xy += w * x * y;
}

/* False where all the points drawn have one size. */
static bool slope_of(const struct sums *sums, double *slope, double *intercept)
{
	double variance = sums->w * sums->xx - sums->x * sums->x;

	if (!(variance > 1e-9 * sums->w * sums->w))
		return false;
	*slope = (sums->w * sums->xy - sums->x * sums->y) / variance;
	*intercept = (sums->y - *slope * sums->x) / sums->w;
	return true;
}

static bool fit_robustly(struct line *line, double *slope)
{
	double base[MAX_POINTS], residual[MAX_POINTS], magnitude[MAX_POINTS];
	double intercept = 0;

	for (size_t i = 0; i < line->count; i++)
		base[i] = line->weight[i];
	for (int round = 0; round < ROBUST_ROUNDS; round++) {
		struct sums sums = {0};
		for (size_t i = 0; i < line->count; i++)
			add(&sums, line->weight[i], line->x[i], line->y[i]);
		if (!slope_of(&sums, slope, &intercept))
			return false;
		if (round == ROBUST_ROUNDS - 1)
			break;
		for (size_t i = 0; i < line->count; i++) {
			residual[i] = line->y[i] - intercept - *slope * line->x[i];
			magnitude[i] = fabs(residual[i]);
		}
		double scale = 1.4826 * gsl_stats_median(magnitude, 1, line->count);
		double limit = REJECTION * fmax(scale, LEAST_SCALE);
		for (size_t i = 0; i < line->count; i++) {
			double u = residual[i] / limit;
			line->weight[i] = base[i] * (fabs(u) < 1 ? (1 - u * u) * (1 - u * u) : 0);
		}
	}
	return true;
}

double exponent_of_values(const struct points *points, const double *value)
{
	struct line line;
	struct sums sums = {0};
	double slope, intercept;

	take_top(&line, points, value);
	for (size_t i = 0; i < line.count; i++)
		add(&sums, line.weight[i], line.x[i], line.y[i]);
	return slope_of(&sums, &slope, &intercept) ? slope : NAN;
}

void exponent_estimate(struct landau_model *model, const struct points *points)
{
	struct line line;
	double slope, intercept, slopes[RESAMPLES];
	uint64_t state = 42;
	size_t resamples = 0;

	take_top(&line, points, points->cost);
	if (line.count + 1 < LEAST_POINTS || !fit_robustly(&line, &slope))
		return;
	for (size_t r = 0; r < RESAMPLES; r++) {
		struct sums sums = {0};
		for (size_t drawn = 0; drawn < line.count; drawn++) {
			/* The upper 32 bits times the count: an index, without a division. */
			size_t i = (size_t)(((next_random(&state) >> 32) * line.count) >> 32);
			add(&sums, line.weight[i], line.x[i], line.y[i]);
		}
		if (slope_of(&sums, &slopes[resamples], &intercept))
			resamples++;
	}
	if (resamples < RESAMPLES / 2)
		return;
	double deviation = gsl_stats_sd_m(slopes, 1, resamples, slope);
	double reach = deviation * gsl_cdf_tdist_Pinv(0.975, (double)line.count - 2);
	model->exponent = slope;
	model->exponent_low = slope - reach;
	model->exponent_high = slope + reach;
}
