/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * windows.h - where in the address space the shadows are, and where in a shadow the word of a cell is.
 *
 * A program on x86-64 uses two regions of its address space: its own image and heap (bit 45 of the
 * address is clear) and libraries, mappings and stacks (bit 45 is set). A shadow has a window of
 * 2^36 bytes of program memory for each of them; an address is taken modulo 2^36 in its window.
 * With a cell of 4 bytes the offset of a word in the shadow is so the address itself, masked:
 *
 *   offset = (address mod 2^36) / cell * 4 + (address & 2^45)
 *
 * The windows of all shadows lie side by side from 2^44 on, those of the upper region 2^45 further. Wide words, of two
 * cells each (granules.h), have windows of half the size at half the offset, between the programs' two regions.
 * Should two mappings of the program fall on the same cells, which takes more than 64 GB of memory
 * or mappings at odd places, the runtime says so at the end (profile_output.c).
 *
 * windows.c alone asks for the places: a test may have shadows elsewhere.
 */
#ifndef LANDAU_NATIVE_WINDOWS_H
#define LANDAU_NATIVE_WINDOWS_H

#include "engine/native/native.h"

#define LANDAU_REGION_BYTES ((uint64_t)1 << 36)
#define LANDAU_REGION_BIT   ((uint64_t)1 << 45)

/*
 * Where the windows of shadows begin. A program's image and heap are at 0x5555... and, if the kernel puts them anywhere, up to
 * 2^40 further; mappings are as far below 2^47.
 */
#define LANDAU_WINDOWS      ((uint64_t)1 << 44)
#define LANDAU_WIDE_WINDOWS (UINT64_C(0x58) << 40)

/*
 * Between the two: the uses of groups (groups.h), more than 2 GB a shadow. Among the program's mappings they would drive
 * these apart until two of them met in the shadow.
 */
#define LANDAU_USES       (UINT64_C(0x50) << 40)
#define LANDAU_USES_BYTES ((uint64_t)1 << 42)

/* Whether the address is in a place for shadows and their uses. */
static inline bool landau_shadow_has(uint64_t address)
{
	return address - LANDAU_WINDOWS < 2 * LANDAU_REGION_BIT ||
	       address - LANDAU_WIDE_WINDOWS < LANDAU_REGION_BIT ||
	       address - LANDAU_USES < LANDAU_USES_BYTES;
}

/* With cells of 4 bytes. */
#define LANDAU_OFFSET_MASK ((LANDAU_REGION_BIT | (LANDAU_REGION_BYTES - 1)) & ~(uint64_t)3)

enum {
	LANDAU_SLOT_BLANK,
	LANDAU_SLOT_WRITES,
	LANDAU_SLOT_THREADS, /* and on */
	LANDAU_MOST_SLOTS = 512,
};

static inline uint64_t landau_shadow_offset(uint64_t address)
{
	uint64_t within = address & (LANDAU_REGION_BYTES - 1);

	return ((within >> landau_native.cell_shift) << 2) + (address & LANDAU_REGION_BIT);
}

static inline uint64_t landau_window_bytes(void)
{
	return (LANDAU_REGION_BYTES >> landau_native.cell_shift) << 2;
}

/* Groups of words (groups.h): bytes of shadow, how many there are in a window, and the number of a region's first one. */
enum { LANDAU_GROUP_SHIFT = 14 };

static inline uint64_t landau_groups_of_window(void)
{
	return landau_window_bytes() >> LANDAU_GROUP_SHIFT;
}

static inline uint64_t landau_first_group(uint64_t region)
{
	return region * LANDAU_REGION_BIT >> LANDAU_GROUP_SHIFT;
}

/* That of sources, if they are asked for: behind all threads. */
uint32_t landau_slot_of_sources(void);

/* A shadow in the given slot, of narrow or of wide words; NULL when there is no room in the address space. */
unsigned char *landau_shadow_reserve(uint32_t slot, bool wide);
uint32_t landau_shadow_most_slots(void);

/* The uses of the groups of the shadow in the slot, by the number of the group; NULL: no room in the address space. */
unsigned char *landau_uses_reserve(uint32_t slot, bool wide);

#endif
