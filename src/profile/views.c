/* SPDX-License-Identifier: GPL-2.0-or-later */
/* views.c - the points of a routine as a whole, and what they say; see profile.h. */
#include <stdlib.h>

#include "profile/combine.h"
#include "profile/profile.h"

/* The first record of this routine or a later one. */
static size_t first_record(const struct landau_profile *profile, uint32_t routine)
{
	size_t low = 0;
	size_t high = profile->record_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (profile->records[middle].routine < routine)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static size_t first_edge(const struct landau_profile *profile, uint32_t caller)
{
	size_t low = 0;
	size_t high = profile->edge_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (profile->edges[middle].caller < caller)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Routines are numbered below LANDAU_NONE, so there always is a next number. */
void landau_profile_records_of(const struct landau_profile *profile, uint32_t routine,
			       size_t *first, size_t *last)
{
	*first = first_record(profile, routine);
	*last = first_record(profile, routine + 1);
}

void landau_profile_edges_of(const struct landau_profile *profile, uint32_t caller, size_t *first,
			     size_t *last)
{
	*first = first_edge(profile, caller);
	*last = first_edge(profile, caller + 1);
}

static bool combine_points(const struct landau_profile_record *const *records, size_t count,
			   struct landau_list *lists, struct landau_summary *summary)
{
	void *result;

	for (size_t i = 0; i < count; i++)
		lists[i] = (struct landau_list){records[i]->trms, records[i]->trms_count,
						sizeof(*records[i]->trms)};
	if (!landau_combine(lists, count, true, &result, &summary->trms_count))
		return false;
	summary->trms = result;
	for (size_t i = 0; i < count; i++)
		if (records[i]->rms_differs)
			lists[i] = (struct landau_list){records[i]->rms, records[i]->rms_count,
							sizeof(*records[i]->rms)};
		else
			lists[i] = (struct landau_list){records[i]->trms, records[i]->trms_count,
							sizeof(*records[i]->trms)};
	if (!landau_combine(lists, count, false, &result, &summary->rms_count))
		return false;
	summary->rms = result;
	return true;
}

bool landau_profile_summarise(const struct landau_profile *profile, uint32_t routine,
			      uint32_t thread, struct landau_summary *summary)
{
	const struct landau_profile_record **records;
	struct landau_list *lists;
	size_t first;
	size_t last;
	size_t count = 0;
	bool fine = false;

	*summary = (struct landau_summary){0};
	landau_profile_records_of(profile, routine, &first, &last);
	records = malloc((last - first + 1) * sizeof(*records));
	lists = malloc((last - first + 1) * sizeof(*lists));
	if (records && lists) {
		for (size_t i = first; i < last; i++) {
			const struct landau_profile_record *record = &profile->records[i];

			if (thread != LANDAU_NONE && record->thread != thread)
				continue;
			records[count++] = record;
			summary->calls = landau_add(summary->calls, record->calls);
			summary->cost = landau_add(summary->cost, record->cost);
			summary->self = landau_add(summary->self, record->self);
		}
		fine = combine_points(records, count, lists, summary);
	}
	free(records);
	free(lists);
	if (!fine)
		landau_summary_free(summary);
	return fine;
}

void landau_summary_free(struct landau_summary *summary)
{
	free(summary->trms);
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
		measures.thread_input = (double)(100 * thread / (thread + external));
		measures.external_input = (double)(100 * external / (thread + external));
	}
	return measures;
}
