/* SPDX-License-Identifier: GPL-2.0-or-later */
/* windows.c - takes the places of shadows in the address space; see windows.h. */
#include "windows.h"

#include "engine/native/runtime/raw.h"

/*
 * Shadows at distances that are powers of two would fall into the same cache sets. And none is at a multiple of a page: a word
 * would be at the same place in its page as the program's data, and its load wait for stores before it.
 */
enum { SKEW_BYTES = 0x9540, SKEW_LARGE = 2 << 20, SKEW_ROOM = 16 << 20 };

/* Wide words are half as many. */
static uint64_t stride(bool wide)
{
	return (landau_window_bytes() >> wide) + SKEW_ROOM;
}

/* The blank shadow is looked at by code that takes cells of 4 bytes for granted, and larger cells have fewer words. */
static uint64_t blank_stride(bool wide)
{
	uint64_t bytes = (LANDAU_REGION_BYTES >> wide) + SKEW_ROOM;

	return bytes > stride(wide) ? bytes : stride(wide);
}

static uint64_t between_regions(bool wide)
{
	return LANDAU_REGION_BIT >> wide;
}

static uint32_t most_slots(void)
{
	uint64_t most = (between_regions(false) - blank_stride(false)) / stride(false) + 1;
	uint64_t most_wide = (between_regions(true) - blank_stride(true)) / stride(true) + 1;

	if (landau_native.has_wide && most_wide < most)
		most = most_wide;
	return most < LANDAU_MOST_SLOTS ? (uint32_t)most : LANDAU_MOST_SLOTS;
}

uint32_t landau_slot_of_sources(void)
{
	return most_slots() - 1;
}

uint32_t landau_shadow_most_slots(void)
{
	return landau_native.sources ? landau_slot_of_sources() : most_slots();
}

unsigned char *landau_shadow_reserve(uint32_t slot, bool wide)
{
	uint64_t bytes = slot == LANDAU_SLOT_BLANK ? blank_stride(wide) : stride(wide);
	uint64_t first = wide ? LANDAU_WIDE_WINDOWS : LANDAU_WINDOWS;
	uint64_t start = slot == LANDAU_SLOT_BLANK
				 ? first
				 : first + blank_stride(wide) + (slot - 1) * stride(wide);
	uint64_t skew = (uint64_t)(slot % 63 + 1) * SKEW_BYTES + (slot & 3) * (uint64_t)SKEW_LARGE;

	/* The skew keeps words of 8 bytes aligned; it is a multiple of a cache line. */
	if (!landau_raw_reserve((void *)start, bytes))
		return NULL;
	if (!landau_raw_reserve((void *)(start + between_regions(wide)), bytes))
		return NULL;
	return (unsigned char *)(start + skew);
}

unsigned char *landau_uses_reserve(uint32_t slot, bool wide)
{
	uint64_t bytes = landau_first_group(1) + landau_groups_of_window();
	unsigned char *place = (unsigned char *)(LANDAU_USES + (2 * (uint64_t)slot + wide) * bytes);

	return landau_raw_reserve(place, bytes) ? place : NULL;
}
