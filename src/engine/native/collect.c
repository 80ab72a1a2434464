/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * collect.c - which routines match --collect; see collect.h.
 *
 * The names of routines are known at the end only. So when the first routine of an object is called,
 * landau-symbolise is asked where in it the routines are that match.
 */
#include "collect.h"

#include "native.h"
#include "raw.h"
#include "symbols.h"

/* A mapping of code whose routines are known. */
struct object {
	uintptr_t low;
	uintptr_t high;
	struct landau_ranges matching; /* by offset in the file */
	uint64_t offset;               /* of `low`, in the file */
	struct object *next;
};

static struct object *objects;

static struct object *new_object(uintptr_t code)
{
	struct object *object = landau_raw_pages(sizeof(*object));
	const struct landau_mapping *mapping = NULL;
	struct landau_maps maps;

	if (!object)
		landau_native_die("out of memory");
	if (landau_maps_read(&maps))
		mapping = landau_maps_find(&maps, code);
	object->low = mapping ? mapping->low : code;
	object->high = mapping ? mapping->high : code + 1;
	object->offset = mapping ? mapping->offset : 0;
	if (mapping && mapping->path[0] == '/' &&
	    !landau_symbols_match(mapping->path, landau_native.collect, &object->matching))
		landau_raw_say("landau: ", mapping->path,
			       ": its routines cannot be looked up, none is collected", NULL);
	landau_maps_free(&maps);
	object->next = objects;
	objects = object;
	return object;
}

bool landau_collect_matches(const void *code)
{
	/* The code is what follows a call: one byte before is within the routine for sure. */
	uintptr_t place = (uintptr_t)code - 1;
	const struct object *object = objects;
	uint64_t offset;

	if (!landau_native.collect)
		return false;
	while (object && place - object->low >= object->high - object->low)
		object = object->next;
	if (!object)
		object = new_object(place);
	offset = place - object->low + object->offset;
	for (size_t i = 0; i < object->matching.count; i++)
		if (offset - object->matching.ranges[i].start < object->matching.ranges[i].size)
			return true;
	return false;
}

void landau_collect_forget(uintptr_t low, uintptr_t high)
{
	struct object **place = &objects;

	while (*place) {
		struct object *object = *place;

		if (object->low < high && low < object->high) {
			*place = object->next;
			landau_ranges_free(&object->matching);
			landau_raw_unmap(object, sizeof(*object));
		} else {
			place = &object->next;
		}
	}
}
