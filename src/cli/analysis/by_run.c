/* SPDX-License-Identifier: GPL-2.0-or-later */
/* by_run.c - growth with the size of the runs of a sweep; see by_run.h. */
#include "cli/analysis/by_run.h"

#include <math.h>
#include <stdlib.h>

#include "cli/analysis/analysis.h"
#include "cli/analysis/startup.h"

const char *landau_by_run_name(enum landau_by_run_kind kind)
{
	static const char *const names[LANDAU_BY_RUN_KINDS] = {"cost", "calls", "largest"};

	return names[kind];
}

static const struct landau_range *range_of(const struct landau_run_totals *totals,
					   enum landau_by_run_kind kind)
{
	if (kind == LANDAU_BY_RUN_CALLS)
		return &totals->calls;
	return kind == LANDAU_BY_RUN_COST ? &totals->cost : &totals->largest;
}

bool landau_by_run_of(const struct landau_profile *profile, uint32_t routine,
		      struct landau_by_run *by_run)
{
	size_t first, last;

	*by_run = (struct landau_by_run){0};
	if (landau_by_run_unit(profile) == LANDAU_RUN_UNSIZED)
		return true;
	landau_profile_totals_of(profile, routine, &first, &last);
	for (int kind = 0; kind < LANDAU_BY_RUN_KINDS && last > first; kind++) {
		struct landau_costs *points = calloc(last - first, sizeof(*points));

		if (!points)
			return false;
		for (size_t i = first; i < last; i++) {
			const struct landau_run_totals *totals = &profile->totals[i];
			const struct landau_range *range =
				range_of(totals, (enum landau_by_run_kind)kind);

			points[i - first] = (struct landau_costs){.size = totals->size,
								  .calls = totals->runs,
								  .min = range->min,
								  .max = range->max,
								  .sum = range->sum};
		}
		by_run->points[kind] = points;
		/* Repeated runs of a size differ by chance: their mean tells more than the worst. */
		by_run->models[kind] =
			landau_model_fit_costs(points, last - first, LANDAU_MERGE_MEAN);
	}
	by_run->count = last - first;
	return true;
}

void landau_by_run_free(struct landau_by_run *by_run)
{
	for (int kind = 0; kind < LANDAU_BY_RUN_KINDS; kind++)
		free(by_run->points[kind]);
	*by_run = (struct landau_by_run){0};
}

enum landau_run_unit landau_by_run_unit(const struct landau_profile *profile)
{
	enum landau_run_unit unit = LANDAU_RUN_UNSIZED;

	for (size_t i = 0; profile->total_count > 0 && i < profile->run_count; i++) {
		if (profile->runs[i].unit == LANDAU_RUN_UNSIZED)
			continue;
		if (unit != LANDAU_RUN_UNSIZED && unit != profile->runs[i].unit)
			return LANDAU_RUN_UNSIZED;
		unit = profile->runs[i].unit;
	}
	return unit;
}

const char *landau_by_run_unit_text(enum landau_run_unit unit)
{
	switch (unit) {
	case LANDAU_RUN_NUMBER:
		return "{n}";
	case LANDAU_RUN_LINES:
		return "the lines of {file}";
	case LANDAU_RUN_BYTES:
		return "the bytes of {file}";
	case LANDAU_RUN_THREADS:
		return "{t}";
	default:
		return "";
	}
}

/* -- Ranking ------------------------------------------------------------------------------------ */

/* Of the cost of the largest runs: routines with less do not matter. */
static const double smallest_share = 0.001;
/* Of what the first routine is predicted to cost, for the one to blame. */
static const double most = 0.8;

/* The mean cost of the routine in the largest runs; 0 if it is not called there. */
static double cost_at(const struct landau_run_totals *totals, size_t count, uint64_t size)
{
	const struct landau_run_totals *last = &totals[count - 1];

	return last->size == size ? (double)last->cost.sum / (double)last->runs : 0;
}

static int descending(double a, double b)
{
	return (a < b) - (a > b);
}

static int compare_rows(const void *first, const void *second)
{
	const struct landau_by_run_row *a = first, *b = second;
	int order = descending(a->predicted, b->predicted);

	return order ? order : (a->routine > b->routine) - (a->routine < b->routine);
}

/* Callers before callees: they have the larger share. */
static int compare_shares(const void *first, const void *second)
{
	const struct landau_by_run_row *a = first, *b = second;
	int order = descending(a->share, b->share);

	return order ? order : (a->routine > b->routine) - (a->routine < b->routine);
}

/* Sizes of runs, and what the largest of them cost: as much as the outermost routine. */
static double find_sizes(const struct landau_profile *profile, struct landau_by_run_table *table)
{
	double whole = 0;

	table->smallest = UINT64_MAX;
	for (size_t i = 0; i < profile->total_count; i++) {
		uint64_t size = profile->totals[i].size;

		table->smallest = size < table->smallest ? size : table->smallest;
		table->largest = size > table->largest ? size : table->largest;
	}
	for (size_t i = 0; i < profile->total_count; i++)
		whole = fmax(whole, cost_at(&profile->totals[i], 1, table->largest));
	return whole;
}

static bool add_row(const struct landau_profile *profile, struct landau_by_run_table *table,
		    uint32_t routine, double share)
{
	struct landau_by_run_row *row = &table->rows[table->count];

	*row = (struct landau_by_run_row){.routine = routine, .share = share};
	if (!landau_by_run_of(profile, routine, &row->by_run)) {
		landau_by_run_free(&row->by_run);
		return false;
	}
	row->predicted = share * landau_growth_factor(&row->by_run.models[LANDAU_BY_RUN_COST]);
	if (row->by_run.count > table->sizes)
		table->sizes = row->by_run.count;
	table->count++;
	return true;
}

bool landau_by_run_rank(const struct landau_profile *profile, struct landau_by_run_table *table)
{
	double whole;

	*table = (struct landau_by_run_table){.unit = landau_by_run_unit(profile)};
	if (table->unit == LANDAU_RUN_UNSIZED)
		return true;
	table->rows = calloc(profile->routine_count + 1, sizeof(*table->rows));
	if (!table->rows)
		return false;
	whole = find_sizes(profile, table);
	for (uint32_t i = 0; whole > 0 && i < profile->routine_count; i++) {
		size_t first, last;
		double share;

		landau_profile_totals_of(profile, i, &first, &last);
		if (first == last || landau_is_startup(&profile->routines[i]))
			continue;
		share = cost_at(&profile->totals[first], last - first, table->largest) / whole;
		if (share >= smallest_share && !add_row(profile, table, i, share))
			return false;
	}
	qsort(table->rows, table->count, sizeof(*table->rows), compare_rows);
	while (table->culprit + 1 < table->count &&
	       table->rows[table->culprit + 1].predicted >= most * table->rows[0].predicted)
		table->culprit++;
	/* Nearly all of the cost at ten times the size passes through these, so that they call each other. */
	if (table->count > 0)
		qsort(table->rows, table->culprit + 1, sizeof(*table->rows), compare_shares);
	return true;
}

void landau_by_run_table_free(struct landau_by_run_table *table)
{
	for (size_t i = 0; i < table->count; i++)
		landau_by_run_free(&table->rows[i].by_run);
	free(table->rows);
	*table = (struct landau_by_run_table){0};
}
