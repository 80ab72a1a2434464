/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * groups.h - which parts of a shadow are in use, and by whom.
 *
 * A shadow is divided into groups of words. A group is prepared before the first of its words is written: it gets its
 * memory as a whole and a word that is not zero in each place, so that the hooks see by a word alone that
 * nothing is left to do but to write. These words say what was written before there was a second thread. A
 * thread's words have two forms (granules.h), which are prepared one by one, the second with zeros. One byte for each
 * group and form, its use, says whether it is prepared; renumbering and the end of a thread go by these bytes.
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
 * The owner of a group keeps who wrote each cell in the state of its words, as if there were no
 * other thread. The second thread that comes makes the write stamps out of these words, while the owner goes on.
 *
 * Why no write is lost when a group becomes shared. Let t own the group, and let u come second. Both could use an atomic operation
 * for each access; but t writes all the time, and u comes once. So u pays for both:
 *
 *   t, at each write                     u, once
 *   1. stores its word                   1. changes the use, so that t does not own the group any more
 *   2. loads the use                     2. membarrier: every processor that runs the program passes a full barrier
 *   3. if t owns the group, is done      3. loads the words of t, makes write stamps of them
 *      else waits for u, then stores     4. changes the use to `shared`
 *      the write stamp itself
 *
 * The processor of t executes u's barrier somewhere between two of its instructions. If that is after t has stored the word, the
 * store is visible when u loads the words: u makes the write stamp. If it is before, t loads the use after the
 * barrier, finds that it has changed, and stores the write stamp itself. If both happen, the stamp of t stays, which is the
 * later one. So t needs no barrier of its own; only the compiler must not exchange its store and its load. A read by t changes nothing of
 * what its words say about writes, and may come at any time.
 *
 * Where membarrier is forbidden, u waits for a millisecond instead (groups.c).
 *
 * A group whose owner has ended is taken over, word by word, without write stamps: nobody changes these words any more.
 */
#ifndef LANDAU_NATIVE_GROUPS_H
#define LANDAU_NATIVE_GROUPS_H

#include "shadow.h"

enum {
	LANDAU_GROUP_BYTES = 1 << LANDAU_GROUP_SHIFT,
	LANDAU_WIDE_GROUP_SHIFT = LANDAU_GROUP_SHIFT - 1, /* of wide words, see granules.h */
	LANDAU_MOST_AT_ONCE = 16,                         /* groups that are prepared together */
};

/* The use of a group. Of words it is the first, the second or the last of these. */
enum {
	LANDAU_UNUSED = 0,
	LANDAU_PREPARING = 1,
	LANDAU_OWNER_FIRST = 2,  /* the thread in the first slot owns the group, and on */
	LANDAU_OWNER_NONE = 126, /* of a thread that can own none; no group has it */
	LANDAU_READERS = 128,    /* several have read; with the owner's bits: that one only */
	LANDAU_PREPARED = 255,   /* the words are there */
	LANDAU_GROUP_SHARED = LANDAU_PREPARED, /* the write stamps are there */
};

/* The use of groups that the thread in the slot owns. While there is one thread, it owns all. */
static inline unsigned char landau_owner_of_slot(uint32_t slot)
{
	if (!landau_native.multi)
		return LANDAU_UNUSED;
	return landau_native.has_owners && slot < LANDAU_OWNER_NONE - LANDAU_OWNER_FIRST
		       ? (unsigned char)(LANDAU_OWNER_FIRST + slot)
		       : LANDAU_OWNER_NONE;
}

/* Who sees a use sees what was made before it was published: on x86 every load is an acquire. */
static inline unsigned char landau_use_in(const unsigned char *uses, uint64_t offset)
{
	return __atomic_load_n(&uses[offset >> LANDAU_GROUP_SHIFT], __ATOMIC_ACQUIRE);
}

static inline bool landau_is_prepared(const unsigned char *uses, uint64_t offset)
{
	return landau_use_in(uses, offset) != LANDAU_UNUSED;
}

/*
 * Words of one form, for the slot's thread or while all threads stand still. Where there are words of the other form they are
 * 0. At most so many groups: as many as a loop may want next.
 */
void landau_prepare(struct landau_native_thread *slot, uint64_t group, bool wide, uint64_t most);

/* Before the thread writes its word at the offset, if that may be the first of that form in its group. */
static inline void landau_touch(struct landau_native_thread *self, uint64_t offset, bool wide)
{
	if (LANDAU_UNLIKELY(!landau_is_prepared(wide ? self->wide_uses : self->uses, offset)))
		landau_prepare(self, offset >> LANDAU_GROUP_SHIFT, wide, LANDAU_MOST_AT_ONCE);
}

static inline unsigned char landau_group_use(uint64_t offset)
{
	return landau_use_in(landau_native.write_uses, offset);
}

/* Nobody but this thread has written there, and the use says that the thread has read or written there. */
static inline bool landau_needs_no_stamps(unsigned char own, unsigned char use)
{
	return (use & ~LANDAU_READERS) == own || use == LANDAU_READERS;
}

/*
 * The thread reads or writes in the group from now on, which may change its use. Returns what that is then: the thread owns the
 * group, or the group is shared, or, for a reader, has readers only.
 */
unsigned char landau_become_reader(struct landau_native_thread *self, uint64_t group);
unsigned char landau_become_writer(struct landau_native_thread *self, uint64_t group);

/*
 * The program's memory there goes away, and the words have been set to zero: nobody uses these groups any more. False: a thread
 * may have made some of the words anew meanwhile, out of what they were.
 */
bool landau_groups_forget(uint64_t offset, uint64_t bytes);

/* A new thread has got the slot of one that has ended: the groups that the old one owned are shared now, its words are gone. */
void landau_groups_leave(struct landau_native_thread *slot);

/* Calls visit for each run of groups that are prepared, by these uses. */
void landau_groups_each(const unsigned char *uses, void *context,
			void (*visit)(void *context, uint64_t group, uint64_t count));

/* All zero again. */
void landau_words_wipe(struct landau_native_thread *slot);
void landau_writes_wipe(void);

#endif
