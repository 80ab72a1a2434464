/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * access.h - reads and writes: the hot path, inlined into each engine.
 *
 * A read whose word is at the threshold or above has nothing to do. Else it is counted (metric.h), by the
 * word and, in a shared chunk, by the cell's write stamp.
 */
#ifndef LANDAU_CORE_SERIAL_ACCESS_H
#define LANDAU_CORE_SERIAL_ACCESS_H

#include "loan.h"
#include "core/flow.h"
#include "core/metric.h"
#include "chunks.h"

/*
 * Shared chunks that are read far more often than they are written are common. So that their write
 * stamps need not be looked at, which would bring as much memory into the caches as the words do, there
 * is a bound for all write stamps of a chunk. A thread that has accessed a cell since then has seen
 * what was written: to it, the cell is as good as never written.
 */
static inline landau_word landau_bound(const struct landau_thread *thread, uint64_t chunk)
{
	return chunk < thread->flat_chunks ? thread->flat_bounds[chunk]
					   : UINT32_MAX & ~(landau_word)LANDAU_STATE;
}

/* The thread writes to the chunk, with this write stamp. */
static inline void landau_raise_bound(struct landau_thread *thread, uint64_t chunk,
				      landau_word write)
{
	if (chunk < thread->flat_chunks && thread->flat_bounds[chunk] < write)
		thread->flat_bounds[chunk] = write;
}

/* The write stamp of a cell, or 0 where it says no more to a thread with this word. */
static inline landau_word landau_write_since(landau_word word, const landau_word *write,
					     landau_word bound)
{
	LANDAU_HOLDS(landau_write_stamp_of(*write) <= landau_write_stamp_of(bound));
	return landau_stamp_of(word) >= landau_write_stamp_of(bound) ? 0 : *write;
}

/* A read of a cell of a private chunk whose word is below the threshold. */
static inline void landau_read_private(struct landau_thread *thread, landau_word *word)
{
	landau_word old = *word;
	landau_word write = landau_write_by_word(old);
	landau_word state = old & LANDAU_STATE;

	/* What another thread has written has been seen now. */
	if (write && state == LANDAU_BY_OWNER)
		state = LANDAU_BY_NOBODY;
	*word = thread->threshold | state;
	landau_count_reads(landau_innermost_of(thread), old, write, 1);
}

/* The same in a shared chunk; the cell may be lent to the thread. */
static inline void landau_read_shared(struct landau_thread *thread, landau_word *word,
				      landau_word write)
{
	landau_word old = *word;

	*word = thread->threshold | (old & LANDAU_STATE);
	landau_count_reads(landau_innermost_of(thread), old, write, 1);
}

/*
 * Reads of two neighbouring cells in a private chunk. Most often both have the same history, and are
 * counted together.
 */
static inline void landau_read_pair(struct landau_thread *thread, landau_word *words)
{
	landau_word old = words[0];

	if (words[1] != old || landau_word_pending(old)) {
		for (int i = 0; i < 2; i++)
			if (words[i] < thread->threshold)
				landau_read_private(thread, &words[i]);
		return;
	}
	if (old >= thread->threshold)
		return;
	/* One store, so that a load of both finds them together. */
	uint64_t both = (thread->threshold | (old & LANDAU_STATE)) * UINT64_C(0x100000001);
	__builtin_memcpy(words, &both, sizeof(both));
	landau_count_plain(landau_innermost_of(thread), old, 2);
}

/* The same as landau_read, asking for the source of each cell. */
void landau_read_from(struct landau_thread *thread, uint64_t address, uint64_t size);

/* The thread has written; sources are asked for. */
void landau_note_write(struct landau_thread *thread, uint64_t address, uint64_t size);

/* The thread writes, but the source is another: that of this number of the engine's (authors.h). */
void landau_write_from(struct landau_thread *thread, uint64_t address, uint64_t size,
		       uint32_t number);

static inline void landau_read(struct landau_thread *thread, uint64_t address, uint64_t size)
{
	struct landau_cells cells;

	if (size == 0)
		return;
	if (__builtin_expect(thread->flows != NULL, 0)) {
		landau_read_from(thread, address, size);
		return;
	}
	cells = landau_cells_from(thread, address, size);
	while (landau_next_cells(thread, &cells)) {
		landau_word bound = landau_bound(thread, thread->last_chunk);

		for (uint32_t i = cells.first; i <= cells.last; i++) {
			landau_word word = cells.words[i];

			LANDAU_HOLDS(word != 0);
			if (word >= thread->threshold)
				continue;
			if (cells.writes)
				landau_read_shared(
					thread, &cells.words[i],
					landau_write_since(word, &cells.writes[i], bound));
			else
				landau_read_private(thread, &cells.words[i]);
		}
	}
}

static inline void landau_write(struct landau_thread *thread, uint64_t address, uint64_t size)
{
	struct landau_cells cells;

	if (size == 0)
		return;
	cells = landau_cells_from(thread, address, size);
	while (landau_next_cells(thread, &cells)) {
		landau_word write = thread->threshold & ~LANDAU_LIVE;

		if (cells.writes) {
			landau_end_loans(thread->loans);
			landau_raise_bound(thread, thread->last_chunk, write);
		}
		for (uint32_t i = cells.first; i <= cells.last; i++) {
			if (cells.writes) {
				cells.words[i] = thread->threshold;
				cells.writes[i] = write;
			} else {
				cells.words[i] = thread->threshold | LANDAU_BY_OWNER;
			}
		}
	}
	if (__builtin_expect(thread->flows != NULL, 0))
		landau_note_write(thread, address, size);
}

static inline void landau_kernel_read(struct landau_thread *thread, uint64_t address, uint64_t size)
{
	landau_read(thread, address, size);
}

#endif
