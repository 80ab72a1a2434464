/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * granules.h - the two forms of a thread's words.
 *
 * Two cells of 4 bytes that begin at a multiple of 8 are a granule. A thread has its words of a granule in one of two
 * forms: wide, one word for both cells, or narrow, a word for each. What the program accesses 8 bytes at a time is mostly
 * wide, which takes half the memory and half the cache. The hooks look for the form that fits the access: a word of 0
 * says that it is the other one, or that the thread has never accessed the granule.
 *
 *   wide -> narrow    an access to one cell, or the cells have become different
 *   narrow -> wide    8 bytes are written, or read for the first time in an activation by one access, if both
 *                     words are the same
 *
 * Only the thread itself changes the form. Another thread may read both forms meanwhile, without a lock, as with a seqlock:
 *
 *   the thread                                 a reader
 *   1. stores the word or words of the         1. loads the count of changes
 *      new form                                2. loads the wide word; if it is not 0, that is it
 *   2. adds 1 to its count of changes          3. loads the narrow words; if they are not 0, these are it
 *   3. stores 0 for the old form               4. loads the count again; if it has changed, starts anew
 *
 * At each moment one of the forms is there, for the new one is stored before the old one goes. So a reader that finds
 * a form has found one that was true. A reader that finds 0 twice, though there is something, looked at the wide word while
 * the granule was narrow, and at the narrow words after it had become wide: step 3 of a change lies between its two
 * looks. Step 2 of that change came before, with release order. The reader that sees the 0 of step 3 therefore sees the new
 * count in its own step 4, by acquire order, and the count that it had loaded at first was older: the wide word was not there yet
 * then, and it is stored before the count changes. If the count is the same both times, there is nothing to find.
 *
 * All of this is for cells of 4 bytes; other cells have narrow words only, one each.
 */
#ifndef LANDAU_NATIVE_GRANULES_H
#define LANDAU_NATIVE_GRANULES_H

#include "groups.h"

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

static inline bool landau_is_pair(uint64_t pair)
{
	return pair == (pair << 32 | pair >> 32);
}

/* By the offset of a narrow word. */
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

/* The wide word of a granule; 0: the granule is narrow, or new. Memory that was never prepared is not looked at (groups.h). */
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

/* The words of a granule as if it was narrow; also those of another thread, which may change the form meanwhile. */
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

/* The words of a granule in another form than before, or in the same. For the slot's thread, or while it stands still. */
void landau_put_wide(struct landau_native_thread *slot, uint64_t offset, landau_word word);
void landau_put_narrow(struct landau_native_thread *slot, uint64_t offset, uint64_t pair);

/* The calling thread's granule becomes narrow, and none of its words is 0. */
void landau_make_narrow(struct landau_native_thread *self, uint64_t offset);

static inline void landau_narrow(struct landau_native_thread *self, uint64_t offset)
{
	if (LANDAU_UNLIKELY(*landau_narrow_word(self, offset) == 0))
		landau_make_narrow(self, offset);
}

/* It becomes wide if its words are the same, and its word is not 0. */
bool landau_make_wide(struct landau_native_thread *self, uint64_t offset);

/* It is wide, or it is new and becomes so. */
static inline bool landau_is_wide(struct landau_native_thread *self, uint64_t offset)
{
	if (landau_wide_now(self, offset))
		return true;
	return landau_native.has_wide && landau_narrow_now(self, offset) == 0 &&
	       landau_make_wide(self, offset);
}

#endif
