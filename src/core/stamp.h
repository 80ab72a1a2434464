/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stamp.h - the 32-bit word that a thread keeps for each cell.
 *
 *   31   30   29 ................................ 2   1 0
 *   [0]  live stamp: when this thread last accessed  state
 *
 * The stamp is the thread's clock at its last access, 1 = never. Bit 31 is always clear, so that
 * engines can compare two words at once in 64 bits.
 *
 * What follows is the serial policy (core/serial); the native engine uses the same words by groups of its own
 * (engine/native/parallel/groups.h).
 *
 * Memory is divided into chunks of 4096 bytes. While one thread alone uses a chunk it is private to
 * that thread and the state of each word says who wrote the cell last: nobody, the thread itself,
 * or the kernel. Other threads may take the chunk over, a few times (serial/chunks.c); after that it becomes
 * shared, for good: the state is 0 in all words and a write stamp for each cell, common to all threads,
 * says when it was last written and whether by the kernel. While a thread runs without a break, cells
 * that it has written may be lent to it (serial/loan.h): their words are then as in a private chunk.
 *
 * `live` is clear if the cell was never accessed, or if what was written to a private cell has not been
 * seen by the owner: by the kernel (state LANDAU_BY_KERNEL; the stamp beneath stays, rms needs it),
 * or by an owner before it (state LANDAU_BY_OWNER; on reading it becomes LANDAU_BY_NOBODY, nobody
 * since then). So a word that is >= LANDAU_LIVE | t << 2 always means: accessed at t or later, and
 * nothing happened since.
 *
 * A word of 0 means that the thread does not take part in the chunk. To an engine that keeps words of
 * its own, without chunks, it is a cell that was never accessed: its stamp, 0, is never a real one.
 */
#ifndef LANDAU_CORE_STAMP_H
#define LANDAU_CORE_STAMP_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t landau_word;

#define LANDAU_LIVE ((landau_word)1 << 30)

enum {
	LANDAU_SHARED = 0,    /* the chunk has write stamps */
	LANDAU_BY_NOBODY = 1, /* the chunk is private; who wrote the cell last */
	LANDAU_BY_OWNER = 2,
	LANDAU_BY_KERNEL = 3,
	LANDAU_STATE = 3, /* mask */
};

enum {
	LANDAU_STAMP_SHIFT = 2,
	LANDAU_STAMP_NEVER = 1,
	LANDAU_STAMP_FIRST = 2,            /* the smallest real one */
	LANDAU_STAMP_LAST = (1 << 28) - 1, /* the largest */
	LANDAU_CHUNK_SHIFT = 12,
	LANDAU_CHUNK_BYTES = 1 << LANDAU_CHUNK_SHIFT,
};

static inline uint32_t landau_stamp_of(landau_word word)
{
	return (word & ~LANDAU_LIVE) >> LANDAU_STAMP_SHIFT;
}

/* In a private chunk: was the cell written by others, and not accessed by the owner since? */
static inline bool landau_word_pending(landau_word word)
{
	return !(word & LANDAU_LIVE) && (word & LANDAU_STATE) > LANDAU_BY_NOBODY;
}

static inline landau_word landau_live_word(uint32_t stamp)
{
	return LANDAU_LIVE | stamp << LANDAU_STAMP_SHIFT;
}

/*
 * Write stamps, for shared chunks only: stamp << 2, bit 0 set if the kernel wrote. 0 = never
 * written.
 */
enum { LANDAU_WRITE_BY_KERNEL = 1 };

static inline uint32_t landau_write_stamp_of(landau_word write)
{
	return write >> LANDAU_STAMP_SHIFT;
}

#endif
