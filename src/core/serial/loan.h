/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loan.h - cells of shared chunks that are lent to the thread that runs.
 *
 * A write to a shared cell stores a write stamp, so that other threads see it. While the thread runs
 * without a break there are no others: all stamps that they have of the cell are below the boundary,
 * all that the thread gives are not, and the boundary is as good a write stamp as any between. So a cell
 * that has this write stamp can be the thread's own until the break. Its word is then like one of a private
 * chunk, live and LANDAU_BY_OWNER, and whatever is done with it as such is right: a write changes the word alone,
 * a read is not induced.
 *
 * Loans end, that is, the words get the state LANDAU_SHARED again, before another thread goes on, the
 * kernel writes, memory goes away or a thread ends, and before a write to shared memory stores another stamp. Renumbering may go
 * on with them, and the boundary may rise: stamps only become later then. They are kept by eight cells, at a multiple of
 * eight, of which any may be lent. There is room for a fixed number; when it is used up all end early, so
 * that a loan costs no more than a few stores when it ends.
 *
 * Only engines lend, whose code looks at words in place; the core's own reads take lent words as they are.
 */
#ifndef LANDAU_CORE_SERIAL_LOAN_H
#define LANDAU_CORE_SERIAL_LOAN_H

#include "core/thread.h"
#include "core/words.h"

enum { LANDAU_MOST_LOANS = 512, LANDAU_LENT_CELLS = 8 };

struct landau_loans {
	uint32_t count;
	landau_word *words[LANDAU_MOST_LOANS]; /* the first of the eight */
};

static inline void landau_end_loans(struct landau_loans *loans)
{
	const landau_quad stamps = landau_quad_of(~(landau_word)LANDAU_STATE);

	for (uint32_t i = 0; i < loans->count; i++) {
		landau_quad *quads = (landau_quad *)loans->words[i];

		quads[0] &= stamps;
		quads[1] &= stamps;
	}
	loans->count = 0;
}

/* The write stamp of cells that may be lent; that of a chunk that has just become shared will do, too. */
static inline landau_word landau_lent_write(const struct landau_thread *thread)
{
	return thread->boundary << LANDAU_STAMP_SHIFT;
}

/* One of eight cells, which the thread has just written. */
static inline void landau_lend(struct landau_loans *loans, landau_word *words, uint32_t place)
{
	landau_word states = 0;

	for (uint32_t i = 0; i < LANDAU_LENT_CELLS; i++)
		states |= words[i] & LANDAU_STATE;
	if (states == LANDAU_SHARED) {
		if (loans->count == LANDAU_MOST_LOANS)
			landau_end_loans(loans);
		loans->words[loans->count++] = words;
	}
	words[place] |= LANDAU_BY_OWNER;
}

#endif
