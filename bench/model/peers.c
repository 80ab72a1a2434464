/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * peers.c - how other tools would name the class of the same data.
 *
 * Written from what the tools say of themselves:
 *
 * Google Benchmark (user guide, "Calculating Asymptotic Complexity"): for each of 1, log n, n,
 * n log n, n^2 and n^3 the coefficient of a curve without a constant by least squares; the lowest
 * root mean square error, normalised by the mean cost, wins.
 *
 * big_O (pypi.org/project/big-O): least squares with a constant for 1, n, n^2, n^3, log n, n log n;
 * a power a n^b and an exponential a b^n fitted to the logarithm of the cost; the lowest sum of
 * squared errors of the cost wins. A power counts as the class whose exponent is within 0.1 of b.
 *
 * Extra-P (A. Calotoiu et al., SC 2013, and the documentation of version 4): constant + c n^i
 * log2(n)^j over a set of 42 pairs (i, j), coefficients by least squares, the lowest symmetric mean
 * absolute percentage error of points left out wins; the constant model is where the search starts.
 * A pair that Landau has no class for, such as n^1.25, is a wrong answer here.
 */
#include "peers.h"

#include <math.h>

enum landau_growth peer_google_benchmark(const struct trial *trial)
{
	static const struct {
		enum landau_growth growth;
		double power;
		bool logarithm;
	} classes[] = {
		{LANDAU_GROWTH_CONSTANT, 0, false},  {LANDAU_GROWTH_LOG, 0, true},
		{LANDAU_GROWTH_LINEAR, 1, false},    {LANDAU_GROWTH_LINEAR_LOG, 1, true},
		{LANDAU_GROWTH_QUADRATIC, 2, false}, {LANDAU_GROWTH_CUBIC, 3, false},
	};
	enum landau_growth winner = LANDAU_GROWTH_NONE;
	double least = INFINITY;

	for (size_t c = 0; c < sizeof(classes) / sizeof(classes[0]); c++) {
		double term[MAX_TRIAL], products = 0, squares = 0, error = 0;
		for (size_t i = 0; i < trial->count; i++) {
			double n = trial->samples[i].n;
			term[i] = pow(n, classes[c].power) * (classes[c].logarithm ? log2(n) : 1);
			products += term[i] * trial->samples[i].cost;
			squares += term[i] * term[i];
		}
		for (size_t i = 0; i < trial->count; i++) {
			double distance = trial->samples[i].cost - products / squares * term[i];
			error += distance * distance;
		}
		/* The mean cost and the number of points are the same for every class. */
		if (error < least) {
			least = error;
			winner = classes[c].growth;
		}
	}
	return winner;
}

/*
 * The straight line through the points (x, y), but for the one numbered `without`; about the mean, so
 * that powers over many decades do not cancel.
 */
static void fit_line(const double *x, const double *y, size_t count, size_t without,
		     double *intercept, double *slope)
{
	double points = 0, mean_x = 0, mean_y = 0, xx = 0, xy = 0;

	for (size_t i = 0; i < count; i++)
		if (i != without) {
			points++;
			mean_x += x[i];
			mean_y += y[i];
		}
	mean_x /= points;
	mean_y /= points;
	for (size_t i = 0; i < count; i++)
		if (i != without) {
			xx += (x[i] - mean_x) * (x[i] - mean_x);
			xy += (x[i] - mean_x) * (y[i] - mean_y);
		}
	*slope = xx > 0 ? xy / xx : 0;
	*intercept = mean_y - *slope * mean_x;
}

static enum landau_growth nearest_power(double exponent, double tolerance)
{
	static const struct {
		enum landau_growth growth;
		double exponent;
	} powers[] = {
		{LANDAU_GROWTH_CONSTANT, 0},  {LANDAU_GROWTH_SQRT, 0.5},
		{LANDAU_GROWTH_LINEAR, 1},    {LANDAU_GROWTH_THREE_HALVES, 1.5},
		{LANDAU_GROWTH_QUADRATIC, 2}, {LANDAU_GROWTH_CUBIC, 3},
	};

	for (size_t p = 0; p < sizeof(powers) / sizeof(powers[0]); p++)
		if (fabs(exponent - powers[p].exponent) < tolerance)
			return powers[p].growth;
	return LANDAU_GROWTH_NONE;
}

enum landau_growth peer_big_o(const struct trial *trial)
{
	enum form {
		CONSTANT,
		LINEAR,
		QUADRATIC,
		CUBIC,
		POWER,
		LOG,
		LINEAR_LOG,
		EXPONENTIAL,
		FORMS
	};
	static const enum landau_growth names[FORMS] = {
		[CONSTANT] = LANDAU_GROWTH_CONSTANT,
		[LINEAR] = LANDAU_GROWTH_LINEAR,
		[QUADRATIC] = LANDAU_GROWTH_QUADRATIC,
		[CUBIC] = LANDAU_GROWTH_CUBIC,
		[LOG] = LANDAU_GROWTH_LOG,
		[LINEAR_LOG] = LANDAU_GROWTH_LINEAR_LOG,
		[EXPONENTIAL] = LANDAU_GROWTH_EXPONENTIAL,
	};
	enum landau_growth winner = LANDAU_GROWTH_NONE;
	double least = INFINITY;

	for (enum form form = CONSTANT; form < FORMS; form++) {
		bool logarithmic = form == POWER || form == EXPONENTIAL;
		double term[MAX_TRIAL] = {0}, cost[MAX_TRIAL] = {0}, error = 0, intercept, slope;
		for (size_t i = 0; i < trial->count; i++) {
			double n = trial->samples[i].n;
			term[i] = form == QUADRATIC              ? n * n
				  : form == CUBIC                ? n * n * n
				  : form == LOG || form == POWER ? log(n)
				  : form == LINEAR_LOG           ? n * log(n)
				  : form == CONSTANT             ? 0
								 : n;
			cost[i] = trial->samples[i].cost;
			if (logarithmic)
				cost[i] = log(cost[i]);
		}
		/* Without a slope to find this is the mean. */
		fit_line(term, cost, trial->count, trial->count, &intercept, &slope);
		for (size_t i = 0; i < trial->count; i++) {
			double value = intercept + slope * term[i];
			double distance =
				trial->samples[i].cost - (logarithmic ? exp(value) : value);
			error += distance * distance;
		}
		if (error < least) {
			least = error;
			winner = form == POWER ? nearest_power(slope, 0.1) : names[form];
		}
	}
	return winner;
}

/* Extra-P's default search space: the powers i that go with each power j of the logarithm. */
enum { EXTRA_P_LOGARITHMS = 3, EXTRA_P_POWERS = 19 };
static const struct {
	size_t count;
	double power[EXTRA_P_POWERS];
} extra_p_space[EXTRA_P_LOGARITHMS] = {
	{19,
	 {1.0 / 4, 1.0 / 3, 1.0 / 2, 2.0 / 3, 3.0 / 4, 4.0 / 5, 1, 5.0 / 4, 4.0 / 3, 3.0 / 2,
	  5.0 / 3, 7.0 / 4, 2, 9.0 / 4, 7.0 / 3, 5.0 / 2, 8.0 / 3, 11.0 / 4, 3}},
	{13,
	 {0, 1.0 / 4, 1.0 / 3, 1.0 / 2, 2.0 / 3, 3.0 / 4, 1, 5.0 / 4, 4.0 / 3, 3.0 / 2, 2, 5.0 / 2,
	  3}},
	{10, {0, 1.0 / 4, 1.0 / 3, 1.0 / 2, 2.0 / 3, 3.0 / 4, 1, 3.0 / 2, 2, 5.0 / 2}},
};

static enum landau_growth extra_p_name(double power, int logarithm)
{
	if (logarithm == 0)
		return nearest_power(power, 0.001);
	if (logarithm == 1)
		return power == 0   ? LANDAU_GROWTH_LOG
		       : power == 1 ? LANDAU_GROWTH_LINEAR_LOG
		       : power == 2 ? LANDAU_GROWTH_QUADRATIC_LOG
				    : LANDAU_GROWTH_NONE;
	return LANDAU_GROWTH_NONE;
}

static double percentage_error(double predicted, double cost)
{
	double sum = fabs(predicted) + fabs(cost);

	return sum > 0 ? fabs(predicted - cost) / sum : 0;
}

/* Sum of the percentage errors of the points left out one by one; infinite without a slope. */
static double extra_p_error(const struct trial *trial, double power, int logarithm)
{
	double term[MAX_TRIAL] = {0}, cost[MAX_TRIAL] = {0}, error = 0, intercept, slope;
	size_t count = trial->count;

	for (size_t i = 0; i < count; i++) {
		double n = trial->samples[i].n;
		term[i] = pow(n, power) * pow(log2(n), logarithm);
		cost[i] = trial->samples[i].cost;
	}
	fit_line(term, cost, count, count, &intercept, &slope);
	if (slope == 0)
		return INFINITY;
	for (size_t i = 0; i < count; i++) {
		fit_line(term, cost, count, i, &intercept, &slope);
		error += percentage_error(intercept + slope * term[i], cost[i]);
	}
	return error;
}

enum landau_growth peer_extra_p(const struct trial *trial)
{
	enum landau_growth winner = LANDAU_GROWTH_CONSTANT;
	double mean = 0, least = 0, squares = 0;

	for (size_t i = 0; i < trial->count; i++)
		mean += trial->samples[i].cost / (double)trial->count;
	for (size_t i = 0; i < trial->count; i++) {
		double distance = trial->samples[i].cost - mean;
		squares += distance * distance;
		least += percentage_error(mean, trial->samples[i].cost);
	}
	if (squares == 0)
		return winner;
	for (int logarithm = 0; logarithm < EXTRA_P_LOGARITHMS; logarithm++)
		for (size_t p = 0; p < extra_p_space[logarithm].count; p++) {
			double power = extra_p_space[logarithm].power[p];
			double error = extra_p_error(trial, power, logarithm);
			if (error < least) {
				least = error;
				winner = extra_p_name(power, logarithm);
			}
		}
	return winner;
}
