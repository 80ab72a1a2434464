/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * collisions.c - a hash table whose hash looks only at the beginning of a key.
 *
 * The keys here all begin alike, so they all meet in one bucket, and each search walks over all of
 * them. The fix is a hash of the whole key (FNV-1a).
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sizes.h"

enum { KEY = 16 };

struct entry {
	struct entry *next;
	const char *key;
	unsigned count;
};

static uint32_t hash(const char *key)
{
	uint32_t value = 2166136261u;
#ifdef FIXED
	size_t length = strlen(key);
#else
	size_t length = 4;
#endif

	for (size_t i = 0; i < length; i++)
		value = (value ^ (unsigned char)key[i]) * 16777619u;
	return value;
}

ROUTINE static size_t count_keys(char (*keys)[KEY], size_t number)
{
	struct entry **buckets = calloc(number, sizeof(*buckets));
	struct entry *entries = calloc(number, sizeof(*entries));
	size_t distinct = 0;

	if (!buckets || !entries)
		abort();
	for (size_t i = 0; i < number; i++) {
		struct entry **place = &buckets[hash(keys[i]) % number];

		while (*place && strcmp((*place)->key, keys[i]) != 0)
			place = &(*place)->next;
		if (!*place) {
			entries[distinct].key = keys[i];
			*place = &entries[distinct++];
		}
		(*place)->count++;
	}
	free(buckets);
	free(entries);
	return distinct;
}

int main(void)
{
	size_t distinct = 0;

	FOR_EACH_SIZE(n, 30, 1000)
	{
		char(*keys)[KEY] = malloc(n * sizeof(*keys));

		if (!keys)
			return 1;
		for (size_t i = 0; i < n; i++)
			snprintf(keys[i], KEY, "item-%06zu", i % 1000000);
		distinct += count_keys(keys, n);
		free(keys);
	}
	printf("%zu\n", distinct);
	return 0;
}
