/* SPDX-License-Identifier: GPL-2.0-or-later */
/* keys.c - a map from 64-bit keys to positions; see keys.h. */
#include "profile/keys.h"

#include <stdlib.h>
#include <sys/random.h>

static size_t home_of(const struct landau_keys *keys, uint64_t key)
{
	key ^= keys->seed;
	key = (key ^ key >> 33) * UINT64_C(0xff51afd7ed558ccd);
	key += keys->seed;
	key = (key ^ key >> 29) * UINT64_C(0xc4ceb9fe1a85ec53);
	return (size_t)(key ^ key >> 32) & (keys->capacity - 1);
}

/* The slot that holds the key or, if there is none, the one that is free for it. */
static struct landau_key *slot_of(const struct landau_keys *keys, uint64_t key)
{
	size_t i = home_of(keys, key);

	while (keys->slots[i].position != LANDAU_NONE && keys->slots[i].key != key)
		i = (i + 1) & (keys->capacity - 1);
	return &keys->slots[i];
}

static bool enlarge(struct landau_keys *keys)
{
	struct landau_keys larger = *keys;

	larger.capacity = keys->capacity ? keys->capacity * 2 : 64;
	/* Without a seed the map is as right, only not safe from files that were made up. */
	if (!keys->seed && getrandom(&larger.seed, sizeof(larger.seed), GRND_NONBLOCK) < 0)
		larger.seed = 0;
	if (larger.capacity > SIZE_MAX / sizeof(*larger.slots))
		return false;
	larger.slots = malloc(larger.capacity * sizeof(*larger.slots));
	if (!larger.slots)
		return false;
	for (size_t i = 0; i < larger.capacity; i++)
		larger.slots[i].position = LANDAU_NONE;
	for (size_t i = 0; i < keys->capacity; i++)
		if (keys->slots[i].position != LANDAU_NONE)
			*slot_of(&larger, keys->slots[i].key) = keys->slots[i];
	free(keys->slots);
	*keys = larger;
	return true;
}

uint32_t landau_keys_find(const struct landau_keys *keys, uint64_t key)
{
	return keys->capacity ? slot_of(keys, key)->position : LANDAU_NONE;
}

bool landau_keys_add(struct landau_keys *keys, uint64_t key, uint32_t position)
{
	struct landau_key *slot;

	if (keys->count * 2 >= keys->capacity && !enlarge(keys))
		return false;
	slot = slot_of(keys, key);
	slot->key = key;
	slot->position = position;
	keys->count++;
	return true;
}

void landau_keys_free(struct landau_keys *keys)
{
	free(keys->slots);
	*keys = (struct landau_keys){0};
}
