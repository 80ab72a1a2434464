/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * keys.h - a map from 64-bit keys to positions in an array.
 *
 * Open addressing. The hash is seeded at random, so that no file can be made up to be slow.
 */
#ifndef LANDAU_PROFILE_KEYS_H
#define LANDAU_PROFILE_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/format.h" /* LANDAU_NONE */

struct landau_keys {
	struct landau_key {
		uint64_t key;
		uint32_t position; /* LANDAU_NONE: the slot is empty */
	} * slots;
	size_t count;
	size_t capacity; /* a power of two, or 0 */
	uint64_t seed;
};

/* LANDAU_NONE if the key is not there. */
uint32_t landau_keys_find(const struct landau_keys *keys, uint64_t key);

/* The key must not be there yet, the position not be LANDAU_NONE; false: no memory. */
bool landau_keys_add(struct landau_keys *keys, uint64_t key, uint32_t position);

void landau_keys_free(struct landau_keys *keys);

#endif
