/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * model.h - how a cost grows with the size of the input.
 *
 * A model is made from points (n, cost): it names the growth class, gives a curve that can be drawn
 * and extrapolated, a free exponent with its interval, the class that came second, and a verdict.
 * docs/model.md says how it is done and how often it is right.
 *
 * What the data say is the statement, the strongest of five that they support: the class; two
 * neighbouring classes; a lower bound of the growth; an upper bound; nothing, and why. Everything
 * that users are told stands on it.
 *
 * The class is named only when the verdict is LANDAU_VERDICT_OK, which is when the statement is
 * LANDAU_STATEMENT_CLASS; any other verdict leaves `growth` and `runner_up` at LANDAU_GROWTH_NONE
 * and the formula empty. The exponent is known (landau_model_has_exponent) whatever the verdict,
 * if there are enough sizes to tell one.
 *
 * Every function takes any numbers: points that are not finite, negative or without calls are left
 * out, sizes below 1 are counted but say nothing of growth. The order of the points does not
 * matter, nor does the unit of the cost; the same points give the same model, to the last bit.
 * Nothing here keeps state between calls, so that threads may fit side by side.
 */
#ifndef LANDAU_MODEL_H
#define LANDAU_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "core/table.h" /* struct landau_costs, struct landau_point */

/* In order of growth: a greater number grows faster. */
enum landau_growth {
	LANDAU_GROWTH_NONE, /* not known */
	LANDAU_GROWTH_CONSTANT,
	LANDAU_GROWTH_LOG,
	LANDAU_GROWTH_SQRT,
	LANDAU_GROWTH_LINEAR,
	LANDAU_GROWTH_LINEAR_LOG,
	LANDAU_GROWTH_THREE_HALVES,
	LANDAU_GROWTH_QUADRATIC,
	LANDAU_GROWTH_QUADRATIC_LOG,
	LANDAU_GROWTH_CUBIC,
	LANDAU_GROWTH_EXPONENTIAL, /* named 2^n; the base is fitted */
	LANDAU_GROWTH_COUNT,
};

enum landau_verdict {
	LANDAU_VERDICT_OK,
	LANDAU_VERDICT_TOO_FEW,    /* fewer than LANDAU_MODEL_MIN_SIZES sizes */
	LANDAU_VERDICT_TOO_NARROW, /* the sizes span less than a decade, or leave most of it out */
	LANDAU_VERDICT_NO_TREND,   /* the points do not tell the classes apart */
};

/* In order of strength; LANDAU_STATEMENT_AT_LEAST warns, so that it stands above AT_MOST. */
enum landau_statement {
	LANDAU_STATEMENT_UNKNOWN,  /* nothing can be said; `reason` says why */
	LANDAU_STATEMENT_AT_MOST,  /* it grows no faster than n^power_high */
	LANDAU_STATEMENT_AT_LEAST, /* it grows no slower than n^power_low */
	LANDAU_STATEMENT_BETWEEN,  /* one of two neighbouring classes, those of `open` */
	LANDAU_STATEMENT_CLASS,    /* `growth` */
};

/* What would give a stronger statement; sizes from `wanted_from` to `wanted_to`. */
enum landau_remedy {
	LANDAU_REMEDY_NONE,
	LANDAU_REMEDY_MORE_SIZES,   /* more of them, in that range */
	LANDAU_REMEDY_WIDER_RANGE,  /* inputs ten times smaller or larger */
	LANDAU_REMEDY_LARGER_SIZES, /* larger inputs */
	LANDAU_REMEDY_SAME_WORK, /* the same work at each size: the cost depends on more than n */
};

enum { LANDAU_MODEL_MIN_SIZES = 6 };

/* Points beyond these are left out: the cube of a size, or a sum of costs, could overflow. */
#define LANDAU_MODEL_MAX_SIZE  1e60
#define LANDAU_MODEL_MAX_COST  1e150
#define LANDAU_MODEL_MAX_CALLS 1e30

/* One observation: `calls` activations of size n cost `cost` each, or at most. */
struct landau_sample {
	double n;
	double cost;
	double calls; /* 1 where it is not known */
};

/* How samples of one size, or of neighbouring sizes when there are too many, become one. */
enum landau_merge_rule {
	LANDAU_MERGE_MEAN, /* mean weighted by calls */
	LANDAU_MERGE_WORST /* the greatest cost */
};

struct landau_model {
	enum landau_growth growth;
	enum landau_growth runner_up;  /* NONE where no other class comes near */
	enum landau_growth best_guess; /* what the curve below is; NONE where there is no curve */
	enum landau_verdict verdict;

	enum landau_statement statement;
	/* The classes that the data leave open, 1u << growth for each; 0 where nothing is known. */
	unsigned open;
	/*
	 * Bounds of the power of n that the statement gives, logarithms left out: n log n is 1. Of a class
	 * both are its power, of 2^n both are infinite; -infinity and infinity where there is no bound.
	 */
	double power_low;
	double power_high;
	/*
	 * A sentence without its full stop: why there is no stronger statement. "" for a class, unless
	 * its exponent is not that of the class: then why.
	 */
	char reason[160];
	enum landau_remedy remedy;
	/* Internal, for the statement: a class above it that may not lead yet. */
	enum landau_growth late;
	double wanted_from, wanted_to;

	/*
	 * The curve: constant + linear * n + leading * g(n - shift), where g belongs to best_guess
	 * (base^n when exponential, 0 when constant; for the linear class `leading` is the slope).
	 * Logarithms are to base 2. The shift is the number of cells of the input that the cost
	 * does not depend on, where it shows.
	 */
	double constant;
	double linear;
	double leading;
	double shift;
	double base; /* of the exponential, else 0 */

	/* Exponent of the cost over the top decade of sizes, with a 95 % interval; else NaN. */
	double exponent;
	double exponent_low;
	double exponent_high;

	double scatter;  /* typical relative distance of the points from the curve */
	size_t sizes;    /* distinct sizes */
	double smallest; /* size that is at least 1; 0 if there is none */
	double largest;
	double fitted_from; /* the curve holds from this size on; mostly the smallest */

	/* Internal, for landau_model_interval: of the coefficients, and Student's t. */
	double covariance[3][3];
	double reach;
	/* Internal, for the statement: by how much the score of the class is ahead. */
	double evidence;
	char formula[96]; /* UTF-8, such as "12 + 3.1·n·log2(n)"; "" where growth is NONE */
};

/* Fits `count` samples, which are put in order of size in place. */
struct landau_model landau_model_fit(struct landau_sample *samples, size_t count,
				     enum landau_merge_rule rule);

/*
 * The worst case (max) or the mean (sum / calls) of the points of a profile, sorted by size as
 * profiles hold them.
 */
struct landau_model landau_model_fit_points(const struct landau_point *points, size_t count,
					    enum landau_merge_rule rule);
struct landau_model landau_model_fit_costs(const struct landau_costs *costs, size_t count,
					   enum landau_merge_rule rule);

/* The curve at n; NaN where there is no curve. Never negative. */
double landau_model_predict(const struct landau_model *model, double n);

/*
 * A 95 % interval for the cost of one more observation at n, from the scatter and from the
 * uncertainty of the coefficients, taking the class for granted. False where there is no curve.
 */
bool landau_model_interval(const struct landau_model *model, double n, double *low, double *high);

bool landau_model_has_exponent(const struct landau_model *model);

enum { LANDAU_STATEMENT_BYTES = 48 };
/*
 * The statement in words: "n^2", "n^2 or n^2 log n", "at least n^1.9", "at most n", "unknown". The
 * power of a bound is rounded so that the bound still holds.
 */
void landau_model_statement_text(const struct landau_model *model,
				 char text[LANDAU_STATEMENT_BYTES]);
/* "class", "between", "at least", "at most", "unknown". */
const char *landau_statement_name(enum landau_statement statement);
/* The power of n in a class without its logarithm; infinite for 2^n. */
double landau_growth_power(enum landau_growth growth);

/* "n log n"; "" for NONE. */
const char *landau_growth_name(enum landau_growth growth);
/* The class of that name, LANDAU_GROWTH_NONE if there is none. */
enum landau_growth landau_growth_parse(const char *name);
/* "ok", "too few sizes", "too narrow a range", "no clear trend". */
const char *landau_verdict_name(enum landau_verdict verdict);

/*
 * The model as one JSON object on one line, without a newline: class, formula, exponent,
 * exponent_low, exponent_high, runner_up, verdict, statement, classes, reason. What is not known
 * is null.
 */
void landau_model_print_json(FILE *stream, const struct landau_model *model);

#endif
