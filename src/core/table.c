/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.c - hash tables of points; see table.h and collect.h. */
#include "collect.h"
#include "memory.h"
#include "state.h"

static uint64_t slot_bytes_of(const struct landau_table *table)
{
	return landau_has_points(table) ? LANDAU_POINT_SLOT : sizeof(struct landau_costs);
}

/* The slot for the size: the one that has it, or the empty one where it belongs. */
static inline struct landau_costs *find(const struct landau_table *table, uint64_t size,
					uint64_t slot_bytes)
{
	uint64_t mask = landau_table_capacity(table) - 1;
	uint64_t i = landau_slot_home(size) & mask;
	struct landau_costs *slot = landau_slot_at(table, i, slot_bytes);

	while (slot->calls && slot->size != size) {
		i = (i + 1) & mask;
		slot = landau_slot_at(table, i, slot_bytes);
	}
	return slot;
}

static void grow(struct landau_core *core, struct landau_table *table, uint8_t log_capacity)
{
	struct landau_table old = *table;
	uint64_t old_capacity = landau_table_capacity(table);
	uint64_t slot_bytes = slot_bytes_of(table);

	table->slots = landau_memory_get(core, (uint64_t)table->entry_bytes << log_capacity);
	table->log_capacity = log_capacity;
	table->last = NULL;
	for (uint64_t i = 0; i < old_capacity; i++) {
		const struct landau_costs *slot = landau_slot_at(&old, i, slot_bytes);
		struct landau_costs *place;

		if (!slot->calls)
			continue;
		place = find(table, slot->size, slot_bytes);
		__builtin_memcpy(place, slot, slot_bytes);
		if (landau_has_points(table))
			*landau_origin_of(table, place) = *landau_origin_of(&old, slot);
	}
	landau_memory_put(core, old.slots, old_capacity * old.entry_bytes);
}

static void reserve(struct landau_core *core, struct landau_table *table, uint8_t entry_bytes)
{
	table->entry_bytes = entry_bytes;
	if ((uint64_t)table->count * 4 >= landau_table_capacity(table) * 3)
		grow(core, table, table->slots ? (uint8_t)(table->log_capacity + 1) : 0);
}

void landau_reserve_costs(struct landau_core *core, struct landau_table *table)
{
	reserve(core, table, sizeof(struct landau_costs));
}

void landau_reserve_point(struct landau_core *core, struct landau_table *table)
{
	reserve(core, table, sizeof(struct landau_point));
}

static inline void add(struct landau_table *table, uint64_t size, uint64_t slot_bytes)
{
	struct landau_costs *slot = find(table, size, slot_bytes);

	if (!slot->calls) {
		slot->size = size;
		slot->min = UINT64_MAX;
		table->count++;
	}
	table->last = slot;
}

void landau_add_costs(struct landau_table *table, uint64_t size)
{
	add(table, size, sizeof(struct landau_costs));
}

void landau_add_point(struct landau_table *table, uint64_t size)
{
	add(table, size, LANDAU_POINT_SLOT);
}

void landau_split_rms(struct landau_core *core, struct landau_record *record)
{
	struct landau_table *rms = &record->rms;

	rms->entry_bytes = sizeof(struct landau_costs);
	if (record->trms.slots)
		grow(core, rms, record->trms.log_capacity);
	for (uint64_t i = 0; i < landau_table_capacity(&record->trms); i++) {
		struct landau_costs *slot = landau_slot_at(&record->trms, i, LANDAU_POINT_SLOT);

		if (slot->calls)
			*find(rms, slot->size, sizeof(struct landau_costs)) = *slot;
	}
	rms->count = record->trms.count;
	record->rms_differs = true;
}

/* -- Sorting ------------------------------------------------------------------------------------
 */

static void swap(unsigned char *a, unsigned char *b, size_t bytes)
{
	unsigned char saved[sizeof(struct landau_point)];

	__builtin_memcpy(saved, a, bytes);
	__builtin_memcpy(a, b, bytes);
	__builtin_memcpy(b, saved, bytes);
}

static uint64_t size_at(const unsigned char *array, size_t index, size_t bytes)
{
	return ((const struct landau_costs *)(array + index * bytes))->size;
}

static void sift_down(unsigned char *array, size_t root, size_t end, size_t bytes)
{
	for (size_t child = 2 * root + 1; child < end; child = 2 * root + 1) {
		if (child + 1 < end &&
		    size_at(array, child, bytes) < size_at(array, child + 1, bytes))
			child++;
		if (size_at(array, root, bytes) >= size_at(array, child, bytes))
			return;
		swap(array + root * bytes, array + child * bytes, bytes);
		root = child;
	}
}

/* Heapsort: no recursion, no memory, no bad case. */
static void sort(unsigned char *array, size_t count, size_t bytes)
{
	for (size_t root = count / 2; root > 0; root--)
		sift_down(array, root - 1, count, bytes);
	for (size_t end = count; end > 1; end--) {
		swap(array, array + (end - 1) * bytes, bytes);
		sift_down(array, 0, end - 1, bytes);
	}
}

void *landau_sorted(struct landau_core *core, const struct landau_table *table, size_t *bytes)
{
	uint64_t slot_bytes = slot_bytes_of(table);
	unsigned char *array, *next;

	*bytes = (size_t)table->count * table->entry_bytes;
	if (table->count == 0)
		return NULL;
	array = landau_memory_get(core, *bytes);
	next = array;
	for (uint64_t i = 0; i < landau_table_capacity(table); i++) {
		const struct landau_costs *slot = landau_slot_at(table, i, slot_bytes);

		if (!slot->calls)
			continue;
		__builtin_memcpy(next, slot, slot_bytes);
		if (landau_has_points(table))
			__builtin_memcpy(next + slot_bytes, landau_origin_of(table, slot),
					 sizeof(struct landau_origin));
		next += table->entry_bytes;
	}
	sort(array, table->count, table->entry_bytes);
	return array;
}

void landau_release(struct landau_core *core, void *memory, size_t bytes)
{
	landau_memory_put(core, memory, bytes);
}

void landau_table_clear(struct landau_core *core, struct landau_table *table)
{
	landau_memory_put(core, table->slots, landau_table_capacity(table) * table->entry_bytes);
	*table = (struct landau_table){0};
}
