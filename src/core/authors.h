/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * authors.h - who wrote each cell last, for engines that ask for sources.
 *
 * A source is a number of 32 bits:
 *
 *   LANDAU_SOURCE_NOBODY     nobody has been seen to write the cell since its memory appeared
 *   LANDAU_SOURCE_EXTERNAL   and a number of the engine's in the other bits: a file, a socket, ...; 0: not known which
 *   else                     number of a landau_author: a routine on a thread, the innermost one that was pending
 *
 * There is one array for all threads, since threads run one at a time. The numbers of a chunk are in the flat shadow or in an array of
 * their own. Whole chunks that the kernel fills are noted as ranges, so that a file that is mapped takes no memory until
 * somebody writes into it: the 0 that the array has for a cell means that the range says it.
 *
 * An engine whose threads run in parallel keeps whose each cell is itself, and has the numbers of authors here, in one core for all
 * threads, and what is mapped.
 *
 * Stamps say when a cell was written, and whether that counts; these numbers say only by whom. So renumbering leaves them alone,
 * and it does not matter whether a chunk is private or shared.
 */
#ifndef LANDAU_CORE_AUTHORS_H
#define LANDAU_CORE_AUTHORS_H

#include "thread.h"

struct landau_core;

enum { LANDAU_SOURCE_NOBODY = 0 };
#define LANDAU_SOURCE_EXTERNAL ((uint32_t)1 << 31)

/* The engine's numbers are below this. */
#define LANDAU_MOST_SOURCES (LANDAU_SOURCE_EXTERNAL - 1)

/* No routine: the thread wrote outside of all routines. */
#define LANDAU_NO_ROUTINE UINT32_MAX

struct landau_author {
	const struct landau_thread *thread;
	uint32_t routine;
};

struct landau_authors;

struct landau_authors *landau_authors_create(struct landau_core *core);
void landau_authors_destroy(struct landau_core *core);

/* Forgets who wrote which cell, and frees the memory of that. The authors themselves stay. */
void landau_authors_drop(struct landau_core *core);

/* What landau_author_of gives, numbered by this core, which may be that of other threads, too (authors_of in core.h). */
uint32_t landau_number_author(struct landau_thread *thread, struct landau_core *core);

/* The source of what the thread writes, until its innermost activation changes. */
static inline uint32_t landau_author_of(struct landau_thread *thread)
{
	const struct landau_record *record = thread->activations[thread->top].record;

	return record && record->author ? record->author
					: landau_number_author(thread, thread->core);
}

/* The source has written this memory, or nobody has. */
void landau_note_source(struct landau_core *core, uint64_t address, uint64_t size, uint32_t source);

/* Who wrote this cell last? The cell is a number, counted over all memory. */
uint32_t landau_source_of(const struct landau_core *core, uint64_t cell);

/* Where the number of cell 0 would be, four bytes for each cell; NULL: there is no flat shadow. */
unsigned char *landau_authors_flat(const struct landau_core *core);

/* The author with this number, of a source that is neither external nor nobody. */
const struct landau_author *landau_author_at(const struct landau_core *core, uint32_t source);

#endif
