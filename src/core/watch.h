/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch.h - how often the blocks of a routine run in each of its activations.
 *
 * An engine that wants to know which lines of a routine grow watches its activations: it calls landau_watch_enter behind
 * landau_call, and landau_watch_leave before landau_return. Its code counts each execution of a block of the routine in
 * struct landau_watched_block, after a test whether the block belongs to the activation that runs:
 *
 *     if (block->owner != serial)          serial: landau_watch_serial
 *         landau_watch_touch(thread, block);
 *     block->count++;
 *
 * So an activation pays once for each block that it runs, and nothing for the others: flushing its counts never costs more than
 * what it has executed. When a block gets another owner, its counts are pushed on a stack of the thread and restored when the
 * activation returns; so recursion is counted correctly, and so are jumps that leave several activations at once.
 *
 * Threads take turns. Before another one runs, landau_watch_park takes all counts out of the blocks, which are nobody's then.
 *
 * What an activation has executed goes into the row of its trms. A routine has a row for each size as long as these are few;
 * then neighbouring sizes share one, whose size is their mean. All numbers are sums, so that none is lost.
 */
#ifndef LANDAU_CORE_WATCH_H
#define LANDAU_CORE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct landau_core;
struct landau_thread;

/* Who has a block: nobody, an activation that is not to be counted, or one that is. */
enum { LANDAU_WATCH_NOBODY, LANDAU_WATCH_OTHERS, LANDAU_WATCH_FIRST_SERIAL };

/* For engines: nobody has a block, so that the next one is touched. */
#define LANDAU_WATCH_ASK UINT64_MAX

/* One instruction of a block. */
struct landau_instruction {
	uint64_t address;
	uint32_t place; /* a number of the engine's: file, line, what is inlined there */
};

/* Made by the engine, zeroed but for the instructions and what follows from these; it lives as long as the core. */
struct landau_watched_block {
	uint64_t owner;
	uint64_t count;  /* executions in the activation that owns it */
	uint64_t called; /* what it called there has cost */

	const struct landau_instruction *instructions;
	uint32_t instruction_count;
	bool each_costs; /* an execution costs 1 an instruction; otherwise all of it, by the last one: */
	bool costs;      /* 1, or nothing */
	bool is_repeat; /* rounds of a string instruction are counted, and not all of them */

	uint64_t position; /* its address in the file that its code is from */
	/* Where control may go from its end (loops.h), as addresses of code. */
	const uint64_t *next;
	uint32_t next_count;
	bool leaves;   /* the routine, too: by a return, or by a jump to another one */
	bool calls;    /* what it calls may not return */
	bool is_entry; /* an activation began with it */

	uint32_t number;             /* of all blocks, from 0, by the engine */
	struct landau_watched *home; /* the routine that ran it first */
	uint32_t index;              /* there */
};

struct landau_cell {
	uint64_t executions;
	uint64_t called;
};

struct landau_row {
	uint64_t key;   /* the smallest size of those that share it */
	uint64_t sizes; /* sum */
	uint64_t calls;
	struct landau_cell *cells; /* by index of the block; those beyond are 0 */
	uint32_t cell_limit;
};

/* A routine that was watched, with what its activations on all threads have executed. */
struct landau_watched {
	struct landau_watched *next; /* in order of creation */
	uint32_t routine;
	struct landau_watched_block **blocks;
	uint32_t block_count;
	uint32_t block_limit;
	struct landau_row *rows; /* sorted by key */
	uint32_t row_count;
	uint32_t row_limit;
	uint32_t last_row;
	uint32_t
		shared_bits; /* sizes whose upper bits are the same share a row: so many, 0: none do */
};

/* The innermost activation is watched from now on. */
void landau_watch_enter(struct landau_thread *thread);

/* The innermost activation is about to return. Does nothing if it is not watched. */
void landau_watch_leave(struct landau_thread *thread);

/* Who is to own the blocks that run now; `counts`: the innermost activation is watched, and to be counted. */
uint64_t landau_watch_serial(const struct landau_thread *thread, bool counts);

/* The block belongs to `serial` from now on. */
void landau_watch_touch(struct landau_thread *thread, struct landau_watched_block *block,
			uint64_t serial);

/* What was called from the block by the innermost activation, which is watched, has returned. */
void landau_watch_called(struct landau_thread *thread, struct landau_watched_block *block,
			 uint64_t cost);

void landau_watch_park(struct landau_thread *thread);

struct landau_watched *landau_first_watched(const struct landau_core *core);

/* For the core. */
void landau_watch_free_thread(struct landau_thread *thread);
void landau_watch_free(struct landau_core *core);

/* Internal: a stack of watched activations, and the blocks that they have touched. */
struct landau_watch {
	struct landau_watched *of;
	uint64_t serial;
	uint32_t depth; /* of the activation */
	uint32_t first_touch;
};

/* What the block had before; once the touch is parked, what the activation had. */
struct landau_touch {
	struct landau_watched_block *block;
	uint64_t serial; /* of the activation, or LANDAU_WATCH_OTHERS */
	uint64_t owner;
	uint64_t count;
	uint64_t called;
};

struct landau_watching {
	struct landau_watch *watches;
	uint32_t watch_count;
	uint32_t watch_limit;
	struct landau_touch *touches;
	uint32_t touch_count;
	uint32_t touch_limit;
	uint32_t parked; /* of the touches, the first so many */
};

#endif
