/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * collect.h - adding to tables of points; for the core's own files and activation.h.
 *
 * A slot of a table of plain costs is a struct landau_costs. A point is cut in two, so that an activation
 * touches one line of the cache: behind all slots, in the same order, follow the origins of their input.
 */
#ifndef LANDAU_CORE_COLLECT_H
#define LANDAU_CORE_COLLECT_H

#include "core.h"
#include "saturate.h"

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
 * agrees with its tables.
 */
void landau_reserve_costs(struct landau_core *core, struct landau_table *table);
void landau_reserve_point(struct landau_core *core, struct landau_table *table);

/* Makes the slot for the size the last one; the table has the size from now on. There must be room. */
void landau_add_costs(struct landau_table *table, uint64_t size);
void landau_add_point(struct landau_table *table, uint64_t size);

/* The rms table of a record whose activations all had trms = rms so far. */
void landau_split_rms(struct landau_core *core, struct landau_record *record);

static inline struct landau_costs *landau_slot_at(const struct landau_table *table, uint64_t index,
						  uint64_t slot_bytes)
{
	return (struct landau_costs *)((unsigned char *)table->slots + index * slot_bytes);
}

/* Where the slot for the size is, unless others have the place; modulo the capacity. */
static inline uint64_t landau_slot_home(uint64_t size)
{
	return landau_hash(size) >> 32;
}

/*
 * Whether the slot of the size is found at the first look: most often it is the one that was used last, since sizes tend to come
 * again, or near its home. It is the last one then.
 */
static inline bool landau_is_seen(struct landau_table *table, uint64_t size, uint64_t slot_bytes)
{
	enum { NEAR = 4 };
	struct landau_costs *slot = table->last;
	uint64_t home, mask;

	if (!slot)
		return false;
	if (slot->size == size)
		return true;
	mask = (UINT64_C(1) << table->log_capacity) - 1;
	home = landau_slot_home(size);
	for (uint64_t i = home; i < home + NEAR; i++) {
		slot = landau_slot_at(table, i & mask, slot_bytes);
		if (slot->calls == 0)
			return false;
		if (slot->size == size) {
			table->last = slot;
			return true;
		}
	}
	return false;
}

static inline bool landau_costs_seen(struct landau_table *table, uint64_t size)
{
	return landau_is_seen(table, size, sizeof(struct landau_costs));
}

static inline bool landau_point_seen(struct landau_table *table, uint64_t size)
{
	return landau_is_seen(table, size, LANDAU_POINT_SLOT);
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

/* One more activation at the last slots of the record's tables. */
static inline void landau_count_point(struct landau_record *record, uint64_t rms,
				      uint64_t thread_input, uint64_t external_input, uint64_t cost)
{
	struct landau_table *table = &record->trms;
	struct landau_point *point = (struct landau_point *)table->last; /* what is in the slot */

	landau_count_cost(&point->costs, cost);
	point->sum_of_squares =
		landau_add_wide(point->sum_of_squares, (unsigned __int128)cost * cost);
	point->rms_sum = landau_add(point->rms_sum, rms);
	if (thread_input | external_input) {
		struct landau_origin *origin = landau_origin_of(table, point);

		origin->thread_sum = landau_add(origin->thread_sum, thread_input);
		origin->external_sum = landau_add(origin->external_sum, external_input);
	}
	if (record->rms_differs)
		landau_count_cost(record->rms.last, cost);
}

void landau_table_clear(struct landau_core *core, struct landau_table *table);

#endif
