/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * touched.h - which parts of a shadow are in use. Those that may not be all zero are marked, for renumbering and for
 * the end of a thread, and get their memory many pages at a time.
 *
 * There is a byte for each granule, and a bit in it for each group of the granule. Threads mark write stamps at the same time
 * without a lock: a mark that gets lost is set again, and a byte with a mark never becomes 0 by it.
 */
#ifndef LANDAU_NATIVE_TOUCHED_H
#define LANDAU_NATIVE_TOUCHED_H

#include "shadow.h"

enum {
	LANDAU_GRANULE_SHIFT = 16, /* bytes of shadow that are kept track of together */
	LANDAU_GROUP_SHIFT = 14,   /* that get their memory together */
};

static inline uint64_t landau_window_bytes(void)
{
	return (LANDAU_REGION_BYTES >> landau_native.cell_shift) << 2;
}

/* All unmarked; NULL: no memory. */
unsigned char *landau_shadow_track(void);

void landau_touch_new(unsigned char *shadow, unsigned char *touched, uint64_t offset,
		      uint64_t granule, unsigned group);

/* Before the word at the offset is written, if it may be the first in its group. */
static inline void landau_touch(unsigned char *shadow, unsigned char *touched, uint64_t offset)
{
	uint64_t granule = (offset & (LANDAU_REGION_BIT - 1)) >> LANDAU_GRANULE_SHIFT;
	unsigned group = (offset & ((1 << LANDAU_GRANULE_SHIFT) - 1)) >> LANDAU_GROUP_SHIFT;

	if (offset & LANDAU_REGION_BIT)
		granule += landau_window_bytes() >> LANDAU_GRANULE_SHIFT;
	if (LANDAU_UNLIKELY(!(touched[granule] >> group & 1)))
		landau_touch_new(shadow, touched, offset, granule, group);
}

/* Calls visit for each run of words of a shadow that may not be zero, by offset. */
void landau_shadow_each(const unsigned char *touched, void *context,
			void (*visit)(void *context, uint64_t offset, size_t count));

/* All zero again. */
void landau_shadow_wipe(unsigned char *shadow, unsigned char *touched);

#endif
