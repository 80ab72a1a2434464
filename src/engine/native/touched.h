/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * touched.h - which parts of a shadow are in use, and who uses them.
 *
 * A shadow is divided into groups of words. A group is prepared before the first of its words is written: it gets its
 * memory as a whole and a word that is not zero in each place, so that the hooks see by a word alone that
 * nothing is left to do but to write. From then on it has a mark, a byte; renumbering and the end of a thread
 * go by these.
 *
 * The mark of write stamps also says which thread alone has put stamps into the group. That thread need not look at
 * them: nobody else has written what it has accessed. Who wants to put a stamp into a group that is marked by
 * another one makes the mark LANDAU_MARK_ALL first. What the program does to order the two writes orders this too.
 *
 *   LANDAU_UNTOUCHED -> LANDAU_PREPARING -> mark of a thread -> LANDAU_MARK_ALL
 */
#ifndef LANDAU_NATIVE_TOUCHED_H
#define LANDAU_NATIVE_TOUCHED_H

#include "shadow.h"

enum { LANDAU_GROUP_SHIFT = 14 }; /* of bytes of shadow */

enum {
	LANDAU_UNTOUCHED = 0, /* all zero */
	LANDAU_PREPARING = 1,
	LANDAU_MARK_FIRST = 2,  /* of the thread in the first slot, and on */
	LANDAU_MARK_NONE = 254, /* that of a thread for which there is none left; no group has it */
	LANDAU_MARK_ALL = 255,
};

static inline uint64_t landau_window_bytes(void)
{
	return (LANDAU_REGION_BYTES >> landau_native.cell_shift) << 2;
}

/* Marks for a shadow, by the number of the group; NULL: no memory. */
unsigned char *landau_shadow_track(void);

static inline unsigned char landau_mark_of_slot(uint32_t slot)
{
	return slot < LANDAU_MARK_NONE - LANDAU_MARK_FIRST
		       ? (unsigned char)(LANDAU_MARK_FIRST + slot)
		       : LANDAU_MARK_NONE;
}

/* The group gets the mark, and each of its words this value, unless another thread does so already. */
void landau_prepare(unsigned char *shadow, unsigned char *touched, uint64_t group,
		    unsigned char mark, landau_word word);

/* Before the thread writes its word at the offset, if that may be the first in its group. */
static inline void landau_touch(struct landau_native_thread *self, uint64_t offset)
{
	uint64_t group = offset >> LANDAU_GROUP_SHIFT;

	if (LANDAU_UNLIKELY(self->touched[group] == LANDAU_UNTOUCHED))
		landau_prepare(self->words, self->touched, group, LANDAU_MARK_ALL,
			       LANDAU_BY_NOBODY);
}

/* Whether write stamps of the group may be put in place. */
static inline bool landau_is_stampable(unsigned char mark, unsigned char mark_of_thread)
{
	return mark == mark_of_thread || mark == LANDAU_MARK_ALL;
}

void landau_touch_writes_new(uint64_t group, unsigned char mark);

/* Before a write stamp is put at the offset, by the thread with this mark or on behalf of all. */
static inline void landau_touch_writes(uint64_t offset, unsigned char mark)
{
	uint64_t group = offset >> LANDAU_GROUP_SHIFT;

	if (LANDAU_UNLIKELY(!landau_is_stampable(landau_native.touched_writes[group], mark)))
		landau_touch_writes_new(group, mark);
}

/* Calls visit for each run of words of a shadow that may not be zero, by offset. */
void landau_shadow_each(const unsigned char *touched, void *context,
			void (*visit)(void *context, uint64_t offset, size_t count));

/* All zero again. */
void landau_shadow_wipe(unsigned char *shadow, unsigned char *touched);

#endif
