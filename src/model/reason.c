/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reason.c - why there is no stronger statement, in words, and what would settle it.
 *
 * The plainest reason that holds is given: too few sizes, too little between the smallest and the largest, a gap;
 * then what is the matter with the costs. Numbers are those of the points, so that the reader can look.
 */
#include "model/internal.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

/* A cost that is off by this, as a logarithm, is several times what it should be. */
#define SEVERAL 0.7
/* Points that scatter by more than this depend on something else than n. */
#define SCATTERED 0.2
/* A gap that has this share of the range, as logarithms, and at least a factor of 3. */
#define GAP       0.45
#define LEAST_GAP 3.0
/* The exponent of a class and that of its points differ if the interval is off by this, or the exponent itself by that. */
#define DIFFERENT         0.15
#define CLEARLY_DIFFERENT 0.3
/* A cost that is multiplied by more than this, and by more than such a power of n would be, has little to do with n. */
#define LEAST_TIMES 4.0
#define NO_POWER    5.0
/* A few sizes. */
enum { FEW_SIZES = 12 };

enum { NUMBER_BYTES = 32 };

/* 1234567 is 1,234,567. */
static const char *with_commas(double number, char text[NUMBER_BYTES])
{
	char digits[NUMBER_BYTES];

	if (!(number < 1e15)) {
		snprintf(text, NUMBER_BYTES, "%.3g", number);
		return text;
	}
	int length = snprintf(digits, sizeof(digits), "%.0f", number), at = 0;
	for (int i = 0; i < length; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			text[at++] = ',';
		text[at++] = digits[i];
	}
	text[at] = '\0';
	return text;
}

static void want(struct landau_model *model, enum landau_remedy remedy, double from, double to)
{
	model->remedy = remedy;
	model->wanted_from = from;
	model->wanted_to = to;
}

__attribute__((format(printf, 2, 3))) static void say(struct landau_model *model,
						      const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(model->reason, sizeof(model->reason), format, arguments);
	va_end(arguments);
}

/* The exponent that a class has at the sizes where that of the points was taken. */
static double exponent_of_class(const struct landau_model *model)
{
	double middle = fmax(model->largest / sqrt(10), 3);

	return landau_growth_power(model->growth) +
	       (growth_has_logarithm(model->growth) ? 1 / log(middle) : 0);
}

void reason_of_class(struct landau_model *model, const struct points *points)
{
	char cells[NUMBER_BYTES];

	(void)points;
	if (!landau_model_has_exponent(model) || model->growth == LANDAU_GROWTH_EXPONENTIAL)
		return;
	double exponent = exponent_of_class(model);
	if (model->exponent_high < exponent - DIFFERENT ||
	    model->exponent < exponent - CLEARLY_DIFFERENT)
		say(model,
		    "its exponent is %.2f because a part that grows less still counts at these "
		    "sizes",
		    model->exponent);
	else if (model->exponent_low > exponent + DIFFERENT && model->shift >= 1)
		say(model,
		    "its exponent is %.2f because %s of the cells in n do not matter to the cost",
		    model->exponent, with_commas(model->shift, cells));
	else if (model->exponent_low > exponent + DIFFERENT)
		say(model, "its exponent is %.2f because its small sizes are cheaper",
		    model->exponent);
}

bool reason_gap(const struct points *points, double *below, double *above)
{
	double widest = 0;

	*below = *above = points->n[0];
	double range = log(points->n[points->count - 1] / points->n[0]);

	for (size_t i = 1; i < points->count; i++) {
		double gap = log(points->n[i] / points->n[i - 1]);
		if (gap > widest) {
			widest = gap;
			*below = points->n[i - 1];
			*above = points->n[i];
		}
	}
	return widest > GAP * range && widest > log(LEAST_GAP);
}

/* How many costs are several times as high as those around them, by the curve or a line through all. */
static size_t count_far(const struct landau_model *model, const struct points *points)
{
	size_t far = 0;

	for (size_t i = 0; i < points->count; i++) {
		double value = landau_model_predict(model, points->n[i]);
		far += value > 0 && log(points->cost[i] * points->scale / value) > SEVERAL;
	}
	return far;
}

static bool reason_of_sizes(struct landau_model *model, const struct points *points)
{
	char smallest[NUMBER_BYTES], largest[NUMBER_BYTES];
	double below, above;

	with_commas(model->smallest, smallest);
	with_commas(model->largest, largest);
	if (points->count < LANDAU_MODEL_MIN_SIZES) {
		say(model, "it was seen with %zu size%s", model->sizes,
		    model->sizes == 1 ? "" : "s");
		want(model, LANDAU_REMEDY_MORE_SIZES, fmax(model->smallest, 1),
		     10 * fmax(model->largest, 1));
		return true;
	}
	if (model->largest < 10 * model->smallest) {
		double times = points->cost[points->count - 1] / points->cost[0];

		if (times > LEAST_TIMES &&
		    times > pow(model->largest / model->smallest, NO_POWER) && isfinite(times))
			say(model,
			    "%zu sizes between %s and %s, with up to %.0f times the cost: n shows "
			    "little of what it works on",
			    model->sizes, smallest, largest, times);
		else
			say(model, "%zu sizes between %s and %s: less than a decade", model->sizes,
			    smallest, largest);
		want(model, LANDAU_REMEDY_WIDER_RANGE, model->smallest, 10 * model->largest);
		return true;
	}
	if (reason_gap(points, &below, &above)) {
		say(model, "none of its %zu sizes lies between %s and %s", model->sizes,
		    with_commas(below, smallest), with_commas(above, largest));
		want(model, LANDAU_REMEDY_MORE_SIZES, below, above);
		return true;
	}
	if (model->verdict == LANDAU_VERDICT_TOO_NARROW) {
		say(model, "most of its %zu sizes from %s to %s lie close together", model->sizes,
		    smallest, largest);
		want(model, LANDAU_REMEDY_MORE_SIZES, model->smallest, model->largest);
		return true;
	}
	return false;
}

/* The two that are open, "n and n log n". */
static void reason_between(struct landau_model *model)
{
	enum landau_growth lower = LANDAU_GROWTH_CONSTANT;
	char smallest[NUMBER_BYTES], largest[NUMBER_BYTES];

	while (!(model->open & 1u << lower))
		lower++;
	say(model, "%zu sizes from %s to %s fit both", model->sizes,
	    with_commas(model->smallest, smallest), with_commas(model->largest, largest));
	if (model->late != LANDAU_GROWTH_NONE)
		say(model, "a part that grows as %s may not lead yet at n = %s",
		    landau_growth_name(model->late), largest);
	want(model, LANDAU_REMEDY_LARGER_SIZES, model->largest, 10 * model->largest);
}

void reason_find(struct landau_model *model, const struct points *points, double scatter)
{
	char smallest[NUMBER_BYTES], largest[NUMBER_BYTES];

	with_commas(model->smallest, smallest);
	with_commas(model->largest, largest);
	if (reason_of_sizes(model, points))
		return;
	if (model->statement == LANDAU_STATEMENT_UNKNOWN && landau_model_has_exponent(model) &&
	    statement_jumps_at_the_end(model, points)) {
		say(model, "its largest sizes cost more than those below them suggest");
		want(model, LANDAU_REMEDY_LARGER_SIZES, model->largest, 10 * model->largest);
		return;
	}
	want(model, LANDAU_REMEDY_SAME_WORK, model->smallest, 10 * model->largest);
	size_t far = count_far(model, points);
	if (far > 0 && far <= points->count / 3) {
		say(model, "%zu of %zu sizes cost%s several times as much as the others suggest",
		    far, points->count, far == 1 ? "s" : "");
		return;
	}
	if (scatter > SCATTERED) {
		say(model,
		    "its costs scatter by %.0f %% at sizes that are alike: they depend on more "
		    "than n",
		    100 * expm1(fmin(scatter, 5)));
		return;
	}
	if (model->statement == LANDAU_STATEMENT_BETWEEN) {
		reason_between(model);
		return;
	}
	want(model, LANDAU_REMEDY_LARGER_SIZES, model->largest, 10 * model->largest);
	if (model->late != LANDAU_GROWTH_NONE)
		say(model, "a part that grows as %s may not lead yet at n = %s",
		    landau_growth_name(model->late), largest);
	else if (model->sizes < FEW_SIZES)
		say(model, "%zu sizes from %s to %s do not tell one class from another",
		    model->sizes, smallest, largest);
	else if (landau_model_has_exponent(model))
		say(model,
		    "from %s to %s its exponent is %.2f, and its points do not tell one class from "
		    "another",
		    smallest, largest, model->exponent);
	else
		say(model, "most of its %zu sizes cost nothing", model->sizes);
}
