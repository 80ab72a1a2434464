/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * blocks.c - the code of routines whose lines are counted: its blocks, and the lines that they are from.
 *
 * A block is what instrument.c calls a part: instructions up to one that may transfer control. The same instructions
 * have the same block however often they are translated, until their code goes away. Blocks are never freed, because
 * translated code refers to them, and so do counts. Lines are looked up while the code is there.
 */
#include "engine/valgrind/engine.h"

#include "profile/from_core.h"

static struct {
	struct landau_code_block **buckets;
	UWord bucket_count; /* a power of two */
	uint32_t count;
} blocks;

struct place {
	UInt hash;
	uint32_t line;
	const HChar *file;
};

static struct {
	struct place *all;
	uint32_t count;
	uint32_t limit;
	uint32_t *slots; /* number + 1, by hash */
	uint32_t slot_count;
} places;

void landau_watch_names(const HChar *patterns)
{
	HChar *text = VG_(strdup)("landau.lines", patterns);
	HChar *save;

	if (!landau_options.lines)
		landau_options.lines =
			VG_(newXA)(VG_(malloc), "landau.lines", VG_(free), sizeof(HChar *));
	for (HChar *name = VG_(strtok_r)(text, ",", &save); name;
	     name = VG_(strtok_r)(NULL, ",", &save)) {
		if (VG_(strcmp)(name, "all") == 0)
			name = VG_(strdup)("landau.lines", "*");
		VG_(addToXA)(landau_options.lines, &name);
	}
}

Bool landau_is_watched(const HChar *name)
{
	for (Word i = 0; landau_options.lines && i < VG_(sizeXA)(landau_options.lines); i++)
		if (VG_(string_match)(*(HChar **)VG_(indexXA)(landau_options.lines, i), name))
			return True;
	return False;
}

/* -- Places ------------------------------------------------------------------------------------ */

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

/* The number of the place where an instruction is from. */
static uint32_t place_at(Addr address)
{
	const HChar *file = "";
	UInt line = 0;
	UInt hash;

	if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), address, &file, NULL, &line)) {
		file = "";
		line = 0;
	}
	hash = line * 2654435761U;
	for (const HChar *at = file; *at; at++)
		hash = (hash ^ (UChar)*at) * 16777619U;
	if (places.count == places.limit)
		grow_places();
	for (uint32_t slot = hash & (places.slot_count - 1); places.slots[slot];
	     slot = (slot + 1) & (places.slot_count - 1)) {
		const struct place *place = &places.all[places.slots[slot] - 1];

		if (place->hash == hash && place->line == line &&
		    VG_(strcmp)(place->file, file) == 0)
			return places.slots[slot] - 1;
	}
	places.all[places.count] = (struct place){
		.hash = hash, .line = line, .file = VG_(strdup)("landau.place", file)};
	put_in_slot(places.count);
	return places.count++;
}

void landau_block_place(void *context, uint32_t number, struct landau_place *place)
{
	(void)context;
	place->file = places.all[number].file;
	place->line = places.all[number].line;
}

/* -- Blocks ------------------------------------------------------------------------------------ */

static UWord bucket_of(Addr start)
{
	return (UWord)(start * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (blocks.bucket_count - 1);
}

static void grow_blocks(void)
{
	struct landau_code_block **old = blocks.buckets;
	UWord old_count = blocks.bucket_count;

	blocks.bucket_count = old_count ? 2 * old_count : 1024;
	blocks.buckets = VG_(calloc)("landau.blocks", blocks.bucket_count, sizeof(*blocks.buckets));
	for (UWord i = 0; i < old_count; i++)
		while (old[i]) {
			struct landau_code_block *code = old[i];
			UWord bucket = bucket_of(code->start);

			old[i] = code->next;
			code->next = blocks.buckets[bucket];
			blocks.buckets[bucket] = code;
		}
	if (old)
		VG_(free)(old);
}

struct landau_code_block *landau_block_at(const Addr *addresses, UInt count, UInt bytes,
					  const struct landau_watched_block *kind)
{
	struct landau_instruction *instructions;
	struct landau_code_block *code;
	UWord bucket;

	if (blocks.count >= blocks.bucket_count)
		grow_blocks();
	bucket = bucket_of(addresses[0]);
	for (code = blocks.buckets[bucket]; code; code = code->next)
		if (code->start == addresses[0] && code->bytes == bytes && !code->gone &&
		    code->block.instruction_count == count)
			return code;
	code = VG_(perm_malloc)(sizeof(*code), sizeof(uint64_t));
	instructions = VG_(perm_malloc)(count * sizeof(*instructions), sizeof(uint64_t));
	for (UInt i = 0; i < count; i++)
		instructions[i] = (struct landau_instruction){
			.address = addresses[i],
			.place = place_at(addresses[i]),
		};
	*code = (struct landau_code_block){
		.block = *kind,
		.next = blocks.buckets[bucket],
		.start = addresses[0],
		.bytes = bytes,
	};
	code->block.instructions = instructions;
	code->block.instruction_count = count;
	code->block.number = blocks.count++;
	blocks.buckets[bucket] = code;
	return code;
}

void landau_blocks_forget(Addr address, SizeT size)
{
	for (UWord i = 0; i < blocks.bucket_count; i++)
		for (struct landau_code_block *code = blocks.buckets[i]; code; code = code->next)
			if (code->start - address < size)
				code->gone = True;
}

void landau_blocks_clear(void)
{
	for (UWord i = 0; i < blocks.bucket_count; i++)
		for (struct landau_code_block *code = blocks.buckets[i]; code; code = code->next) {
			code->block.owner = LANDAU_WATCH_NOBODY;
			code->block.home = NULL;
		}
}
