/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slow_path.h - accesses to cells of 4 bytes that the first comparison in a hook has not settled.
 *
 * These functions are inlined into the hooks. They leave rare cases, such as the first access to a group, to shadow.c. A word stands for
 * one cell or, if it is wide, for two (granules.h): `cells` says for how many.
 */
#ifndef LANDAU_NATIVE_SLOW_PATH_H
#define LANDAU_NATIVE_SLOW_PATH_H

#include "granules.h"
#include "engine/native/runtime/slots.h"

/*
 * The write stamp at the offset; 0: there is none. Does not load from memory where none was ever stored: the load would map the page of
 * zeros there, and replacing that takes a TLB shootdown on all processors.
 */
static inline landau_word landau_write_at(uint64_t offset, unsigned char use)
{
	return use == LANDAU_GROUP_SHARED ? *(landau_word *)(landau_native.writes + offset) : 0;
}

/* The word that a read leaves when there are several threads. It keeps the state if the thread owns the group. */
static inline landau_word landau_word_after_read(landau_word threshold, landau_word old, bool own)
{
	return (old & LANDAU_STATE) == LANDAU_BY_OWNER && !own ? threshold | LANDAU_BY_FIRST
							       : threshold | (old & LANDAU_STATE);
}

/* The pending activations of the calling thread, as landau_hot has them. */
LANDAU_INLINE struct landau_innermost landau_hot_innermost(void)
{
	return (struct landau_innermost){
		.thread = landau_hot.self->core_thread,
		.activation = landau_hot.top,
		.first = landau_hot.first,
		.outer = landau_hot.outer,
	};
}

/*
 * Settles a read of cells that others have written, if the thread's own word says so. False: nobody has written them, or
 * the write stamps say who.
 */
LANDAU_INLINE bool landau_settle_unseen_read(landau_word *word, landau_word threshold,
					     unsigned char own, unsigned char use, uint32_t cells)
{
	landau_word old = *word;

	if (landau_is_early(old) && landau_needs_no_stamps(own, use)) {
		*word = threshold | LANDAU_BY_NOBODY;
		landau_count_reads(landau_hot_innermost(), old, landau_write_by_word(old), cells);
		return true;
	}
	if (!landau_is_new(old) && use == own) {
		*word = threshold | (old & LANDAU_STATE);
		landau_count_reads(landau_hot_innermost(), old, landau_write_by_word(old), cells);
		return true;
	}
	return false;
}

/* Whether the write stamps of two cells are equal, or there is only one cell. */
LANDAU_INLINE bool landau_writes_agree(uint64_t offset, uint32_t cells)
{
	return cells == 1 ||
	       landau_is_pair(landau_load_pair((landau_word *)(landau_native.writes + offset)));
}

/*
 * The fast path of a read: the thread has accessed the cells before, and is a user of the group already. If there are more than two
 * cells, the caller has checked that their write stamps are equal. False: a miss, and nothing is done. A call is the last thing that
 * the function does, so that hooks have no registers to save.
 */
LANDAU_INLINE bool landau_settle_read(landau_word *word, uint64_t offset, landau_word threshold,
				      uint32_t cells)
{
	landau_word old = *word;
	unsigned char use = landau_group_use(offset);
	unsigned char own = (unsigned char)landau_hot.owner;

	if (LANDAU_UNLIKELY(!(old & LANDAU_LIVE)))
		return landau_settle_unseen_read(word, threshold, own, use, cells);
	if (old >= threshold)
		return true;
	LANDAU_HOLDS(threshold >= landau_hot.first);
	if (use == own || landau_needs_no_stamps(own, use)) {
		*word = landau_word_after_read(threshold, old, use == own);
		landau_count_plain(landau_hot_innermost(), old, cells);
		return true;
	}
	if (use != LANDAU_GROUP_SHARED || !landau_writes_agree(offset, cells))
		return false;
	*word = landau_word_after_read(threshold, old, false);
	landau_count_reads(landau_hot_innermost(), old,
			   *(landau_word *)(landau_native.writes + offset), cells);
	return true;
}

/* The same for cells that the thread has never accessed, in a group that is prepared for it. */
LANDAU_INLINE bool landau_settle_new_read(struct landau_native_thread *self, landau_word *word,
					  uint64_t offset, uint32_t cells)
{
	unsigned char use = landau_group_use(offset);
	landau_word old = *word;
	landau_word write;

	if (old == 0 || !landau_is_new(old))
		return false;
	if (use == LANDAU_GROUP_SHARED ? !landau_writes_agree(offset, cells)
				       : !landau_needs_no_stamps(self->owner, use))
		return false;
	write = landau_write_at(offset, use);
	if (landau_write_stamp_of(write) == 0)
		write = landau_write_by_word(old);
	if (write == 0 && landau_shared_core->fresh_count != 0)
		return false;
	*word = self->core_thread->threshold | LANDAU_BY_NOBODY;
	landau_count_reads(landau_hot_innermost(), old, write, cells);
	return true;
}

/* Both fast paths, for a granule that is wide. */
static inline bool landau_settle_wide_read(struct landau_native_thread *self, uint64_t offset)
{
	landau_word *word = landau_wide_word(self, offset);

	return landau_settle_read(word, offset, self->core_thread->threshold, 2) ||
	       landau_settle_new_read(self, word, offset, 2);
}

/* Whether an access from the offset up to `end` covers a granule that is wide. */
static inline bool landau_is_wide_part(struct landau_native_thread *self, uint64_t offset,
				       uint64_t end)
{
	return offset % 8 == 0 && offset + 8 <= end && landau_is_wide(self, offset);
}

/* A read of `size` bytes from `address` on, which touches `count` cells. */
static inline void landau_read_cells(void *address, unsigned count, uint64_t size)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	uint64_t end = offset + (uint64_t)count * 4;
	struct landau_native_thread *self = landau_self();

	/* The program is about to load from there; where the word was not in the cache, this probably is not either. */
	__builtin_prefetch(address);
	if (LANDAU_LIKELY(landau_attention() == 0)) {
		while (offset < end) {
			landau_word *word = landau_narrow_word(self, offset);

			if (landau_is_wide_part(self, offset, end)) {
				if (!landau_settle_wide_read(self, offset))
					break;
				offset += 8;
				continue;
			}
			landau_narrow(self, offset);
			if (!landau_settle_read(word, offset, self->core_thread->threshold, 1) &&
			    !landau_settle_new_read(self, word, offset, 1))
				break;
			offset += 4;
		}
		if (LANDAU_LIKELY(offset == end))
			return;
	}
	/* Does not count again the cells that are settled by now. */
	landau_shadow_read(address, size);
}

/*
 * The fast path of a write. False: a miss, since the granule has the other form, or the thread is not a writer of the group yet;
 * all is left to do. The word is stored before the use is loaded (groups.h).
 */
LANDAU_INLINE bool landau_settle_write(landau_word *word, uint64_t offset, landau_word written,
				       unsigned char own, uint32_t cells)
{
	unsigned char use;

	if (LANDAU_UNLIKELY(*word == 0))
		return false;
	*word = written;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	use = landau_group_use(offset);
	if (LANDAU_LIKELY(use == own))
		return true;
	if (use == LANDAU_GROUP_SHARED) {
		landau_word *writes = (landau_word *)(landau_native.writes + offset);
		landau_word write = written & ~(LANDAU_LIVE | LANDAU_STATE);

		if (cells == 2)
			landau_store_pair(writes, landau_pair_of(write));
		else
			*writes = write;
		return true;
	}
	return false;
}

static inline void landau_write_cells(void *address, unsigned count, uint64_t size)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	uint64_t end = offset + (uint64_t)count * 4;
	struct landau_native_thread *self = landau_self();

	__builtin_prefetch(address, 1);
	if (LANDAU_LIKELY(landau_attention() == 0)) {
		/* Not landau_hot.written, which another thread that asks for attention may change. */
		landau_word written = self->core_thread->threshold | LANDAU_BY_OWNER;

		while (offset < end) {
			bool wide = landau_is_wide_part(self, offset, end);
			landau_word *word = wide ? landau_wide_word(self, offset)
						 : landau_narrow_word(self, offset);

			if (!wide)
				landau_narrow(self, offset);
			if (!landau_settle_write(word, offset, written, self->owner, wide ? 2 : 1))
				break;
			offset += wide ? 8 : 4;
		}
		if (LANDAU_LIKELY(offset == end))
			return;
	}
	landau_shadow_write(address, size);
}

#endif
