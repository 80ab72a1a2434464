/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * aside.c - words put aside, and the history of a chunk; see aside.h.
 *
 * A loop over an array leaves the same word in all cells of a chunk. So words that are all the same are
 * kept as one, and so is a history.
 */
#include "aside.h"
#include "core/memory.h"
#include "core/words.h"

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
	if (landau_words_agree(words, core->chunk_cells, LANDAU_STATE))
		return;
	spread_history(core, chunk);
	for (uint32_t i = 0; i < core->chunk_cells; i++)
		chunk->history[i] = words[i] & LANDAU_STATE;
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

static void get_words(struct landau_core *core, struct landau_aside *aside)
{
	size_t bytes = core->chunk_cells * sizeof(landau_word);

	aside->words = landau_memory_get_shadow(core, bytes);
	core->shadow_bytes += bytes;
}

static void spread_words(struct landau_core *core, struct landau_aside *aside)
{
	if (aside->words)
		return;
	get_words(core, aside);
	landau_words_fill(aside->words, core->chunk_cells, aside->word);
}

static void pack_words(struct landau_core *core, struct landau_aside *aside)
{
	if (landau_words_same(aside->words, core->chunk_cells)) {
		aside->word = aside->words[0];
		drop_words(core, aside);
	}
}

static landau_word pending(landau_word word)
{
	return (word & ~(LANDAU_LIVE | LANDAU_STATE)) | LANDAU_BY_OWNER;
}

static landau_quad all_pending(landau_quad words)
{
	return (words & landau_quad_of(~(LANDAU_LIVE | LANDAU_STATE))) |
	       landau_quad_of(LANDAU_BY_OWNER);
}

static void mark_written(struct landau_core *core, struct landau_aside *aside,
			 const landau_word *words)
{
	const landau_quad *owner = (const landau_quad *)words;
	landau_quad *marked;

	if (!aside->words && aside->word == pending(aside->word))
		return;
	spread_words(core, aside);
	marked = (landau_quad *)aside->words;
	for (uint32_t i = 0; i < core->chunk_cells / 4; i++)
		marked[i] = landau_quad_choose(landau_quad_written(owner[i]),
					       all_pending(marked[i]), marked[i]);
	pack_words(core, aside);
}

static void note_all_written(struct landau_core *core, struct landau_chunk *chunk)
{
	drop_history(core, chunk);
	chunk->all_history = LANDAU_BY_OWNER;
	for (struct landau_aside *aside = chunk->asides; aside; aside = aside->next) {
		landau_quad *quads = (landau_quad *)aside->words;

		if (!aside->words)
			aside->word = pending(aside->word);
		for (uint32_t i = 0; aside->words && i < core->chunk_cells / 4; i++)
			quads[i] = all_pending(quads[i]);
	}
}

static bool any_written(const landau_word *words, uint32_t count)
{
	const landau_quad *quads = (const landau_quad *)words;

	for (uint32_t i = 0; i < count / 4; i += 2)
		if (landau_quad_any(landau_quad_written(quads[i]) |
				    landau_quad_written(quads[i + 1])))
			return true;
	return false;
}

void landau_note_writes(struct landau_core *core, struct landau_chunk *chunk,
			const landau_word *words)
{
	if (!chunk->all_history) {
		start_history(core, chunk, words);
	} else if (was_written(words[0]) &&
		   landau_words_agree(words, core->chunk_cells, LANDAU_LIVE | LANDAU_STATE)) {
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

static void copy_without_history(landau_word *to, const landau_word *from, uint32_t count)
{
	const landau_quad live = landau_quad_of(LANDAU_LIVE);

	for (uint32_t i = 0; i < count / 4; i++) {
		landau_quad words = ((const landau_quad *)from)[i];

		((landau_quad *)to)[i] = landau_quad_choose(
			(words & live) == live,
			(words & ~landau_quad_of(LANDAU_STATE)) | landau_quad_of(LANDAU_BY_NOBODY),
			words);
	}
}

void landau_put_aside(struct landau_core *core, struct landau_chunk *chunk,
		      struct landau_thread *thread, const landau_word *words)
{
	struct landau_aside *aside = landau_memory_get(core, sizeof(*aside));

	aside->thread = thread;
	aside->word = without_history(words[0]);
	if (!landau_words_same(words, core->chunk_cells)) {
		get_words(core, aside);
		copy_without_history(aside->words, words, core->chunk_cells);
		pack_words(core, aside);
	}
	aside->next = chunk->asides;
	chunk->asides = aside;
}

static void words_by_history(const struct landau_core *core, const struct landau_chunk *chunk,
			     landau_word *words)
{
	const landau_word never = LANDAU_STAMP_NEVER << LANDAU_STAMP_SHIFT;

	if (!chunk->history)
		landau_words_fill(words, core->chunk_cells, never | chunk->all_history);
	for (uint32_t i = 0; chunk->history && i < core->chunk_cells; i++)
		words[i] = never | chunk->history[i];
}

void landau_take_words(struct landau_core *core, struct landau_chunk *chunk,
		       const struct landau_thread *thread, landau_word *words)
{
	struct landau_aside **place = &chunk->asides;
	struct landau_aside *aside;

	while (*place && (*place)->thread != thread)
		place = &(*place)->next;
	aside = *place;
	if (!aside) {
		words_by_history(core, chunk, words);
		return;
	}
	if (aside->words)
		__builtin_memcpy(words, aside->words, core->chunk_cells * sizeof(*words));
	else
		landau_words_fill(words, core->chunk_cells, aside->word);
	*place = aside->next;
	drop_words(core, aside);
	landau_memory_put(core, aside, sizeof(*aside));
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
