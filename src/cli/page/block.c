/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/block.c - a routine in the page's binary form; see page/block.h.
 *
 * Rows go column by column, since a column compresses better than rows do: sizes as differences, the
 * greatest cost as its distance from the least, a sum only where there are several calls.
 */
#include "cli/page/block.h"

#include <math.h>
#include <stdlib.h>

enum { HAS_RMS = 1, HAS_INDUCED = 2, HAS_DEVIATION = 4 };

/* -- Rows -------------------------------------------------------------------------------------- */

/* Row i of an array of points or of plain costs: both start with the costs. */
struct rows {
	const char *first;
	size_t stride;
	size_t count;
};

static struct rows rows_of_points(const struct landau_point *points, size_t count)
{
	return (struct rows){(const char *)points, sizeof(*points), count};
}

static struct rows rows_of_costs(const struct landau_costs *costs, size_t count)
{
	return (struct rows){(const char *)costs, sizeof(*costs), count};
}

static const struct landau_costs *row(const struct rows *rows, size_t i)
{
	return (const struct landau_costs *)(const void *)(rows->first + i * rows->stride);
}

static void put_rows(struct landau_bytes *bytes, struct rows rows)
{
	uint64_t before = 0;

	landau_bytes_number(bytes, rows.count);
	for (size_t i = 0; i < rows.count; i++) {
		landau_bytes_number(bytes, row(&rows, i)->size - before);
		before = row(&rows, i)->size;
	}
	for (size_t i = 0; i < rows.count; i++)
		landau_bytes_number(bytes, row(&rows, i)->calls);
	for (size_t i = 0; i < rows.count; i++)
		landau_bytes_number(bytes, row(&rows, i)->min);
	for (size_t i = 0; i < rows.count; i++)
		landau_bytes_number(bytes, row(&rows, i)->max - row(&rows, i)->min);
	for (size_t i = 0; i < rows.count; i++)
		if (row(&rows, i)->calls > 1)
			landau_bytes_number(bytes, row(&rows, i)->sum);
}

/* -- Points ------------------------------------------------------------------------------------ */

/* Standard deviation of the costs of a point. The difference is taken in whole numbers: it is exact. */
static float deviation_of(const struct landau_point *point)
{
	unsigned __int128 calls = point->costs.calls;
	unsigned __int128 sum = point->costs.sum;
	unsigned __int128 squares = point->sum_of_squares;
	unsigned __int128 most = ~(unsigned __int128)0;

	if (calls < 2 || point->costs.min == point->costs.max)
		return 0;
	if (squares <= most / calls && squares * calls >= sum * sum)
		return (float)(sqrt((double)(squares * calls - sum * sum)) / (double)calls);
	/* Too large for whole numbers, or saturated. */
	double mean = (double)sum / (double)calls;
	double variance = (double)squares / (double)calls - mean * mean;

	return variance > 0 ? (float)sqrt(variance) : 0;
}

static bool has_induced(const struct landau_summary *summary)
{
	for (size_t i = 0; i < summary->trms_count; i++) {
		const struct landau_point *point = &summary->trms[i];
		unsigned __int128 input = (unsigned __int128)point->costs.size * point->costs.calls;

		if (point->thread_sum || point->external_sum || point->rms_sum != input)
			return true;
	}
	return false;
}

static bool has_deviation(const struct landau_summary *summary)
{
	for (size_t i = 0; i < summary->trms_count; i++)
		if (deviation_of(&summary->trms[i]) > 0)
			return true;
	return false;
}

static bool rms_differs(const struct landau_summary *summary)
{
	if (summary->rms_count != summary->trms_count)
		return true;
	for (size_t i = 0; i < summary->rms_count; i++) {
		const struct landau_costs *a = &summary->rms[i];
		const struct landau_costs *b = &summary->trms[i].costs;

		if (a->size != b->size || a->calls != b->calls || a->min != b->min ||
		    a->max != b->max || a->sum != b->sum)
			return true;
	}
	return false;
}

static void put_points(struct landau_bytes *bytes, const struct landau_summary *summary)
{
	const struct landau_point *points = summary->trms;
	size_t count = summary->trms_count;
	bool rms = rms_differs(summary);
	bool induced = has_induced(summary);
	bool deviation = has_deviation(summary);

	landau_bytes_number(bytes, (rms ? HAS_RMS : 0u) | (induced ? HAS_INDUCED : 0u) |
					   (deviation ? HAS_DEVIATION : 0u));
	put_rows(bytes, rows_of_points(points, count));
	if (induced) {
		for (size_t i = 0; i < count; i++)
			landau_bytes_number(bytes, points[i].rms_sum);
		for (size_t i = 0; i < count; i++)
			landau_bytes_number(bytes, points[i].thread_sum);
		for (size_t i = 0; i < count; i++)
			landau_bytes_number(bytes, points[i].external_sum);
	}
	for (size_t i = 0; deviation && i < count; i++)
		if (points[i].costs.calls > 1)
			landau_bytes_float(bytes, deviation_of(&points[i]));
	if (rms)
		put_rows(bytes, rows_of_costs(summary->rms, summary->rms_count));
}

/* -- Threads ----------------------------------------------------------------------------------- */

static uint64_t add(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

static bool starts_thread(const struct landau_profile *profile, size_t first, size_t i)
{
	return i == first || profile->records[i - 1].thread != profile->records[i].thread;
}

static bool put_threads(struct landau_bytes *bytes, const struct landau_profile *profile,
			uint32_t routine)
{
	size_t first;
	size_t last;
	size_t count = 0;

	landau_profile_records_of(profile, routine, &first, &last);
	for (size_t i = first; i < last; i++)
		count += starts_thread(profile, first, i);
	landau_bytes_number(bytes, count);
	for (size_t i = first; i < last; i++) {
		struct landau_summary summary;
		uint64_t thread_input = 0;
		uint64_t external_input = 0;

		if (!starts_thread(profile, first, i))
			continue;
		if (!landau_profile_summarise(profile, routine, profile->records[i].thread,
					      &summary))
			return false;
		for (size_t k = 0; k < summary.trms_count; k++) {
			thread_input = add(thread_input, summary.trms[k].thread_sum);
			external_input = add(external_input, summary.trms[k].external_sum);
		}
		landau_bytes_number(bytes, profile->records[i].thread);
		landau_bytes_number(bytes, summary.calls);
		landau_bytes_number(bytes, summary.cost);
		landau_bytes_number(bytes, summary.self);
		landau_bytes_number(bytes, thread_input);
		landau_bytes_number(bytes, external_input);
		if (count > 1)
			put_rows(bytes, rows_of_points(summary.trms, summary.trms_count));
		landau_summary_free(&summary);
	}
	return true;
}

/* -- Callees ----------------------------------------------------------------------------------- */

static bool add_edge(struct landau_page_edges *edges, uint32_t caller,
		     const struct landau_callee *callee, const struct landau_model *model)
{
	if (edges->count == edges->capacity) {
		size_t capacity = edges->capacity ? 2 * edges->capacity : 256;
		struct landau_page_edge *more = reallocarray(edges->edges, capacity, sizeof(*more));

		if (!more)
			return false;
		edges->edges = more;
		edges->capacity = capacity;
	}
	edges->edges[edges->count++] = (struct landau_page_edge){
		.caller = caller,
		.callee = callee->routine,
		.calls = callee->calls,
		.cost = callee->cost,
		.model = model,
	};
	return true;
}

static bool put_callees(struct landau_bytes *bytes, const struct landau_profile *profile,
			uint32_t routine, const struct landau_page_fit *fit,
			struct landau_page_edges *edges)
{
	struct landau_callee *callees;
	size_t count;
	bool fine = true;

	if (!landau_profile_callees(profile, routine, &callees, &count))
		return false;
	landau_bytes_number(bytes, count);
	for (size_t i = 0; fine && i < count; i++) {
		landau_bytes_number(bytes, callees[i].routine);
		landau_bytes_number(bytes, callees[i].calls);
		landau_bytes_number(bytes, callees[i].cost);
		put_rows(bytes, rows_of_costs(callees[i].by_size, callees[i].by_size_count));
		fine = add_edge(edges, routine, &callees[i], &fit->callees[i]);
	}
	landau_callees_free(callees, count);
	return fine;
}

/* -- Contexts ---------------------------------------------------------------------------------- */

/* One part for each record: a context that two threads ran in appears twice. */
static void put_contexts(struct landau_bytes *bytes, const struct landau_profile *profile,
			 uint32_t routine)
{
	size_t first = 0;
	size_t last = 0;

	if (profile->has_contexts)
		landau_profile_records_of(profile, routine, &first, &last);
	landau_bytes_number(bytes, last - first);
	for (size_t i = first; i < last; i++) {
		const struct landau_profile_record *record = &profile->records[i];

		landau_bytes_number(bytes, record->context);
		landau_bytes_number(bytes, record->thread);
		landau_bytes_number(bytes, record->calls);
		landau_bytes_number(bytes, record->cost);
		landau_bytes_number(bytes, record->self);
		put_rows(bytes, rows_of_points(record->trms, record->trms_count));
	}
}

bool landau_page_block(const struct landau_profile *profile, uint32_t routine,
		       const struct landau_page_fit *fit, struct landau_page_routine *facts,
		       struct landau_page_edges *edges, struct landau_bytes *bytes)
{
	struct landau_summary summary;
	size_t start = bytes->count;
	bool fine;

	if (!landau_profile_summarise(profile, routine, LANDAU_NONE, &summary))
		return false;
	*facts = (struct landau_page_routine){
		.calls = summary.calls,
		.cost = summary.cost,
		.self = summary.self,
		.points = summary.trms_count,
		.rms_points = summary.rms_count,
		.measures = landau_summary_measures(&summary),
	};
	put_points(bytes, &summary);
	landau_summary_free(&summary);
	fine = put_threads(bytes, profile, routine) &&
	       put_callees(bytes, profile, routine, fit, edges);
	put_contexts(bytes, profile, routine);
	facts->bytes = bytes->count - start;
	return fine && !bytes->failed;
}
