/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cells.c - the oracle's hash table; see cells.h. */
#include "cells.h"

#include <stdio.h>
#include <stdlib.h>

static size_t place(const struct cells *cells, uint64_t key)
{
	uint64_t hash = key * 0x9e3779b97f4a7c15u;

	return (size_t)(hash >> 20 ^ hash >> 45) & (cells->capacity - 1);
}

static struct cell_entry *find_entry(const struct cells *cells, uint64_t key)
{
	size_t i = place(cells, key);

	while (cells->entries[i].key != 0 && cells->entries[i].key != key + 1)
		i = (i + 1) & (cells->capacity - 1);
	return &cells->entries[i];
}

uint64_t *cells_find(const struct cells *cells, uint64_t key)
{
	struct cell_entry *entry;

	if (cells->count == 0)
		return NULL;
	entry = find_entry(cells, key);
	return entry->key == 0 ? NULL : &entry->value;
}

static void grow(struct cells *cells)
{
	struct cells larger = {.capacity = cells->capacity == 0 ? 8 : cells->capacity * 2};

	larger.entries = calloc(larger.capacity, sizeof(*larger.entries));
	if (larger.entries == NULL) {
		fprintf(stderr, "oracle: out of memory\n");
		abort();
	}
	for (size_t i = 0; i < cells->capacity; i++)
		if (cells->entries[i].key != 0)
			*find_entry(&larger, cells->entries[i].key - 1) = cells->entries[i];
	larger.count = cells->count;
	free(cells->entries);
	*cells = larger;
}

uint64_t *cells_put(struct cells *cells, uint64_t key)
{
	struct cell_entry *entry;

	if (cells->count * 2 >= cells->capacity)
		grow(cells);
	entry = find_entry(cells, key);
	if (entry->key == 0) {
		entry->key = key + 1;
		cells->count++;
	}
	return &entry->value;
}

void cells_remove(struct cells *cells, uint64_t key)
{
	size_t mask = cells->capacity - 1;
	struct cell_entry *entry;
	size_t hole;

	if (cells->count == 0)
		return;
	entry = find_entry(cells, key);
	if (entry->key == 0)
		return;
	hole = (size_t)(entry - cells->entries);
	for (size_t i = (hole + 1) & mask; cells->entries[i].key != 0; i = (i + 1) & mask) {
		size_t home = place(cells, cells->entries[i].key - 1);

		/* May this entry move up to the hole? Only if its home is not after the hole. */
		if (((i - home) & mask) >= ((i - hole) & mask)) {
			cells->entries[hole] = cells->entries[i];
			hole = i;
		}
	}
	cells->entries[hole] = (struct cell_entry){0};
	cells->count--;
}

void cells_remove_range(struct cells *cells, uint64_t first, uint64_t last)
{
	size_t i = 0;

	if (last - first < cells->capacity) {
		for (uint64_t key = first; key <= last; key++)
			cells_remove(cells, key);
		return;
	}
	while (i < cells->capacity) {
		uint64_t key = cells->entries[i].key - 1;

		/* Another entry may move here, and is looked at next. */
		if (cells->entries[i].key != 0 && key >= first && key <= last)
			cells_remove(cells, key);
		else
			i++;
	}
}

void cells_merge(struct cells *into, struct cells *from)
{
	if (into->count < from->count) {
		struct cells larger = *from;

		*from = *into;
		*into = larger;
	}
	for (size_t i = 0; i < from->capacity; i++)
		if (from->entries[i].key != 0)
			cells_put(into, from->entries[i].key - 1);
	cells_free(from);
}

void cells_free(struct cells *cells)
{
	free(cells->entries);
	*cells = (struct cells){0};
}
