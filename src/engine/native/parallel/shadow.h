/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shadow.h - what words and write stamps say, and what accesses do to them. Where they are is said by windows.h.
 *
 * One thread. As long as there has been one thread only, there are no write stamps; the state of
 * each word tells who wrote last, as in a private chunk of the core. When another thread first uses a group it takes
 * from these words what was written before there were several: its own words say so until it accesses the cells.
 *
 * Many threads. In the groups that a thread owns (groups.h) it is as if there was no other. Elsewhere the state of a word is
 * LANDAU_BY_OWNER after a write, not after a read, so that a word equal to hot->written shows that
 * this thread has written the cell at this threshold. Then its write stamp is in place too: another thread's
 * write would have to be ordered before or after by an acquire of this thread, which raises the threshold. The
 * state matters to others only where there is no write stamp. For that, when the first thread reads what it wrote before there was
 * a second one, LANDAU_BY_OWNER becomes LANDAU_BY_FIRST.
 */
#ifndef LANDAU_NATIVE_SHADOW_H
#define LANDAU_NATIVE_SHADOW_H

#include "windows.h"

/* A state: the thread has written the cell, and read it since when others may have accessed it. */
enum { LANDAU_BY_FIRST = LANDAU_SHARED };

/* In a write stamp: made out of words (groups.h). Alone: nobody has written the cell since there is a second thread. */
enum { LANDAU_BY_WORDS = 2 };

/*
 * Words of cells that the thread has never accessed. Early: they were written before there was a second thread, and if
 * there is a write stamp, that is later.
 */
enum {
	LANDAU_EARLY_BY_THREAD = LANDAU_STAMP_NEVER << LANDAU_STAMP_SHIFT | LANDAU_BY_OWNER,
	LANDAU_EARLY_BY_KERNEL = LANDAU_STAMP_NEVER << LANDAU_STAMP_SHIFT | LANDAU_BY_KERNEL,
};

static inline bool landau_is_early(landau_word word)
{
	return word - LANDAU_EARLY_BY_THREAD <= LANDAU_EARLY_BY_KERNEL - LANDAU_EARLY_BY_THREAD;
}

static inline bool landau_is_new(landau_word word)
{
	return word <= LANDAU_BY_NOBODY || landau_is_early(word);
}

/* The first clock is above all stamps that stand for something else. */
enum { LANDAU_CLOCK_START = 8 };

/* Accesses of any size by the calling thread, which may not be known (then nothing happens). */
void landau_shadow_read(const volatile void *address, uint64_t size);
void landau_shadow_write(const volatile void *address, uint64_t size);

/* The same by a thread that is known and has nothing else to do first. */
void landau_shadow_read_now(struct landau_native_thread *self, const volatile void *address,
			    uint64_t size);
void landau_shadow_write_now(struct landau_native_thread *self, const volatile void *address,
			     uint64_t size);

/* The kernel has written memory, on the calling thread's behalf. */
void landau_shadow_kernel_write(const volatile void *address, uint64_t size);

/* A file was mapped there: input wherever it is read. */
void landau_shadow_fresh(const void *address, uint64_t size);

/* The memory goes away. */
void landau_shadow_forget(const void *address, uint64_t size);

#endif
