/* SPDX-License-Identifier: GPL-2.0-or-later */
/* feeds.c - who feeds whom; see feeds.h. */
#include "cli/analysis/feeds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/print/json.h"
#include "cli/print/names.h"
#include "core/saturate.h"
#include "profile/unite.h"

static struct landau_feed feed_of(const struct landau_profile_flow *flow, bool by_thread)
{
	bool is_thread = flow->from_thread != LANDAU_NONE;

	return (struct landau_feed){
		.routine = flow->routine,
		.from_thread = is_thread && !by_thread ? 0 : flow->from_thread,
		.from = flow->from,
		.crosses = is_thread && flow->from_thread != flow->thread,
		.cells = landau_flow_cells(flow),
		.self = flow->self,
		.induced = flow->induced,
	};
}

static int compare_keys(const void *first, const void *second)
{
	const struct landau_feed *a = first;
	const struct landau_feed *b = second;
	int order = landau_order_of(a->routine, b->routine);

	if (!order)
		order = landau_order_of(a->from_thread, b->from_thread);
	if (!order)
		order = landau_order_of(a->from, b->from);
	return order ? order : landau_order_of(a->crosses, b->crosses);
}

static int compare_self(const void *first, const void *second)
{
	int order = landau_order_of(((const struct landau_feed *)second)->self,
				    ((const struct landau_feed *)first)->self);

	return order ? order : compare_keys(first, second);
}

static int compare_cells(const void *first, const void *second)
{
	int order = landau_order_of(((const struct landau_feed *)second)->cells,
				    ((const struct landau_feed *)first)->cells);

	return order ? order : compare_keys(first, second);
}

bool landau_feeds_of(const struct landau_profile *profile, uint32_t routine, bool by_thread,
		     struct landau_feed **feeds, size_t *count)
{
	size_t first = 0;
	size_t last = profile->flow_count;
	struct landau_feed *all;
	size_t used = 0;

	if (routine != LANDAU_NONE)
		landau_profile_flows_of(profile, routine, &first, &last);
	all = calloc(last - first + 1, sizeof(*all));
	*feeds = all;
	*count = 0;
	if (!all)
		return false;
	for (size_t i = first; i < last; i++)
		all[i - first] = feed_of(&profile->flows[i], by_thread);
	if (last > first)
		qsort(all, last - first, sizeof(*all), compare_keys);
	for (size_t i = 0; i < last - first; i++) {
		struct landau_feed *sum = &all[used - (used > 0)];

		if (used == 0 || compare_keys(sum, &all[i]) != 0) {
			all[used++] = all[i];
			continue;
		}
		sum->cells = landau_add(sum->cells, all[i].cells);
		sum->self = landau_add(sum->self, all[i].self);
		sum->induced = landau_add(sum->induced, all[i].induced);
	}
	if (used > 0)
		qsort(all, used, sizeof(*all),
		      routine == LANDAU_NONE ? compare_self : compare_cells);
	*count = used;
	return true;
}

bool landau_feed_has(const struct landau_feed *feed, const struct landau_profile_flow *flow)
{
	struct landau_feed other = feed_of(flow, false);

	return compare_keys(&other, feed) == 0;
}

bool landau_feed_model(const struct landau_profile *profile, const struct landau_feed *feed,
		       bool by_thread, struct landau_model *model)
{
	struct landau_summary summary;
	struct landau_sample *samples;
	size_t first, last;

	if (!landau_profile_summarise(profile, feed->routine, LANDAU_NONE, &summary))
		return false;
	samples = calloc(summary.trms_count + 1, sizeof(*samples));
	for (size_t i = 0; samples && i < summary.trms_count; i++) {
		samples[i].n = (double)summary.trms[i].costs.size;
		samples[i].calls = (double)summary.trms[i].costs.calls;
	}
	landau_profile_flows_of(profile, feed->routine, &first, &last);
	for (size_t i = first; samples && i < last; i++) {
		const struct landau_profile_flow *flow = &profile->flows[i];
		struct landau_feed other = feed_of(flow, by_thread);

		if (compare_keys(&other, feed) != 0)
			continue;
		for (size_t j = 0; j < flow->point_count; j++) {
			const struct landau_point *point =
				landau_summary_point(&summary, flow->points[j].size);
			struct landau_sample *sample = &samples[point ? point - summary.trms : 0];

			/* A damaged profile may have sizes that the routine has not. */
			if (point)
				sample->cost += (double)flow->points[j].sum / sample->calls;
		}
	}
	if (samples)
		*model = landau_model_fit(samples, summary.trms_count, LANDAU_MERGE_MEAN);
	free(samples);
	landau_summary_free(&summary);
	return samples != NULL;
}

const char *landau_feed_kind(const struct landau_profile *profile, const struct landau_feed *feed)
{
	if (feed->from_thread != LANDAU_NONE)
		return feed->from == LANDAU_NONE ? "outside" : "routine";
	return feed->from == LANDAU_NONE ? "nobody" : profile->externals[feed->from].kind;
}

void landau_feed_source(const struct landau_profile *profile, const struct landau_feed *feed,
			bool by_thread, int columns, char text[LANDAU_FEED_NAME_BYTES])
{
	char name[LANDAU_FEED_NAME_BYTES - 64] = "outside of all routines";

	if (feed->from_thread == LANDAU_NONE && feed->from == LANDAU_NONE) {
		snprintf(text, LANDAU_FEED_NAME_BYTES, "nobody");
	} else if (feed->from_thread == LANDAU_NONE) {
		const struct landau_external *external = &profile->externals[feed->from];

		snprintf(text, LANDAU_FEED_NAME_BYTES, "%.32s%s%.400s", external->kind,
			 *external->name ? " " : "", external->name);
	} else {
		if (feed->from != LANDAU_NONE)
			landau_short_name(profile->routines[feed->from].name, columns, name,
					  sizeof(name));
		if (by_thread)
			snprintf(text, LANDAU_FEED_NAME_BYTES, "%s (thread %" PRIu32 ")", name,
				 profile->threads[feed->from_thread].id);
		else
			snprintf(text, LANDAU_FEED_NAME_BYTES, "%s%s", name,
				 feed->crosses ? " (other thread)" : "");
	}
}

bool landau_feeds_print_json(FILE *stream, const char *before, const struct landau_profile *profile,
			     uint32_t routine)
{
	struct landau_feed *feeds;
	size_t count;
	bool fine = landau_feeds_of(profile, routine, true, &feeds, &count);

	if (count > 0)
		fprintf(stream, "%s\"sources\": [", before);
	for (size_t i = 0; fine && i < count; i++) {
		const struct landau_feed *feed = &feeds[i];
		struct landau_model model;
		const char *name = "";

		fine = landau_feed_model(profile, feed, true, &model);
		if (!fine)
			break;
		if (feed->from != LANDAU_NONE)
			name = feed->from_thread != LANDAU_NONE
				       ? profile->routines[feed->from].name
				       : profile->externals[feed->from].name;
		fprintf(stream, "%s%s  {\"kind\": ", i == 0 ? "" : ",", before + 1);
		landau_json_string(stream, landau_feed_kind(profile, feed));
		fputs(", \"name\": ", stream);
		landau_json_string(stream, name);
		if (feed->from_thread == LANDAU_NONE)
			fputs(", \"thread\": null", stream);
		else
			fprintf(stream, ", \"thread\": %" PRIu32,
				profile->threads[feed->from_thread].id);
		fprintf(stream,
			", \"cells\": %" PRIu64 ", \"self\": %" PRIu64 ", \"induced\": %" PRIu64
			", \"model\": ",
			feed->cells, feed->self, feed->induced);
		landau_model_print_json(stream, &model);
		putc('}', stream);
	}
	if (count > 0)
		putc(']', stream);
	free(feeds);
	return fine;
}
