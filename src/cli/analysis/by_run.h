/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * by_run.h - how routines grow with the size that a sweep gave to its runs, rather than with their own
 * input.
 *
 * A point of a routine says what one call costs for what it reads. A routine that reads little in each
 * of its calls and is called n times, or one that reads most of its input elsewhere (in a virtual
 * machine's registers, behind a cache), looks constant there while the program becomes slower and
 * slower. The sizes of the runs know better, if there are enough.
 */
#ifndef LANDAU_CLI_BY_RUN_H
#define LANDAU_CLI_BY_RUN_H

#include "model/model.h"
#include "profile/profile.h"

/* What is looked at in each run. */
enum landau_by_run_kind {
	LANDAU_BY_RUN_COST,    /* of all calls, inclusive */
	LANDAU_BY_RUN_CALLS,   /* their number */
	LANDAU_BY_RUN_LARGEST, /* the greatest cost of one */
	LANDAU_BY_RUN_KINDS
};

struct landau_by_run {
	/* Sorted by size of the run: `calls` is the number of runs, the rest is about one run. */
	struct landau_costs *points[LANDAU_BY_RUN_KINDS];
	size_t count; /* sizes in each; 0: the profile knows of no size of a run that called it */
	struct landau_model models[LANDAU_BY_RUN_KINDS];
};

/* False: no memory. Freed with landau_by_run_free in either case. */
bool landau_by_run_of(const struct landau_profile *profile, uint32_t routine,
		      struct landau_by_run *by_run);
void landau_by_run_free(struct landau_by_run *by_run);

/* "cost", "calls", "largest". */
const char *landau_by_run_name(enum landau_by_run_kind kind);

/*
 * What the sizes of all runs are counted in. LANDAU_RUN_UNSIZED if none has a size (or no routine is
 * known to have been called), or if they are counted in different things, so that they say nothing
 * together.
 */
enum landau_run_unit landau_by_run_unit(const struct landau_profile *profile);

/* "{n}", "the lines of {file}", "the bytes of {file}". */
const char *landau_by_run_unit_text(enum landau_run_unit unit);

struct landau_by_run_row {
	uint32_t routine;
	struct landau_by_run by_run;
	double share;     /* of the cost of the largest runs, callees included, 0 to 1 */
	double predicted; /* of the same, at ten times their size: at least */
};

/* The routines that matter in the largest runs, without those that only start a program up. */
struct landau_by_run_table {
	enum landau_run_unit unit;
	struct landau_by_run_row *rows; /* up to the culprit by share, then by what is predicted */
	size_t count;
	size_t sizes; /* of runs */
	uint64_t smallest;
	uint64_t largest;
	/*
	 * The row of the innermost routine that most of the predicted cost is spent in: its callers stand
	 * before it.
	 */
	size_t culprit;
};

/* Without rows if the profile knows of no sizes of runs. False: no memory. Freed in either case. */
bool landau_by_run_rank(const struct landau_profile *profile, struct landau_by_run_table *table);
void landau_by_run_table_free(struct landau_by_run_table *table);

#endif
