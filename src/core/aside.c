/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * aside.c - words put aside, and the history of a chunk; see aside.h.
 *
 * A loop over an array leaves the same word in all cells of a chunk. So words that are all the same are
 * kept as one, and so is a history.
 */
#include "aside.h"
#include "memory.h"

static bool all_same(const landau_word *words, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
		if (words[i] != words[0])
			return false;
	return true;
}

static bool was_written(landau_word word)
{
	return (word & LANDAU_LIVE) && (word & LANDAU_STATE) == LANDAU_BY_OWNER;
}

/* -- The history -------------------------------------------------------------------------------- */

static void drop_history(struct landau_core *core, struct landau_chunk *chunk)
{
	if (chunk->history) {
		landau_memory_put_shadow(core, chunk->history, core->chunk_cells);
		core->shadow_bytes -= core->chunk_cells;
	}
	chunk->history = NULL;
}

static void spread_history(struct landau_core *core, struct landau_chunk *chunk)
{
	if (chunk->history)
		return;
	chunk->history = landau_memory_get_shadow(core, core->chunk_cells);
	core->shadow_bytes += core->chunk_cells;
	__builtin_memset(chunk->history, chunk->all_history, core->chunk_cells);
}

static void pack_history(struct landau_core *core, struct landau_chunk *chunk)
{
	for (uint32_t i = 1; i < core->chunk_cells; i++)
		if (chunk->history[i] != chunk->history[0])
			return;
	chunk->all_history = chunk->history[0];
	drop_history(core, chunk);
}

/* The first owner's words are all the history that there is. */
static void start_history(struct landau_core *core, struct landau_chunk *chunk,
			  const landau_word *words)
{
	chunk->all_history = words[0] & LANDAU_STATE;
	if (all_same(words, core->chunk_cells))
		return;
	spread_history(core, chunk);
	for (uint32_t i = 0; i < core->chunk_cells; i++)
		chunk->history[i] = words[i] & LANDAU_STATE;
	pack_history(core, chunk);
}

static void add_to_history(struct landau_core *core, struct landau_chunk *chunk,
			   const landau_word *words)
{
	spread_history(core, chunk);
	for (uint32_t i = 0; i < core->chunk_cells; i++)
		if (was_written(words[i]))
			chunk->history[i] = LANDAU_BY_OWNER;
	pack_history(core, chunk);
}

/* -- Words put aside ---------------------------------------------------------------------------- */

static void drop_words(struct landau_core *core, struct landau_aside *aside)
{
	size_t bytes = core->chunk_cells * sizeof(landau_word);

	if (aside->words) {
		landau_memory_put_shadow(core, aside->words, bytes);
		core->shadow_bytes -= bytes;
	}
	aside->words = NULL;
}

static void spread_words(struct landau_core *core, struct landau_aside *aside)
{
	size_t bytes = core->chunk_cells * sizeof(landau_word);

	if (aside->words)
		return;
	aside->words = landau_memory_get_shadow(core, bytes);
	core->shadow_bytes += bytes;
	for (uint32_t i = 0; i < core->chunk_cells; i++)
		aside->words[i] = aside->word;
}

static void pack_words(struct landau_core *core, struct landau_aside *aside)
{
	if (all_same(aside->words, core->chunk_cells)) {
		aside->word = aside->words[0];
		drop_words(core, aside);
	}
}

static landau_word pending(landau_word word)
{
	return (word & ~(LANDAU_LIVE | LANDAU_STATE)) | LANDAU_BY_OWNER;
}

static void mark_written(struct landau_core *core, struct landau_aside *aside,
			 const landau_word *words)
{
	if (!aside->words && aside->word == pending(aside->word))
		return;
	spread_words(core, aside);
	for (uint32_t i = 0; i < core->chunk_cells; i++)
		if (was_written(words[i]))
			aside->words[i] = pending(aside->words[i]);
	pack_words(core, aside);
}

static void note_all_written(struct landau_core *core, struct landau_chunk *chunk)
{
	drop_history(core, chunk);
	chunk->all_history = LANDAU_BY_OWNER;
	for (struct landau_aside *aside = chunk->asides; aside; aside = aside->next) {
		if (!aside->words)
			aside->word = pending(aside->word);
		for (uint32_t i = 0; aside->words && i < core->chunk_cells; i++)
			aside->words[i] = pending(aside->words[i]);
	}
}

static bool any_written(const landau_word *words, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (was_written(words[i]))
			return true;
	return false;
}

void landau_note_writes(struct landau_core *core, struct landau_chunk *chunk,
			const landau_word *words)
{
	if (!chunk->all_history) {
		start_history(core, chunk, words);
	} else if (was_written(words[0]) && all_same(words, core->chunk_cells)) {
		note_all_written(core, chunk);
	} else if (any_written(words, core->chunk_cells)) {
		add_to_history(core, chunk, words);
		for (struct landau_aside *aside = chunk->asides; aside; aside = aside->next)
			mark_written(core, aside, words);
	}
}

/* The state of a word that is not pending has gone into the history. */
static landau_word without_history(landau_word word)
{
	return word & LANDAU_LIVE ? (word & ~(landau_word)LANDAU_STATE) | LANDAU_BY_NOBODY : word;
}

void landau_put_aside(struct landau_core *core, struct landau_chunk *chunk,
		      struct landau_thread *thread, const landau_word *words)
{
	struct landau_aside *aside = landau_memory_get(core, sizeof(*aside));

	aside->thread = thread;
	aside->word = without_history(words[0]);
	if (!all_same(words, core->chunk_cells)) {
		spread_words(core, aside);
		for (uint32_t i = 0; i < core->chunk_cells; i++)
			aside->words[i] = without_history(words[i]);
		pack_words(core, aside);
	}
	aside->next = chunk->asides;
	chunk->asides = aside;
}

void landau_take_words(struct landau_core *core, struct landau_chunk *chunk,
		       const struct landau_thread *thread, landau_word *words)
{
	struct landau_aside **place = &chunk->asides;
	struct landau_aside *aside;

	while (*place && (*place)->thread != thread)
		place = &(*place)->next;
	aside = *place;
	for (uint32_t i = 0; i < core->chunk_cells; i++)
		words[i] = aside ? landau_aside_word(aside, i)
				 : (LANDAU_STAMP_NEVER << LANDAU_STAMP_SHIFT |
				    landau_history(chunk, i));
	if (aside) {
		*place = aside->next;
		drop_words(core, aside);
		landau_memory_put(core, aside, sizeof(*aside));
	}
}

void landau_drop_aside(struct landau_core *core, struct landau_chunk *chunk)
{
	while (chunk->asides) {
		struct landau_aside *aside = chunk->asides;

		chunk->asides = aside->next;
		drop_words(core, aside);
		landau_memory_put(core, aside, sizeof(*aside));
	}
	drop_history(core, chunk);
	chunk->all_history = 0;
	chunk->takeovers = 0;
}
