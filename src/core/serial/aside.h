/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * aside.h - what is kept of the threads that had a chunk before its present owner; see chunks.c.
 *
 * A thread whose chunk is taken over takes no part in it any more. Its words are put aside, so that it
 * can go on with them when it comes back. What they say of who wrote a cell last goes into the chunk's
 * history, which is common to all: a word put aside says only when its thread accessed the cell, and
 * whether anything was written since (pending) or not (live, LANDAU_BY_NOBODY).
 */
#ifndef LANDAU_CORE_SERIAL_ASIDE_H
#define LANDAU_CORE_SERIAL_ASIDE_H

#include "core/state.h"

struct landau_aside {
	struct landau_aside *next;
	struct landau_thread *thread;
	landau_word *words; /* NULL: all are `word` */
	landau_word word;
};

/* Who wrote the cell last: LANDAU_BY_OWNER stands for any thread. */
static inline landau_word landau_history(const struct landau_chunk *chunk, uint32_t cell)
{
	return chunk->history ? chunk->history[cell] : chunk->all_history;
}

/*
 * What the owner has written, by its words, becomes known to the history and to the words put aside.
 * May be repeated.
 */
void landau_note_writes(struct landau_core *core, struct landau_chunk *chunk,
			const landau_word *words);

/* Keeps the words of an owner whose writes have been noted. */
void landau_put_aside(struct landau_core *core, struct landau_chunk *chunk,
		      struct landau_thread *thread, const landau_word *words);

/* The words of a thread that becomes the owner: those that it had, or what the history says. */
void landau_take_words(struct landau_core *core, struct landau_chunk *chunk,
		       const struct landau_thread *thread, landau_word *words);

/* Forgets what was put aside, and the history. */
void landau_drop_aside(struct landau_core *core, struct landau_chunk *chunk);

#endif
