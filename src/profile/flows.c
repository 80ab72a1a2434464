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

static int order_of(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* -- Externals --------------------------------------------------------------------------------- */

static int compare_externals(const void *first, const void *second, void *externals)
{
	const struct landau_external *a =
		(struct landau_external *)externals + *(const uint32_t *)first;
	const struct landau_external *b =
		(struct landau_external *)externals + *(const uint32_t *)second;
	int order = strcmp(a->kind, b->kind);

	return order ? order : strcmp(a->name, b->name);
}

bool landau_externals_finish(struct landau_profile *profile, uint32_t *new_positions)
{
	size_t count = profile->external_count;
	struct landau_external *all = profile->externals;
	uint32_t *order = malloc((count + 1) * sizeof(*order));
	struct landau_external *result = malloc((count + 1) * sizeof(*result));
	size_t used = 0;

	if (!order || !result) {
		free(order);
		free(result);
		return false;
	}
	for (size_t i = 0; i < count; i++)
		order[i] = (uint32_t)i;
	if (count > 0)
		qsort_r(order, count, sizeof(*order), compare_externals, all);
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || compare_externals(&order[i - 1], &order[i], all) != 0)
			result[used++] = all[order[i]];
		new_positions[order[i]] = (uint32_t)(used - 1);
	}
	free(order);
	free(all);
	profile->externals = result;
	profile->external_count = used;
	return true;
}

/* -- Flows ------------------------------------------------------------------------------------- */

static int compare_flows(const void *first, const void *second)
{
	const struct landau_profile_flow *a = first;
	const struct landau_profile_flow *b = second;
	int order = order_of(a->routine, b->routine);

	if (!order)
		order = order_of(a->thread, b->thread);
	if (!order)
		order = order_of(a->from_thread, b->from_thread);
	return order ? order : order_of(a->from, b->from);
}

/* Makes one flow of `count` > 1 about the same. */
static bool combine(struct landau_arena *arena, struct landau_profile_flow *flows, size_t count)
{
	struct landau_list *lists = malloc(count * sizeof(*lists));
	void *result = NULL;
	bool fine = lists != NULL;

	for (size_t i = 0; fine && i < count; i++)
		lists[i] = (struct landau_list){flows[i].points, flows[i].point_count,
						sizeof(*flows[i].points)};
	for (size_t i = 1; i < count; i++) {
		flows[0].self = landau_add(flows[0].self, flows[i].self);
		flows[0].induced = landau_add(flows[0].induced, flows[i].induced);
	}
	fine = fine && landau_combine(lists, count, false, &result, &flows[0].point_count);
	if (fine && result) {
		result = landau_arena_keep(arena, result,
					   flows[0].point_count * sizeof(*flows->points));
		fine = result != NULL;
	}
	flows[0].points = result;
	free(lists);
	return fine;
}

bool landau_profile_flows_finish(struct landau_profile *profile, struct landau_arena *arena,
				 bool borrowed)
{
	struct landau_profile_flow *flows = profile->flows;
	size_t count = profile->flow_count;
	size_t used = 0;
	size_t next;

	if (count > 0)
		qsort(flows, count, sizeof(*flows), compare_flows);
	for (size_t i = 0; i < count; i = next) {
		next = i + 1;
		while (next < count && compare_flows(&flows[i], &flows[next]) == 0)
			next++;
		if (next - i > 1) {
			if (!combine(arena, &flows[i], next - i))
				return false;
		} else if (borrowed) {
			flows[i].points =
				landau_arena_copy(arena, flows[i].points,
						  flows[i].point_count * sizeof(*flows->points));
			if (!flows[i].points)
				return false;
		}
		flows[used++] = flows[i];
	}
	profile->flow_count = used;
	return true;
}

uint64_t landau_flow_cells(const struct landau_profile_flow *flow)
{
	uint64_t cells = 0;

	for (size_t i = 0; i < flow->point_count; i++)
		cells = landau_add(cells, flow->points[i].sum);
	return cells;
}

/* The first of this routine or a later one. */
static size_t first_flow(const struct landau_profile *profile, uint32_t routine)
{
	size_t low = 0;
	size_t high = profile->flow_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (profile->flows[middle].routine < routine)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void landau_profile_flows_of(const struct landau_profile *profile, uint32_t routine, size_t *first,
			     size_t *last)
{
	*first = first_flow(profile, routine);
	*last = first_flow(profile, routine + 1);
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
	else if (point.min > point.max || (unsigned __int128)point.max * point.calls < point.sum ||
		 (point.sum != UINT64_MAX &&
		  (unsigned __int128)point.min * point.calls > point.sum))
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
