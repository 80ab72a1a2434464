/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * places.c - where instructions are from: files, lines, and what is inlined there, each place under one number.
 *
 * A place is known by a text: FILE TAB LINE, and for each function that was inlined there TAB NAME TAB FILE TAB LINE, the
 * outermost first, as landau-symbolise answers.
 */
#include "engine/valgrind/engine.h"

#include "profile/from_core.h"

struct place {
	UInt hash;
	const HChar *text;
	struct landau_place place;
};

static struct {
	struct place *all;
	uint32_t count;
	uint32_t limit;
	uint32_t *slots; /* number + 1, by hash */
	uint32_t slot_count;
} places;

static void put_in_slot(uint32_t number)
{
	uint32_t slot = places.all[number].hash & (places.slot_count - 1);

	while (places.slots[slot])
		slot = (slot + 1) & (places.slot_count - 1);
	places.slots[slot] = number + 1;
}

static void grow_places(void)
{
	places.limit = places.limit ? 2 * places.limit : 1024;
	places.all = VG_(realloc)("landau.places", places.all, places.limit * sizeof(*places.all));
	if (places.slots)
		VG_(free)(places.slots);
	places.slot_count = 2 * places.limit;
	places.slots = VG_(calloc)("landau.places", places.slot_count, sizeof(*places.slots));
	for (uint32_t i = 0; i < places.count; i++)
		put_in_slot(i);
}

/* Cuts off the field that `at` begins with; returns where the next one does, "" at the end. */
static HChar *cut(HChar *at)
{
	HChar *tab = VG_(strchr)(at, '\t');

	if (!tab)
		return at + VG_(strlen)(at);
	*tab = '\0';
	return tab + 1;
}

/* Takes the text apart, for good. */
static struct landau_place read_place(const HChar *text)
{
	HChar *file = VG_(strdup)("landau.place", text);
	HChar *line = cut(file);
	HChar *next = cut(line);
	struct landau_inlined_source *inlined = NULL;
	UInt count = 0;

	for (const HChar *tab = VG_(strchr)(text, '\t'); tab; tab = VG_(strchr)(tab + 1, '\t'))
		count++;
	count = count > 0 ? (count - 1) / 3 : 0;
	if (count > 0)
		inlined = VG_(malloc)("landau.place", count * sizeof(*inlined));
	for (UInt i = 0; i < count; i++) {
		HChar *name = next;
		HChar *call_file = cut(name);
		HChar *call_line = cut(call_file);

		next = cut(call_line);
		inlined[i] = (struct landau_inlined_source){
			.name = name,
			.file = call_file,
			.line = (uint32_t)VG_(strtoull10)(call_line, NULL),
		};
	}
	return (struct landau_place){
		.file = file,
		.line = (uint32_t)VG_(strtoull10)(line, NULL),
		.inlined = inlined,
		.inlined_count = count,
	};
}

uint32_t landau_place_of_answer(const HChar *answer)
{
	UInt hash = 2166136261U;

	for (const HChar *at = answer; *at; at++)
		hash = (hash ^ (UChar)*at) * 16777619U;
	if (places.count == places.limit)
		grow_places();
	for (uint32_t slot = hash & (places.slot_count - 1); places.slots[slot];
	     slot = (slot + 1) & (places.slot_count - 1)) {
		const struct place *place = &places.all[places.slots[slot] - 1];

		if (place->hash == hash && VG_(strcmp)(place->text, answer) == 0)
			return places.slots[slot] - 1;
	}
	places.all[places.count] = (struct place){
		.hash = hash,
		.text = VG_(strdup)("landau.place", answer),
		.place = read_place(answer),
	};
	put_in_slot(places.count);
	return places.count++;
}

uint32_t landau_place_of_address(UWord position)
{
	HChar text[32];

	VG_(sprintf)(text, "0x%lx\t0", position);
	return landau_place_of_answer(text);
}

uint32_t landau_place_unknown(void)
{
	return landau_place_of_answer("\t0");
}

uint32_t landau_place_at(Addr address)
{
	const HChar *file;
	UInt line = 0;
	HChar *text;
	uint32_t number;

	if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), address, &file, NULL, &line))
		return landau_place_unknown();
	text = VG_(malloc)("landau.place", VG_(strlen)(file) + 16);
	VG_(sprintf)(text, "%s\t%u", file, line);
	number = landau_place_of_answer(text);
	VG_(free)(text);
	return number;
}

uint32_t landau_place_line(uint32_t number)
{
	return places.all[number].place.line;
}

void landau_place(void *context, uint32_t number, struct landau_place *place)
{
	(void)context;
	*place = places.all[number].place;
}
