/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * access.h - reads and writes: the hot path, inlined into each engine.
 *
 * A read whose word is at the threshold or above has nothing to do. Else the read is counted here,
 * in the innermost activation; a cell that another pending activation has accessed already, further
 * out, is taken off that one's partial counters, so that the sums of core/thread.h stay right.
 */
#ifndef LANDAU_CORE_ACCESS_H
#define LANDAU_CORE_ACCESS_H

#include "loan.h"
#include "shadow.h"

/* Steps of growing width down from the top, then a binary search within the last. */
__attribute__((noinline)) static uint32_t landau_search_ancestor(struct landau_thread *thread,
								 uint32_t stamp)
{
	const uint32_t *stamps = thread->stamps;
	uint32_t high = thread->top - 1;
	uint32_t low, step;

	for (step = 1; step < high && stamps[high - step] > stamp; step *= 2)
		high -= step;
	low = step < high ? high - step : 0;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (stamps[middle] <= stamp)
			low = middle;
		else
			high = middle;
	}
	thread->last_ancestor = low;
	return low;
}

/* As landau_ancestor, where it is further out than the caller: often whoever it was the last time. */
static inline uint32_t landau_older_ancestor(struct landau_thread *thread, uint32_t stamp)
{
	const uint32_t *stamps = thread->stamps;
	uint32_t hint = thread->last_ancestor;

	if (hint + 1 < thread->top && stamps[hint] <= stamp && stamp < stamps[hint + 1])
		return hint;
	return landau_search_ancestor(thread, stamp);
}

/* Index of the pending activation that was innermost when the thread's clock was at `stamp`. */
static inline uint32_t landau_ancestor(struct landau_thread *thread, uint32_t stamp)
{
	if (thread->stamps[thread->top - 1] <= stamp)
		return thread->top - 1;
	return landau_older_ancestor(thread, stamp);
}

/*
 * Shared chunks that are read far more often than they are written are common. So that their write
 * stamps need not be looked at, which would bring as much memory into the caches as the words do, there
 * is a bound for all write stamps of a chunk. A thread that has accessed a cell since then has seen
 * what was written: to it, the cell is as good as never written.
 *
 * The lowest two bits, the state of a bound, say who wrote last if that is the same for all cells of
 * the chunk: nobody, threads (LANDAU_BY_OWNER) or the kernel; 0 if not. This is all that matters to a thread
 * that never accessed the cell.
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
	landau_word bound, state;

	if (chunk >= thread->flat_chunks)
		return;
	bound = thread->flat_bounds[chunk];
	state = (bound & LANDAU_STATE) == LANDAU_BY_OWNER ? LANDAU_BY_OWNER : 0;
	bound &= ~(landau_word)LANDAU_STATE;
	thread->flat_bounds[chunk] = (bound > write ? bound : write) | state;
}

/* The write stamp of a cell, or one that is as good for a thread with this word. */
static inline const landau_word *landau_write_since(landau_word word, const landau_word *write,
						    landau_word bound)
{
	static const landau_word as_good[] = {
		[LANDAU_BY_NOBODY] = 0,
		[LANDAU_BY_OWNER] = LANDAU_STAMP_FIRST << LANDAU_STAMP_SHIFT,
		[LANDAU_BY_KERNEL] =
			LANDAU_STAMP_FIRST << LANDAU_STAMP_SHIFT | LANDAU_WRITE_BY_KERNEL,
	};

	if (landau_stamp_of(word) >= landau_write_stamp_of(bound))
		return &as_good[LANDAU_BY_NOBODY];
	if (landau_stamp_of(word) == LANDAU_STAMP_NEVER && (bound & LANDAU_STATE))
		return &as_good[bound & LANDAU_STATE];
	return write;
}

/* Counts reads of cells with this stamp of the thread's that another one or the kernel has written since. */
__attribute__((always_inline)) static inline void
landau_count_induced(struct landau_thread *thread, uint32_t stamp, bool by_kernel, uint32_t count)
{
	struct landau_activation *top = &thread->activations[thread->top];

	if (by_kernel)
		top->external += count;
	else
		top->thread += count;
	if (stamp >= thread->stamps[thread->top])
		return;
	top->induced_first += count;
	if (stamp > LANDAU_STAMP_NEVER)
		thread->activations[landau_ancestor(thread, stamp)].induced_first -= count;
}

/* A read of a cell whose word is below the threshold. `write` is NULL in a private chunk. */
static inline void landau_read_miss(struct landau_thread *thread, landau_word *word,
				    const landau_word *write)
{
	struct landau_activation *top = &thread->activations[thread->top];
	landau_word old = *word;
	uint32_t stamp = landau_stamp_of(old);
	bool first = stamp < thread->stamps[thread->top];
	bool accessed = stamp > LANDAU_STAMP_NEVER;
	landau_word state = old & LANDAU_STATE;
	bool induced, by_kernel;

	if (write) {
		induced = stamp < landau_write_stamp_of(*write);
		by_kernel = *write & LANDAU_WRITE_BY_KERNEL;
	} else {
		induced = landau_word_pending(old);
		by_kernel = state == LANDAU_BY_KERNEL;
		if (induced && !by_kernel)
			state = LANDAU_BY_NOBODY;
	}
	*word = thread->threshold | state;

	if (!induced) {
		if (!first)
			return;
		top->plain++;
		if (accessed)
			thread->activations[landau_ancestor(thread, stamp)].plain--;
		return;
	}
	landau_count_induced(thread, stamp, by_kernel, 1);
}

/*
 * Reads of two neighbouring cells in a private chunk. Most often both have the same history, and are
 * counted together.
 */
static inline void landau_read_pair(struct landau_thread *thread, landau_word *words)
{
	landau_word old = words[0];
	uint32_t stamp = landau_stamp_of(old);

	if (words[1] != old || landau_word_pending(old)) {
		for (int i = 0; i < 2; i++)
			if (words[i] < thread->threshold)
				landau_read_miss(thread, &words[i], NULL);
		return;
	}
	if (old >= thread->threshold)
		return;
	/* One store, so that a load of both finds them together. */
	uint64_t both = (thread->threshold | (old & LANDAU_STATE)) * UINT64_C(0x100000001);
	__builtin_memcpy(words, &both, sizeof(both));
	if (stamp >= thread->stamps[thread->top])
		return;
	thread->activations[thread->top].plain += 2;
	if (stamp != LANDAU_STAMP_NEVER)
		thread->activations[landau_ancestor(thread, stamp)].plain -= 2;
}

static inline void landau_read(struct landau_thread *thread, uint64_t address, uint64_t size)
{
	struct landau_cells cells;

	if (size == 0)
		return;
	cells = landau_cells_from(thread, address, size);
	while (landau_next_cells(thread, &cells)) {
		landau_word bound = landau_bound(thread, thread->last_chunk);

		for (uint32_t i = cells.first; i <= cells.last; i++) {
			landau_word word = cells.words[i];

			if (word < thread->threshold)
				landau_read_miss(
					thread, &cells.words[i],
					cells.writes
						? landau_write_since(word, &cells.writes[i], bound)
						: NULL);
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
}

static inline void landau_kernel_read(struct landau_thread *thread, uint64_t address, uint64_t size)
{
	landau_read(thread, address, size);
}

#endif
