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

/* Sums of a straight line y = intercept + slope x. */
struct line {
	double count, x, y, xx, xy;
};

static void line_add(struct line *line, double x, double y, double sign)
{
	line->count += sign;
	line->x += sign * x;
	line->y += sign * y;
	line->xx += sign * x * x;
	line->xy += sign * x * y;
}

static void line_solve(const struct line *line, double *intercept, double *slope)
{
	double determinant = line->count * line->xx - line->x * line->x;

	*slope = (line->count * line->xy - line->x * line->y) / determinant;
	*intercept = (line->y - *slope * line->x) / line->count;
}

static enum landau_growth nearest_power(double exponent)
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
		if (fabs(exponent - powers[p].exponent) < 0.1)
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
		double term[MAX_TRIAL], error = 0, intercept, slope;
		struct line line = {0};
		for (size_t i = 0; i < trial->count; i++) {
			double n = trial->samples[i].n, cost = trial->samples[i].cost;
			term[i] = form == QUADRATIC              ? n * n
				  : form == CUBIC                ? n * n * n
				  : form == LOG || form == POWER ? log(n)
				  : form == LINEAR_LOG           ? n * log(n)
				  : form == CONSTANT             ? 0
								 : n;
			line_add(&line, term[i], logarithmic ? log(cost) : cost, 1);
		}
		if (form == CONSTANT)
			intercept = line.y / line.count, slope = 0;
		else
			line_solve(&line, &intercept, &slope);
		for (size_t i = 0; i < trial->count; i++) {
			double value = intercept + slope * term[i];
			double distance =
				trial->samples[i].cost - (logarithmic ? exp(value) : value);
			error += distance * distance;
		}
		if (error < least) {
			least = error;
			winner = form == POWER ? nearest_power(slope) : names[form];
		}
	}
	return winner;
}

/* The exponents of Extra-P's search space, the power in twelfths (fifths do not occur but in 4/5).
 */
static const struct {
	double power;
	int logarithm;
	enum landau_growth growth;
} extra_p_terms[] = {
	{0, 1, LANDAU_GROWTH_LOG},
	{0, 2, 0},
	{1.0 / 4, 0, 0},
	{1.0 / 3, 0, 0},
	{1.0 / 4, 1, 0},
	{1.0 / 3, 1, 0},
	{1.0 / 4, 2, 0},
	{1.0 / 3, 2, 0},
	{1.0 / 2, 0, LANDAU_GROWTH_SQRT},
	{1.0 / 2, 1, 0},
	{1.0 / 2, 2, 0},
	{2.0 / 3, 0, 0},
	{3.0 / 4, 0, 0},
	{2.0 / 3, 1, 0},
	{3.0 / 4, 1, 0},
	{4.0 / 5, 0, 0},
	{2.0 / 3, 2, 0},
	{3.0 / 4, 2, 0},
	{1, 0, LANDAU_GROWTH_LINEAR},
	{1, 1, LANDAU_GROWTH_LINEAR_LOG},
	{1, 2, 0},
	{5.0 / 4, 0, 0},
	{5.0 / 4, 1, 0},
	{4.0 / 3, 0, 0},
	{4.0 / 3, 1, 0},
	{3.0 / 2, 0, LANDAU_GROWTH_THREE_HALVES},
	{3.0 / 2, 1, 0},
	{3.0 / 2, 2, 0},
	{5.0 / 3, 0, 0},
	{7.0 / 4, 0, 0},
	{2, 0, LANDAU_GROWTH_QUADRATIC},
	{2, 1, LANDAU_GROWTH_QUADRATIC_LOG},
	{2, 2, 0},
	{9.0 / 4, 0, 0},
	{7.0 / 3, 0, 0},
	{5.0 / 2, 0, 0},
	{5.0 / 2, 1, 0},
	{5.0 / 2, 2, 0},
	{8.0 / 3, 0, 0},
	{11.0 / 4, 0, 0},
	{3, 0, LANDAU_GROWTH_CUBIC},
	{3, 1, 0},
};

static double percentage_error(double predicted, double cost)
{
	double sum = fabs(predicted) + fabs(cost);

	return sum > 0 ? fabs(predicted - cost) / sum : 0;
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
	for (size_t t = 0; t < sizeof(extra_p_terms) / sizeof(extra_p_terms[0]); t++) {
		double term[MAX_TRIAL], error = 0, intercept, slope;
		struct line line = {0};
		for (size_t i = 0; i < trial->count; i++) {
			double n = trial->samples[i].n;
			term[i] = pow(n, extra_p_terms[t].power) *
				  pow(log2(n), extra_p_terms[t].logarithm);
			line_add(&line, term[i], trial->samples[i].cost, 1);
		}
		line_solve(&line, &intercept, &slope);
		if (slope == 0)
			continue;
		for (size_t i = 0; i < trial->count; i++) {
			struct line without = line;
			line_add(&without, term[i], trial->samples[i].cost, -1);
			line_solve(&without, &intercept, &slope);
			error += percentage_error(intercept + slope * term[i],
						  trial->samples[i].cost);
		}
		if (error < least) {
			least = error;
			winner = extra_p_terms[t].growth;
		}
	}
	return winner;
}
