/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.c - hash tables of points; see table.h and collect.h. */
#include "collect.h"
#include "memory.h"
#include "state.h"

static struct landau_costs *slot_at(const struct landau_table *table, uint64_t index)
{
	return (struct landau_costs *)((unsigned char *)table->slots + index * table->slot_bytes);
}

/* The slot for the size: the one that has it, or the empty one where it belongs. */
static struct landau_costs *find(const struct landau_table *table, uint64_t size)
{
	uint64_t mask = landau_table_capacity(table) - 1;
	uint64_t i = (landau_hash(size) >> 32) & mask;
	struct landau_costs *slot = slot_at(table, i);

	while (slot->calls && slot->size != size) {
		i = (i + 1) & mask;
		slot = slot_at(table, i);
	}
	return slot;
}

static void grow(struct landau_core *core, struct landau_table *table, uint8_t log_capacity)
{
	struct landau_table old = *table;
	uint64_t old_capacity = landau_table_capacity(table);

	table->slots = landau_memory_get(core, table->slot_bytes * (UINT64_C(1) << log_capacity));
	table->log_capacity = log_capacity;
	table->last = NULL;
	for (uint64_t i = 0; i < old_capacity; i++) {
		struct landau_costs *slot = slot_at(&old, i);

		if (slot->calls)
			__builtin_memcpy(find(table, slot->size), slot, table->slot_bytes);
	}
	landau_memory_put(core, old.slots, old_capacity * old.slot_bytes);
}

void landau_table_grow(struct landau_core *core, struct landau_table *table)
{
	grow(core, table, table->slots ? (uint8_t)(table->log_capacity + 1) : 0);
}

struct landau_costs *landau_table_find(struct landau_table *table, uint64_t size)
{
	struct landau_costs *slot = find(table, size);

	if (!slot->calls) {
		slot->size = size;
		slot->min = UINT64_MAX;
		table->count++;
	}
	table->last = slot;
	return slot;
}

void landau_split_rms(struct landau_core *core, struct landau_record *record)
{
	struct landau_table *rms = &record->rms;

	rms->slot_bytes = sizeof(struct landau_costs);
	if (record->trms.slots)
		grow(core, rms, record->trms.log_capacity);
	for (uint64_t i = 0; i < landau_table_capacity(&record->trms); i++) {
		struct landau_costs *slot = slot_at(&record->trms, i);

		if (slot->calls)
			*find(rms, slot->size) = *slot;
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
	unsigned char *array, *next;

	*bytes = (size_t)table->count * table->slot_bytes;
	if (table->count == 0)
		return NULL;
	array = landau_memory_get(core, *bytes);
	next = array;
	for (uint64_t i = 0; i < landau_table_capacity(table); i++) {
		if (slot_at(table, i)->calls) {
			__builtin_memcpy(next, slot_at(table, i), table->slot_bytes);
			next += table->slot_bytes;
		}
	}
	sort(array, table->count, table->slot_bytes);
	return array;
}

void landau_release(struct landau_core *core, void *memory, size_t bytes)
{
	landau_memory_put(core, memory, bytes);
}

void landau_table_clear(struct landau_core *core, struct landau_table *table)
{
	landau_memory_put(core, table->slots, landau_table_capacity(table) * table->slot_bytes);
	*table = (struct landau_table){0};
}
