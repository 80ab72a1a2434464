/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * statements.h - how often what the model says holds, and how often it is of use.
 *
 * A statement is right if it does not contradict the truth: a class that is the true one, neighbours of
 * which one is, a bound on the right side of it. It is useful if it is a class or two neighbours, or
 * a bound that tells linear from quadratic: it excludes n log n from below, or n^2 from above.
 *
 * A logarithm counts for no power of n, but a lower bound may be above the power of n log n and n^2 log n by
 * LOGARITHM_ALLOWANCE, which is less than what a logarithm looks like over any sizes that occur. An upper
 * bound gets no such allowance: "at most n" contradicts n log n.
 */
#ifndef LANDAU_BENCH_STATEMENTS_H
#define LANDAU_BENCH_STATEMENTS_H

#include "generate.h"

#define LOGARITHM_ALLOWANCE 0.1

struct statement_tally {
	unsigned trials;
	unsigned given[LANDAU_STATEMENT_CLASS + 1];
	unsigned right;                   /* of all but unknown */
	unsigned contradicted;            /* bounds */
	unsigned wide, useful;            /* trials of a decade or more; those of them */
	unsigned quadratics, superlinear; /* of them n^2 and above; those said to be superlinear */
};

/* Returns whether the statement holds. */
bool statement_judge(struct statement_tally *tally, const struct trial *trial,
		     const struct landau_model *model);
void statement_add(struct statement_tally *sum, const struct statement_tally *tally);
void statement_print_head(const char *first_column);
void statement_print_row(const char *name, const struct statement_tally *tally);
/* Of all statements that are not unknown, how many are right, in percent; 100 if there is none. */
double statement_percent_right(const struct statement_tally *tally);
double statement_percent_useful(const struct statement_tally *tally);
double statement_percent_superlinear(const struct statement_tally *tally);

#endif
