/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * judge.c - whether the points are clear enough to name the class.
 *
 * The more the points scatter about the curve, the more evidence it takes: where they scatter by a
 * fifth or less, the best class need only be ahead of the second; beyond that, scatter is seldom of
 * the well-behaved kind that the scores assume (heavy tails, several modes, a hidden variable), and
 * the evidence asked for rises steeply. Evidence is a difference of scores, where 2 stands for odds
 * of about e to 1 if the scatter were well behaved.
 */
#include "model/internal.h"

#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>
#include <limits.h>
#include <math.h>

/* Evidence asked for at so much scatter; linear in between, none is enough beyond the last. */
static const struct {
	double scatter;
	double evidence;
} demands[] = {{0.2, 1}, {0.27, 21}, {0.45, 81}, {0.9, 81}};

enum { DEMANDS = sizeof(demands) / sizeof(demands[0]) };

/*
 * A background is believed only if the larger half of the sizes scatters less than this, no point
 * there is off by FAR_FACTOR,
 */
#define QUIET_ABOVE_BACKGROUND 0.1
/* and if below this many times the background the errors are even: their root mean square is no
 * more than UNEVEN medians. It is 1.5 for normal ones. */
#define BELOW_BACKGROUND 2.0
#define UNEVEN           5.0
enum { FEW_ERRORS = 3 };
/*
 * Nor may they grow with the cost: so many standard deviations of the rank correlation are exceeded by
 * chance in 1 of 700.
 */
#define GROWING_ERRORS 3.0
/*
 * Scatter above LOUD with a point at TAIL times the scatter has a heavy tail, for which it takes
 * more evidence. Above the curve normal noise never goes that far: if it does among the upper half of
 * the sizes, and few points leave no room for an exception, no class is named.
 */
#define LOUD 0.1
#define TAIL 4.5
/*
 * More than a few points so far away, also as a factor (e^0.7 = 2), are a second mode: the cost
 * depends on something else, and no class is named. If all of them are in the lower half of the
 * sizes, where another law may hold, it takes much evidence.
 */
#define FAR        4.0
#define FAR_FACTOR 0.7
/* A slope of the cost so many standard deviations below 0, and a fall by this factor (e^0.3
 * = 1.35). */
#define FALL_DEVIATIONS 3.0
#define FALL_FACTOR     0.3
/* How far the exponent of the curve may be outside of the interval of that of the points. */
#define EXPONENT_TOLERANCE 0.15
/*
 * Outside by this much it is refused if that of the second class is inside; but only of many points,
 * whose interval is narrow because of their number and not by chance.
 */
#define EXPONENT_HINT 0.03
enum { MANY_POINTS = 64 };

/* Octaves that must have a size in them: a decade has at least so many. */
enum { MIN_OCTAVES = 4 };
/* The share of the range, on a logarithmic scale, that may have no size in it. */
#define WIDEST_GAP 0.5
/* What the sizes must span but for the smallest and the largest. */
#define INNER_RATIO 3
/*
 * An interval wider than this tells n from n^2 no more, unless the points scatter so little that one of
 * them alone made it so wide.
 */
#define WIDE_INTERVAL       1.4
#define WIDEST_INTERVAL     5.0
#define QUIET_WIDE_INTERVAL 0.1
/*
 * A leading term that does not lead yet: even the upper end of the interval is so far below the power
 * of the class. Which class it is shows only where the points scatter little.
 */
#define NOT_YET_LEADING       0.75
#define QUIET_NOT_YET_LEADING 0.05
/*
 * Of so few points, or where the exponent is so unsure, the largest size is left out once: the class
 * must not change by this power.
 */
enum { FEW_POINTS = 12 };
#define UNSURE_INTERVAL 1.0
#define OTHER_POWER     0.9
/*
 * Evidence for each decade that the sizes, but for the smallest and the largest, span less than this;
 * of the commonest classes less.
 */
#define LONG_RANGE      1.8
#define DECADE_EVIDENCE 25.0
#define DECADE_COMMON   6.0
/* Classes for which no more than this is asked are common. */
#define COMMON_CLASS 3.0
/* A shift is believed of points that scatter less than this. */
#define QUIET_SHIFT 0.05
/* Sizes that must be within a decade of the largest, with itself. */
enum { UPPER_SIZES = 3 };
/* Over less than a decade of sizes, an exponential needs this much. */
#define NARROW_EVIDENCE 20.0

/* The outliers that are nobody's fault: one, or one in forty. */
static size_t forgiven(size_t count)
{
	return 1 + count / 40;
}

/* Logarithm of cost / value, both no less than the least. */
static double log_ratio(const struct choice *choice, const struct points *points, size_t i,
			double least)
{
	return log(fmax(points->cost[i], least) / fmax(choice->best.value[i], least));
}

/* Scatter of the points from number `from` on. */
static double scatter_from(const struct choice *choice, const struct points *points, size_t from)
{
	double residual[MAX_POINTS];
	size_t count = points->count - from;

	for (size_t i = 0; i < count; i++)
		residual[i] = log_ratio(choice, points, from + i, 1e-300);
	return trimmed_rms(residual, count, forgiven(count));
}

static double upper_scatter(const struct choice *choice, const struct points *points)
{
	size_t half = points->count / 2;

	/* Of few points take a little more than half. */
	return scatter_from(choice, points, points->count < 16 ? half - 2 : half);
}

/*
 * The errors of a background are of one size, normal or nearly so. Those of a second mode or a
 * heavy tail are not: many points lie on the curve, a few are far away; and they grow with the cost.
 */
static bool is_even_background(const struct choice *choice, const struct points *points,
			       const struct noise *noise)
{
	double error[MAX_POINTS], value[MAX_POINTS], work[2 * MAX_POINTS], squares = 0;
	size_t count = 0;

	for (size_t i = 0; i < points->count; i++) {
		if (choice->best.value[i] >= BELOW_BACKGROUND * noise->background)
			continue;
		error[count] = fabs(points->cost[i] - choice->best.value[i]);
		squares += error[count] * error[count];
		value[count] = choice->best.value[i];
		count++;
	}
	if (count < FEW_ERRORS)
		return true;
	double trend = gsl_stats_spearman(error, 1, value, 1, count, work);
	return trend * sqrt((double)count - 1) < GROWING_ERRORS &&
	       sqrt(squares / (double)count) <= UNEVEN * gsl_stats_median(error, 1, count);
}

bool judge_background(const struct choice *choice, const struct points *points,
		      const struct noise *noise)
{
	for (size_t i = points->count / 2; i < points->count; i++)
		if (fabs(log_ratio(choice, points, i, 1e-300)) > FAR_FACTOR)
			return false;
	return upper_scatter(choice, points) <= QUIET_ABOVE_BACKGROUND &&
	       is_even_background(choice, points, noise);
}

double judge_scatter(const struct choice *choice, const struct points *points,
		     const struct noise *noise)
{
	double scatter = fmax(choice->spread, upper_scatter(choice, points));

	if (!noise->has_background)
		scatter = fmax(scatter, scatter_from(choice, points, 0));
	return scatter;
}

static double asked_by_scatter(double scatter)
{
	if (scatter <= demands[0].scatter)
		return demands[0].evidence;
	for (size_t i = 1; i < DEMANDS; i++)
		if (scatter <= demands[i].scatter) {
			double share = (scatter - demands[i - 1].scatter) /
				       (demands[i].scatter - demands[i - 1].scatter);
			return demands[i - 1].evidence +
			       share * (demands[i].evidence - demands[i - 1].evidence);
		}
	return INFINITY;
}

/*
 * Not all classes are as likely before anything is measured. Nearly every loop over an input is
 * linear, some are nested; few algorithms are of n^1.5 or sqrt n, which are what sums of commoner
 * terms, vector instructions and steps look like. Twice the logarithm of the odds is the evidence
 * that makes up for it.
 */
double judge_asked_of(enum landau_growth growth)
{
	static const double asked[LANDAU_GROWTH_COUNT] = {
		[LANDAU_GROWTH_CONSTANT] = 3,    [LANDAU_GROWTH_LOG] = 6,
		[LANDAU_GROWTH_SQRT] = 40,       [LANDAU_GROWTH_LINEAR] = 1,
		[LANDAU_GROWTH_LINEAR_LOG] = 16, [LANDAU_GROWTH_THREE_HALVES] = 40,
		[LANDAU_GROWTH_QUADRATIC] = 3,   [LANDAU_GROWTH_QUADRATIC_LOG] = 16,
		[LANDAU_GROWTH_CUBIC] = 6,       [LANDAU_GROWTH_EXPONENTIAL] = 6,
	};

	return asked[growth];
}

/* Over a short range sums of lower classes bend like a higher one, and it takes more to tell them. */
static double asked_by_range(const struct points *points, enum landau_growth growth)
{
	double decades = log10(points->n[points->count - 2] / points->n[1]);

	return fmax(LONG_RANGE - decades, 0) *
	       (judge_asked_of(growth) <= COMMON_CLASS ? DECADE_COMMON : DECADE_EVIDENCE);
}

/*
 * The cost falls as the size grows, beyond doubt and by more than a little. No class describes
 * that; of those there are the constant comes nearest.
 */
static bool falls(const struct points *points, const struct noise *noise)
{
	double x[MAX_POINTS], intercept, slope, c00, c01, c11, squares;
	size_t count = points->count;

	for (size_t i = 0; i < count; i++)
		x[i] = log(points->n[i]);
	gsl_fit_linear(x, 1, noise->transformed, 1, count, &intercept, &slope, &c00, &c01, &c11,
		       &squares);
	double span = log(points->n[count - 1] / points->n[0]);
	return slope + FALL_DEVIATIONS * sqrt(c11) < 0 && slope * span < -FALL_FACTOR;
}

bool judge_exponents(const struct landau_model *model, const struct choice *choice,
		     const struct points *points)
{
	double first = exponent_of_values(points, choice->best.value);

	if (!landau_model_has_exponent(model) || !isfinite(first))
		return true;
	double width = model->exponent_high - model->exponent_low;
	if (width > (model->scatter > QUIET_WIDE_INTERVAL ? WIDE_INTERVAL : WIDEST_INTERVAL) &&
	    choice->first != LANDAU_GROWTH_EXPONENTIAL)
		return false;
	if (model->exponent_high < landau_growth_power(choice->first) - NOT_YET_LEADING &&
	    model->scatter > QUIET_NOT_YET_LEADING && choice->first != LANDAU_GROWTH_EXPONENTIAL)
		return false;
	double outside = fmax(model->exponent_low - first, first - model->exponent_high);
	if (outside < EXPONENT_HINT || choice->second == LANDAU_GROWTH_NONE ||
	    points->count < MANY_POINTS)
		return outside < EXPONENT_TOLERANCE;
	double second = exponent_of_values(points, choice->second_value);
	bool second_inside = second > model->exponent_low && second < model->exponent_high;
	return outside < EXPONENT_TOLERANCE && !second_inside;
}

bool judge_one_size(const struct landau_model *model, const struct choice *choice,
		    const struct points *points)
{
	struct points others = *points;
	struct noise noise;
	struct choice without;

	if (points->count >= FEW_POINTS && landau_model_has_exponent(model) &&
	    model->exponent_high - model->exponent_low <= UNSURE_INTERVAL)
		return true;
	others.count--;
	noise_estimate(&noise, &others, true);
	choose_class(&without, &others, &noise);
	return without.first == LANDAU_GROWTH_NONE || without.first == choice->first ||
	       fabs(landau_growth_power(without.first) - landau_growth_power(choice->first)) <
		       OTHER_POWER;
}

/*
 * Less than a decade, or large gaps: a cluster of small sizes and one of large sizes tell two costs
 * apart, not how one grows into the other. Nor may it all hang on one size at either end, far away
 * from the rest. Cells that do not matter to the cost are no part of the sizes, if the points lie on the curve.
 */
static bool is_narrow(const struct choice *choice, const struct points *points, double scatter)
{
	double shift = scatter < QUIET_SHIFT ? choice->best.shape.shift : 0;
	int octaves = 0, last_octave = INT_MIN;
	size_t last = points->count - 1;
	double n[MAX_POINTS] = {0}, gap = 0;

	for (size_t i = 0; i < points->count; i++) {
		n[i] = points->n[i] - shift;
		int octave = ilogb(n[i]);

		if (i > 0)
			gap = fmax(gap, log(n[i] / n[i - 1]));
		octaves += octave != last_octave;
		last_octave = octave;
	}
	return n[last] < 10 * n[0] || gap > WIDEST_GAP * log(n[last] / n[0]) ||
	       octaves < MIN_OCTAVES || n[last - 1] < INNER_RATIO * n[1] ||
	       n[last] > 10 * n[points->count - UPPER_SIZES];
}

enum landau_verdict judge(const struct choice *choice, const struct points *points,
			  const struct noise *noise, double scatter)
{
	double farthest = 0, tail = TAIL * scatter;
	double evidence = choice->evidence * pattern_independence(choice, points, noise, scatter);
	size_t far = 0, far_upper = 0, high_upper = 0;
	bool narrow = is_narrow(choice, points, scatter);

	if (choice->first == LANDAU_GROWTH_NONE)
		return narrow ? LANDAU_VERDICT_TOO_NARROW : LANDAU_VERDICT_NO_TREND;
	for (size_t i = 0; i < points->count; i++) {
		double ratio = log_ratio(choice, points, i, noise->background);
		double distance = fabs(ratio);
		bool is_far = distance > fmax(FAR * scatter, FAR_FACTOR);
		bool is_upper = i >= points->count / 2;

		farthest = fmax(farthest, distance);
		far += is_far;
		far_upper += is_far && is_upper;
		high_upper += ratio > tail && is_upper;
	}
	bool loud = scatter > LOUD;
	/* What so few points show may be more than the true scatter by this factor. */
	scatter /= 1 + sqrt(2 / (double)points->count);
	if (far > forgiven(points->count))
		scatter = fmax(scatter, far_upper > 0 ? INFINITY : demands[2].scatter);
	else if (loud && high_upper >= forgiven(points->count))
		scatter = INFINITY;
	else if (loud && farthest > tail)
		scatter = fmax(scatter, demands[1].scatter);
	double asked = fmax(asked_by_scatter(scatter), fmax(judge_asked_of(choice->first),
							    asked_by_range(points, choice->first)));
	double enough_lead =
		choice->first == LANDAU_GROWTH_LINEAR ? ENOUGH_LEAD_LINEAR : ENOUGH_LEAD;
	bool clear = evidence >= asked && choice->lead >= enough_lead &&
		     !(choice->first == LANDAU_GROWTH_CONSTANT && falls(points, noise));
	if (narrow) {
		/* What doubles with every cell shows in less than a decade. */
		bool shows =
			choice->first == LANDAU_GROWTH_EXPONENTIAL && evidence >= NARROW_EVIDENCE;
		return clear && shows ? LANDAU_VERDICT_OK : LANDAU_VERDICT_TOO_NARROW;
	}
	return clear ? LANDAU_VERDICT_OK : LANDAU_VERDICT_NO_TREND;
}
