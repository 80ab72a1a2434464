/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * budget.h - the file that says how fast routines may grow.
 *
 *     # what           may grow as
 *     parse_*:         n log n
 *     *@libz.so.1:     n
 *     legacy_sort:     any
 *     cache_*:         peak n
 *     default:         n^1.5
 *
 * A line is a glob for the name, which may be followed by @ and a glob for the object, a colon, and
 * a growth class or `any`, in front of which may stand the name of a cost: without it the line is about the main one. The first line that matches counts; `default` matches what no line before
 * or after it does. Blank lines and what follows a # are left out.
 */
#ifndef LANDAU_CLI_BUDGET_H
#define LANDAU_CLI_BUDGET_H

#include "model/model.h"
#include "profile/profile.h"

struct landau_budget_line {
	char *name;               /* a glob; NULL for the default line */
	char *object;             /* a glob, or NULL: any */
	enum landau_growth bound; /* LANDAU_GROWTH_COUNT: any */
	char cost[12];            /* its name, "" of the main one */
	char text[32];            /* "n log n", "peak n" or "any" */
	uint64_t line;
	bool used; /* has matched a routine */
};

struct landau_budget {
	struct landau_budget_line *lines;
	size_t count;
};

/* False on error. Freed with landau_budget_free in either case. */
bool landau_budget_read(const char *path, struct landau_budget *budget, struct landau_error *error);
void landau_budget_free(struct landau_budget *budget);

/* Is any line about this cost? */
bool landau_budget_has_cost(const struct landau_budget *budget, const char *cost);

/*
 * The line about `cost` ("": the main one) that counts for the routine, NULL if there is none; it is marked as used. `other_name`: one that the routine
 * goes by as well, or NULL.
 */
struct landau_budget_line *landau_budget_find(struct landau_budget *budget, const char *cost,
					      const struct landau_routine *routine,
					      const char *other_name);

/* "n log n" or "any". */
const char *landau_bound_name(enum landau_growth bound);

#endif
