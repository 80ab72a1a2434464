/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * table.h - the table that landau report prints for people.
 *
 * A headline that says how much of the cost is known and what hurts most; a row a routine; below it what was
 * left out, and what to run next.
 */
#ifndef LANDAU_CLI_TABLE_H
#define LANDAU_CLI_TABLE_H

#include "cli/analysis/analysis.h"

/* Of the cost: with so much a routine that grows fast is what the profile is about, be it the loader. */
#define LANDAU_WORTH_NAMING 0.01

struct landau_rows {
	const struct landau_analysis *analysis;
	struct landau_known known;
	size_t *indices; /* of findings, a row each */
	size_t count;
	size_t matches;   /* routines that were asked for, shown or not */
	size_t too_small; /* left out for their small share, */
	size_t too_many;  /* for want of room, */
	size_t startup;   /* and because they only bring the program up and down */
	double startup_share;
	size_t unnamed; /* of the matches */
	size_t first_unnamed;
	double unnamed_share;
	/* Of those whose growth is known what hurts most, or NULL; the same of those that grow faster than n log n,
	   if it can be one that is worth naming; */
	const struct landau_finding *leader, *fast_leader;
	size_t fast;           /* how many of the latter there are, */
	double fast_share;     /* what the one that costs most of them has, */
	size_t fast_and_small; /* and how many beside them that have too small a share */
	/* Of two routines that grow slowly as far as known, one that ran once and one that it calls often; or NULL. */
	const struct landau_finding *once, *often;
	bool above; /* growth with another n than the routines' input was printed above */
};

/* `files` are the profiles that were named; none: the usual one. */
void landau_table_print(const struct landau_rows *table, char *const *files, int file_count);

#endif
