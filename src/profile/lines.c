/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lines.c - how often source lines ran in activations of a routine; see lines.h.
 *
 * All numbers of a line are sums, so that merging is associative and commutative.
 */
#include "profile/lines.h"

#include <stdlib.h>
#include <string.h>

#include "core/saturate.h"
#include "profile/unite.h"

/* -- Order ------------------------------------------------------------------------------------- */

static int compare_inlined(const struct landau_inlined *a, const struct landau_inlined *b)
{
	int order = strcmp(a->name, b->name);

	if (!order)
		order = strcmp(a->file, b->file);
	return order ? order : landau_order_of(a->line, b->line);
}

int landau_line_compare(const struct landau_line *a, const struct landau_line *b)
{
	int order = landau_order_of(a->routine, b->routine);

	if (!order)
		order = strcmp(a->file, b->file);
	if (!order)
		order = landau_order_of(a->line, b->line);
	for (uint32_t i = 0; !order && i < a->inlined_count && i < b->inlined_count; i++)
		order = compare_inlined(&a->inlined[i], &b->inlined[i]);
	return order ? order : landau_order_of(a->inlined_count, b->inlined_count);
}

static int compare_lines(const void *first, const void *second)
{
	return landau_line_compare(first, second);
}

static int compare_points(const void *first, const void *second)
{
	return landau_order_of(((const struct landau_line_point *)first)->size,
			       ((const struct landau_line_point *)second)->size);
}

/* -- Lines about the same place become one ----------------------------------------------------- */

static size_t add_neighbours(struct landau_line_point *points, size_t count)
{
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		struct landau_line_point *last = &points[used - (used > 0)];

		if (used == 0 || last->size != points[i].size) {
			points[used++] = points[i];
			continue;
		}
		last->calls = landau_add(last->calls, points[i].calls);
		last->executions = landau_add(last->executions, points[i].executions);
		last->cost = landau_add(last->cost, points[i].cost);
	}
	return used;
}

static const struct landau_line *line_at(const struct landau_line *first, size_t index,
					 size_t distance)
{
	return (const void *)((const char *)first + index * distance);
}

/* Makes one line of `count` > 1 about the same. */
static bool combine(struct landau_arena *arena, struct landau_line *first, size_t count,
		    size_t distance)
{
	struct landau_line_point *points;
	size_t total = 0;
	size_t used = 0;

	for (size_t i = 0; i < count; i++)
		total += line_at(first, i, distance)->point_count;
	points = landau_arena_get(arena, total * sizeof(*points));
	if (!points)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct landau_line *line = line_at(first, i, distance);

		for (size_t j = 0; j < line->point_count; j++)
			points[used++] = line->points[j];
		if (i == 0)
			continue;
		first->executions = landau_add(first->executions, line->executions);
		first->cost = landau_add(first->cost, line->cost);
		first->self = landau_add(first->self, line->self);
	}
	if (total > 0)
		qsort(points, total, sizeof(*points), compare_points);
	first->points = points;
	first->point_count = add_neighbours(points, total);
	return true;
}

bool landau_line_unite(const struct landau_builder *builder, struct landau_line *line, size_t count,
		       size_t distance)
{
	if (count > 1)
		return combine(builder->arena, line, count, distance);
	if (!builder->borrowed)
		return true;
	line->points = landau_arena_copy(builder->arena, line->points,
					 line->point_count * sizeof(*line->points));
	return line->points != NULL;
}

static bool unite(void *context, void *group, size_t count)
{
	return landau_line_unite(context, group, count, sizeof(struct landau_line));
}

bool landau_lines_finish(struct landau_builder *builder)
{
	struct landau_profile *profile = builder->profile;

	return landau_unite(profile->lines, &profile->line_count, sizeof(*profile->lines),
			    compare_lines, unite, builder);
}

bool landau_line_copy_place(struct landau_arena *arena, struct landau_line *line)
{
	line->file = landau_arena_string(arena, line->file);
	line->inlined = landau_arena_copy(arena, line->inlined,
					  line->inlined_count * sizeof(*line->inlined));
	if (!line->file || !line->inlined)
		return false;
	for (uint32_t i = 0; i < line->inlined_count; i++) {
		struct landau_inlined *inlined = &line->inlined[i];

		inlined->name = landau_arena_string(arena, inlined->name);
		inlined->file = landau_arena_string(arena, inlined->file);
		if (!inlined->name || !inlined->file)
			return false;
	}
	return true;
}

void landau_profile_lines_of(const struct landau_profile *profile, uint32_t routine, size_t *first,
			     size_t *last)
{
	landau_about_routine(profile->lines, profile->line_count, sizeof(*profile->lines), routine,
			     first, last);
}

/* -- Reading ----------------------------------------------------------------------------------- */

static void read_inlined(struct landau_fields *fields, struct landau_arena *arena,
			 struct landau_line *line)
{
	uint32_t depth = landau_fields_small_number(fields, "the number of inlined functions");
	struct landau_inlined *inlined = NULL;
	size_t count = 0;
	size_t limit = 0;

	while (!fields->failed && count < depth) {
		if (!LANDAU_GROW(inlined, count, limit)) {
			landau_fields_no_memory(fields);
			break;
		}
		inlined[count].name =
			landau_fields_string(fields, arena, "the name of an inlined function");
		inlined[count].file = landau_fields_string(fields, arena, "the file of its call");
		inlined[count].line = landau_fields_small_number(fields, "the line of its call");
		count++;
	}
	line->inlined = landau_arena_copy(arena, inlined, count * sizeof(*inlined));
	if (!line->inlined)
		landau_fields_no_memory(fields);
	line->inlined_count = (uint32_t)count;
	free(inlined);
}

static struct landau_line_point read_point(struct landau_fields *fields)
{
	struct landau_line_point point;

	point.size = landau_fields_number(fields, "the size");
	point.calls = landau_fields_number(fields, "the number of activations");
	point.executions = landau_fields_number(fields, "the number of executions");
	point.cost = landau_fields_number(fields, "cost");
	if (!fields->failed && point.calls == 0)
		landau_fields_fail(fields, "a point of a line has no activations");
	return point;
}

static void read_points(struct landau_fields *fields, struct landau_arena *arena,
			struct landau_line *line)
{
	struct landau_line_point *points = NULL;
	uint64_t executions = 0;
	uint64_t cost = 0;
	size_t count = 0;
	size_t limit = 0;

	while (!fields->failed && !landau_fields_over(fields)) {
		if (!LANDAU_GROW(points, count, limit)) {
			landau_fields_no_memory(fields);
			break;
		}
		points[count] = read_point(fields);
		if (!fields->failed && count > 0 && points[count].size <= points[count - 1].size)
			landau_fields_fail(fields, "the points of a line are not sorted by size");
		executions = landau_add(executions, points[count].executions);
		cost = landau_add(cost, points[count].cost);
		count++;
	}
	if (!fields->failed && (executions > line->executions || cost > line->cost))
		landau_fields_fail(fields, "the points of a line have more than the line");
	line->points = landau_arena_copy(arena, points, count * sizeof(*points));
	if (!line->points)
		landau_fields_no_memory(fields);
	line->point_count = count;
	free(points);
}

void landau_line_read_place(struct landau_fields *fields, struct landau_arena *arena,
			    struct landau_line *line)
{
	line->file = landau_fields_string(fields, arena, "the file");
	line->line = landau_fields_small_number(fields, "the line");
	read_inlined(fields, arena, line);
}

void landau_line_read(struct landau_fields *fields, struct landau_arena *arena,
		      struct landau_line *line)
{
	landau_line_read_place(fields, arena, line);
	line->executions = landau_fields_number(fields, "the number of executions");
	line->cost = landau_fields_number(fields, "cost");
	line->self = landau_fields_number(fields, "the line's own cost");
	if (!fields->failed && line->self > line->cost)
		landau_fields_fail(fields, "the own cost of a line is greater than its cost");
	read_points(fields, arena, line);
}
