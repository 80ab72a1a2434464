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

/*
 * Whether the write stamp says all. The first thread has to keep what its words say of the time before the
 * second one; to others a stamp of that time is the same as none, if they have accessed the cell since.
 */
static inline bool landau_is_settled(const struct landau_native_thread *self, landau_word write)
{
	return write >= LANDAU_CLOCK_START << LANDAU_STAMP_SHIFT ||
	       self->words != landau_first_words;
}

/* False: left to do. */
static inline bool landau_read_cell(struct landau_native_thread *self, landau_word *word,
				    uint64_t offset)
{
	struct landau_thread *thread = self->core_thread;

	if (*word >= thread->threshold)
		return true;
	if (LANDAU_UNLIKELY(*word == 0))
		return false;
	if (!landau_native.multi) {
		landau_read_miss(thread, word, NULL);
	} else {
		const landau_word *write = (landau_word *)(landau_native.writes + offset);

		if (LANDAU_UNLIKELY(!landau_is_settled(self, *write)))
			return false;
		landau_read_miss(thread, word, write);
		*word = thread->threshold;
	}
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

/*
 * What is most usual: a cell that the thread has accessed before, or two neighbours that have the same history.
 * False: it is something else, and nothing is done. Calls nothing but for a search, so that there are no
 * registers to be saved.
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
		const landau_word *writes = (landau_word *)(landau_native.writes + offset);
		uint64_t both = two ? landau_load_pair(writes) : 0;
		landau_word write = two ? (landau_word)both : *writes;

		if (LANDAU_UNLIKELY((two && both != landau_pair_of(write)) ||
				    !landau_is_settled(self, write)))
			return false;
		new = thread->threshold;
		induced = stamp < landau_write_stamp_of(write) ? write : 0;
	}
	if (two)
		landau_store_pair(words, landau_pair_of(new));
	else
		*words = new;
	if (induced) {
		landau_count_induced(thread, stamp, induced & LANDAU_WRITE_BY_KERNEL, two ? 2 : 1);
		return true;
	}
	if (stamp >= thread->stamps[thread->top])
		return true;
	thread->activations[thread->top].plain += two ? 2 : 1;
	if (stamp > LANDAU_STAMP_NEVER)
		thread->activations[landau_ancestor(thread, stamp)].plain -= two ? 2 : 1;
	return true;
}

static inline bool landau_read_two_cells(struct landau_native_thread *self, landau_word *words,
					 uint64_t offset)
{
	return landau_read_plainly(self, words, offset, true) ||
	       (landau_read_cell(self, &words[0], offset) &&
		landau_read_cell(self, &words[1], offset + 4));
}

/* `count` cells are accessed by `size` bytes from `address` on. */
static inline void landau_read_cells(void *address, unsigned count, uint64_t size)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	struct landau_native_thread *self = landau_self();

	/* The program is about to use it, and the word may have been far away too. */
	__builtin_prefetch(address);
	if (LANDAU_LIKELY(landau_hot.attention == 0)) {
		landau_word *words = (landau_word *)(self->words + offset);
		unsigned i = 0;

		while (i + 1 < count &&
		       landau_read_two_cells(self, &words[i], offset + (uint64_t)i * 4))
			i += 2;
		if (i + 1 == count && landau_read_cell(self, &words[i], offset + (uint64_t)i * 4))
			i++;
		if (LANDAU_LIKELY(i == count))
			return;
	}
	/* Those that are settled by now are not counted again. */
	landau_shadow_read(address, size);
}

LANDAU_INLINE bool landau_write_cell(landau_word *word, uint64_t offset, landau_word new_word)
{
	if (LANDAU_UNLIKELY(*word == 0))
		return false;
	if (landau_native.multi) {
		landau_word *write = (landau_word *)(landau_native.writes + offset);

		if (LANDAU_UNLIKELY(*write == 0))
			return false;
		*write = new_word & ~(LANDAU_LIVE | LANDAU_STATE);
	}
	*word = new_word;
	return true;
}

LANDAU_INLINE bool landau_write_two_cells(landau_word *words, uint64_t offset, landau_word new_word)
{
	if (LANDAU_UNLIKELY(words[0] == 0 || words[1] == 0))
		return false;
	if (landau_native.multi) {
		landau_word *writes = (landau_word *)(landau_native.writes + offset);

		if (LANDAU_UNLIKELY(writes[0] == 0 || writes[1] == 0))
			return false;
		landau_store_pair(writes, landau_pair_of(new_word & ~(LANDAU_LIVE | LANDAU_STATE)));
	}
	landau_store_pair(words, landau_pair_of(new_word));
	return true;
}

static inline void landau_write_cells(void *address, unsigned count, uint64_t size)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	struct landau_native_thread *self = landau_self();

	__builtin_prefetch(address, 1);
	if (LANDAU_LIKELY(landau_hot.attention == 0)) {
		/* Not by hot->write_pair, which another thread that wants attention may change. */
		landau_word word = self->core_thread->threshold | LANDAU_BY_OWNER;
		landau_word *words = (landau_word *)(self->words + offset);
		unsigned i = 0;

		while (i + 1 < count &&
		       landau_write_two_cells(&words[i], offset + (uint64_t)i * 4, word))
			i += 2;
		if (i + 1 == count && landau_write_cell(&words[i], offset + (uint64_t)i * 4, word))
			i++;
		if (LANDAU_LIKELY(i == count))
			return;
	}
	landau_shadow_write(address, size);
}

#endif
