/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * combine.c - many sorted lists of points made one; see combine.h.
 *
 * The lists stand in a heap by the size of their first element; the first element of the first
 * list is added to the result, again and again.
 */
#include "profile/combine.h"

#include <stdlib.h>

static const struct landau_costs *head_of(const struct landau_list *list)
{
	return list->elements;
}

static void sink_down(struct landau_list *lists, size_t count, size_t i)
{
	for (;;) {
		size_t child = 2 * i + 1;
		struct landau_list swap;

		if (child >= count)
			return;
		if (child + 1 < count &&
		    head_of(&lists[child + 1])->size < head_of(&lists[child])->size)
			child++;
		if (head_of(&lists[i])->size <= head_of(&lists[child])->size)
			return;
		swap = lists[i];
		lists[i] = lists[child];
		lists[child] = swap;
		i = child;
	}
}

static void add_costs(struct landau_costs *sum, const struct landau_costs *more)
{
	sum->calls = landau_add(sum->calls, more->calls);
	sum->min = more->min < sum->min ? more->min : sum->min;
	sum->max = more->max > sum->max ? more->max : sum->max;
	sum->sum = landau_add(sum->sum, more->sum);
}

static void add_point(struct landau_point *sum, const struct landau_point *more)
{
	add_costs(&sum->costs, &more->costs);
	sum->sum_of_squares = landau_add_wide(sum->sum_of_squares, more->sum_of_squares);
	sum->rms_sum = landau_add(sum->rms_sum, more->rms_sum);
	sum->thread_sum = landau_add(sum->thread_sum, more->thread_sum);
	sum->external_sum = landau_add(sum->external_sum, more->external_sum);
}

/* Adds an element to a result of `count` elements; returns their number then. */
static size_t add_element(void *result, size_t count, bool points, const void *element)
{
	const struct landau_costs *costs = element;

	if (points) {
		struct landau_point *at = (struct landau_point *)result + count;

		if (count > 0 && at[-1].costs.size == costs->size) {
			add_point(&at[-1], element);
			return count;
		}
		*at = *(const struct landau_point *)element;
	} else {
		struct landau_costs *at = (struct landau_costs *)result + count;

		if (count > 0 && at[-1].size == costs->size) {
			add_costs(&at[-1], costs);
			return count;
		}
		*at = *costs;
	}
	return count + 1;
}

static size_t combine_into(void *result, struct landau_list *lists, size_t list_count, bool points)
{
	size_t count = 0;

	for (size_t i = list_count / 2; i-- > 0;)
		sink_down(lists, list_count, i);
	while (list_count > 0) {
		count = add_element(result, count, points, lists[0].elements);
		lists[0].elements = (const char *)lists[0].elements + lists[0].stride;
		if (--lists[0].count == 0)
			lists[0] = lists[--list_count];
		sink_down(lists, list_count, 0);
	}
	return count;
}

bool landau_combine(struct landau_list *lists, size_t list_count, bool points, void **result,
		    size_t *count)
{
	size_t element_bytes = points ? sizeof(struct landau_point) : sizeof(struct landau_costs);
	size_t filled = 0;
	size_t most = 0;
	void *memory;

	*result = NULL;
	*count = 0;
	for (size_t i = 0; i < list_count; i++)
		if (lists[i].count > 0) {
			most += lists[i].count;
			lists[filled++] = lists[i];
		}
	if (filled == 0)
		return true;
	*result = malloc(most * element_bytes);
	if (!*result)
		return false;
	*count = combine_into(*result, lists, filled, points);
	memory = realloc(*result, *count * element_bytes);
	if (memory)
		*result = memory;
	return true;
}

bool landau_combine_kept(struct landau_arena *arena, struct landau_list *lists, size_t list_count,
			 bool points, void **result, size_t *count)
{
	size_t element_bytes = points ? sizeof(struct landau_point) : sizeof(struct landau_costs);

	if (!landau_combine(lists, list_count, points, result, count))
		return false;
	if (!*result)
		return true;
	*result = landau_arena_keep(arena, *result, *count * element_bytes);
	return *result != NULL;
}

bool landau_combine_costs(struct landau_arena *arena, bool borrowed, struct landau_costs **costs,
			  size_t *costs_count, size_t stride, size_t count)
{
	struct landau_list *lists;
	void *result = NULL;
	bool fine;

	if (count == 1) {
		if (borrowed)
			*costs = landau_arena_copy(arena, *costs, *costs_count * sizeof(**costs));
		return !borrowed || *costs;
	}
	lists = malloc(count * sizeof(*lists));
	for (size_t i = 0; lists && i < count; i++) {
		const void *its_costs = (const char *)costs + i * stride;
		const void *its_count = (const char *)costs_count + i * stride;

		lists[i] = (struct landau_list){*(struct landau_costs *const *)its_costs,
						*(const size_t *)its_count, sizeof(**costs)};
	}
	fine = lists && landau_combine_kept(arena, lists, count, false, &result, costs_count);
	*costs = result;
	free(lists);
	return fine;
}
