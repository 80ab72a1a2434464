/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * blocks.c - the code of routines whose lines are counted: its blocks, and the lines that they are from.
 *
 * A block is what instrument.c calls a part: instructions up to one that may transfer control. The same instructions
 * have the same block however often they are translated, until their code goes away. Blocks are never freed, because
 * translated code refers to them, and so do counts. landau-symbolise, which knows what was inlined,
 * is asked for their lines when a profile is written. What it cannot know is asked of Valgrind, while the code is there.
 */
#include "engine/valgrind/engine.h"

static struct {
	struct landau_code_block **buckets;
	UWord bucket_count; /* a power of two */
	uint32_t count;
} blocks;

static Bool watches_all;

void landau_watch_names(const HChar *patterns)
{
	HChar *text = VG_(strdup)("landau.lines", patterns);
	HChar *save;

	if (!landau_options.lines)
		landau_options.lines =
			VG_(newXA)(VG_(malloc), "landau.lines", VG_(free), sizeof(HChar *));
	for (HChar *name = VG_(strtok_r)(text, ",", &save); name;
	     name = VG_(strtok_r)(NULL, ",", &save)) {
		if (VG_(strcmp)(name, "all") == 0) {
			name = VG_(strdup)("landau.lines", "*");
			watches_all = True;
		}
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
	struct landau_code code_at;
	UWord bucket;

	if (blocks.count >= blocks.bucket_count)
		grow_blocks();
	bucket = bucket_of(addresses[0]);
	for (code = blocks.buckets[bucket]; code; code = code->next)
		if (code->start == addresses[0] && code->bytes == bytes && !code->gone &&
		    code->block.instruction_count == count)
			return code;
	code = VG_(perm_malloc)(sizeof(*code), sizeof(uint64_t));
	code_at = landau_code_at(addresses[0]);
	instructions = VG_(perm_malloc)(count * sizeof(*instructions), sizeof(uint64_t));
	for (UInt i = 0; i < count; i++)
		instructions[i] = (struct landau_instruction){
			.address = addresses[i],
			.place = code_at.path ? landau_place_unknown()
					      : landau_place_at(addresses[i]),
		};
	*code = (struct landau_code_block){
		.block = *kind,
		.next = blocks.buckets[bucket],
		.start = addresses[0],
		.bytes = bytes,
		.code = code_at,
		.instructions = instructions,
	};
	code->block.instructions = instructions;
	code->block.position = landau_offset_in_object(addresses[0]);
	code->block.instruction_count = count;
	code->block.number = blocks.count++;
	blocks.buckets[bucket] = code;
	return code;
}

static Bool is_wanted(const struct landau_code_block *code)
{
	return code->block.home && code->code.path && !code->looked_up;
}

/* The next answer, and where the one after it begins; NULL: there is none. */
static HChar *next_answer(HChar **answers)
{
	HChar *answer = *answers;
	HChar *end = answer ? VG_(strchr)(answer, '\n') : NULL;

	if (!end)
		return NULL;
	*end = '\0';
	*answers = end + 1;
	return answer;
}

/*
 * Code without a line of its own is of the one before, or behind, in its block. Of a block without any the place is an address in the object,
 * but not where the lines of all routines are counted, most of which nobody has asked for.
 */
static void take_places(struct landau_code_block *code, HChar **answers)
{
	UInt count = code->block.instruction_count;
	UInt known = count;

	for (UInt i = 0; i < count; i++) {
		const HChar *answer = next_answer(answers);
		uint32_t place = code->instructions[i].place;

		if (answer && *answer)
			place = landau_place_of_answer(answer);
		else if (!code->gone)
			place = landau_place_at(code->instructions[i].address);
		if (landau_place_line(place) == 0 && known < count)
			place = code->instructions[known].place;
		else if (landau_place_line(place) > 0)
			known = i;
		code->instructions[i].place = place;
	}
	for (UInt i = known; i > 0 && i < count; i--)
		if (landau_place_line(code->instructions[i - 1].place) == 0)
			code->instructions[i - 1].place = code->instructions[i].place;
	code->by_address = known == count && !watches_all;
}

static Bool begins_at(Addr address)
{
	const struct landau_code_block *code = blocks.buckets[bucket_of(address)];

	while (code && code->start != address)
		code = code->next;
	return code != NULL;
}

/* Blocks may overlap: one that begins inside of another one is a place of its own, wherever it runs. */
static void take_addresses(struct landau_code_block *code)
{
	Addr begin = code->start;

	for (UInt i = 0; i < code->block.instruction_count; i++) {
		if (begins_at(code->instructions[i].address))
			begin = code->instructions[i].address;
		code->instructions[i].place =
			landau_place_of_address(code->block.position + begin - code->start);
	}
}

void landau_blocks_look_up(void)
{
	XArray *questions = VG_(newXA)(VG_(malloc), "landau.lines", VG_(free), 1);
	HChar *answers;
	HChar *next;

	for (UWord i = 0; i < blocks.bucket_count; i++)
		for (struct landau_code_block *code = blocks.buckets[i]; code; code = code->next)
			for (UInt k = 0; is_wanted(code) && k < code->block.instruction_count; k++)
				landau_lines_question(
					questions,
					&(struct landau_code){
						code->code.path,
						code->code.offset + code->instructions[k].address -
							code->start},
					True);
	answers = landau_lines_ask(questions);
	next = answers;
	for (UWord i = 0; i < blocks.bucket_count; i++)
		for (struct landau_code_block *code = blocks.buckets[i]; code; code = code->next)
			if (is_wanted(code)) {
				take_places(code, &next);
				code->looked_up = True;
			}
	for (UWord i = 0; i < blocks.bucket_count; i++)
		for (struct landau_code_block *code = blocks.buckets[i]; code; code = code->next)
			if (code->by_address)
				take_addresses(code);
	if (answers)
		VG_(free)(answers);
	VG_(deleteXA)(questions);
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
