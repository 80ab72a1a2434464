/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * chunks.c - chunks: who takes part, private or shared, filled by the kernel, gone.
 *
 * Memory that one thread prepares, others work on and the first one looks at in the end is common, and
 * should not pay for being shared. So when another thread comes to a private chunk, it takes the chunk
 * over: it is the owner from then on, and the words of the one before are put aside (aside.h). When that
 * one comes back, it goes on with its words. Only a chunk that goes to and fro too often becomes
 * shared. A thread that ends leaves its chunks without an owner, to whoever comes next.
 *
 * Invariants
 *   - A thread has words for a chunk if and only if it takes part in it; every word is then != 0.
 *   - A chunk that is not shared has no write stamps, and its owner is the only participant.
 *   - In a chunk that had another owner before, a word of the owner that is live and LANDAU_BY_OWNER was
 *     written since it became the owner, and the kernel has not written to the chunk since the first
 *     owner left. So the words and the history tell all that happened.
 *   - A chunk never loses its landau_chunk but by landau_forget: what the kernel or a thread that
 *     is gone wrote stays known.
 *   - Write stamps are <= the clock, and a thread's own are <= its threshold.
 *
 * Where rms alone is asked for all of this is left out: each thread has words of its own, and nobody
 * learns what others do.
 */
#include "aside.h"
#include "flat.h"
#include "core/fresh.h"
#include "core/memory.h"
#include "core/state.h"
#include "core/words.h"

enum { MOST_TAKEOVERS = 4 };

static size_t words_bytes(const struct landau_core *core)
{
	return core->chunk_cells * sizeof(landau_word);
}

static bool in_flat(const struct landau_core *core, uint64_t chunk)
{
	return chunk >> (core->settings.flat_bits - LANDAU_CHUNK_SHIFT) == 0;
}

/* The array for a chunk, all zero: in the flat shadow if there is one, else from the allocator. */
static landau_word *get_words(struct landau_core *core, unsigned char *flat, uint64_t chunk)
{
	core->shadow_bytes += words_bytes(core);
	if (!flat || !in_flat(core, chunk))
		return landau_memory_get_shadow(core, words_bytes(core));
	flat += chunk * words_bytes(core);
	return (landau_word *)flat;
}

static void put_words(struct landau_core *core, const unsigned char *flat, uint64_t chunk,
		      landau_word *words)
{
	core->shadow_bytes -= words_bytes(core);
	if (flat && in_flat(core, chunk))
		landau_flat_clear(core, (unsigned char *)words, words_bytes(core));
	else
		landau_memory_put_shadow(core, words, words_bytes(core));
}

static void fill(landau_word *words, uint32_t count, landau_word word)
{
	for (uint32_t i = 0; i < count; i++)
		words[i] = word;
}

/* -- Sharing ------------------------------------------------------------------------------------ */

/* Words of a private chunk, or one that stands for all, as words of a shared chunk. */
static void share_words(landau_word *to, uint32_t count, const landau_word *from, landau_word all)
{
	landau_quad never = landau_quad_of(LANDAU_STAMP_NEVER << LANDAU_STAMP_SHIFT);

	for (uint32_t i = 0; i < count / 4; i++) {
		landau_quad stamps = from ? ((const landau_quad *)from)[i] : landau_quad_of(all);

		stamps &= landau_quad_of(~(LANDAU_LIVE | LANDAU_STATE));
		((landau_quad *)to)[i] = stamps | (landau_quad_of(LANDAU_LIVE) & (stamps != never));
	}
}

/* Lowers the write stamps to where a thread with these words has seen what was written. */
static void lower_writes(landau_word *writes, uint32_t count, const landau_word *words,
			 landau_word all)
{
	landau_quad never = landau_quad_of(LANDAU_STAMP_NEVER << LANDAU_STAMP_SHIFT);
	landau_quad *lowered = (landau_quad *)writes;

	for (uint32_t i = 0; i < count / 4; i++) {
		landau_quad word = words ? ((const landau_quad *)words)[i] : landau_quad_of(all);
		landau_quad stamps = word & landau_quad_of(~(LANDAU_LIVE | LANDAU_STATE));
		landau_quad seen = ~landau_quad_pending(word) & (stamps > never);

		lowered[i] = landau_quad_choose(seen & (stamps < lowered[i]), stamps, lowered[i]);
	}
}

static void set_writers(struct landau_core *core, struct landau_chunk *chunk)
{
	for (uint32_t i = 0; i < core->chunk_cells; i++) {
		landau_word state = landau_history(chunk, i);

		if (state == LANDAU_BY_NOBODY)
			chunk->writes[i] = 0;
		else if (state == LANDAU_BY_KERNEL)
			chunk->writes[i] |= LANDAU_WRITE_BY_KERNEL;
	}
}

/*
 * The write stamps of a chunk that becomes shared. The first access after a write may pass for it: what is
 * pending was accessed before, and so has a smaller stamp. What nobody has accessed since it was
 * written gets a stamp above all that there are.
 */
static void set_writes(struct landau_core *core, struct landau_chunk *chunk,
		       const landau_word *owner_words)
{
	landau_words_fill(chunk->writes, core->chunk_cells, core->clock << LANDAU_STAMP_SHIFT);
	if (owner_words)
		lower_writes(chunk->writes, core->chunk_cells, owner_words, 0);
	for (struct landau_aside *aside = chunk->asides; aside; aside = aside->next)
		lower_writes(chunk->writes, core->chunk_cells, aside->words, aside->word);
	if (chunk->history || chunk->all_history != LANDAU_BY_OWNER)
		set_writers(core, chunk);
}

/* A thread whose words were put aside takes part again. */
static void bring_back(struct landau_core *core, const struct landau_aside *aside, uint64_t number)
{
	landau_word *words = get_words(core, aside->thread->flat, number);

	share_words(words, core->chunk_cells, aside->words, aside->word);
	landau_map_add(core, &aside->thread->chunks, number, words);
}

/* No write stamp of the chunk is above the clock. */
static void set_bound(struct landau_core *core, uint64_t number)
{
	if (number < core->flat_chunks)
		core->flat_bounds[number] = core->clock << LANDAU_STAMP_SHIFT;
}

/* Gives the chunk write stamps. The clock has just ticked. */
static void make_shared(struct landau_core *core, struct landau_chunk *chunk, uint64_t number)
{
	struct landau_thread *owner = chunk->owner;
	landau_word *words = owner ? landau_map_get(&owner->chunks, number) : NULL;

	if (owner)
		landau_note_writes(core, chunk, words);
	chunk->writes = get_words(core, core->flat_writes, number);
	set_writes(core, chunk, words);
	set_bound(core, number);
	if (owner)
		share_words(words, core->chunk_cells, words, 0);
	if (owner && owner->last_chunk == number)
		owner->last_chunk = LANDAU_NO_CHUNK;
	chunk->owner = NULL;
	for (struct landau_aside *aside = chunk->asides; aside; aside = aside->next)
		if (!aside->thread->finished)
			bring_back(core, aside, number);
	landau_drop_aside(core, chunk);
}

/* The owner takes part no more. */
static void leave_chunk(struct landau_core *core, struct landau_chunk *chunk, uint64_t number)
{
	struct landau_thread *owner = chunk->owner;
	landau_word *words = landau_map_remove(&owner->chunks, number);

	landau_note_writes(core, chunk, words);
	landau_put_aside(core, chunk, owner, words);
	put_words(core, owner->flat, number, words);
	if (owner->last_chunk == number)
		owner->last_chunk = LANDAU_NO_CHUNK;
	chunk->owner = NULL;
}

/* The thread becomes the owner, if the chunk has not been to and fro too often. */
static bool take_over(struct landau_thread *thread, struct landau_chunk *chunk, uint64_t number)
{
	struct landau_core *core = thread->core;
	landau_word *words;

	if (chunk->owner && chunk->takeovers == MOST_TAKEOVERS)
		return false;
	if (chunk->owner) {
		chunk->takeovers++;
		leave_chunk(core, chunk, number);
	}
	words = get_words(core, thread->flat, number);
	landau_take_words(core, chunk, thread, words);
	landau_map_add(core, &thread->chunks, number, words);
	chunk->owner = thread;
	return true;
}

/* Before stamps of the kernel are made: they must be above all that the running thread has. */
static void tick_for_kernel(struct landau_core *core)
{
	landau_tick(core);
	if (core->current)
		landau_raise_boundary(core->current);
}

/* The first participant of a chunk. */
static struct landau_chunk *start_chunk(struct landau_thread *thread, uint64_t number)
{
	struct landau_core *core = thread->core;
	struct landau_chunk *chunk = landau_memory_get(core, sizeof(*chunk));
	landau_word *words = get_words(core, thread->flat, number);
	bool fresh = landau_fresh_contains(core, number);
	landau_word never = LANDAU_STAMP_NEVER << LANDAU_STAMP_SHIFT;

	if (core->settings.share_all) {
		tick_for_kernel(core);
		chunk->writes = get_words(core, core->flat_writes, number);
		landau_words_fill(words, core->chunk_cells, never | LANDAU_SHARED);
		if (fresh)
			landau_words_fill(chunk->writes, core->chunk_cells,
					  core->clock << LANDAU_STAMP_SHIFT |
						  LANDAU_WRITE_BY_KERNEL);
		set_bound(core, number);
	} else {
		chunk->owner = thread;
		landau_words_fill(words, core->chunk_cells,
				  never | (fresh ? LANDAU_BY_KERNEL : LANDAU_BY_NOBODY));
	}
	landau_map_add(core, &core->chunks, number, chunk);
	landau_map_add(core, &thread->chunks, number, words);
	return chunk;
}

/* The thread's part in a chunk that others have accessed. */
static void join_others(struct landau_thread *thread, struct landau_chunk *chunk, uint64_t number)
{
	struct landau_core *core = thread->core;
	landau_word *words;

	if (core->settings.rms_only) {
		words = get_words(core, thread->flat, number);
		landau_words_fill(words, core->chunk_cells,
				  LANDAU_STAMP_NEVER << LANDAU_STAMP_SHIFT | LANDAU_BY_NOBODY);
		landau_map_add(core, &thread->chunks, number, words);
		return;
	}
	if (!chunk->writes) {
		/* May renumber, so before any stamp is made. */
		tick_for_kernel(core);
		if (take_over(thread, chunk, number))
			return;
		make_shared(core, chunk, number);
		/* It may have been an owner before, and takes part again. */
		if (landau_map_get(&thread->chunks, number))
			return;
	}
	words = get_words(core, thread->flat, number);
	landau_words_fill(words, core->chunk_cells,
			  LANDAU_STAMP_NEVER << LANDAU_STAMP_SHIFT | LANDAU_SHARED);
	landau_map_add(core, &thread->chunks, number, words);
}

void landau_join(struct landau_thread *thread, uint64_t number)
{
	struct landau_core *core = thread->core;
	struct landau_chunk *chunk = landau_map_get(&core->chunks, number);

	if (!landau_map_get(&thread->chunks, number)) {
		if (chunk)
			join_others(thread, chunk, number);
		else
			chunk = start_chunk(thread, number);
	}
	thread->last_chunk = number;
	thread->last_words = landau_map_get(&thread->chunks, number);
	thread->last_writes = chunk->writes;
}

/* -- The kernel writes --------------------------------------------------------------------------
 */

/* One tick a system call is enough, and none if it writes private memory only: `ticked`. */
static void kernel_write_cells(struct landau_core *core, struct landau_chunk *chunk,
			       uint64_t number, uint32_t first, uint32_t last, bool *ticked)
{
	if (chunk->all_history) {
		tick_for_kernel(core);
		make_shared(core, chunk, number);
	}
	if (chunk->owner) {
		landau_word *words = landau_map_get(&chunk->owner->chunks, number);

		for (uint32_t i = first; i <= last; i++)
			words[i] = (words[i] & ~LANDAU_LIVE) | LANDAU_BY_KERNEL;
		return;
	}
	if (!*ticked)
		tick_for_kernel(core);
	*ticked = true;
	fill(chunk->writes + first, last - first + 1,
	     core->clock << LANDAU_STAMP_SHIFT | LANDAU_WRITE_BY_KERNEL);
	set_bound(core, number);
}

/* The cells of an access that lie in the chunk. */
static bool cells_within(const struct landau_core *core, uint64_t number, uint64_t first_cell,
			 uint64_t last_cell, uint32_t *first, uint32_t *last)
{
	uint64_t start = number * core->chunk_cells;

	*first = first_cell > start ? (uint32_t)(first_cell - start) : 0;
	*last = last_cell - start < core->chunk_cells ? (uint32_t)(last_cell - start)
						      : core->chunk_cells - 1;
	return *first == 0 && *last == core->chunk_cells - 1;
}

/* Calls visit for the chunks within first..last that exist, in no particular order. */
static void each_chunk(struct landau_core *core, uint64_t first, uint64_t last, void *context,
		       void (*visit)(struct landau_core *core, struct landau_chunk *chunk,
				     uint64_t number, void *context))
{
	if (last - first < core->chunks.capacity) {
		for (uint64_t number = first; number <= last; number++) {
			struct landau_chunk *chunk = landau_map_get(&core->chunks, number);

			if (chunk)
				visit(core, chunk, number, context);
		}
		return;
	}
	for (uint64_t i = 0; i < core->chunks.capacity; i++) {
		struct landau_map_slot *slot = &core->chunks.slots[i];

		if (slot->value && slot->key >= first && slot->key <= last)
			visit(core, slot->value, slot->key, context);
	}
}

static void kernel_write_whole(struct landau_core *core, struct landau_chunk *chunk,
			       uint64_t number, void *context)
{
	kernel_write_cells(core, chunk, number, 0, core->chunk_cells - 1, context);
}

static void kernel_write_part(struct landau_thread *thread, uint64_t number, uint32_t first,
			      uint32_t last, bool *ticked)
{
	struct landau_core *core = thread->core;
	struct landau_chunk *chunk = landau_map_get(&core->chunks, number);

	if (!chunk) {
		landau_join(thread, number);
		chunk = landau_map_get(&core->chunks, number);
	}
	kernel_write_cells(core, chunk, number, first, last, ticked);
}

void landau_kernel_write(struct landau_thread *thread, uint64_t address, uint64_t size)
{
	struct landau_core *core = thread->core;
	uint64_t first_cell, last_cell, first, last;
	uint32_t from, to;
	bool ticked = false;

	if (size == 0 || core->settings.rms_only)
		return;
	landau_end_loans(&core->loans);
	first_cell = address >> core->cell_shift;
	last_cell = (address + size - 1) >> core->cell_shift;
	first = address >> LANDAU_CHUNK_SHIFT;
	last = (address + size - 1) >> LANDAU_CHUNK_SHIFT;

	/* What is left after the two ends are whole chunks: first .. last - 1. */
	if (!cells_within(core, first, first_cell, last_cell, &from, &to)) {
		kernel_write_part(thread, first, from, to, &ticked);
		first++;
	}
	if (first <= last && !cells_within(core, last, first_cell, last_cell, &from, &to))
		kernel_write_part(thread, last, from, to, &ticked);
	else
		last++;
	if (first < last) {
		each_chunk(core, first, last - 1, &ticked, kernel_write_whole);
		landau_fresh_add(core, first, last);
	}
	if (core->authors)
		landau_note_source(core, address, size, LANDAU_SOURCE_EXTERNAL);
}

/* -- Memory goes away ---------------------------------------------------------------------------
 */

static void forget_cells(struct landau_core *core, struct landau_chunk *chunk, uint64_t number,
			 uint32_t first, uint32_t last)
{
	landau_word never = LANDAU_STAMP_NEVER << LANDAU_STAMP_SHIFT;
	landau_word state = chunk->owner ? LANDAU_BY_NOBODY : LANDAU_SHARED;

	for (struct landau_thread *thread = core->first_thread; thread; thread = thread->next) {
		landau_word *words = landau_map_get(&thread->chunks, number);

		if (words)
			fill(words + first, last - first + 1, never | state);
	}
	if (chunk->writes)
		fill(chunk->writes + first, last - first + 1, 0);
}

static void forget_whole(struct landau_core *core, struct landau_chunk *chunk, uint64_t number,
			 void *context)
{
	(void)context;
	for (struct landau_thread *thread = core->first_thread; thread; thread = thread->next) {
		landau_word *words = landau_map_remove(&thread->chunks, number);

		if (words)
			put_words(core, thread->flat, number, words);
		if (thread->last_chunk == number)
			thread->last_chunk = LANDAU_NO_CHUNK;
	}
	if (chunk->writes)
		put_words(core, core->flat_writes, number, chunk->writes);
	landau_drop_aside(core, chunk);
	chunk->owner = NULL;
	chunk->writes = NULL;
}

static void forget_part(struct landau_core *core, uint64_t number, uint32_t first, uint32_t last)
{
	struct landau_chunk *chunk = landau_map_get(&core->chunks, number);

	/* Without a thread that runs there is nobody left for whom it could be input. */
	if (!chunk && core->current && landau_fresh_contains(core, number)) {
		landau_join(core->current, number);
		chunk = landau_map_get(&core->chunks, number);
	}
	if (chunk && chunk->all_history) {
		tick_for_kernel(core);
		make_shared(core, chunk, number);
	}
	if (chunk)
		forget_cells(core, chunk, number, first, last);
}

/* Removing while walking the map would move entries; so the empty chunks go in a second round. */
static void remove_forgotten(struct landau_core *core, uint64_t first, uint64_t last)
{
	if (last - first < core->chunks.capacity) {
		for (uint64_t number = first; number <= last; number++)
			landau_memory_put(core, landau_map_remove(&core->chunks, number),
					  sizeof(struct landau_chunk));
		return;
	}
	for (uint64_t i = 0; i < core->chunks.capacity;) {
		struct landau_map_slot *slot = &core->chunks.slots[i];

		/* Another entry may move into the slot, which is then looked at again. */
		if (slot->value && slot->key >= first && slot->key <= last)
			landau_memory_put(core, landau_map_remove(&core->chunks, slot->key),
					  sizeof(struct landau_chunk));
		else
			i++;
	}
}

void landau_forget(struct landau_core *core, uint64_t address, uint64_t size)
{
	uint64_t first_cell, last_cell, first, last;
	uint32_t from, to;

	if (size == 0)
		return;
	landau_end_loans(&core->loans);
	first_cell = address >> core->cell_shift;
	last_cell = (address + size - 1) >> core->cell_shift;
	first = address >> LANDAU_CHUNK_SHIFT;
	last = (address + size - 1) >> LANDAU_CHUNK_SHIFT;

	if (!cells_within(core, first, first_cell, last_cell, &from, &to)) {
		forget_part(core, first, from, to);
		first++;
	}
	if (first <= last && !cells_within(core, last, first_cell, last_cell, &from, &to))
		forget_part(core, last, from, to);
	else
		last++;
	if (first < last) {
		each_chunk(core, first, last - 1, NULL, forget_whole);
		remove_forgotten(core, first, last - 1);
		landau_fresh_remove(core, first, last);
	}
	if (core->authors)
		landau_note_source(core, address, size, LANDAU_SOURCE_NOBODY);
}

/* -- Threads ------------------------------------------------------------------------------------
 */

void landau_shadow_start(struct landau_thread *thread)
{
	struct landau_core *core = thread->core;

	if (!core->flat_writes_reservation)
		landau_flat_reserve_writes(core);
	thread->flat = landau_flat_reserve(core, thread->number + 1, &thread->flat_reservation);
	thread->flat_writes = core->flat_writes;
	thread->flat_bounds = core->flat_bounds;
	thread->flat_chunks = core->flat_chunks;
	thread->loans = &core->loans;
	thread->last_chunk = LANDAU_NO_CHUNK;
}

static void drop_words(struct landau_thread *thread)
{
	struct landau_core *core = thread->core;

	for (uint64_t i = 0; i < thread->chunks.capacity; i++) {
		struct landau_map_slot *slot = &thread->chunks.slots[i];

		if (!slot->value)
			continue;
		if (thread->flat && in_flat(core, slot->key))
			core->shadow_bytes -= words_bytes(core);
		else
			put_words(core, NULL, slot->key, slot->value);
	}
	landau_map_clear(core, &thread->chunks);
	if (thread->flat_reservation)
		core->host.give_back(core->host.context, thread->flat_reservation,
				     landau_flat_bytes(core));
	thread->flat_reservation = NULL;
	thread->flat = NULL;
	thread->flat_writes = NULL;
	thread->flat_bounds = NULL;
	thread->flat_chunks = 0;
	thread->last_chunk = LANDAU_NO_CHUNK;
}

void landau_shadow_leave(struct landau_thread *thread)
{
	struct landau_core *core = thread->core;

	landau_end_loans(&core->loans);
	tick_for_kernel(core);
	for (uint64_t i = 0; i < thread->chunks.capacity; i++) {
		struct landau_map_slot *slot = &thread->chunks.slots[i];
		struct landau_chunk *chunk =
			slot->value ? landau_map_get(&core->chunks, slot->key) : NULL;

		if (!chunk || !chunk->owner || core->settings.rms_only)
			continue;
		landau_note_writes(core, chunk, slot->value);
		chunk->owner = NULL;
	}
	drop_words(thread);
}

void landau_drop_shadow(struct landau_core *core)
{
	landau_end_loans(&core->loans);
	for (struct landau_thread *thread = core->first_thread; thread; thread = thread->next)
		drop_words(thread);
	for (uint64_t i = 0; i < core->chunks.capacity; i++) {
		struct landau_map_slot *slot = &core->chunks.slots[i];
		struct landau_chunk *chunk = slot->value;

		if (!chunk)
			continue;
		if (chunk->writes && !(core->flat_writes && in_flat(core, slot->key)))
			landau_memory_put_shadow(core, chunk->writes, words_bytes(core));
		landau_drop_aside(core, chunk);
		landau_memory_put(core, chunk, sizeof(*chunk));
	}
	landau_map_clear(core, &core->chunks);
	landau_flat_drop_writes(core);
	landau_fresh_clear(core);
	if (core->authors && !core->settings.authors_of)
		landau_authors_drop(core);
	landau_memory_drop_slabs(core, &core->shadow_pool);
	core->shadow_bytes = 0;
}
