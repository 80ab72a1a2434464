/* SPDX-License-Identifier: GPL-2.0-or-later */
/* views.c - the points of a routine as a whole, and what they say; see profile.h. */
#include <stdlib.h>

#include "profile/combine.h"
#include "profile/profile.h"
#include "profile/unite.h"

/* The first record of this routine, on this thread or a later one, or of a later routine. */
static size_t first_record(const struct landau_profile *profile, uint32_t routine, uint32_t thread)
{
	size_t low = 0;
	size_t high = profile->record_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct landau_profile_record *record = &profile->records[middle];

		if (record->routine < routine ||
		    (record->routine == routine && record->thread < thread))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void landau_profile_records_of(const struct landau_profile *profile, uint32_t routine,
			       size_t *first, size_t *last)
{
	landau_about_routine(profile->records, profile->record_count, sizeof(*profile->records),
			     routine, first, last);
}

void landau_profile_edges_of(const struct landau_profile *profile, uint32_t caller, size_t *first,
			     size_t *last)
{
	landau_about_routine(profile->edges, profile->edge_count, sizeof(*profile->edges), caller,
			     first, last);
}

/* Memory for so many elements, one at least; NULL: no memory. */
static void *new_array(size_t count, size_t element_bytes)
{
	return malloc((count > 0 ? count : 1) * element_bytes);
}

static struct landau_list trms_of(const struct landau_profile_record *record)
{
	return (struct landau_list){record->trms, record->trms_count, sizeof(*record->trms)};
}

static struct landau_list rms_of(const struct landau_profile_record *record)
{
	if (!record->rms_differs)
		return trms_of(record);
	return (struct landau_list){record->rms, record->rms_count, sizeof(*record->rms)};
}

static bool combine_points(const struct landau_profile_record *records, size_t count,
			   struct landau_list *lists, struct landau_summary *summary)
{
	void *result;

	/* Nearly always a routine has one record, and a large one need not be copied. */
	summary->trms_borrowed = count == 1;
	summary->rms_borrowed = count == 1 && records[0].rms_differs;
	if (summary->trms_borrowed) {
		summary->trms = records[0].trms;
		summary->trms_count = records[0].trms_count;
	} else {
		for (size_t i = 0; i < count; i++)
			lists[i] = trms_of(&records[i]);
		if (!landau_combine(lists, count, true, &result, &summary->trms_count))
			return false;
		summary->trms = result;
	}
	if (summary->rms_borrowed) {
		summary->rms = records[0].rms;
		summary->rms_count = records[0].rms_count;
	} else {
		for (size_t i = 0; i < count; i++)
			lists[i] = rms_of(&records[i]);
		if (!landau_combine(lists, count, false, &result, &summary->rms_count))
			return false;
		summary->rms = result;
	}
	return true;
}

uint64_t landau_profile_cost(const struct landau_profile *profile, uint32_t thread)
{
	uint64_t cost = 0;

	for (size_t i = 0; i < profile->thread_count; i++)
		if (thread == LANDAU_NONE || thread == i)
			cost = landau_add(cost, profile->threads[i].cost);
	return cost;
}

const struct landau_point *landau_summary_point(const struct landau_summary *summary, uint64_t size)
{
	size_t low = 0;
	size_t high = summary->trms_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (summary->trms[middle].costs.size < size)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < summary->trms_count && summary->trms[low].costs.size == size)
		return &summary->trms[low];
	return NULL;
}

bool landau_profile_summarise(const struct landau_profile *profile, uint32_t routine,
			      uint32_t thread, struct landau_summary *summary)
{
	struct landau_list *lists;
	size_t first;
	size_t last;
	bool fine;

	*summary = (struct landau_summary){0};
	if (thread == LANDAU_NONE) {
		landau_profile_records_of(profile, routine, &first, &last);
	} else {
		/* Threads are numbered below LANDAU_NONE, so there always is a next number. */
		first = first_record(profile, routine, thread);
		last = first_record(profile, routine, thread + 1);
	}
	for (size_t i = first; i < last; i++) {
		summary->calls = landau_add(summary->calls, profile->records[i].calls);
		summary->cost = landau_add(summary->cost, profile->records[i].cost);
		summary->self = landau_add(summary->self, profile->records[i].self);
	}
	lists = new_array(last - first, sizeof(*lists));
	fine = lists && (first == last ||
			 combine_points(&profile->records[first], last - first, lists, summary));
	free(lists);
	if (!fine)
		landau_summary_free(summary);
	return fine;
}

void landau_summary_free(struct landau_summary *summary)
{
	if (!summary->trms_borrowed)
		free(summary->trms);
	if (!summary->rms_borrowed)
		free(summary->rms);
	*summary = (struct landau_summary){0};
}

struct landau_measures landau_summary_measures(const struct landau_summary *summary)
{
	struct landau_measures measures = {0};
	long double trms = 0;
	long double rms = 0;
	long double thread = 0;
	long double external = 0;

	for (size_t i = 0; i < summary->trms_count; i++) {
		const struct landau_point *point = &summary->trms[i];

		trms += (long double)point->costs.size * (long double)point->costs.calls;
		rms += (long double)point->rms_sum;
		thread += (long double)point->thread_sum;
		external += (long double)point->external_sum;
	}
	if (summary->rms_count > 0)
		measures.richness = ((double)summary->trms_count - (double)summary->rms_count) /
				    (double)summary->rms_count;
	if (trms > 0)
		measures.input_volume = (double)(1 - rms / trms);
	if (thread + external > 0) {
		/* Sums of calls that are at their limit may be less than what was read. */
		measures.induced_input =
			thread + external < trms ? (double)(100 * (thread + external) / trms) : 100;
		measures.thread_input = (double)(100 * thread / (thread + external));
		measures.external_input = (double)(100 * external / (thread + external));
	}
	return measures;
}

/* One callee out of `count` edges to it. */
static bool combine_edges(const struct landau_profile_edge *edges, size_t count,
			  struct landau_list *lists, struct landau_callee *callee)
{
	void *result;

	*callee = (struct landau_callee){.routine = edges[0].callee};
	for (size_t i = 0; i < count; i++) {
		callee->calls = landau_add(callee->calls, edges[i].calls);
		callee->cost = landau_add(callee->cost, edges[i].cost);
		lists[i] = (struct landau_list){edges[i].by_size, edges[i].by_size_count,
						sizeof(*edges[i].by_size)};
	}
	if (!landau_combine(lists, count, false, &result, &callee->by_size_count))
		return false;
	callee->by_size = result;
	return true;
}

bool landau_profile_callees(const struct landau_profile *profile, uint32_t caller,
			    struct landau_callee **callees, size_t *count)
{
	struct landau_list *lists;
	size_t first;
	size_t last;
	size_t next;
	bool fine;

	landau_profile_edges_of(profile, caller, &first, &last);
	*count = 0;
	*callees = new_array(last - first, sizeof(**callees));
	lists = new_array(last - first, sizeof(*lists));
	fine = *callees && lists;
	for (size_t i = first; fine && i < last; i = next) {
		next = i + 1;
		while (next < last && profile->edges[next].callee == profile->edges[i].callee)
			next++;
		fine = combine_edges(&profile->edges[i], next - i, lists, &(*callees)[*count]);
		if (fine)
			++*count;
	}
	free(lists);
	if (!fine) {
		landau_callees_free(*callees, *count);
		*callees = NULL;
		*count = 0;
	}
	return fine;
}

void landau_callees_free(struct landau_callee *callees, size_t count)
{
	for (size_t i = 0; callees && i < count; i++)
		free(callees[i].by_size);
	free(callees);
}
