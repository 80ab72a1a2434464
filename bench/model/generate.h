/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * generate.h - synthetic cost data of a known growth class.
 *
 * A trial has 12 to 60 sizes spread over 2 to 3.5 decades, where its kind does not say otherwise; for
 * 2^n, 12 to 30 sizes between 1 and 40 (of a short range, between 10 and 40). The same seed gives the same data everywhere.
 */
#ifndef LANDAU_BENCH_GENERATE_H
#define LANDAU_BENCH_GENERATE_H

#include <stdint.h>

#include "model/model.h"

enum kind {
	KIND_EXACT,       /* c g(n), rounded to a whole number of at least 1 */
	KIND_NOISE_3,     /* times 1 + 3 % of a normal variable */
	KIND_NOISE_20,    /* times 1 + 20 % of a normal variable, at least a twentieth */
	KIND_OUTLIER,     /* 3 % noise, and one point ten times as high */
	KIND_LOWER_ORDER, /* 3 % noise; a linear (up to n: constant) term, as large as the leading
			     one in the middle of the range */
	KIND_ADDITIVE, /* plus a normal variable of 10 % of the cost in the middle of the range */
	KIND_GOALS,    /* the kinds above must be right in 95 % */
	KIND_HEAVY_TAIL = KIND_GOALS, /* times a Pareto variable of index 1.2: infinite variance */
	KIND_TWO_MODES, /* 3 % noise; 30 to 70 % of the sizes take a path that is 3 to 10 times
			   cheaper, or of a lower class */
	KIND_OFFSET,    /* 3 % noise; n counts cells that do not matter, up to half of the least */
	/* What routines of real programs are like; 3 % noise in all of them. */
	KIND_TRAITS,
	KIND_BENT =
		KIND_TRAITS, /* small sizes take a cheaper path, of which larger ones grow out */
	KIND_SET_UP, /* a cluster of small calls that do something else, then a gap, then a decade
			 and a half of calls that start late: g(n - k) */
	KIND_NARROW, /* 1.1 to 1.6 decades of sizes */
	KIND_COUNTS, /* small whole numbers: the greatest cost is 30 to 3000 */
	KIND_STEPS,  /* a table that doubles: costs up to half higher after each power of two, and
			 one size in ten pays for the growth */
	KIND_DRIFT,  /* 10 % that neighbouring sizes have in common */
	/* What leaves the class open: there may be no more to say than a bound. */
	KIND_LEAN,
	KIND_SHORT = KIND_LEAN, /* 0.5 to 1 decade of sizes */
	KIND_FEW,               /* 6 to 11 sizes over 1 to 2.5 decades */
	KIND_CELLS, /* n counts cells that do not matter, 1 to 4 times as many as the least input has */
	KIND_LATE, /* a linear (up to n: constant) term, as large as the leading one only at 0.3 to 1
		       of the largest size */
	KIND_COUNT,
};

extern const char *const kind_names[KIND_COUNT];

enum { MAX_TRIAL = 256 };

struct trial {
	enum landau_growth growth; /* the truth */
	size_t count;
	struct landau_sample samples[MAX_TRIAL]; /* in order of size */
};

/* splitmix64: small, fast, the same everywhere. */
struct random {
	uint64_t state;
};

double random_uniform(struct random *random); /* in (0, 1) */
double random_normal(struct random *random);
void generate(struct trial *trial, struct random *random, enum landau_growth growth,
	      enum kind kind);

#endif
