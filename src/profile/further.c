/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * further.c - memory, input and output of routines; see further.h.
 *
 * Points are combined like those of edges, all else is sums, so that merging is associative and commutative.
 */
#include "profile/further.h"

#include <stdlib.h>
#include <string.h>

#include "profile/combine.h"
#include "profile/unite.h"

/* -- Order ------------------------------------------------------------------------------------- */

static int compare(const void *first, const void *second)
{
	const struct landau_profile_further *a = first;
	const struct landau_profile_further *b = second;
	int order = landau_order_of(a->routine, b->routine);

	if (!order)
		order = landau_order_of(a->thread, b->thread);
	if (!order)
		order = landau_order_of(a->context, b->context);
	return order ? order : landau_order_of(a->cost, b->cost);
}

static bool unite(void *context, void *group, size_t count)
{
	const struct landau_builder *builder = context;
	struct landau_profile_further *further = group;

	for (size_t i = 1; i < count; i++) {
		further[0].total = landau_add(further[0].total, further[i].total);
		further[0].self = landau_add(further[0].self, further[i].self);
	}
	return landau_combine_costs(builder->arena, builder->borrowed, &further->points,
				    &further->point_count, sizeof(*further), count);
}

bool landau_further_finish(struct landau_builder *builder)
{
	struct landau_profile *profile = builder->profile;

	return landau_unite(profile->further, &profile->further_count, sizeof(*profile->further),
			    compare, unite, builder);
}

void landau_profile_further_of(const struct landau_profile *profile, uint32_t routine,
			       size_t *first, size_t *last)
{
	landau_about_routine(profile->further, profile->further_count, sizeof(*profile->further),
			     routine, first, last);
}

/* -- Another main cost -------------------------------------------------------------------------- */

/*
 * Points with their costs replaced. Sizes that no activation had any of the cost with cost nothing; with the others, the rest of the
 * activations had none.
 */
static void overlay(struct landau_point *points, size_t count, const struct landau_costs *further,
		    size_t further_count)
{
	size_t next = 0;

	for (size_t i = 0; i < count; i++) {
		struct landau_costs *costs = &points[i].costs;
		const struct landau_costs *found = NULL;

		while (next < further_count && further[next].size < costs->size)
			next++;
		if (next < further_count && further[next].size == costs->size)
			found = &further[next];
		costs->min = found && found->calls >= costs->calls ? found->min : 0;
		costs->max = found ? found->max : 0;
		costs->sum = found ? found->sum : 0;
		points[i].sum_of_squares = 0;
	}
}

static void replace_costs(struct landau_profile_record *record,
			  const struct landau_profile_further *further)
{
	overlay(record->trms, record->trms_count, further ? further->points : NULL,
		further ? further->point_count : 0);
	for (size_t i = 0; i < record->rms_count; i++)
		record->rms[i].min = record->rms[i].max = record->rms[i].sum = 0;
	record->cost = further ? further->total : 0;
	record->self = further ? further->self : 0;
}

struct landau_point *landau_further_points(const struct landau_profile *profile, uint32_t routine,
					   uint32_t thread, const struct landau_summary *summary,
					   enum landau_further cost)
{
	struct landau_point *points = malloc((summary->trms_count + 1) * sizeof(*points));
	struct landau_list *lists;
	void *combined = NULL;
	size_t first, last, count = 0, combined_count = 0;
	bool fine;

	landau_profile_further_of(profile, routine, &first, &last);
	lists = malloc((last - first + 1) * sizeof(*lists));
	fine = points && lists;
	for (size_t i = first; fine && i < last; i++)
		if (profile->further[i].cost == cost &&
		    (thread == LANDAU_NONE || profile->further[i].thread == thread))
			lists[count++] = (struct landau_list){profile->further[i].points,
							      profile->further[i].point_count,
							      sizeof(struct landau_costs)};
	fine = fine && landau_combine(lists, count, false, &combined, &combined_count);
	if (fine && summary->trms_count > 0) {
		memcpy(points, summary->trms, summary->trms_count * sizeof(*points));
		overlay(points, summary->trms_count, combined, combined_count);
	}
	free(lists);
	free(combined);
	if (fine)
		return points;
	free(points);
	return NULL;
}

static void switch_threads(struct landau_profile *profile, enum landau_further cost)
{
	size_t first;
	size_t last;

	for (size_t i = 0; i < profile->thread_count; i++)
		profile->threads[i].cost = 0;
	landau_profile_further_of(profile, LANDAU_NONE, &first, &last);
	for (size_t i = first; i < last; i++)
		if (profile->further[i].cost == cost)
			profile->threads[profile->further[i].thread].cost =
				profile->further[i].total;
}

static void switch_records(struct landau_profile *profile, enum landau_further cost)
{
	size_t next = 0;

	for (size_t i = 0; i < profile->record_count; i++) {
		struct landau_profile_record *record = &profile->records[i];
		struct landau_profile_further wanted = {.routine = record->routine,
							.thread = record->thread,
							.context = record->context,
							.cost = cost};
		const struct landau_profile_further *found = NULL;

		while (next < profile->further_count &&
		       compare(&profile->further[next], &wanted) < 0)
			next++;
		if (next < profile->further_count && compare(&profile->further[next], &wanted) == 0)
			found = &profile->further[next];
		replace_costs(record, found);
	}
}

bool landau_profile_switch(struct landau_profile *profile, const char *name)
{
	enum landau_further cost = landau_further_named(name, strlen(name));

	if (strcmp(name, profile->cost_kind) == 0)
		return true;
	if (cost == LANDAU_FURTHER_COSTS || !(profile->further_costs >> cost & 1))
		return false;
	profile->cost_kind = landau_arena_string(profile->storage, name);
	if (!profile->cost_kind)
		return false;
	switch_threads(profile, cost);
	switch_records(profile, cost);
	for (size_t i = 0; i < profile->edge_count; i++)
		profile->edges[i].cost = 0;
	profile->total_count = 0;
	profile->curve_count = 0;
	profile->line_count = 0;
	profile->loop_count = 0;
	profile->further_costs = 0;
	profile->further_count = 0;
	return true;
}

/* -- Reading ----------------------------------------------------------------------------------- */

/* The next field, if it is the name of a cost. */
static enum landau_further read_name(struct landau_fields *fields)
{
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++)
		if (landau_fields_word(fields, landau_further_name((enum landau_further)i)))
			return (enum landau_further)i;
	landau_fields_fail(fields, "this further cost is not known");
	return LANDAU_FURTHER_COSTS;
}

void landau_further_read_names(struct landau_fields *fields, struct landau_profile *profile)
{
	if (profile->further_costs != 0)
		landau_fields_fail(fields, "the profile has two x-costs lines");
	else if (profile->run_count > 0)
		landau_fields_fail(fields, "the x-costs line must be above all runs");
	do {
		enum landau_further cost = read_name(fields);

		if (!fields->failed && profile->further_costs >> cost & 1)
			landau_fields_fail(fields, "a further cost is named twice");
		if (!fields->failed)
			profile->further_costs |= 1u << cost;
	} while (!fields->failed && !landau_fields_over(fields));
}

enum landau_further landau_further_read_name(struct landau_fields *fields,
					     const struct landau_profile *profile)
{
	enum landau_further cost = read_name(fields);

	if (!fields->failed && !(profile->further_costs >> cost & 1))
		landau_fields_fail(fields, "no x-costs line above names this cost");
	return fields->failed ? LANDAU_COST_ALLOC : cost;
}

static struct landau_costs read_point(struct landau_fields *fields)
{
	struct landau_costs point;

	point.size = landau_fields_number(fields, "the size");
	point.calls = landau_fields_number(fields, "the number of activations");
	point.min = landau_fields_number(fields, "min");
	point.max = landau_fields_number(fields, "max");
	point.sum = landau_fields_number(fields, "sum");
	if (fields->failed)
		return point;
	if (point.calls == 0 || point.min == 0)
		landau_fields_fail(fields, "a point of a further cost has nothing");
	else if (!landau_could_add_up(point.min, point.max, point.calls, point.sum))
		landau_fields_fail(fields, "the sum is not possible with these calls, min and max");
	return point;
}

void landau_further_read(struct landau_fields *fields, struct landau_arena *arena,
			 struct landau_profile_further *further)
{
	struct landau_costs *points = NULL;
	size_t count = 0;
	size_t limit = 0;

	further->total = landau_fields_number(fields, "the total");
	further->self = landau_fields_number(fields, "self");
	while (!fields->failed && !landau_fields_over(fields)) {
		if (!LANDAU_GROW(points, count, limit)) {
			landau_fields_no_memory(fields);
			break;
		}
		points[count] = read_point(fields);
		if (!fields->failed && count > 0 && points[count].size <= points[count - 1].size)
			landau_fields_fail(fields, "the points are not sorted by size");
		count++;
	}
	further->points = landau_arena_copy(arena, points, count * sizeof(*points));
	further->point_count = count;
	free(points);
	if (!further->points)
		landau_fields_no_memory(fields);
}
