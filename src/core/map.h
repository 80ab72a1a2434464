/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * map.h - a hash map from 64-bit keys to pointers that are not NULL.
 *
 * Open addressing with linear probing; removal moves entries back, so there are no tombstones and a
 * map that shrinks stays fast. A zeroed struct is an empty map. To walk a map, look at all its
 * slots and skip those whose value is NULL; the map must not change meanwhile.
 */
#ifndef LANDAU_CORE_MAP_H
#define LANDAU_CORE_MAP_H

#include <stddef.h>
#include <stdint.h>

struct landau_core;

struct landau_map_slot {
	uint64_t key;
	void *value;
};

struct landau_map {
	struct landau_map_slot *slots;
	uint64_t capacity; /* 0 or a power of two */
	uint64_t count;
	unsigned shift; /* 64 - log2(capacity) */
};

/* Spreads keys that are close together over all bits. */
static inline uint64_t landau_hash(uint64_t key)
{
	return key * UINT64_C(0x9e3779b97f4a7c15);
}

static inline void *landau_map_get(const struct landau_map *map, uint64_t key)
{
	if (map->capacity == 0)
		return NULL;
	for (uint64_t i = landau_hash(key) >> map->shift;; i = (i + 1) & (map->capacity - 1)) {
		if (!map->slots[i].value || map->slots[i].key == key)
			return map->slots[i].value;
	}
}

/* The key must not be in the map yet. */
void landau_map_add(struct landau_core *core, struct landau_map *map, uint64_t key, void *value);

/* What was removed, or NULL. */
void *landau_map_remove(struct landau_map *map, uint64_t key);

void landau_map_clear(struct landau_core *core, struct landau_map *map);

#endif
