/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * further.h - what activations cost beside the one cost that the engine counts all the time: memory, input and output.
 *
 * Each of these costs is inclusive, as the main one is, and is collected by trms. Most activations have none of them, and take no
 * time for them either. A *spending* is what a pending activation has so far. Only activations in which something has happened have one,
 * so the spendings are a stack of their own; the root, activation 0, is always the first. When an activation that has one
 * returns, it is added to that of the caller or, if that has none, becomes the caller's: O(1).
 *
 *   alloc, allocs   bytes allocated, and how often
 *   live            bytes allocated and not freed when it returns: what it keeps
 *   peak            the most bytes live at a time, above those that were when it was called
 *   bytes-in, bytes-out, syscalls
 *   wait            ticks of the clock in which it had to wait for other threads, processes or devices
 *   stack           bytes of stack below it: its own frame and those of what it called, at their most
 *   time, bb, instr what can be the main cost, too: ticks of the clock, basic blocks, instructions
 *
 * Blocks belong to the thread that has allocated them, whoever frees them. The level of a thread is the number of bytes in its
 * blocks. An activation's peak is the highest level of its own thread during the activation, less that at the call. Its live are the
 * bytes of blocks that it, or what it called, has allocated and that nobody had freed when it returned. (So live may be more than peak,
 * where older blocks were freed before.) A block that is allocated where one is already takes its place: that one is freed.
 *
 * live is kept partial, as the counters of activations are (thread.h). Blocks are numbered by a serial, and a spending knows the
 * first that its activation, or those that it called, can have. So the spending of a block is the innermost one whose first serial
 * is not above the block's: a binary search when it is freed.
 */
#ifndef LANDAU_CORE_FURTHER_H
#define LANDAU_CORE_FURTHER_H

#include <stdbool.h>
#include <stdint.h>

#include "table.h"

struct landau_core;
struct landau_thread;

enum landau_further {
	LANDAU_COST_ALLOC,
	LANDAU_COST_ALLOCS,
	LANDAU_COST_LIVE,
	LANDAU_COST_PEAK,
	LANDAU_COST_BYTES_IN,
	LANDAU_COST_BYTES_OUT,
	LANDAU_COST_SYSCALLS,
	LANDAU_COST_WAIT,
	LANDAU_COST_STACK,
	LANDAU_COST_TIME,
	LANDAU_COST_BB,
	LANDAU_COST_INSTR,
	LANDAU_FURTHER_COSTS,
};

/* As bits. SPACE: those that blocks are looked after for. */
enum {
	LANDAU_FURTHER_ALL = (1 << LANDAU_FURTHER_COSTS) - 1,
	LANDAU_FURTHER_SPACE = 1 << LANDAU_COST_ALLOC | 1 << LANDAU_COST_ALLOCS |
			       1 << LANDAU_COST_LIVE | 1 << LANDAU_COST_PEAK,
};

/* Amounts at a time, of which there is a greatest one, and no sum that would mean anything. */
static inline bool landau_further_is_level(enum landau_further cost)
{
	return cost == LANDAU_COST_LIVE || cost == LANDAU_COST_PEAK || cost == LANDAU_COST_STACK;
}

/* Of these each activation has some, and each of them can be the main cost. */
static inline bool landau_further_can_be_main(enum landau_further cost)
{
	return cost == LANDAU_COST_TIME || cost == LANDAU_COST_BB || cost == LANDAU_COST_INSTR;
}

/* What a pending activation has so far: partial for live. */
struct landau_spending {
	uint32_t activation;
	uint32_t used; /* bits of the costs that it has, or once had, any of */
	uint64_t first_serial;
	uint64_t values[LANDAU_FURTHER_COSTS];
	uint64_t of_callees[LANDAU_FURTHER_COSTS]; /* the sum; of levels the greatest */
	int64_t level;                             /* of the thread, less that at the call */
};

/* One of the costs of a record. */
struct landau_spent_cost {
	/* By trms: `calls` is the number of activations that had any. */
	struct landau_table by_size;
	/* Of outermost activations: the sum or, of levels, the greatest. */
	uint64_t total;
	/* What activations had beyond of_callees, where it was more: the sum or, of levels, the greatest. */
	uint64_t self;
};

struct landau_spent {
	struct landau_spent *next; /* of the same thread, in order of creation */
	struct landau_record *record;
	struct landau_spent_cost costs[LANDAU_FURTHER_COSTS];
};

/*
 * The innermost activation spends this amount of a cost other than those of memory. Of stack it is what the activation has as a whole,
 * the largest of several; the engine says it for each by itself, before it returns.
 */
void landau_spend(struct landau_thread *thread, enum landau_further cost, uint64_t amount);

/* It has allocated a block. */
void landau_allocate(struct landau_thread *thread, uint64_t address, uint64_t bytes);

/* Somebody has freed the block that starts there. Nothing happens if there is none. */
void landau_free(struct landau_core *core, uint64_t address);

/* The serial of the block that starts there, which no other block ever has; 0: there is no block. */
uint64_t landau_block_serial(const struct landau_core *core, uint64_t address);

/* The block that starts there, if it is long enough, becomes two; the second one starts so many bytes behind. */
void landau_split_block(struct landau_core *core, uint64_t address, uint64_t bytes);

/*
 * For engines that look after the blocks themselves: the innermost activation has got one, whose serial in the thread's core this
 * returns, and the thread's block with a serial is freed.
 */
uint64_t landau_gain(struct landau_thread *thread, uint64_t bytes);
void landau_lose(struct landau_thread *thread, uint64_t serial, uint64_t bytes);

/* Of the thread as a whole. Of live it is the most that it had at a time, as of peak. */
uint64_t landau_further_total(const struct landau_thread *thread, enum landau_further cost);

/* -- For the core -------------------------------------------------------------------------------- */

/* The innermost activation has a spending and is about to return: room for what that needs. */
void landau_reserve_further(struct landau_thread *thread, const struct landau_record *record,
			    uint64_t trms);

/* It has returned. `values` is for what it had. */
void landau_collect_further(struct landau_thread *thread, const struct landau_record *record,
			    uint64_t trms, bool outermost, uint64_t values[LANDAU_FURTHER_COSTS]);

void landau_finish_further(struct landau_thread *thread); /* what is pending is gone */
void landau_drop_further(struct landau_thread *thread);   /* all */
void landau_forget_blocks(struct landau_core *core);

/* The spendings of activations that were taken back are those of the innermost one that is left. */
void landau_unwind_further(struct landau_thread *thread);

#endif
