/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * granules.h - the two forms of a thread's words.
 *
 * Two cells of 4 bytes that begin at a multiple of 8 are a granule. A thread keeps its words of a granule in one of two
 * forms: wide, one word for both cells, or narrow, a word for each. Memory that the program accesses 8 bytes at a time is mostly
 * wide, which takes half the shadow memory and half the cache. A hook loads the form that fits the access: a word of 0
 * says that the granule has the other form, or that the thread has never accessed it.
 *
 *   wide -> narrow    the thread accesses one of the cells, or the words have become different
 *   narrow -> wide    one access writes 8 bytes, or reads them for the first time in an activation, and both
 *                     words are equal
 *
 * Only the thread itself changes the form. Another thread may read both forms meanwhile, without a lock. The protocol is a seqlock
 * whose reader retries only if it has found nothing:
 *
 *   the thread                                 a reader
 *   1. stores the word or words of the         1. loads the count of changes
 *      new form                                2. loads the wide word; if it is not 0, returns it
 *   2. adds 1 to its count of changes          3. loads the narrow words; if they are not 0, returns them
 *   3. stores 0 for the old form               4. loads the count again; if it has changed, starts anew
 *
 * One of the forms is there at each moment, since the new one is stored before the old one is cleared. So a reader that finds
 * a form has found one that was valid. Suppose that a reader finds 0 twice, though the granule has words. Then it loaded the wide
 * word while the granule was narrow, and the narrow words after the granule had become wide: step 3 of a change lies between
 * its two loads. Step 2 of that change came before step 3, with release order. The reader has seen the 0 of step 3, so by
 * acquire order its step 4 sees the new count. The count that it loaded in step 1 was older, for the wide word is stored
 * before the count changes, and the reader did not see that word in step 2. So it starts anew. If the count is the same both
 * times, the granule has no words.
 *
 * All of this is for cells of 4 bytes; cells of another size have narrow words only, one each.
 */
#ifndef LANDAU_NATIVE_GRANULES_H
#define LANDAU_NATIVE_GRANULES_H

#include "groups.h"

/* Two equal narrow words. A pair is loaded and stored as one, so that a load gets what one store has left. */
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

static inline bool landau_is_pair(uint64_t pair)
{
	return pair == (pair << 32 | pair >> 32);
}

/* The offset of the wide word, by that of a narrow one. */
static inline uint64_t landau_wide_offset(uint64_t offset)
{
	return offset >> 3 << 2;
}

static inline landau_word *landau_wide_word(const struct landau_native_thread *slot,
					    uint64_t offset)
{
	return (landau_word *)(slot->wide + landau_wide_offset(offset));
}

static inline landau_word *landau_narrow_word(const struct landau_native_thread *slot,
					      uint64_t offset)
{
	return (landau_word *)(slot->words + offset);
}

static inline landau_word *landau_narrow_words(const struct landau_native_thread *slot,
					       uint64_t offset)
{
	return landau_narrow_word(slot, offset & ~(uint64_t)7);
}

/* The wide word of a granule; 0: the granule is narrow, or new. Does not load from memory that was never prepared (groups.h). */
static inline landau_word landau_wide_now(const struct landau_native_thread *slot, uint64_t offset)
{
	return landau_is_prepared(slot->wide_uses, offset) ? *landau_wide_word(slot, offset) : 0;
}

static inline uint64_t landau_narrow_now(const struct landau_native_thread *slot, uint64_t offset)
{
	return landau_is_prepared(slot->uses, offset)
		       ? landau_load_pair(landau_narrow_words(slot, offset))
		       : 0;
}

/* The words of a granule as if it were narrow. The slot may be another thread's, which may change the form meanwhile. */
static inline uint64_t landau_both_words(const struct landau_native_thread *slot, uint64_t offset)
{
	uint32_t changes;
	uint64_t pair;

	do {
		changes = __atomic_load_n(&slot->changes, __ATOMIC_SEQ_CST);
		pair = landau_pair_of(landau_wide_now(slot, offset));
		if (pair)
			break;
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		pair = landau_narrow_now(slot, offset);
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
	} while (!pair && changes != __atomic_load_n(&slot->changes, __ATOMIC_SEQ_CST));
	return pair;
}

/* Store a granule in this form, whatever form it had before. For the slot's thread, or while that stands still. */
void landau_put_wide(struct landau_native_thread *slot, uint64_t offset, landau_word word);
void landau_put_narrow(struct landau_native_thread *slot, uint64_t offset, uint64_t pair);

/* Makes the calling thread's granule narrow, so that none of its narrow words is 0. */
void landau_make_narrow(struct landau_native_thread *self, uint64_t offset);

static inline void landau_narrow(struct landau_native_thread *self, uint64_t offset)
{
	if (LANDAU_UNLIKELY(*landau_narrow_word(self, offset) == 0))
		landau_make_narrow(self, offset);
}

/* Makes it wide if its words are equal, so that its wide word is not 0. False: they differ. */
bool landau_make_wide(struct landau_native_thread *self, uint64_t offset);

/* Whether it is wide. A granule that is new is made wide. */
static inline bool landau_is_wide(struct landau_native_thread *self, uint64_t offset)
{
	if (landau_wide_now(self, offset))
		return true;
	return landau_native.has_wide && landau_narrow_now(self, offset) == 0 &&
	       landau_make_wide(self, offset);
}

#endif
