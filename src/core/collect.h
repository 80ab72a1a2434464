/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * collect.h - adding to tables of points; for the core's own files.
 *
 * A slot of a table of plain costs is a struct landau_costs. A point is cut in two, so that an activation
 * touches one line of the cache: behind all slots, in the same order, follow the origins of their input.
 */
#ifndef LANDAU_CORE_COLLECT_H
#define LANDAU_CORE_COLLECT_H

#include "core.h"

/* What a slot of a table of points has: all but where the input came from. */
enum { LANDAU_POINT_SLOT = offsetof(struct landau_point, thread_sum) };

struct landau_origin {
	uint64_t thread_sum;
	uint64_t external_sum;
};

_Static_assert(LANDAU_POINT_SLOT == 64, "a line of the cache");
_Static_assert(LANDAU_POINT_SLOT + sizeof(struct landau_origin) == sizeof(struct landau_point),
	       "nothing of a point is left out");

static inline bool landau_has_points(const struct landau_table *table)
{
	return table->entry_bytes == sizeof(struct landau_point);
}

static inline struct landau_origin *landau_origin_of(const struct landau_table *table,
						     const void *slot)
{
	unsigned char *slots = table->slots;
	uint64_t index = (uint64_t)((const unsigned char *)slot - slots) / LANDAU_POINT_SLOT;

	return (struct landau_origin *)(slots + landau_table_capacity(table) * LANDAU_POINT_SLOT) +
	       index;
}

/*
 * Room for one more size, so that adding it cannot fail for lack of memory. An activation is made room
 * for in all tables that it counts in before it counts in any: whenever the core dies, each record
 * and its tables tell the same.
 */
void landau_table_grow(struct landau_core *core, struct landau_table *table);

/* The slot for the size, which the table has from now on. There must be room. */
struct landau_costs *landau_find_costs(struct landau_table *table, uint64_t size);
struct landau_costs *landau_find_point(struct landau_table *table, uint64_t size);

/* The rms table of a record whose activations all had trms = rms so far. */
void landau_split_rms(struct landau_core *core, struct landau_record *record);

static inline bool landau_table_full(const struct landau_table *table)
{
	return (uint64_t)table->count * 4 >= landau_table_capacity(table) * 3;
}

/* Sizes tend to come again: most often the slot is the one that was used last. */
static inline bool landau_is_last(const struct landau_table *table, uint64_t size)
{
	return table->last && table->last->size == size;
}

static inline void landau_reserve(struct landau_core *core, struct landau_table *table,
				  uint64_t size, uint8_t entry_bytes)
{
	if (landau_is_last(table, size))
		return;
	table->entry_bytes = entry_bytes;
	if (landau_table_full(table))
		landau_table_grow(core, table);
}

static inline uint64_t landau_add(uint64_t a, uint64_t b)
{
	uint64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static inline void landau_count_cost(struct landau_costs *costs, uint64_t cost)
{
	costs->calls++;
	if (cost < costs->min)
		costs->min = cost;
	if (cost > costs->max)
		costs->max = cost;
	costs->sum = landau_add(costs->sum, cost);
}

/* Room for one more activation of `cost` at `size`, in a table of struct landau_costs. */
static inline void landau_reserve_costs(struct landau_core *core, struct landau_table *table,
					uint64_t size)
{
	landau_reserve(core, table, size, sizeof(struct landau_costs));
}

static inline void landau_collect_costs(struct landau_table *table, uint64_t size, uint64_t cost)
{
	landau_count_cost(
		landau_is_last(table, size) ? table->last : landau_find_costs(table, size), cost);
}

/* The same among the points of a record. */
static inline void landau_reserve_point(struct landau_core *core, struct landau_record *record,
					const struct landau_result *result)
{
	if (result->trms != result->rms && !record->rms_differs)
		landau_split_rms(core, record);
	landau_reserve(core, &record->trms, result->trms, sizeof(struct landau_point));
	if (record->rms_differs)
		landau_reserve_costs(core, &record->rms, result->rms);
}

static inline void landau_collect_point(struct landau_record *record,
					const struct landau_result *result)
{
	struct landau_table *table = &record->trms;
	struct landau_point *point = /* only what is in the slot */
		(struct landau_point *)(landau_is_last(table, result->trms)
						? table->last
						: landau_find_point(table, result->trms));
	unsigned __int128 square = (unsigned __int128)result->cost * result->cost;

	landau_count_cost(&point->costs, result->cost);
	if (__builtin_add_overflow(point->sum_of_squares, square, &point->sum_of_squares))
		point->sum_of_squares = ~(unsigned __int128)0;
	point->rms_sum = landau_add(point->rms_sum, result->rms);
	if (result->thread_input | result->external_input) {
		struct landau_origin *origin = landau_origin_of(table, point);

		origin->thread_sum = landau_add(origin->thread_sum, result->thread_input);
		origin->external_sum = landau_add(origin->external_sum, result->external_input);
	}
	if (record->rms_differs)
		landau_collect_costs(&record->rms, result->rms, result->cost);
}

void landau_table_clear(struct landau_core *core, struct landau_table *table);

#endif
