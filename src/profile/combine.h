/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * combine.h - many sorted lists of points made one.
 */
#ifndef LANDAU_PROFILE_COMBINE_H
#define LANDAU_PROFILE_COMBINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/saturate.h"
#include "core/table.h"
#include "profile/arena.h"

/*
 * A list sorted by size, of struct landau_costs or struct landau_point (which starts with one);
 * `stride` is the distance of its elements.
 */
struct landau_list {
	const void *elements;
	size_t count;
	size_t stride;
};

/*
 * Combines lists (whose order is changed; `elements` and `count` are used up) into one in memory
 * from malloc: points if `points` is set, which takes lists of points, otherwise costs. Takes O(n
 * log lists). *result is NULL and *count 0 where all lists are empty. False: no memory.
 */
bool landau_combine(struct landau_list *lists, size_t list_count, bool points, void **result,
		    size_t *count);

/* The same, in memory of an arena. */
bool landau_combine_kept(struct landau_arena *arena, struct landau_list *lists, size_t list_count,
			 bool points, void **result, size_t *count);

/*
 * For `count` elements of an array about the same, `stride` bytes apart, of which the first has its costs at *costs, and so many of
 * them: it gets those of all, in the arena. One that stands alone keeps its own, or gets a copy if they are borrowed.
 */
bool landau_combine_costs(struct landau_arena *arena, bool borrowed, struct landau_costs **costs,
			  size_t *costs_count, size_t stride, size_t count);

#endif
