/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * within.h - how the cost of one long activation has grown with its input on the way.
 *
 * The marks of a progress curve are sums, so that each holds what all before it held. The evidence lies between
 * them: what each new cell of input has cost, as a function of n so far. If that stays the same the cost is
 * linear; if it grows as log n it is n log n, if it grows as n it is n^2. So the rates are fitted like any other cost, and
 * what is said of them is lifted by one power of n.
 *
 * A call is no experiment where n is not what drives its cost: where it reads its input first and works
 * on it afterwards, or does one thing in one phase and another in the next. Then it is said which.
 */
#ifndef LANDAU_MODEL_WITHIN_H
#define LANDAU_MODEL_WITHIN_H

#include "core/curve.h" /* struct landau_mark */
#include "model/model.h"

enum landau_within_kind {
	LANDAU_WITHIN_NONE,       /* nothing can be said; the reason of the model says why */
	LANDAU_WITHIN_GROWTH,     /* the model has a statement */
	LANDAU_WITHIN_READ_FIRST, /* much of the cost came when nearly all was read */
	LANDAU_WITHIN_AT_ONCE,    /* much of it came at one size on the way */
	LANDAU_WITHIN_PHASES,     /* from some size on, each cell costs another amount */
};

/* Which input n is. */
enum landau_within_size { LANDAU_WITHIN_TRMS, LANDAU_WITHIN_EXTERNAL };

enum { LANDAU_WITHIN_REASON_BYTES = 160 };

struct landau_within {
	enum landau_within_kind kind;
	/*
	 * Of the cost of a call by n. Its statement is LANDAU_STATEMENT_UNKNOWN unless the kind is LANDAU_WITHIN_GROWTH, and
	 * its `sizes` are how many marks there were.
	 */
	struct landau_model model;
	double at;            /* n where the cost came at once, or where the second phase begins */
	double share;         /* of the cost that came at once, */
	double before, after; /* or of a cell in the two phases */
	/* A sentence without its full stop for what is no growth; "" where there is a statement. */
	char reason[LANDAU_WITHIN_REASON_BYTES];
};

/* The marks grow in trms and fall in nothing; `end` is the activation when it returned. */
struct landau_within landau_within_of(const struct landau_mark *marks, size_t count,
				      const struct landau_mark *end, enum landau_within_size size);

/* "none", "growth", "read first", "at once", "phases". */
const char *landau_within_name(enum landau_within_kind kind);

#endif
