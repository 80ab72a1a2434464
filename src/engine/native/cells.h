/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cells.h - accesses to cells of 4 bytes: what is left to do when the first look has not settled it.
 *
 * Inlined into the hooks. What is rare, such as the first access to a cell ever, is left to shadow.c.
 */
#ifndef LANDAU_NATIVE_CELLS_H
#define LANDAU_NATIVE_CELLS_H

#include "shadow.h"
#include "threads.h"
#include "touched.h"

/*
 * The write stamp, 0: none. Where none was ever put it is not looked at: that would get a page of zeros, which all
 * processors must hear of when it is replaced.
 */
static inline landau_word landau_write_at(uint64_t offset)
{
	return landau_native.touched_writes[offset >> LANDAU_GROUP_SHIFT] == LANDAU_UNTOUCHED
		       ? 0
		       : *(landau_word *)(landau_native.writes + offset) &
				 ~(landau_word)LANDAU_UNWRITTEN;
}

/* The word that a read leaves when there are many threads. */
static inline landau_word landau_word_after_read(landau_word threshold, landau_word old)
{
	return (old & LANDAU_STATE) == LANDAU_BY_OWNER ? threshold | LANDAU_BY_FIRST
						       : threshold | (old & LANDAU_STATE);
}

/* The thread has accessed the cell before, or the kernel wrote it when there was one thread. */
static inline void landau_read_again(struct landau_thread *thread, landau_word *word,
				     landau_word write)
{
	landau_word old = *word;

	landau_read_miss(thread, word, write ? &write : NULL);
	*word = landau_word_after_read(thread->threshold, old);
}

/* False: left to do. */
static inline bool landau_read_cell(struct landau_native_thread *self, landau_word *word,
				    uint64_t offset)
{
	struct landau_thread *thread = self->core_thread;

	if (*word >= thread->threshold)
		return true;
	if (LANDAU_UNLIKELY(landau_is_new(*word)))
		return false;
	if (landau_native.multi)
		landau_read_again(thread, word, landau_write_at(offset));
	else
		landau_read_miss(thread, word, NULL);
	return true;
}

/* Both halves are `word`. One load or store, so that one finds what the other has left. */
static inline uint64_t landau_pair_of(landau_word word)
{
	return word * UINT64_C(0x100000001);
}

static inline uint64_t landau_load_pair(const landau_word *words)
{
	uint64_t pair;

	__builtin_memcpy(&pair, words, sizeof(pair));
	return pair;
}

static inline void landau_store_pair(landau_word *words, uint64_t pair)
{
	__builtin_memcpy(words, &pair, sizeof(pair));
}

/* Reads of cells that the thread has accessed before, with a write stamp since then or 0. */
__attribute__((noinline)) static void
landau_count_again(struct landau_thread *thread, uint32_t stamp, landau_word write, uint32_t count)
{
	if (write) {
		landau_count_induced(thread, stamp, write & LANDAU_WRITE_BY_KERNEL, count);
		return;
	}
	thread->activations[thread->top].plain += count;
	if (stamp > LANDAU_STAMP_NEVER)
		thread->activations[landau_ancestor(thread, stamp)].plain -= count;
}

/*
 * What is most usual: a cell that the thread has accessed before, or two neighbours that have the same history and
 * begin at a multiple of 8. False: it is something else, and nothing is done. A call is the last thing it does, so
 * that there are no registers to be saved.
 */
LANDAU_INLINE bool landau_read_plainly(struct landau_native_thread *self, landau_word *words,
				       uint64_t offset, bool two)
{
	struct landau_thread *thread = self->core_thread;
	uint64_t pair = two ? landau_load_pair(words) : 0;
	landau_word old = two ? (landau_word)pair : *words;
	landau_word new = thread->threshold | (old & LANDAU_STATE);
	uint32_t stamp = landau_stamp_of(old);
	landau_word induced = 0; /* the write stamp */

	if (LANDAU_UNLIKELY((two && pair != landau_pair_of(old)) || !(old & LANDAU_LIVE)))
		return false;
	if (old >= thread->threshold)
		return true;
	if (landau_native.multi) {
		unsigned char mark = landau_native.touched_writes[offset >> LANDAU_GROUP_SHIFT];

		if (mark != self->mark && mark != LANDAU_UNTOUCHED) {
			const landau_word *writes = (landau_word *)(landau_native.writes + offset);
			uint64_t both = two ? landau_load_pair(writes) : 0;
			landau_word write = two ? (landau_word)both : *writes;

			if (LANDAU_UNLIKELY(two && both != landau_pair_of(write)))
				return false;
			induced = stamp < landau_write_stamp_of(write) ? write : 0;
		}
		new = landau_word_after_read(thread->threshold, old);
	}
	if (two)
		landau_store_pair(words, landau_pair_of(new));
	else
		*words = new;
	if (induced || stamp < thread->stamps[thread->top])
		landau_count_again(thread, stamp, induced, two ? 2 : 1);
	return true;
}

/* The write stamp of a cell that was written before there was a second thread, by the word of the first. */
static inline landau_word landau_early_stamp(landau_word word)
{
	static const landau_word stamps[] = {
		[LANDAU_BY_FIRST] = LANDAU_STAMP_EARLY << LANDAU_STAMP_SHIFT,
		[LANDAU_BY_NOBODY] = 0,
		[LANDAU_BY_OWNER] = LANDAU_STAMP_EARLY << LANDAU_STAMP_SHIFT,
		[LANDAU_BY_KERNEL] =
			LANDAU_STAMP_EARLY << LANDAU_STAMP_SHIFT | LANDAU_WRITE_BY_KERNEL,
	};

	return word == 0 ? 0 : stamps[word & LANDAU_STATE];
}

/*
 * A cell, or two that begin at a multiple of 8, that the thread has never accessed and that have the same history:
 * what another one made ready for it. False: it is something else, and nothing is done.
 */
LANDAU_INLINE bool landau_read_new_plainly(struct landau_native_thread *self, uint64_t offset,
					   bool two)
{
	const landau_word *first = (landau_word *)(landau_first_words + offset);
	landau_word *words = (landau_word *)(self->words + offset);
	landau_word write;

	if (!landau_native.multi || !landau_is_new(words[0]) || (two && !landau_is_new(words[1])))
		return false;
	write = landau_write_at(offset);
	if (two && landau_write_at(offset + 4) != write)
		return false;
	if (write == 0) {
		write = landau_early_stamp(first[0]);
		if ((two && landau_early_stamp(first[1]) != write) ||
		    (write == 0 && landau_shared_core->fresh_count != 0))
			return false;
		/* The first thread may have written since; it puts the stamp in place before its word. */
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		if (write == 0 && (landau_write_at(offset) || (two && landau_write_at(offset + 4))))
			return false;
	}
	landau_touch(self, offset);
	if (two)
		landau_store_pair(words,
				  landau_pair_of(self->core_thread->threshold | LANDAU_BY_NOBODY));
	else
		*words = self->core_thread->threshold | LANDAU_BY_NOBODY;
	landau_read_new(self->core_thread, write, two ? 2 : 1);
	return true;
}

/* `count` cells are accessed by `size` bytes from `address` on. */
static inline void landau_read_cells(void *address, unsigned count, uint64_t size)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	uint64_t end = offset + (uint64_t)count * 4;
	struct landau_native_thread *self = landau_self();

	/* The program is about to use it, and the word may have been far away too. */
	__builtin_prefetch(address);
	if (LANDAU_LIKELY(landau_hot.attention == 0)) {
		while (offset < end) {
			landau_word *words = (landau_word *)(self->words + offset);

			if (offset % 8 == 0 && offset + 8 <= end &&
			    landau_read_plainly(self, words, offset, true))
				offset += 8;
			else if (landau_read_cell(self, words, offset))
				offset += 4;
			else
				break;
		}
		if (LANDAU_LIKELY(offset == end))
			return;
	}
	/* Those that are settled by now are not counted again. */
	landau_shadow_read(address, size);
}

/* One cell, or two that begin at a multiple of 8. False: the shadow is not prepared, and nothing is done. */
LANDAU_INLINE bool landau_write_plainly(struct landau_native_thread *self, uint64_t offset,
					landau_word word, bool two)
{
	landau_word *words = (landau_word *)(self->words + offset);

	if (LANDAU_UNLIKELY(*words == 0))
		return false;
	if (landau_native.multi) {
		landau_word *writes = (landau_word *)(landau_native.writes + offset);
		landau_word write = word & ~(LANDAU_LIVE | LANDAU_STATE);

		if (LANDAU_UNLIKELY(!landau_is_stampable(
			    landau_native.touched_writes[offset >> LANDAU_GROUP_SHIFT],
			    self->mark)))
			return false;
		if (two)
			landau_store_pair(writes, landau_pair_of(write));
		else
			*writes = write;
	}
	if (two)
		landau_store_pair(words, landau_pair_of(word));
	else
		*words = word;
	return true;
}

static inline void landau_write_cells(void *address, unsigned count, uint64_t size)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	uint64_t end = offset + (uint64_t)count * 4;
	struct landau_native_thread *self = landau_self();

	__builtin_prefetch(address, 1);
	if (LANDAU_LIKELY(landau_hot.attention == 0)) {
		/* Not by hot->write_pair, which another thread that wants attention may change. */
		landau_word word = self->core_thread->threshold | LANDAU_BY_OWNER;

		while (offset < end) {
			bool two = offset % 8 == 0 && offset + 8 <= end;

			if (!landau_write_plainly(self, offset, word, two))
				break;
			offset += two ? 8 : 4;
		}
		if (LANDAU_LIKELY(offset == end))
			return;
	}
	landau_shadow_write(address, size);
}

#endif
