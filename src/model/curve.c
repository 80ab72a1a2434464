/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * curve.c - one curve through the points.
 *
 * The curve is a sum of up to three terms (constant, linear, leading). Least squares on relative
 * errors: the weight of a point is 1 / (its value on the curve)^2, so weights and curve are found
 * in turn. After a few rounds points far away lose weight (Tukey's bisquare), so that a few
 * outliers do not bend the curve. All coefficients must come out positive: a curve that would need
 * a negative one is given up, since a curve of fewer terms does better. Trying every subset of the
 * terms in this way is non-negative least squares.
 *
 * The residuals are those of points left out: by what factor the curve through all the other points
 * misses them. For weighted least squares they follow from the leverages, without fitting again.
 */
#include "model/internal.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

enum { ROUNDS = 7, PLAIN_ROUNDS = 2, STEP_ROUNDS = 4 };

/* The rounds end when no value changes by more than this share. */
#define CONVERGED 1e-3
/* Bisquare: points beyond so many standard deviations count for nothing. */
#define REJECTION 5.0
/* A robust scale below this is taken for this: exact points are not outliers of each other. */
#define LEAST_SCALE 0.01
/* Share of the residuals, the largest ones, that the spread leaves out. */
#define TRIMMED 0.08
/* Of a matrix with a unit diagonal: a smaller pivot means that two terms are the same. */
#define SINGULAR 1e-12
/* A left-out value is no less than this share of the value on the curve. */
#define LEAST_LEFT_OUT 0.01

struct system {
	size_t terms;
	size_t slot[TERM_COUNT]; /* which coefficient each term is */
	double column[TERM_COUNT][MAX_POINTS];
	double inverse[TERM_COUNT][TERM_COUNT]; /* of the normal matrix */
	double solution[TERM_COUNT];
};

static void add_term(struct system *system, size_t slot, const double *values, size_t count)
{
	memcpy(system->column[system->terms], values, count * sizeof(*values));
	system->slot[system->terms++] = slot;
}

/* Inverts a symmetric positive definite matrix; false if it is singular. */
static bool invert(double matrix[TERM_COUNT][TERM_COUNT], double inverse[TERM_COUNT][TERM_COUNT],
		   size_t terms)
{
	double work[TERM_COUNT][2 * TERM_COUNT], root[TERM_COUNT];

	for (size_t i = 0; i < terms; i++)
		root[i] = sqrt(matrix[i][i]);
	for (size_t i = 0; i < terms; i++)
		for (size_t j = 0; j < terms; j++) {
			work[i][j] = matrix[i][j] / (root[i] * root[j]);
			work[i][terms + j] = i == j;
		}
	for (size_t k = 0; k < terms; k++) {
		double pivot = work[k][k];
		if (!(pivot > SINGULAR))
			return false;
		for (size_t j = 0; j < 2 * terms; j++)
			work[k][j] /= pivot;
		for (size_t i = 0; i < terms; i++) {
			double factor = work[i][k];
			if (i == k)
				continue;
			for (size_t j = 0; j < 2 * terms; j++)
				work[i][j] -= factor * work[k][j];
		}
	}
	for (size_t i = 0; i < terms; i++)
		for (size_t j = 0; j < terms; j++)
			inverse[i][j] = work[i][terms + j] / (root[i] * root[j]);
	return true;
}

/* Weighted least squares; false if the terms are not independent. */
static bool solve(struct system *system, const double *cost, const double *weight, size_t count)
{
	double matrix[TERM_COUNT][TERM_COUNT], right[TERM_COUNT];

	for (size_t a = 0; a < system->terms; a++) {
		const double *column = system->column[a];
		double sum = 0;
#pragma omp simd reduction(+ : sum)
		for (size_t i = 0; i < count; i++)
			sum += weight[i] * column[i] * cost[i];
		right[a] = sum;
		for (size_t b = a; b < system->terms; b++) {
			const double *other = system->column[b];
			sum = 0;
#pragma omp simd reduction(+ : sum)
			for (size_t i = 0; i < count; i++)
				sum += weight[i] * column[i] * other[i];
			matrix[a][b] = matrix[b][a] = sum;
		}
		if (!(matrix[a][a] > 0) || !isfinite(matrix[a][a]))
			return false;
	}
	if (!invert(matrix, system->inverse, system->terms))
		return false;
	for (size_t a = 0; a < system->terms; a++) {
		system->solution[a] = 0;
		for (size_t b = 0; b < system->terms; b++)
			system->solution[a] += system->inverse[a][b] * right[b];
		if (!isfinite(system->solution[a]))
			return false;
	}
	return true;
}

static bool all_positive(const struct system *system)
{
	for (size_t a = 0; a < system->terms; a++)
		if (!(system->solution[a] > 0))
			return false;
	return true;
}

static double value_at(const struct system *system, size_t i)
{
	double value = 0;

	for (size_t a = 0; a < system->terms; a++)
		value += system->solution[a] * system->column[a][i];
	return value;
}

static void set_weights(double *weight, const struct points *points, const struct noise *noise,
			const double *value, const double *robust)
{
	double floor = 4 * noise->background * noise->background;

	for (size_t i = 0; i < points->count; i++)
		weight[i] = points->weight[i] * robust[i] / (value[i] * value[i] + floor);
}

/* That of gsl_stats_median, with one search instead of two; the values change their places. */
static double median(double *values, size_t count)
{
	size_t middle = count / 2;
	double upper = gsl_stats_select(values, 1, count, middle), lower;

	if (count % 2)
		return upper;
	/* Those before the middle are not above it. */
	lower = values[0];
	for (size_t i = 1; i < middle; i++)
		if (values[i] > lower)
			lower = values[i];
	return 0.5 * (upper + lower);
}

/*
 * Bisquare weights from the relative residuals. Their robust scale is found too, if wanted; it soon
 * settles, and the median is the most expensive part of a round.
 */
static void reject_outliers(double *robust, double *scale, bool find_scale,
			    const struct points *points, const struct noise *noise,
			    const double *value)
{
	double relative[MAX_POINTS], magnitude[MAX_POINTS];
	double floor = 4 * noise->background * noise->background;

	for (size_t i = 0; i < points->count; i++) {
		relative[i] = (points->cost[i] - value[i]) / sqrt(value[i] * value[i] + floor);
		magnitude[i] = fabs(relative[i]);
	}
	if (find_scale)
		*scale = 1.4826 * median(magnitude, points->count);
	double limit = REJECTION * fmax(*scale, LEAST_SCALE);
	for (size_t i = 0; i < points->count; i++) {
		double u = relative[i] / limit;
		robust[i] = fabs(u) < 1 ? (1 - u * u) * (1 - u * u) : 0;
	}
}

double trimmed_rms(const double *residual, size_t count, size_t left_out)
{
	double squares[MAX_POINTS], work[MAX_POINTS], sum = 0;
	size_t kept = count - left_out, below = 0;

	for (size_t i = 0; i < count; i++)
		work[i] = squares[i] = residual[i] * residual[i];
	/* The greatest one kept; those equal to it are counted as often as they are kept. */
	double greatest = gsl_stats_select(work, 1, count, kept - 1);
	for (size_t i = 0; i < count; i++)
		if (squares[i] < greatest) {
			sum += squares[i];
			below++;
		}
	return sqrt((sum + (double)(kept - below) * greatest) / (double)kept);
}

static void leave_out(struct curve *curve, const struct system *system, const double *weight,
		      const struct points *points, const struct noise *noise)
{
	for (size_t i = 0; i < points->count; i++) {
		double leverage = 0;
		for (size_t a = 0; a < system->terms; a++)
			for (size_t b = 0; b < system->terms; b++)
				leverage += system->column[a][i] * system->inverse[a][b] *
					    system->column[b][i];
		leverage = fmin(leverage * weight[i], 0.99);
		double value = curve->value[i];
		double left_out = value - leverage / (1 - leverage) * (points->cost[i] - value);
		left_out = fmax(left_out, LEAST_LEFT_OUT * value);
		curve->residual[i] = noise->transformed[i] - noise_transform(noise, left_out);
	}
	size_t trimmed = (size_t)ceil(TRIMMED * (double)points->count);
	curve->spread = trimmed_rms(curve->residual, points->count, trimmed);
}

bool curve_fit(struct curve *curve, const struct shape *shape, const double *leading,
	       int lower_order, const struct points *points, const struct noise *noise,
	       double hopeless)
{
	struct system system;
	double weight[MAX_POINTS], robust[MAX_POINTS], term[MAX_POINTS], scale = 0;
	size_t count = points->count;

	system.terms = 0;
	if (lower_order & WITH_CONSTANT) {
		for (size_t i = 0; i < count; i++)
			term[i] = 1;
		add_term(&system, TERM_CONSTANT, term, count);
	}
	if (lower_order & WITH_LINEAR) {
		for (size_t i = 0; i < count; i++)
			term[i] = points->n[i] / points->n[count - 1];
		add_term(&system, TERM_LINEAR, term, count);
	}
	if (shape->growth != LANDAU_GROWTH_CONSTANT)
		add_term(&system, TERM_LEADING, leading, count);

	for (size_t i = 0; i < count; i++) {
		curve->value[i] = noise->smooth[i];
		robust[i] = 1;
	}
	for (int round = 0; round < ROUNDS; round++) {
		bool settled = true;
		set_weights(weight, points, noise, curve->value, robust);
		if (!solve(&system, points->cost, weight, count) || !all_positive(&system))
			return false;
		for (size_t i = 0; i < count; i++) {
			double value = value_at(&system, i);
			settled = settled && fabs(value - curve->value[i]) <= CONVERGED * value;
			curve->value[i] = value;
		}
		if (round >= PLAIN_ROUNDS && settled)
			break;
		if (round < PLAIN_ROUNDS - 1 || round == ROUNDS - 1)
			continue;
		reject_outliers(robust, &scale, round <= PLAIN_ROUNDS, points, noise, curve->value);
		if (scale > hopeless)
			break;
	}
	leave_out(curve, &system, weight, points, noise);
	curve->shape = *shape;
	curve->parameters = system.terms;
	memset(curve->coefficient, 0, sizeof(curve->coefficient));
	memset(curve->covariance, 0, sizeof(curve->covariance));
	for (size_t a = 0; a < system.terms; a++) {
		curve->coefficient[system.slot[a]] = system.solution[a];
		for (size_t b = 0; b < system.terms; b++)
			curve->covariance[system.slot[a]][system.slot[b]] = system.inverse[a][b];
	}
	return true;
}

/* A Gauss-Newton step: how much of the slope, beside the leading term, would fit best. */
double curve_step(int lower_order, const double *leading, const double *slope,
		  const struct points *points, const struct noise *noise)
{
	struct system system;
	double weight[MAX_POINTS], robust[MAX_POINTS], value[MAX_POINTS], scale = 0;
	size_t count = points->count;

	system.terms = 0;
	add_term(&system, TERM_LEADING, leading, count);
	add_term(&system, TERM_LINEAR, slope, count);
	for (size_t i = 0; i < count; i++) {
		value[i] = noise->smooth[i];
		robust[i] = 1;
	}
	if (lower_order & WITH_CONSTANT)
		add_term(&system, TERM_CONSTANT, robust, count);
	for (int round = 0; round < STEP_ROUNDS; round++) {
		set_weights(weight, points, noise, value, robust);
		if (!solve(&system, points->cost, weight, count) || !(system.solution[0] > 0))
			return 0;
		/* With the slope the sum may become negative, where its weight would be nonsense.
		 */
		for (size_t i = 0; i < count; i++)
			value[i] = fmax(value_at(&system, i), 0.2 * noise->smooth[i]);
		if (round >= 1)
			reject_outliers(robust, &scale, true, points, noise, value);
	}
	return system.solution[1] / system.solution[0];
}
