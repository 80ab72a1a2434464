/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shadow.h - what words and write stamps mean, and what accesses do to them. windows.h says where they are.
 *
 * One thread. Until the program starts a second thread there are no write stamps; the state of each word
 * says who wrote last, as in a private chunk of the core. When another thread first uses a group, its own words are made out of the
 * first thread's, and say which cells were written before there were several threads, until it accesses the cells.
 *
 * Several threads. In the groups that a thread owns (groups.h) the words are used as if there were no other thread. Elsewhere the
 * state of a word is LANDAU_BY_OWNER after a write, not after a read. So a word that equals hot->written shows that
 * this thread has written the cell at this threshold, and then its write stamp is in place too: a write by another thread
 * would be ordered before or after it by an acquire of this thread, which raises the threshold. Other threads look at the
 * state only where there is no write stamp. That is why LANDAU_BY_OWNER becomes LANDAU_BY_FIRST when the first thread reads
 * what it wrote before there was a second one.
 */
#ifndef LANDAU_NATIVE_SHADOW_H
#define LANDAU_NATIVE_SHADOW_H

#include "windows.h"

/* A state: the thread has written the cell, and has read it since while the group was not its own. */
enum { LANDAU_BY_FIRST = LANDAU_SHARED };

/* In a write stamp: it was made out of words (groups.h). If its stamp is 0, nobody has written the cell since there is a second thread. */
enum { LANDAU_BY_WORDS = 2 };

/*
 * Words of cells that the thread has never accessed. Early: the cells were written before there was a second thread; if
 * there is a write stamp, it is of a later write.
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

/* Clocks start above all stamps that have a meaning of their own. */
enum { LANDAU_CLOCK_START = 8 };

/* Accesses of any size by the calling thread. They do nothing if the thread is not known. */
void landau_shadow_read(const volatile void *address, uint64_t size);
void landau_shadow_write(const volatile void *address, uint64_t size);

/* The same for a thread that is known and has nothing to attend to. */
void landau_shadow_read_now(struct landau_native_thread *self, const volatile void *address,
			    uint64_t size);
void landau_shadow_write_now(struct landau_native_thread *self, const volatile void *address,
			     uint64_t size);

/* The kernel has written memory, on the calling thread's behalf. */
void landau_shadow_kernel_write(const volatile void *address, uint64_t size);

/* The same, where sources are asked for: it comes from there (interposition/source_names.h). */
void landau_shadow_kernel_write_from(const volatile void *address, uint64_t size, uint32_t source);

/* The thread writes by an atomic operation. */
void landau_shadow_write_atomic(struct landau_native_thread *self, const volatile void *address,
				uint64_t size);

/* A file has been mapped there: its cells are external input when they are first read. */
void landau_shadow_fresh(const void *address, uint64_t size, uint32_t source);

/* Forgets all accesses to the memory, which is about to be given up, or is new. */
void landau_shadow_forget(const void *address, uint64_t size);

#endif
