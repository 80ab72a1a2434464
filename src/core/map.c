/* SPDX-License-Identifier: GPL-2.0-or-later */
/* map.c - growth and removal of the hash map; see map.h. */
#include "map.h"
#include "memory.h"

enum { FIRST_CAPACITY = 16 };

static void place(struct landau_map *map, uint64_t key, void *value)
{
	uint64_t i = landau_hash(key) >> map->shift;

	while (map->slots[i].value)
		i = (i + 1) & (map->capacity - 1);
	map->slots[i].key = key;
	map->slots[i].value = value;
}

static void grow(struct landau_core *core, struct landau_map *map)
{
	struct landau_map old = *map;
	uint64_t capacity = old.capacity ? old.capacity * 2 : FIRST_CAPACITY;

	map->slots = landau_memory_get(core, capacity * sizeof(*map->slots));
	map->capacity = capacity;
	map->shift = (unsigned)__builtin_clzll(capacity) + 1;
	for (uint64_t i = 0; i < old.capacity; i++)
		if (old.slots[i].value)
			place(map, old.slots[i].key, old.slots[i].value);
	landau_memory_put(core, old.slots, old.capacity * sizeof(*old.slots));
}

void landau_map_add(struct landau_core *core, struct landau_map *map, uint64_t key, void *value)
{
	if (map->count * 4 >= map->capacity * 3)
		grow(core, map);
	place(map, key, value);
	map->count++;
}

void *landau_map_remove(struct landau_map *map, uint64_t key)
{
	uint64_t mask = map->capacity - 1;
	uint64_t hole, i;
	void *removed;

	if (map->capacity == 0)
		return NULL;
	for (hole = landau_hash(key) >> map->shift; map->slots[hole].value;
	     hole = (hole + 1) & mask)
		if (map->slots[hole].key == key)
			break;
	removed = map->slots[hole].value;
	if (!removed)
		return NULL;

	/* An entry further on moves into the hole unless its home lies between the two. */
	for (i = (hole + 1) & mask; map->slots[i].value; i = (i + 1) & mask) {
		uint64_t home = landau_hash(map->slots[i].key) >> map->shift;

		if (((i - home) & mask) >= ((i - hole) & mask)) {
			map->slots[hole] = map->slots[i];
			hole = i;
		}
	}
	map->slots[hole].value = NULL;
	map->count--;
	return removed;
}

void landau_map_clear(struct landau_core *core, struct landau_map *map)
{
	landau_memory_put(core, map->slots, map->capacity * sizeof(*map->slots));
	*map = (struct landau_map){0};
}
