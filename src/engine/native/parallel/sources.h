/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sources.h - who wrote each cell last, where --sources asks for it (core/authors.h says what a source is).
 *
 * There is one more shadow, with a number for each cell, that all threads write. A write stores the number after the words, without
 * an atomic operation: in a program without races the next access to the cell by another thread is ordered behind it, and so is what
 * that finds here. The number of a cell that was never written is 0, and then the core that all threads share says whether a file was
 * mapped there; the answer is kept in the shadow.
 *
 * The hooks' fast paths count reads without asking whose the cells are. So there is always attention, as with a log, and what the
 * code in the program does not settle itself goes by shadow.c, where each read that counts is counted for its source, too. What that
 * code settles needs nothing: a read that is settled does not count, and a write finds the word that the same activation has left,
 * for two things are otherwise than without sources:
 *
 *   - After a read the word never says that the thread has written the cell (LANDAU_BY_OWNER), but that it had before (LANDAU_BY_FIRST).
 *   - An activation has a threshold that the one around it does not get when it returns: if an acquire has made the two the same, the
 *     clock ticks. It does so, too, after a write that is not the innermost routine's own.
 */
#ifndef LANDAU_NATIVE_SOURCES_H
#define LANDAU_NATIVE_SOURCES_H

#include "windows.h"

/* In the shadow, beside the numbers of the core: it was asked, and nobody has written the cell. */
#define LANDAU_ASKED_FOR_NOBODY UINT32_MAX

/* What a thread writes as (`writes_as` of the thread) while it leaves alone whose the cells are. */
#define LANDAU_WRITES_AS_BEFORE (LANDAU_ASKED_FOR_NOBODY - 1)

static inline bool landau_has_sources(void)
{
	return LANDAU_UNLIKELY(landau_native.sources != NULL);
}

/* Of what the thread writes now. */
uint32_t landau_source_of_writes(struct landau_native_thread *self);

/* These cells, by offsets in the shadow. */
void landau_sources_set(uint64_t offset, uint64_t end, uint32_t source);

/*
 * The thread is about to count reads of these cells, for which it had this word, and which have this write stamp. The address
 * is one in the page of the first.
 */
void landau_sources_count(struct landau_native_thread *self, uint64_t offset, uint64_t address,
			  uint32_t cells, landau_word old, landau_word write);

/* The thread writes as somebody else. */
void landau_sources_write_as(struct landau_native_thread *self, uint32_t source,
			     const volatile void *address, uint64_t size);

/* What the cells of the copy are is what those are that its bytes come from. */
void landau_sources_copy(const void *to, const void *from, uint64_t size);

/* A file is mapped there, or memory goes away (source 0): whole pages. With the lock of the shared core. */
void landau_sources_map(const void *address, uint64_t size, uint32_t source);

/* An activation has returned, which had this threshold. */
void landau_sources_return(struct landau_native_thread *self, landau_word threshold);

/* In the child of a fork: nobody has written anything. */
void landau_sources_after_fork(void);

#endif
