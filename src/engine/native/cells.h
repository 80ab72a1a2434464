/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cells.h - accesses to cells of 4 bytes: what is left to do when the first look has not settled it.
 *
 * Inlined into the hooks. What is rare, such as the first access to a cell ever, is left to shadow.c.
 */
#ifndef LANDAU_NATIVE_CELLS_H
#define LANDAU_NATIVE_CELLS_H

#include "shadow.h"

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

		if (LANDAU_UNLIKELY(*write < LANDAU_CLOCK_START << LANDAU_STAMP_SHIFT))
			return false;
		landau_read_miss(thread, word, write);
		*word = thread->threshold;
	}
	return true;
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

		while (i < count && landau_read_cell(self, &words[i], offset + (uint64_t)i * 4))
			i++;
		if (LANDAU_LIKELY(i == count))
			return;
	}
	/* Those that are settled by now are not counted again. */
	landau_shadow_read(address, size);
}

static inline bool landau_write_cell(landau_word *word, uint64_t offset, landau_word new_word)
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

		while (i < count && landau_write_cell(&words[i], offset + (uint64_t)i * 4, word))
			i++;
		if (LANDAU_LIKELY(i == count))
			return;
	}
	landau_shadow_write(address, size);
}

#endif
