/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * state.h - the core as a whole; for the core's own files.
 *
 * Each chunk of memory that any thread has accessed has a landau_chunk: private to its owner, left
 * behind by an owner that is gone, or shared and then with write stamps. `fresh` holds ranges of chunks that the kernel has filled
 * before anybody accessed them, such as files mapped into memory: they take no shadow until used.
 * It is consulted only for chunks that have no landau_chunk.
 */
#ifndef LANDAU_CORE_STATE_H
#define LANDAU_CORE_STATE_H

#include "core.h"
#include "serial/loan.h"
#include "renumber.h"
#include "authors.h"

struct landau_chunk {
	struct landau_thread *owner; /* NULL: shared, or the owner is gone */
	landau_word *writes;         /* NULL: not shared */
	struct landau_aside *asides; /* of owners before this one; see serial/aside.h */
	uint8_t *history;            /* NULL: all is all_history */
	uint8_t all_history;         /* 0: the chunk had no other owner before */
	uint8_t takeovers;
};

/* Chunks first .. end-1. */
struct landau_range {
	uint64_t first;
	uint64_t end;
};

enum { LANDAU_SIZE_CLASSES = 48 };

/* Where small blocks come from. */
struct landau_pool {
	void *free_lists[LANDAU_SIZE_CLASSES];
	unsigned char *slab; /* what is left of the current one */
	size_t slab_left;
	void *slabs; /* all of them, chained through their first word */
};

struct landau_core {
	struct landau_host host;
	struct landau_settings settings;
	uint32_t clock;
	uint32_t limit; /* of the clock, until the next renumbering */
	uint64_t renumberings;

	unsigned cell_shift;
	uint32_t chunk_cells;
	struct landau_map chunks;   /* chunk number -> struct landau_chunk */
	struct landau_range *fresh; /* sorted, apart from each other */
	uint32_t fresh_count;
	uint32_t fresh_limit;
	unsigned char *flat_writes; /* flat write stamps, or NULL */
	void *flat_writes_reservation;
	landau_word *flat_bounds; /* a thread's are the same */
	uint64_t flat_chunks;
	struct landau_loans loans;      /* to the current thread */
	struct landau_authors *authors; /* NULL: sources are not asked for */

	struct landau_thread *current;
	struct landau_thread *first_thread;
	struct landau_thread *last_thread;
	uint32_t thread_count;

	struct landau_map blocks; /* that are allocated, by address; see core/further.h */
	uint64_t block_serial;    /* of the last one */
	uint64_t live_bytes;      /* in all of them */

	struct landau_map watched_by_routine; /* see core/watch.h */
	struct landau_watched *first_watched;
	struct landau_watched *last_watched;
	struct landau_map foreign_blocks; /* routine, block -> index of the block there + 1 */
	uint64_t watch_serial;

	uint64_t bytes_in_use;
	uint64_t shadow_bytes;
	struct landau_pool pool;
	struct landau_pool shadow_pool; /* words and write stamps: can be given back as a whole */
};

/* The next clock value; renumbers first if the clock is at its limit. */
static inline uint32_t landau_tick(struct landau_core *core)
{
	if (core->clock + 1 >= core->limit)
		landau_renumber(core);
	return ++core->clock;
}

static inline landau_word landau_set_threshold(struct landau_thread *thread)
{
	uint32_t stamp = thread->stamps[thread->top];
	landau_word threshold =
		landau_live_word(stamp > thread->boundary ? stamp : thread->boundary);

	thread->threshold = threshold;
	return threshold;
}

/* From now on the thread cannot skip what it accessed before. */
static inline void landau_raise_boundary(struct landau_thread *thread)
{
	thread->boundary = thread->core->clock;
	landau_set_threshold(thread);
}

/* serial/chunks.c: a thread gets its shadow, and leaves all chunks for good. */
void landau_shadow_start(struct landau_thread *thread);
void landau_shadow_leave(struct landau_thread *thread);

#endif
