/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * groups.h - which parts of a shadow are in use, and who uses them.
 *
 * A shadow is divided into groups of words. A group is prepared before the first of its words is written: it gets its
 * memory as a whole and a word that is not zero in each place, so that the hooks see by a word alone that
 * nothing is left to do but to write. These words say what was written before there was a second thread. A
 * thread's words have two forms (granules.h), which are prepared one by one, the second with zeros. Each
 * group has a mark, a byte, for each form; renumbering and the end of a thread go by these.
 *
 * There are write stamps only in groups that several threads use. The mark of the others says who does, since there
 * are several threads:
 *
 *   nobody -> one thread reads -> several threads read
 *                    |                    |
 *                    v                    v
 *   one thread reads and writes -> there are write stamps
 *
 * A thread that has a group for itself keeps there who wrote each cell in the state of its words, as if there were no
 * other. The second thread that comes makes the write stamps out of these words, while the first one goes on.
 *
 * Why nothing is lost. Let t have the group, and let u come second. Both could use an atomic operation for each
 * access; but t writes all the time, and u comes once. So u pays for both:
 *
 *   t, at each write                     u, once
 *   1. stores its word                   1. changes the mark, so that it is not t's any more
 *   2. loads the mark                    2. membarrier: every processor that runs the program passes a full barrier
 *   3. if the mark is t's, is done       3. loads the words of t, makes write stamps of them
 *      else waits for u, then stores     4. changes the mark to that of all
 *      the write stamp itself
 *
 * The processor of t executes u's barrier somewhere between two of its instructions. If that is after t has stored the word, the
 * store is visible when u loads the words: u makes the write stamp. If it is before, t loads the mark after the
 * barrier, finds that it has changed, and stores the write stamp itself. If both happen, the stamp of t stays, which is the
 * later one. So t needs no barrier of its own; the compiler alone must not exchange its store and its load. A read by t changes nothing of
 * what its words say about writes, and may come at any time.
 *
 * Where membarrier is forbidden, u waits for a millisecond instead (groups.c).
 *
 * What a thread leaves that has ended is taken over, word by word, without write stamps: nobody changes these words any more.
 */
#ifndef LANDAU_NATIVE_GROUPS_H
#define LANDAU_NATIVE_GROUPS_H

#include "shadow.h"

enum {
	LANDAU_GROUP_SHIFT = 14, /* of bytes of shadow */
	LANDAU_GROUP_BYTES = 1 << LANDAU_GROUP_SHIFT,
	LANDAU_WIDE_GROUP_SHIFT = LANDAU_GROUP_SHIFT - 1, /* of wide words, see granules.h */
	LANDAU_MOST_AT_ONCE = 16,                         /* groups that are prepared together */
};

enum {
	LANDAU_UNTOUCHED = 0,
	LANDAU_PREPARING = 1,
	LANDAU_MARK_FIRST = 2,  /* the thread in the first slot has the group for itself, and on */
	LANDAU_MARK_NONE = 126, /* of a thread that cannot have any; no group has it */
	LANDAU_MARK_READ = 128, /* several have read; with the mark of a thread: that one only */
	LANDAU_MARK_ALL = 255,  /* prepared; of write stamps: used by all */
};

static inline uint64_t landau_window_bytes(void)
{
	return (LANDAU_REGION_BYTES >> landau_native.cell_shift) << 2;
}

/* Marks for the shadow in the slot, by the number of the group; NULL: no memory, or no room in the address space. */
unsigned char *landau_shadow_track(uint32_t slot, bool wide);

/* While there is one thread, it has all groups for itself. */
static inline unsigned char landau_mark_of_slot(uint32_t slot)
{
	if (!landau_native.multi)
		return LANDAU_UNTOUCHED;
	return landau_native.has_marks && slot < LANDAU_MARK_NONE - LANDAU_MARK_FIRST
		       ? (unsigned char)(LANDAU_MARK_FIRST + slot)
		       : LANDAU_MARK_NONE;
}

static inline bool landau_is_prepared(const unsigned char *marks, uint64_t offset)
{
	return marks[offset >> LANDAU_GROUP_SHIFT] != LANDAU_UNTOUCHED;
}

/*
 * Words of one form, for the slot's thread or while all threads stand still. Where there are words of the other form they are
 * 0. At most so many groups: as many as a loop may want next.
 */
void landau_prepare(struct landau_native_thread *slot, uint64_t group, bool wide, uint64_t most);

/* Before the thread writes its word at the offset, if that may be the first of that form in its group. */
static inline void landau_touch(struct landau_native_thread *self, uint64_t offset, bool wide)
{
	if (LANDAU_UNLIKELY(!landau_is_prepared(wide ? self->wide_marks : self->marks, offset)))
		landau_prepare(self, offset >> LANDAU_GROUP_SHIFT, wide, LANDAU_MOST_AT_ONCE);
}

static inline unsigned char landau_mark_at(uint64_t offset)
{
	return landau_native.write_marks[offset >> LANDAU_GROUP_SHIFT];
}

/* Nobody but the thread with this mark has written there, and the mark there says that it has been there. */
static inline bool landau_needs_no_stamps(unsigned char own, unsigned char mark)
{
	return (mark & ~LANDAU_MARK_READ) == own || mark == LANDAU_MARK_READ;
}

/*
 * The thread comes to the group to read, or to write. Returns the mark that it has then: the thread's own, or that of
 * all, or, to read, that there are only readers.
 */
unsigned char landau_come_to_read(struct landau_native_thread *self, uint64_t group);
unsigned char landau_come_to_write(struct landau_native_thread *self, uint64_t group);

/*
 * The memory of these words goes away, and they are zero. False: a thread may have made some of them anew, out of what
 * they were.
 */
bool landau_give_up(uint64_t offset, uint64_t bytes);

/* A new thread has got the slot of one that has ended. Nothing is left of that one's words. */
void landau_inherit_nothing(struct landau_native_thread *slot);

/* Calls visit for each run of groups that are prepared, by these marks. */
void landau_groups_each(const unsigned char *marks, void *context,
			void (*visit)(void *context, uint64_t group, uint64_t count));

/* All zero again. */
void landau_words_wipe(struct landau_native_thread *slot);
void landau_writes_wipe(void);

#endif
