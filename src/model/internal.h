/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * internal.h - what the files of the model share.
 *
 *   prepare.c   samples, or points of a profile -> at most MAX_POINTS points in order of size
 *   noise.c     what the scatter of the points is like, before any class is tried
 *   terms.c     the leading term of each class
 *   curve.c     one curve through the points: robust relative least squares, left-out residuals
 *   choose.c    which class: curves of all classes, their scores
 *   doubt.c     whether another class explains the points if their noise is not normal
 *   pattern.c   whether what the chosen curve leaves over is noise, or a pattern
 *   judge.c     whether the points are clear enough to name it
 *   bounds.c    which powers of n are left open, whatever stands beside the leading term
 *   statement.c what can be said, if not the class
 *   reason.c    why no more, and what would help
 *   exponent.c  the free exponent and its bootstrap interval
 *   model.c     the public functions
 *   print.c     names, formula, JSON
 *   within.c    what one long call shows on its way (within.h)
 *   lift.c      from the cost of a new cell to that of a call
 */
#ifndef LANDAU_MODEL_INTERNAL_H
#define LANDAU_MODEL_INTERNAL_H

#include "model/model.h"

enum {
	MAX_POINTS = 256, /* more sizes than that are thinned */
	BINS = 192,       /* to so many geometric bins */
};

/* -- prepare.c --------------------------------------------------------------------------------- */

/* Points in order of size, each size at least 1 and there once. */
struct points {
	size_t count;
	double n[MAX_POINTS];
	double cost[MAX_POINTS];   /* 1 is the greatest cost, unless all are 0 */
	double weight[MAX_POINTS]; /* mean 1 */
	double scale;              /* what the costs were divided by */
	size_t sizes;              /* distinct sizes there were, also those below 1 */
	double smallest, largest;  /* of the sizes from 1 on, before any were gathered */
};

void prepare_samples(struct points *points, struct landau_sample *samples, size_t count,
		     enum landau_merge_rule rule);
void prepare_costs(struct points *points, const struct landau_costs *first, size_t stride,
		   size_t count, enum landau_merge_rule rule);

/* -- noise.c ----------------------------------------------------------------------------------- */

/*
 * The error model: the noise of a cost is proportional to it, but no less than that of a cost of
 * `background`. Residuals are differences of generalised logarithms, asinh(cost / 2 background),
 * which are logarithms above the background and linear below it, where costs may be 0.
 */
struct noise {
	double background;
	bool has_background;            /* if not, `background` is far below every cost but 0 */
	double smooth[MAX_POINTS];      /* running median of the costs: where the weights start */
	double transformed[MAX_POINTS]; /* the costs as generalised logarithms */
};

void noise_estimate(struct noise *noise, const struct points *points, bool look_for_background);
double noise_transform(const struct noise *noise, double cost);

/* -- terms.c ----------------------------------------------------------------------------------- */

/* The leading term of a curve: g(n - shift), where g belongs to the class. */
struct shape {
	enum landau_growth growth;
	double base;  /* of the exponential, else 0 */
	double shift; /* cells of the input that do not matter, else 0 */
};

/* The class before such a one, in their order, is the same without the logarithm. */
bool growth_has_logarithm(enum landau_growth growth);
/* g(n - shift) / g(largest - shift): neither overflows nor underflows for sizes up to `largest`. */
double shape_value(const struct shape *shape, double n, double largest);
/* How that changes with the shift, or for the exponential with the logarithm of the base. */
double shape_slope(const struct shape *shape, double n, double largest);
/* g(n - shift), possibly infinite. */
double shape_raw(const struct shape *shape, double n);

/* -- curve.c ----------------------------------------------------------------------------------- */

/* Which lower-order terms stand beside the leading one. */
enum { WITH_CONSTANT = 1, WITH_LINEAR = 2 };

enum { TERM_CONSTANT, TERM_LINEAR, TERM_LEADING, TERM_COUNT };

struct curve {
	struct shape shape;
	size_t parameters;
	double coefficient[TERM_COUNT];            /* costs and terms being 1 at the largest size */
	double covariance[TERM_COUNT][TERM_COUNT]; /* to be multiplied by the scatter squared */
	double value[MAX_POINTS];
	double residual[MAX_POINTS]; /* left out, in generalised logarithms */
	double spread;               /* trimmed root mean square of the residuals */
};

/*
 * `leading` holds the values of the shape. False if a term is not needed, or worse than none. Once
 * the relative residuals are seen to be above `hopeless`, the curve is left as it is.
 */
bool curve_fit(struct curve *curve, const struct shape *shape, const double *leading,
	       int lower_order, const struct points *points, const struct noise *noise,
	       double hopeless);

/*
 * By how much the shift, or the logarithm of the base, should change to fit better; 0 if unknown.
 * `lower_order` is 0 or WITH_CONSTANT, where the constant may have any sign.
 */
double curve_step(int lower_order, const double *leading, const double *slope,
		  const struct points *points, const struct noise *noise);

double trimmed_rms(const double *residual, size_t count, size_t left_out);

/* -- choose.c, doubt.c, pattern.c, judge.c ---------------------------------------------------------- */

/* The classes in order of their scores: a lower score is better, by about 2 for odds of e. */
struct choice {
	struct curve best;
	double second_value
		[MAX_POINTS]; /* of the best curve of the second class, if there is one */
	enum landau_growth first;
	enum landau_growth second;
	enum landau_growth late; /* a higher class that may not lead yet; NONE if there is none */
	double evidence;         /* score of the second less that of the first */
	double spread;           /* the common scale of all residuals */
	double lead;             /* over other classes with a heavy tail: doubt_lead */
};

/* A lead over heavy tails of so many nats is enough: odds of about 22,000 to 1. */
#define ENOUGH_LEAD 10.0
/* Of the linear class less, since it is so much more likely to begin with. */
#define ENOUGH_LEAD_LINEAR 7.0

void choose_class(struct choice *choice, const struct points *points, const struct noise *noise);

/*
 * By how many nats the likelihood of the chosen curve, with normal noise, exceeds that of any other
 * class with a heavy tail. Where it is seen to be `enough`, a lower bound.
 */
double doubt_lead(const struct curve *chosen, const struct curve *curves, size_t count,
		  const struct points *points, const struct noise *noise, double enough);

/* The share of the evidence that is left if neighbours whose residuals are alike count once. */
double pattern_independence(const struct choice *choice, const struct points *points,
			    const struct noise *noise, double scatter);
/* At the upper end the points grow as the curve does. */
bool pattern_goes_on(const struct choice *choice, const struct points *points,
		     const struct noise *noise, double scatter);

/* The least evidence with which a class is named; the points may ask for more. */
double judge_asked_of(enum landau_growth growth);
/* Whether what scatters at the small sizes is a mere background. */
bool judge_background(const struct choice *choice, const struct points *points,
		      const struct noise *noise);
/* Typical relative distance of the points from the curve. */
double judge_scatter(const struct choice *choice, const struct points *points,
		     const struct noise *noise);
/* The curve grows over the top decade as the points do; if not, no class describes them. */
bool judge_exponents(const struct landau_model *model, const struct choice *choice,
		     const struct points *points);
/* The class, or one that is much like it, is there without the largest size too. */
bool judge_one_size(const struct landau_model *model, const struct choice *choice,
		    const struct points *points);
enum landau_verdict judge(const struct choice *choice, const struct points *points,
			  const struct noise *noise, double scatter);

/* -- bounds.c ---------------------------------------------------------------------------------- */

enum { MAX_LINES = 70 };

struct bounds {
	size_t count;
	struct {
		double shift;
		bool logarithm;
		double slope, precision; /* in units of the scatter, as all here */
		double squares;          /* more than the best line has */
	} lines[MAX_LINES];
	double scatter;
	double limit; /* of a distance */
};

/* A class this far from the points, or nearer, is open: they do not tell that it is not theirs. */
#define OPEN 3.0
/* The ratio of the sizes that are looked at. */
#define DECADE 10.0
/* The exponent of what is no steeper than a line, or n log n at small sizes. */
#define SLOPE_OF_LINE 1.25

/* From the sizes within this ratio of the largest; false if there are too few. */
bool bounds_find(struct bounds *bounds, const struct points *points, double ratio);
/* How far a power is from what the points say, 1 being the limit of what they leave open. */
double bounds_distance(const struct bounds *bounds, double power, bool logarithm);
/* The slope of the plain line, and its standard error. */
double bounds_slope(const struct bounds *bounds, double *error);
/* The lowest power without a logarithm that is within such a distance; where there is none, a high one. */
double bounds_lowest(const struct bounds *bounds, double within);

/* -- alarm.c ----------------------------------------------------------------------------------- */

/* The largest sizes are few and far from the rest: what grows fast by these alone is no alarm. */
bool alarm_hangs_on_end(const struct points *points);
/* The smallest sizes are, and without them it may be a line, of which some cells of n do not matter. */
bool alarm_hangs_on_start(const struct points *points);
/*
 * The sizes below and above the widest gap are calls of two kinds, each no steeper than a line: the step between them is no
 * growth.
 */
bool alarm_is_step(const struct points *points);

/* -- statement.c, reason.c ----------------------------------------------------------------------- */

/* Sets the statement, its bounds and its reason from all else that the model holds. */
void statement_make(struct landau_model *model, const struct points *points);
/*
 * Do the largest sizes cost more than those of the decade below them suggest? A robust line takes the first sizes at
 * which something new leads for outliers.
 */
bool statement_jumps_at_the_end(const struct landau_model *model, const struct points *points);
/* The sizes between which there are none, where that is a large part of the range. */
bool reason_gap(const struct points *points, double *below, double *above);
/* Why no more is said, of points that scatter so much; and what would help. */
void reason_find(struct landau_model *model, const struct points *points, double scatter);
/* Of a class: why the exponent is another, if it is. */
void reason_of_class(struct landau_model *model, const struct points *points);

/* -- exponent.c, print.c ----------------------------------------------------------------------- */

/* Sets the exponent of the model and its interval, if they can be told. */
void exponent_estimate(struct landau_model *model, const struct points *points);
/* The exponent that a curve with these values has over the same sizes; NaN if there is none. */
double exponent_of_values(const struct points *points, const double *value);
void print_formula(struct landau_model *model);

/* -- lift.c ------------------------------------------------------------------------------------ */

/* More differences of marks than that are left out; with sizes an eighth apart there are as many up to 10^14. */
enum { MOST_RATES = 240 };

/* What a call has cost between its marks. */
struct rates {
	size_t count;
	double from[MOST_RATES]; /* n */
	double to[MOST_RATES];
	double cost[MOST_RATES]; /* between the two */
	double before;           /* the cost at the first n */
};

/* Of a model of the cost of a new cell: makes its statement and its exponent those of a call. */
void lift_statement(struct landau_model *model);
/* Then its curve, from the rate `first` on. */
void lift_curve(struct landau_model *model, const struct rates *rates, size_t first);
/* Takes back what was said, */
void lift_unknown(struct landau_model *model);
/* but for what the slope of the rates says by itself, already lifted. */
void lift_by_slope(struct landau_model *model);

#endif
