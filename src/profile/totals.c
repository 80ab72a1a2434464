/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * totals.c - what routines cost in runs of known sizes; see totals.h.
 *
 * A sweep knows the size of each of its runs, which no point of a routine says: a table that is filled
 * by n calls, each with an input of a few cells, grows with n all the same. Totals of one routine and
 * size are added as points are, so that merging stays associative and commutative.
 */
#include "profile/totals.h"

#include <stdlib.h>

#include "core/saturate.h"
#include "profile/unite.h"

enum { KINDS = 3, FIELDS_OF_RUNS = 3 + 3 * KINDS };

/* -- Order ------------------------------------------------------------------------------------- */

static int compare_totals(const void *first, const void *second)
{
	const struct landau_run_totals *a = first;
	const struct landau_run_totals *b = second;

	if (a->routine != b->routine)
		return a->routine < b->routine ? -1 : 1;
	return (a->size > b->size) - (a->size < b->size);
}

static void add_range(struct landau_range *sum, const struct landau_range *more)
{
	sum->min = more->min < sum->min ? more->min : sum->min;
	sum->max = more->max > sum->max ? more->max : sum->max;
	sum->sum = landau_add(sum->sum, more->sum);
}

void landau_totals_finish(struct landau_profile *profile)
{
	struct landau_run_totals *totals = profile->totals;
	size_t used = 0;

	if (profile->total_count == 0)
		return;
	qsort(totals, profile->total_count, sizeof(*totals), compare_totals);
	for (size_t i = 1; i < profile->total_count; i++) {
		struct landau_run_totals *last = &totals[used];

		if (compare_totals(last, &totals[i]) != 0) {
			totals[++used] = totals[i];
			continue;
		}
		last->runs = landau_add(last->runs, totals[i].runs);
		add_range(&last->cost, &totals[i].cost);
		add_range(&last->calls, &totals[i].calls);
		add_range(&last->largest, &totals[i].largest);
	}
	profile->total_count = used + 1;
}

void landau_profile_totals_of(const struct landau_profile *profile, uint32_t routine, size_t *first,
			      size_t *last)
{
	landau_about_routine(profile->totals, profile->total_count, sizeof(*profile->totals),
			     routine, first, last);
}

/* -- Lines ------------------------------------------------------------------------------------- */

static void read_range(struct landau_fields *fields, uint64_t runs, struct landau_range *range,
		       const char *what)
{
	range->min = landau_fields_number(fields, what);
	range->max = range->min;
	range->sum = range->min;
	if (runs == 1)
		return;
	range->max = landau_fields_number(fields, what);
	range->sum = landau_fields_number(fields, what);
	if (!landau_could_add_up(range->min, range->max, runs, range->sum))
		landau_fields_fail(fields, "%s is not possible for so many runs", what);
}

void landau_totals_read(struct landau_fields *fields, struct landau_run_totals *totals)
{
	totals->size = landau_fields_number(fields, "the size of the runs");
	totals->runs = landau_fields_number(fields, "the number of runs");
	if (totals->runs == 0)
		landau_fields_fail(fields, "there are no runs");
	read_range(fields, totals->runs, &totals->cost, "cost");
	read_range(fields, totals->runs, &totals->calls, "calls");
	read_range(fields, totals->runs, &totals->largest, "the largest call");
}

void landau_totals_write(struct landau_writer *writer, const struct landau_run_totals *totals)
{
	const struct landau_range *ranges[KINDS] = {&totals->cost, &totals->calls,
						    &totals->largest};
	uint64_t numbers[FIELDS_OF_RUNS] = {totals->routine, totals->size, totals->runs};
	size_t count = 3;

	for (size_t i = 0; i < KINDS; i++) {
		numbers[count++] = ranges[i]->min;
		if (totals->runs == 1)
			continue;
		numbers[count++] = ranges[i]->max;
		numbers[count++] = ranges[i]->sum;
	}
	landau_write_numbers(writer, "x-runs", numbers, count);
}

/* -- One run ----------------------------------------------------------------------------------- */

static struct landau_range only(uint64_t value)
{
	return (struct landau_range){.min = value, .max = value, .sum = value};
}

bool landau_profile_set_size(struct landau_profile *profile, enum landau_run_unit unit,
			     uint64_t size)
{
	struct landau_run_totals *totals =
		calloc(profile->routine_count + 1, sizeof(*profile->totals));
	size_t count = 0;

	if (!totals)
		return false;
	for (size_t i = 0; i < profile->run_count; i++) {
		profile->runs[i].unit = unit;
		profile->runs[i].size = size;
	}
	for (uint32_t i = 0; i < profile->routine_count; i++) {
		uint64_t cost = 0;
		uint64_t calls = 0;
		uint64_t largest = 0;
		size_t first;
		size_t last;

		landau_profile_records_of(profile, i, &first, &last);
		for (size_t j = first; j < last; j++) {
			const struct landau_profile_record *record = &profile->records[j];

			cost = landau_add(cost, record->cost);
			calls = landau_add(calls, record->calls);
			for (size_t k = 0; k < record->trms_count; k++)
				if (record->trms[k].costs.max > largest)
					largest = record->trms[k].costs.max;
		}
		if (calls > 0)
			totals[count++] = (struct landau_run_totals){.routine = i,
								     .size = size,
								     .runs = 1,
								     .cost = only(cost),
								     .calls = only(calls),
								     .largest = only(largest)};
	}
	free(profile->totals);
	profile->totals = totals;
	profile->total_count = count;
	return true;
}
