/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * collect_option.c - which routines match --collect or --allocator; see collect_option.h.
 *
 * The names of routines are known at the end only. So when the first routine of an object is called,
 * landau-symbolise is asked where in it the routines are that match.
 */
#include "collect_option.h"

#include "engine/native/hooks/calls.h"
#include "engine/native/native.h"
#include "engine/native/runtime/raw.h"
#include "symbols.h"

/* A mapping of code whose routines are known. */
struct object {
	uintptr_t low;
	uintptr_t high;
	struct landau_ranges matching; /* by offset in the file */
	struct landau_ranges opaque;
	uint64_t offset; /* of `low`, in the file */
	struct object *next;
};

static struct object *objects;

static struct object *new_object(uintptr_t code)
{
	struct object *object = landau_raw_pages(sizeof(*object));
	const struct landau_mapping *mapping = NULL;
	struct landau_maps maps;

	/* It is the lock of the routines that is held here. */
	if (!object) {
		landau_routines_unlock();
		landau_native_give_up("out of memory");
	}
	if (landau_maps_read(&maps))
		mapping = landau_maps_find(&maps, code);
	object->low = mapping ? mapping->low : code;
	object->high = mapping ? mapping->high : code + 1;
	object->offset = mapping ? mapping->offset : 0;
	if (landau_native.collect && mapping && mapping->path[0] == '/' &&
	    !landau_symbols_match(mapping->path, landau_native.collect, &object->matching))
		landau_raw_say("landau: ", mapping->path,
			       ": its routines cannot be looked up, none is collected", NULL);
	if (landau_native.allocators && *landau_native.allocators && mapping &&
	    mapping->path[0] == '/' &&
	    !landau_symbols_opaque(mapping->path, landau_native.allocators, &object->opaque))
		landau_raw_say("landau: ", mapping->path,
			       ": its routines cannot be looked up, none is taken for an allocator",
			       NULL);
	landau_maps_free(&maps);
	object->next = objects;
	objects = object;
	return object;
}

static const struct object *object_at(uintptr_t place)
{
	const struct object *object = objects;

	while (object && place - object->low >= object->high - object->low)
		object = object->next;
	return object ? object : new_object(place);
}

static bool is_in(const struct landau_ranges *ranges, uint64_t offset)
{
	for (size_t i = 0; i < ranges->count; i++)
		if (offset - ranges->ranges[i].start < ranges->ranges[i].size)
			return true;
	return false;
}

/* The code is what follows a call: one byte before is within the routine for sure. */
bool landau_collect_matches(const void *code)
{
	uintptr_t place = (uintptr_t)code - 1;
	const struct object *object;

	if (!landau_native.collect)
		return false;
	object = object_at(place);
	return is_in(&object->matching, place - object->low + object->offset);
}

bool landau_allocator_matches(const void *code)
{
	uintptr_t place = (uintptr_t)code - 1;
	const struct object *object;

	if (!landau_native.allocators || !*landau_native.allocators)
		return false;
	object = object_at(place);
	return is_in(&object->opaque, place - object->low + object->offset);
}

void landau_collect_forget(uintptr_t low, uintptr_t high)
{
	struct object **place = &objects;

	while (*place) {
		struct object *object = *place;

		if (object->low < high && low < object->high) {
			*place = object->next;
			landau_ranges_free(&object->matching);
			landau_ranges_free(&object->opaque);
			landau_raw_unmap(object, sizeof(*object));
		} else {
			place = &object->next;
		}
	}
}
