/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cells.h - accesses to cells of 4 bytes: what is left to do when the first look has not settled it.
 *
 * Inlined into the hooks. What is rare, such as the first access to a group, is left to shadow.c. A word is that of
 * a cell or, wide, of two (granules.h): `cells` says of how many.
 */
#ifndef LANDAU_NATIVE_CELLS_H
#define LANDAU_NATIVE_CELLS_H

#include "granules.h"
#include "threads.h"

/*
 * The write stamp; a stamp of 0 in it: none. Where none was ever put it is not looked at: that would get a page of zeros,
 * which all processors must hear of when it is replaced.
 */
static inline landau_word landau_write_at(uint64_t offset, unsigned char mark)
{
	return mark == LANDAU_MARK_ALL ? *(landau_word *)(landau_native.writes + offset) : 0;
}

/* The word that a read leaves when there are many threads. The one that has the group for itself keeps the state. */
static inline landau_word landau_word_after_read(landau_word threshold, landau_word old, bool own)
{
	return (old & LANDAU_STATE) == LANDAU_BY_OWNER && !own ? threshold | LANDAU_BY_FIRST
							       : threshold | (old & LANDAU_STATE);
}

/* The thread knows something of the cell. */
static inline void landau_read_again(struct landau_native_thread *self, landau_word *word,
				     uint64_t offset)
{
	struct landau_thread *thread = self->core_thread;
	unsigned char mark = landau_come_to_read(self, offset >> LANDAU_GROUP_SHIFT);
	landau_word write = landau_write_at(offset, mark);
	landau_word old = *word;
	/* What the word says is later than a stamp that was made of words when there was none. */
	bool by_word = landau_write_stamp_of(write) == 0 ||
		       ((write & LANDAU_BY_WORDS) && landau_word_pending(old));

	landau_read_miss(thread, word, by_word ? NULL : &write);
	*word = landau_word_after_read(thread->threshold, old, mark == self->mark);
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
		landau_read_again(self, word, offset);
	else
		landau_read_miss(thread, word, NULL);
	return true;
}

/*
 * Reads are counted in the innermost activation, and no longer in the one that has accessed the cells until now, by the
 * word that it left there: this is often the caller, which the hooks know. The others are further out.
 */
__attribute__((noinline)) static void landau_take_from_older(landau_word old, uint32_t count)
{
	struct landau_thread *thread = landau_self()->core_thread;

	thread->activations[landau_older_ancestor(thread, landau_stamp_of(old))].plain -= count;
}

__attribute__((noinline)) static void landau_take_induced_from_older(landau_word old,
								     uint32_t count)
{
	struct landau_thread *thread = landau_self()->core_thread;
	uint32_t stamp = landau_stamp_of(old);

	if (stamp > LANDAU_STAMP_NEVER)
		thread->activations[landau_older_ancestor(thread, stamp)].induced_first -= count;
}

/* Nobody else has written the cells since then. */
LANDAU_INLINE void landau_count_plain(landau_word old, uint32_t count)
{
	if (old >= landau_hot.first)
		return;
	landau_hot.top->plain += count;
	if (LANDAU_LIKELY(old >= landau_hot.outer))
		landau_hot.top[-1].plain -= count;
	else
		landau_take_from_older(old, count);
}

/* Input by what others have written, by a write stamp. */
LANDAU_INLINE void landau_count_by_writer(landau_word write, uint32_t count)
{
	if (write & LANDAU_WRITE_BY_KERNEL)
		landau_hot.top->external += count;
	else
		landau_hot.top->thread += count;
}

/* Somebody else has, by a write stamp. */
LANDAU_INLINE void landau_count_foreign(landau_word old, landau_word write, uint32_t count)
{
	landau_word live = old | LANDAU_LIVE;

	landau_count_by_writer(write, count);
	if (live >= landau_hot.first)
		return;
	landau_hot.top->induced_first += count;
	if (live >= landau_hot.outer)
		landau_hot.top[-1].induced_first -= count;
	else
		landau_take_induced_from_older(old, count);
}

/* The thread has never accessed the cells. Write stamp 0: nobody has written them. */
LANDAU_INLINE void landau_count_new(landau_word write, uint32_t count)
{
	if (!write) {
		landau_hot.top->plain += count;
		return;
	}
	landau_count_by_writer(write, count);
	landau_hot.top->induced_first += count;
}

/* A write stamp for what was written to the cell before the thread accessed it, by its word. */
static inline landau_word landau_unseen_stamp(landau_word word)
{
	const landau_word stamp = LANDAU_STAMP_EARLY << LANDAU_STAMP_SHIFT;

	if ((word & LANDAU_STATE) <= LANDAU_BY_NOBODY)
		return 0;
	return (word & LANDAU_STATE) == LANDAU_BY_KERNEL ? stamp | LANDAU_WRITE_BY_KERNEL : stamp;
}

/*
 * What others wrote before the thread accessed the cells, and the thread has not seen. False: nothing was written, or
 * write stamps say what.
 */
LANDAU_INLINE bool landau_read_unseen(landau_word *word, landau_word threshold, unsigned char own,
				      unsigned char mark, uint32_t cells)
{
	landau_word old = *word;

	if (landau_is_early(old) && landau_needs_no_stamps(own, mark)) {
		*word = threshold | LANDAU_BY_NOBODY;
		landau_count_new(landau_unseen_stamp(old), cells);
		return true;
	}
	if (!landau_is_new(old) && mark == own) {
		*word = threshold | (old & LANDAU_STATE);
		landau_count_foreign(old, landau_unseen_stamp(old), cells);
		return true;
	}
	return false;
}

/* The write stamps of two cells are the same, or there is one cell. */
LANDAU_INLINE bool landau_writes_agree(uint64_t offset, uint32_t cells)
{
	return cells == 1 ||
	       landau_is_pair(landau_load_pair((landau_word *)(landau_native.writes + offset)));
}

/* The thread has accessed the cells before, and they have this write stamp. */
LANDAU_INLINE void landau_count_stamped(landau_word old, landau_word write, uint32_t count)
{
	if (landau_stamp_of(old) >= landau_write_stamp_of(write))
		landau_count_plain(old, count);
	else
		landau_count_foreign(old, write, count);
}

/*
 * What is most usual: the thread has accessed the cells before. More than two have the same write stamp, if there are any.
 * False: it is something else, and nothing is done. A call is the last thing it does, so that there are no registers to be saved.
 */
LANDAU_INLINE bool landau_read_plainly(landau_word *word, uint64_t offset, landau_word threshold,
				       uint32_t cells)
{
	landau_word old = *word;
	unsigned char mark = landau_mark_at(offset);
	unsigned char own = (unsigned char)landau_hot.mark;

	if (LANDAU_UNLIKELY(!(old & LANDAU_LIVE)))
		return landau_read_unseen(word, threshold, own, mark, cells);
	if (old >= threshold)
		return true;
	if (mark == own || landau_needs_no_stamps(own, mark)) {
		*word = landau_word_after_read(threshold, old, mark == own);
		landau_count_plain(old, cells);
		return true;
	}
	if (mark != LANDAU_MARK_ALL || !landau_writes_agree(offset, cells))
		return false;
	*word = landau_word_after_read(threshold, old, false);
	landau_count_stamped(old, *(landau_word *)(landau_native.writes + offset), cells);
	return true;
}

/*
 * Cells that the thread has not accessed since it, or another one, made them ready for it. False: it is something
 * else, and nothing is done.
 */
LANDAU_INLINE bool landau_read_new_plainly(struct landau_native_thread *self, landau_word *word,
					   uint64_t offset, uint32_t cells)
{
	unsigned char mark = landau_mark_at(offset);
	landau_word old = *word;
	landau_word write;

	if (old == 0 || !landau_is_new(old))
		return false;
	if (mark == LANDAU_MARK_ALL ? !landau_writes_agree(offset, cells)
				    : !landau_needs_no_stamps(self->mark, mark))
		return false;
	write = landau_write_at(offset, mark);
	if (landau_write_stamp_of(write) == 0)
		write = landau_unseen_stamp(old);
	if (write == 0 && landau_shared_core->fresh_count != 0)
		return false;
	*word = self->core_thread->threshold | LANDAU_BY_NOBODY;
	landau_count_new(write, cells);
	return true;
}

/* A wide word. */
static inline bool landau_read_wide(struct landau_native_thread *self, uint64_t offset)
{
	landau_word *word = landau_wide_word(self, offset);

	return landau_read_plainly(word, offset, self->core_thread->threshold, 2) ||
	       landau_read_new_plainly(self, word, offset, 2);
}

/* All of a granule is accessed, and it has a wide word. */
static inline bool landau_is_wide_part(struct landau_native_thread *self, uint64_t offset,
				       uint64_t end)
{
	return offset % 8 == 0 && offset + 8 <= end && landau_is_wide(self, offset);
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
			landau_word *word = landau_narrow_word(self, offset);

			if (landau_is_wide_part(self, offset, end)) {
				if (!landau_read_wide(self, offset))
					break;
				offset += 8;
				continue;
			}
			landau_narrow(self, offset);
			if (!landau_read_cell(self, word, offset) &&
			    !landau_read_new_plainly(self, word, offset, 1))
				break;
			offset += 4;
		}
		if (LANDAU_LIKELY(offset == end))
			return;
	}
	/* Those that are settled by now are not counted again. */
	landau_shadow_read(address, size);
}

/*
 * False: the word is of the other form, or the group is not the thread's; all is left to do. The word is written before
 * the mark is looked at (groups.h).
 */
LANDAU_INLINE bool landau_write_plainly(landau_word *word, uint64_t offset, landau_word written,
					unsigned char own, uint32_t cells)
{
	unsigned char mark;

	if (LANDAU_UNLIKELY(*word == 0))
		return false;
	*word = written;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	mark = landau_mark_at(offset);
	if (LANDAU_LIKELY(mark == own))
		return true;
	if (mark == LANDAU_MARK_ALL) {
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
	if (LANDAU_LIKELY(landau_hot.attention == 0)) {
		/* Not by what is in landau_hot, which another thread that wants attention may change. */
		landau_word written = self->core_thread->threshold | LANDAU_BY_OWNER;

		while (offset < end) {
			bool wide = landau_is_wide_part(self, offset, end);
			landau_word *word = wide ? landau_wide_word(self, offset)
						 : landau_narrow_word(self, offset);

			if (!wide)
				landau_narrow(self, offset);
			if (!landau_write_plainly(word, offset, written, self->mark, wide ? 2 : 1))
				break;
			offset += wide ? 8 : 4;
		}
		if (LANDAU_LIKELY(offset == end))
			return;
	}
	landau_shadow_write(address, size);
}

#endif
