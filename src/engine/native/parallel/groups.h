/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * groups.h - which parts of a shadow are in use, and by whom.
 *
 * A shadow is divided into groups of words. A group is prepared before its first word is written: all of its memory is
 * allocated at once, and each word is set to a value that is not zero. A hook that loads such a word knows by it alone
 * that it may store. The values say what was written before there was a second thread. A thread's words have two
 * forms (granules.h); each is prepared when it is first needed, the second one with zeros. One byte for each group and
 * form, its use, says whether the group is prepared. Renumbering and the end of a thread visit the groups by these bytes.
 *
 * Write stamps are kept only for groups that are shared. Once there are several threads, the use of a group's write stamps
 * says who uses the group:
 *
 *   unused -> one thread reads -> several threads read (readers)
 *                    |                    |
 *                    v                    v
 *   one thread reads and writes -> shared: there are write stamps
 *           (its owner)
 *
 * The owner of a group notes in the state of its words who wrote each cell, as if there were no other
 * thread. The second thread that uses the group makes the write stamps out of these words, while the owner goes on.
 *
 * Why no write is lost when a group becomes shared. Let t own the group, and let u be the second thread. Both could use an
 * atomic operation for each access; but t writes all the time, and u shares the group once. So u pays for both:
 *
 *   t, at each write                     u, once
 *   1. stores its word                   1. changes the use, so that t does not own the group any more
 *   2. loads the use                     2. calls membarrier: every processor that runs the program executes a full barrier
 *   3. if t owns the group, is done      3. loads the words of t, makes write stamps of them
 *      else waits for u, then stores     4. changes the use to `shared`
 *      the write stamp itself
 *
 * The processor of t executes u's barrier between two instructions of t. If t has stored the word before it, the
 * store is visible when u loads the words, and u makes the write stamp. If t stores the word after it, t also loads the use
 * after it, sees the change, and stores the write stamp itself. If both make one, that of t stays, which is the
 * later one. So t needs no barrier of its own; only the compiler must not reorder its store and its load. A read by t does not change
 * what its words say about writes, so it may happen at any time.
 *
 * Where membarrier is forbidden, u waits for a millisecond instead (groups.c).
 *
 * A thread takes over a group whose owner has ended, word by word and without write stamps: nobody changes these words any more.
 */
#ifndef LANDAU_NATIVE_GROUPS_H
#define LANDAU_NATIVE_GROUPS_H

#include "shadow.h"

enum {
	LANDAU_GROUP_BYTES = 1 << LANDAU_GROUP_SHIFT,
	LANDAU_WIDE_GROUP_SHIFT = LANDAU_GROUP_SHIFT - 1, /* of wide words, see granules.h */
	LANDAU_MOST_AT_ONCE = 16,                         /* groups prepared in one go */
};

/* The use of a group. That of a thread's words is LANDAU_UNUSED, LANDAU_PREPARING or LANDAU_PREPARED. */
enum {
	LANDAU_UNUSED = 0,
	LANDAU_PREPARING = 1,
	LANDAU_OWNER_FIRST =
		2, /* the thread in slot 0 owns the group; 3: that in slot 1, and so on */
	LANDAU_OWNER_NONE = 126, /* for a thread that can own no group; no group has this use */
	LANDAU_READERS =
		128, /* several threads have read; with the bits of an owner: that thread alone */
	LANDAU_PREPARED = 255,                 /* the words are there */
	LANDAU_GROUP_SHARED = LANDAU_PREPARED, /* the write stamps are there */
};

/* The use of groups that the thread in the slot owns. While there is one thread, it owns all of them as LANDAU_UNUSED. */
static inline unsigned char landau_owner_of_slot(uint32_t slot)
{
	if (!landau_native.multi)
		return LANDAU_UNUSED;
	return landau_native.has_owners && slot < LANDAU_OWNER_NONE - LANDAU_OWNER_FIRST
		       ? (unsigned char)(LANDAU_OWNER_FIRST + slot)
		       : LANDAU_OWNER_NONE;
}

/* The load is an acquire, which is free on x86: who sees a use sees the words that were prepared before it was published. */
static inline unsigned char landau_use_in(const unsigned char *uses, uint64_t offset)
{
	return __atomic_load_n(&uses[offset >> LANDAU_GROUP_SHIFT], __ATOMIC_ACQUIRE);
}

static inline bool landau_is_prepared(const unsigned char *uses, uint64_t offset)
{
	return landau_use_in(uses, offset) != LANDAU_UNUSED;
}

/*
 * Prepares words of one form, for the calling thread's slot, or for any slot while all threads stand still. They are 0 where
 * the group has words of the other form. Prepares up to `most` groups in a row if a loop seems to go through them.
 */
void landau_prepare(struct landau_native_thread *slot, uint64_t group, bool wide, uint64_t most);

/* The thread is about to write its word at the offset: prepares the group if that has no words of this form yet. */
static inline void landau_touch(struct landau_native_thread *self, uint64_t offset, bool wide)
{
	if (LANDAU_UNLIKELY(!landau_is_prepared(wide ? self->wide_uses : self->uses, offset)))
		landau_prepare(self, offset >> LANDAU_GROUP_SHIFT, wide, LANDAU_MOST_AT_ONCE);
}

static inline unsigned char landau_group_use(uint64_t offset)
{
	return landau_use_in(landau_native.write_uses, offset);
}

/* Whether no other thread has written in the group, and this one need not change the use to read there. */
static inline bool landau_needs_no_stamps(unsigned char own, unsigned char use)
{
	return (use & ~LANDAU_READERS) == own || use == LANDAU_READERS;
}

/*
 * The thread is about to read or write in the group, which may change the group's use. Returns the new use: the thread owns the
 * group, or the group is shared, or, for a reader, several threads have read there.
 */
unsigned char landau_become_reader(struct landau_native_thread *self, uint64_t group);
unsigned char landau_become_writer(struct landau_native_thread *self, uint64_t group);

/*
 * The program gives up the memory there, and the words have been set to zero: nobody uses these groups any more. False: a
 * thread may have prepared some of the words meanwhile, out of their old values.
 */
bool landau_groups_forget(uint64_t offset, uint64_t bytes);

/* A new thread has got the slot of one that has ended: shares the groups that the old one owned, and clears its words. */
void landau_groups_leave(struct landau_native_thread *slot);

/* Calls `visit` for each run of groups whose use is LANDAU_PREPARED. */
void landau_groups_each(const unsigned char *uses, void *context,
			void (*visit)(void *context, uint64_t group, uint64_t count));

/* Set all words of the slot, or all write stamps, to zero again. */
void landau_words_wipe(struct landau_native_thread *slot);
void landau_writes_wipe(void);

#endif
