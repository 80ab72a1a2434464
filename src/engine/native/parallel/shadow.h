/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shadow.h - where the words and write stamps of cells are, and what accesses do to them.
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
 * One thread. As long as there has been one thread only, there are no write stamps; the state of
 * each word tells who wrote last, as in a private chunk of the core. When another thread first uses a group it takes
 * from these words what was written before there were several: its own words say so until it accesses the cells.
 *
 * Many threads. In the groups that a thread owns (groups.h) it is as if there was no other. Elsewhere the state of a word is
 * LANDAU_BY_OWNER after a write, not after a read, so that a word equal to hot->written shows that
 * this thread has written the cell at this threshold. Then its write stamp is in place too: another thread's
 * write would have to be ordered before or after by an acquire of this thread, which raises the threshold. The
 * state matters to others only where there is no write stamp. For that, when the first thread reads what it wrote before there was
 * a second one, LANDAU_BY_OWNER becomes LANDAU_BY_FIRST.
 */
#ifndef LANDAU_NATIVE_SHADOW_H
#define LANDAU_NATIVE_SHADOW_H

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

/* A state: the thread has written the cell, and read it since when others may have accessed it. */
enum { LANDAU_BY_FIRST = LANDAU_SHARED };

enum {
	LANDAU_SLOT_BLANK,
	LANDAU_SLOT_WRITES,
	LANDAU_SLOT_THREADS, /* and on */
	LANDAU_MOST_SLOTS = 512,
};

/* In a write stamp: made out of words (groups.h). Alone: nobody has written the cell since there is a second thread. */
enum { LANDAU_BY_WORDS = 2 };

/*
 * Words of cells that the thread has never accessed. Early: they were written before there was a second thread, and if
 * there is a write stamp, that is later.
 */
enum {
	LANDAU_EARLY_BY_THREAD = LANDAU_STAMP_NEVER << LANDAU_STAMP_SHIFT | LANDAU_BY_OWNER,
	LANDAU_EARLY_BY_KERNEL = LANDAU_STAMP_NEVER << LANDAU_STAMP_SHIFT | LANDAU_BY_KERNEL,
};

static inline bool landau_is_early(landau_word word)
{
	return word - LANDAU_EARLY_BY_THREAD <= LANDAU_EARLY_BY_KERNEL - LANDAU_EARLY_BY_THREAD;
}

static inline bool landau_is_new(landau_word word)
{
	return word <= LANDAU_BY_NOBODY || landau_is_early(word);
}

/* The first clock is above all stamps that stand for something else. */
enum { LANDAU_CLOCK_START = 8 };

static inline uint64_t landau_shadow_offset(uint64_t address)
{
	uint64_t within = address & (LANDAU_REGION_BYTES - 1);

	return ((within >> landau_native.cell_shift) << 2) + (address & LANDAU_REGION_BIT);
}

/* A shadow in the given slot, of narrow or of wide words; NULL when there is no room in the address space. */
unsigned char *landau_shadow_reserve(uint32_t slot, bool wide);
uint32_t landau_shadow_most_slots(void);

/* Accesses of any size by the calling thread, which may not be known (then nothing happens). */
void landau_shadow_read(const volatile void *address, uint64_t size);
void landau_shadow_write(const volatile void *address, uint64_t size);

/* The same by a thread that is known and has nothing else to do first. */
void landau_shadow_read_now(struct landau_native_thread *self, const volatile void *address,
			    uint64_t size);
void landau_shadow_write_now(struct landau_native_thread *self, const volatile void *address,
			     uint64_t size);

/* The kernel has written memory, on the calling thread's behalf. */
void landau_shadow_kernel_write(const volatile void *address, uint64_t size);

/* A file was mapped there: input wherever it is read. */
void landau_shadow_fresh(const void *address, uint64_t size);

/* The memory goes away. */
void landau_shadow_forget(const void *address, uint64_t size);

#endif
