/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loops.c - how often loops went round in activations of a routine; see loops.h.
 *
 * Trips are sums, and the last line is that of the longest. The loop around another one is the same in all runs of one program that have executed enough of it; of two that
 * are said to be, the one that begins farther behind stays, so that merging is associative and commutative.
 */
#include "profile/loops.h"

#include <stdlib.h>

#include "core/saturate.h"
#include "profile/lines.h"
#include "profile/unite.h"

static int compare_loops(const void *first, const void *second)
{
	const struct landau_loop *a = first;
	const struct landau_loop *b = second;
	int order = landau_line_compare(&a->line, &b->line);

	return order ? order : landau_order_of(a->position, b->position);
}

static bool unite(void *context, void *group, size_t count)
{
	struct landau_loop *loops = group;

	for (size_t i = 1; i < count; i++) {
		if (loops[i].parent > loops[0].parent)
			loops[0].parent = loops[i].parent;
		if (loops[i].last_line > loops[0].last_line)
			loops[0].last_line = loops[i].last_line;
		loops[0].at_most |= loops[i].at_most;
	}
	return landau_line_unite(context, &loops->line, count, sizeof(*loops));
}

bool landau_loops_finish(struct landau_builder *builder)
{
	struct landau_profile *profile = builder->profile;

	return landau_unite(profile->loops, &profile->loop_count, sizeof(*profile->loops),
			    compare_loops, unite, builder);
}

void landau_profile_loops_of(const struct landau_profile *profile, uint32_t routine, size_t *first,
			     size_t *last)
{
	landau_about_routine(profile->loops, profile->loop_count, sizeof(*profile->loops), routine,
			     first, last);
}

/* -- Reading ----------------------------------------------------------------------------------- */

static void read_points(struct landau_fields *fields, struct landau_arena *arena,
			struct landau_line *line)
{
	struct landau_line_point *points = NULL;
	uint64_t trips = 0;
	size_t count = 0;
	size_t limit = 0;

	while (!fields->failed && !landau_fields_over(fields)) {
		struct landau_line_point *point;

		if (!LANDAU_GROW(points, count, limit)) {
			landau_fields_no_memory(fields);
			break;
		}
		point = &points[count];
		*point = (struct landau_line_point){
			.size = landau_fields_number(fields, "the size"),
		};
		point->calls = landau_fields_number(fields, "the number of activations");
		point->executions = landau_fields_number(fields, "the number of trips");
		if (!fields->failed && point->calls == 0)
			landau_fields_fail(fields, "a point of a loop has no activations");
		if (!fields->failed && count > 0 && point->size <= point[-1].size)
			landau_fields_fail(fields, "the points of a loop are not sorted by size");
		trips = landau_add(trips, point->executions);
		count++;
	}
	if (!fields->failed && trips > line->executions)
		landau_fields_fail(fields, "the points of a loop have more trips than the loop");
	line->points = landau_arena_copy(arena, points, count * sizeof(*points));
	if (!line->points)
		landau_fields_no_memory(fields);
	line->point_count = count;
	free(points);
}

void landau_loop_read(struct landau_fields *fields, struct landau_arena *arena,
		      struct landau_loop *loop)
{
	uint32_t at_most;

	loop->position = landau_fields_number(fields, "the position of the loop");
	loop->parent = landau_fields_number(fields, "the position of the loop around it");
	at_most = landau_fields_small_number(fields, "whether its trips are a bound");
	if (!fields->failed && at_most > 1)
		landau_fields_fail(fields, "whether its trips are a bound is not 0 or 1");
	if (!fields->failed && loop->parent == loop->position && loop->parent)
		landau_fields_fail(fields, "a loop is inside of itself");
	loop->at_most = at_most == 1;
	loop->last_line = landau_fields_small_number(fields, "the last line");
	landau_line_read_place(fields, arena, &loop->line);
	if (!fields->failed && loop->last_line < loop->line.line)
		landau_fields_fail(fields, "the last line of a loop is above its first one");
	loop->line.executions = landau_fields_number(fields, "the number of trips");
	read_points(fields, arena, &loop->line);
}
