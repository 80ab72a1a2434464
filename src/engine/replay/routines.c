/* SPDX-License-Identifier: GPL-2.0-or-later */
/* routines.c - the names of routines; see routines.h. */
#include "engine/replay/routines.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a, with a final mix because the low bits choose the slot. */
static uint64_t hash_of(const char *text, size_t length)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
	return hash ^ hash >> 32;
}

static bool same(const struct landau_routine_name *name, const char *text, size_t length)
{
	return name->length == length && memcmp(name->text, text, length) == 0;
}

static void put(struct landau_routines *routines, uint32_t number)
{
	size_t mask = routines->slot_count - 1;
	size_t i = (size_t)routines->names[number].hash & mask;

	while (routines->slots[i] != 0)
		i = (i + 1) & mask;
	routines->slots[i] = number + 1;
}

/* Room for one more; what there was stays as it was if there is no memory. */
static bool make_room(struct landau_routines *routines)
{
	if (routines->count == routines->limit) {
		uint32_t limit = routines->limit < 32 ? 64 : routines->limit * 2;
		struct landau_routine_name *names;

		if (routines->count >= UINT32_MAX / 4)
			return false;
		names = realloc(routines->names, limit * sizeof(*names));
		if (names == NULL)
			return false;
		routines->names = names;
		routines->limit = limit;
	}
	if (((size_t)routines->count + 1) * 2 > routines->slot_count) {
		size_t slot_count = routines->slot_count < 64 ? 128 : routines->slot_count * 2;
		uint32_t *slots = calloc(slot_count, sizeof(*slots));

		if (slots == NULL)
			return false;
		free(routines->slots);
		routines->slots = slots;
		routines->slot_count = slot_count;
		for (uint32_t i = 0; i < routines->count; i++)
			put(routines, i);
	}
	return true;
}

uint32_t landau_routines_number(struct landau_routines *routines, const char *text, size_t length)
{
	struct landau_routine_name name = {.length = length};

	if (routines->last < routines->count &&
	    same(&routines->names[routines->last], text, length))
		return routines->last;
	name.hash = hash_of(text, length);
	if (routines->slot_count != 0) {
		size_t mask = routines->slot_count - 1;

		for (size_t i = (size_t)name.hash & mask; routines->slots[i] != 0;
		     i = (i + 1) & mask) {
			uint32_t number = routines->slots[i] - 1;

			if (routines->names[number].hash == name.hash &&
			    same(&routines->names[number], text, length)) {
				routines->last = number;
				return number;
			}
		}
	}
	name.text = malloc(length + 1);
	if (name.text == NULL || !make_room(routines)) {
		free(name.text);
		return UINT32_MAX;
	}
	memcpy(name.text, text, length);
	name.text[length] = '\0';
	routines->names[routines->count] = name;
	put(routines, routines->count);
	routines->last = routines->count;
	return routines->count++;
}

void landau_routines_free(struct landau_routines *routines)
{
	for (uint32_t i = 0; i < routines->count; i++)
		free(routines->names[i].text);
	free(routines->names);
	free(routines->slots);
	*routines = (struct landau_routines){0};
}
