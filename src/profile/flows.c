/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flows.c - whose the input of routines was; see flows.h.
 *
 * Points are combined like those of edges, all else is sums, so that merging is associative and commutative.
 */
#include "profile/flows.h"

#include <stdlib.h>
#include <string.h>

#include "profile/combine.h"
#include "profile/unite.h"

/* -- Externals --------------------------------------------------------------------------------- */

static int compare_externals(const void *first, const void *second)
{
	const struct landau_external *a = first;
	const struct landau_external *b = second;
	int order = strcmp(a->kind, b->kind);

	return order ? order : strcmp(a->name, b->name);
}

bool landau_externals_finish(struct landau_profile *profile, uint32_t *new_positions)
{
	return landau_unite_numbered(profile->externals, &profile->external_count,
				     sizeof(*profile->externals), compare_externals, NULL,
				     new_positions);
}

/* -- Flows ------------------------------------------------------------------------------------- */

static int compare_flows(const void *first, const void *second)
{
	const struct landau_profile_flow *a = first;
	const struct landau_profile_flow *b = second;
	int order = landau_order_of(a->routine, b->routine);

	if (!order)
		order = landau_order_of(a->thread, b->thread);
	if (!order)
		order = landau_order_of(a->from_thread, b->from_thread);
	return order ? order : landau_order_of(a->from, b->from);
}

static bool unite(void *context, void *group, size_t count)
{
	const struct landau_builder *builder = context;
	struct landau_profile_flow *flows = group;

	for (size_t i = 1; i < count; i++) {
		flows[0].self = landau_add(flows[0].self, flows[i].self);
		flows[0].induced = landau_add(flows[0].induced, flows[i].induced);
	}
	return landau_combine_costs(builder->arena, builder->borrowed, &flows->points,
				    &flows->point_count, sizeof(*flows), count);
}

bool landau_profile_flows_finish(struct landau_builder *builder)
{
	struct landau_profile *profile = builder->profile;

	return landau_unite(profile->flows, &profile->flow_count, sizeof(*profile->flows),
			    compare_flows, unite, builder);
}

uint64_t landau_flow_cells(const struct landau_profile_flow *flow)
{
	uint64_t cells = 0;

	for (size_t i = 0; i < flow->point_count; i++)
		cells = landau_add(cells, flow->points[i].sum);
	return cells;
}

void landau_profile_flows_of(const struct landau_profile *profile, uint32_t routine, size_t *first,
			     size_t *last)
{
	landau_about_routine(profile->flows, profile->flow_count, sizeof(*profile->flows), routine,
			     first, last);
}

/* -- Reading ----------------------------------------------------------------------------------- */

static struct landau_costs read_point(struct landau_fields *fields)
{
	struct landau_costs point;

	point.size = landau_fields_number(fields, "the size");
	point.calls = landau_fields_number(fields, "the number of activations");
	point.min = landau_fields_number(fields, "the least number of cells");
	point.max = landau_fields_number(fields, "the greatest number of cells");
	point.sum = landau_fields_number(fields, "the number of cells");
	if (fields->failed)
		return point;
	if (point.calls == 0)
		landau_fields_fail(fields, "a point of a flow has no activations");
	else if (!landau_could_add_up(point.min, point.max, point.calls, point.sum))
		landau_fields_fail(fields, "the cells are not possible for so many activations");
	else if (point.max > point.size)
		landau_fields_fail(fields, "an activation has more cells from a source than input");
	return point;
}

void landau_flow_read(struct landau_fields *fields, struct landau_arena *arena,
		      struct landau_profile_flow *flow)
{
	struct landau_costs *points = NULL;
	size_t count = 0;
	size_t limit = 0;

	flow->self = landau_fields_number(fields, "the cells that it has read itself");
	flow->induced = landau_fields_number(fields, "the induced reads");
	while (!fields->failed && !landau_fields_over(fields)) {
		if (!LANDAU_GROW(points, count, limit)) {
			landau_fields_no_memory(fields);
			break;
		}
		points[count] = read_point(fields);
		if (!fields->failed && count > 0 && points[count].size <= points[count - 1].size)
			landau_fields_fail(fields, "the points of a flow are not sorted by size");
		count++;
	}
	flow->points = landau_arena_copy(arena, points, count * sizeof(*points));
	flow->point_count = count;
	free(points);
	if (!flow->points)
		landau_fields_no_memory(fields);
	else if (!fields->failed && count == 0)
		landau_fields_fail(fields, "a flow has no points");
	else if (!fields->failed &&
		 (flow->self > landau_flow_cells(flow) || flow->induced > flow->self))
		landau_fields_fail(fields,
				   "a part of the cells of a flow is larger than the whole");
}
