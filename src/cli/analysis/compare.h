/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare.h - what has changed between two measurements of a routine: its growth, or its cost at equal n.
 *
 * The growth is compared by class where both have one, else by exponent; the cost by the curves where both have
 * a class, else by what was measured at sizes that both have seen, or lie between sizes that the other has. Where the
 * data do not settle it the answer is LANDAU_CHANGE_UNKNOWN.
 */
#ifndef LANDAU_CLI_COMPARE_H
#define LANDAU_CLI_COMPARE_H

#include "cli/analysis/analysis.h"

enum landau_change {
	LANDAU_CHANGE_WORSE,
	LANDAU_CHANGE_BETTER,
	LANDAU_CHANGE_SLOWER,
	LANDAU_CHANGE_FASTER,
	LANDAU_CHANGE_NEW,  /* for those who list routines; */
	LANDAU_CHANGE_GONE, /* landau_compare does not answer it */
	LANDAU_CHANGE_NONE,
	LANDAU_CHANGE_UNKNOWN,
	LANDAU_CHANGE_COUNT
};

struct landau_comparison {
	enum landau_change change;
	double factor; /* cost after / before at that size; NaN if not known */
	double size;
	bool is_measured; /* the factor: not taken from curves */
};

struct landau_comparison landau_compare(const struct landau_finding *before,
					const struct landau_finding *after);

/* The greatest cost of a call of size n. */
struct landau_cost_point {
	double n;
	double cost;
};

/* Those of a routine, summary->trms_count of them, sorted by n. NULL: no memory; freed with free. */
struct landau_cost_point *landau_cost_points(const struct landau_summary *summary);

/* The cost at n, on a power law between the points around it; NaN outside of them. */
double landau_cost_at(const struct landau_cost_point *points, size_t count, double n);

/* "worse", "better", "slower", "faster", "new", "gone", "same", "unknown". */
const char *landau_change_name(enum landau_change change);

#endif
