/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * core.h - the analysis: how large is the input of each activation, and what did it cost?
 *
 * This header is the manual. An engine includes it and, if it looks through copies, copies.h; it needs nothing else of the core.
 * Only the native engine has another policy of where stamps come from: each of its threads has a core, and the engine itself
 * keeps the words of cells. So it also uses metric.h, activation.h, fresh.h, renumber.h, state.h and words.h, and never the
 * functions for memory below.
 *
 * An engine watches a program and reports events: calls, returns, memory accesses and what the
 * kernel does to memory. The core turns them into points: for each routine on each thread, and for
 * each input size seen, how many activations there were and what they cost. For an activation of
 * a routine on thread t and a memory cell (an aligned piece of `cell` bytes):
 *
 *   first access     the activation and its descendants have not accessed the cell before;
 *   induced access   another thread or the kernel has written the cell since t last accessed it;
 *   rms              number of reads that are first accesses;
 *   trms             number of reads that are first accesses or induced ones;
 *   thread, external number of induced reads, by who wrote the cell last.
 *
 * Where things are
 *   metric.h       what a read counts, given when the thread last accessed the cell and when it was last written
 *   serial/        where these two stamps come from if threads run one at a time: accesses (access.h), chunks of memory that
 *                  belong to one thread or to several (chunks.h), words of threads that had a chunk before (aside.h), cells
 *                  that are lent (loan.h), flat shadows (flat.h), accesses where sources are asked for (sources.c)
 *   activation.h   calls and returns; region.h: routines whose input is not their callers'
 *   stamp.h        the word that a thread keeps for a cell; thread.h: what else it keeps; state.h: the core as a whole
 *   renumber.h     a clock that starts again; fresh.h: memory that the kernel has filled and nobody used
 *   table.h        points: sizes of input and what they cost; collect.h adds to them
 *   watch.h        how often the blocks of routines run in each activation
 *   curve.h        progress curves: how the cost of long activations grows on their way
 *   further.h      memory, input and output of activations
 *   authors.h      who wrote each cell last; flow.h: from whom activations have their input; copies.h: looks through copies
 *   check.h        invariants that debug builds look at
 *   memory.h, map.h, words.h, saturate.h, host.h    what all of it is built on
 *
 * Rules for engines
 *   - A core is not thread safe. An engine that runs threads in parallel serialises their events, or has a core for each thread.
 *   - Events are fed in the order in which they happen. landau_switch() must come before the first
 *     event of a thread that is not the one that ran last.
 *   - The engine adds costs to thread->cost, before the call or return that follows them. The return of an opaque
 *     routine sets it back to what the routine's callers are charged.
 *   - Routines are numbered by the engine, densely from 0. The core never sees their names.
 *   - Addresses lie below 2^47.
 */
#ifndef LANDAU_CORE_H
#define LANDAU_CORE_H

#include "curve.h"
#include "flow.h"
#include "further.h"
#include "host.h"
#include "table.h"
#include "thread.h"

enum { LANDAU_ADDRESS_BITS = 47 };

/* What one activation turned out to be, known when it returns. */
struct landau_result {
	uint32_t routine;
	uint64_t trms;
	uint64_t rms;
	uint64_t thread_input;
	uint64_t external_input;
	uint64_t cost; /* inclusive */
	uint64_t self; /* without callees */
	const struct landau_mark
		*marks; /* its progress curve, as long as the call of on_return lasts */
	uint32_t mark_count;
	const struct landau_step *steps; /* the same */
	uint32_t step_count;
	uint64_t returns; /* into it */
	/* With sources: from whom it has its cells, through `next`; 0 cells are none. As long as the call lasts. */
	const struct landau_share *shares;
	const uint64_t *
		further; /* by enum landau_further; NULL: it had none. As long as the call lasts. */
};

/* What an activation has at its end, as marks have it on the way. */
static inline struct landau_mark landau_mark_at_end(const struct landau_result *result)
{
	return (struct landau_mark){.trms = result->trms,
				    .rms = result->rms,
				    .thread_input = result->thread_input,
				    .external_input = result->external_input,
				    .cost = result->cost};
}

/*
 * How a routine is treated. What an allocator reads is no input of its callers, and how long it takes is not their cost:
 *
 *   opaque   what its activations and their descendants read is input of those from the outermost opaque one inwards
 *            only, and their callers are charged `charge` for a call instead of what it really cost;
 *   open     a routine that an opaque one calls for its callers: what it and its descendants read and cost counts for all
 *            pending activations, as if no opaque one were in between.
 *
 * A cell that any of these accesses is accessed for all pending activations, as always. See core/region.h.
 */
enum landau_way { LANDAU_ORDINARY, LANDAU_OPAQUE, LANDAU_OPEN };

struct landau_treatment {
	enum landau_way way;
	uint32_t charge; /* for a call of an opaque routine */
};

struct landau_settings {
	unsigned cell_bytes;  /* 1, 2, 4, 8 or 16 */
	uint32_t stamp_limit; /* renumber when the clock gets here; 0: as late as possible; else >=
				 64 */
	bool contexts;        /* collect points by calling context */
	bool rms_only;        /* what others write is no input: trms = rms */
	bool sources;         /* collect where input comes from; not with rms_only */
	struct landau_core *
		authors_of; /* with sources: the core that numbers authors for this one; NULL: it does */
	uint32_t further;   /* bits of enum landau_further: further costs to collect */
	bool share_all;     /* take no short cut for memory that one thread alone uses */
	unsigned flat_bits; /* reserve flat shadows for addresses of so many bits; 0: none */

	/* Progress curves begin at this size, their steps at as many returns; 0: there are none. */
	uint64_t curve_floor;

	/* Optional: what thread->cost would be by now, for engines that bring it up to date at calls and returns only. */
	uint64_t (*cost_now)(void *context, const struct landau_thread *thread);
	void *cost_now_context;

	/* Optional: told of each activation as it returns. */
	void (*on_return)(void *context, const struct landau_thread *thread,
			  const struct landau_result *result);
	void *on_return_context;

	/*
	 * Optional, for engines that keep the stamps of cells themselves: renumbers them and the
	 * core by means of core/renumber.h when the clock has reached its limit.
	 */
	void (*renumber)(void *context, struct landau_core *core);
	void *renumber_context;

	/* Optional: asked when a thread first calls a routine; the answer is always the same. None: all are ordinary. */
	struct landau_treatment (*treatment)(void *context, uint32_t routine);
	void *treatment_context;
};

/* NULL when there is no memory, or the settings are not valid. */
struct landau_core *landau_core_create(const struct landau_host *host,
				       const struct landau_settings *settings);
void landau_core_destroy(struct landau_core *core);

/* -- Threads ------------------------------------------------------------------------------------
 */

/* The id is the engine's and is never used again, not even when the thread is gone. */
struct landau_thread *landau_thread_start(struct landau_core *core, uint32_t id);

/* Returns the pending activations, innermost first, and frees the thread's words. Its points stay. */
void landau_thread_finish(struct landau_thread *thread);

/* From now on this thread is the running one. */
void landau_switch(struct landau_thread *thread);

/* -- Control flow -------------------------------------------------------------------------------
 */

void landau_call(struct landau_thread *thread, uint32_t routine);

/* The innermost pending activation returns; there must be one (landau_depth). */
void landau_return(struct landau_thread *thread);

/*
 * Takes back the only pending activation: it did not belong to the program. It must have called nothing. What it has read, the
 * thread has read outside of all activations. Its routine is not saved if it has no other activation.
 */
void landau_take_back(struct landau_thread *thread);

/* Number of pending activations. */
static inline uint32_t landau_depth(const struct landau_thread *thread)
{
	return thread->top;
}

/* -- Memory: `size` bytes from `address` on -----------------------------------------------------
 */

/* Accesses by the thread itself. */
static inline void landau_read(struct landau_thread *thread, uint64_t address, uint64_t size);
static inline void landau_write(struct landau_thread *thread, uint64_t address, uint64_t size);

/* The kernel reads memory on the thread's behalf: output. */
static inline void landau_kernel_read(struct landau_thread *thread, uint64_t address,
				      uint64_t size);

/* The kernel writes memory: external input for whoever reads it. The thread is the running one. */
void landau_kernel_write(struct landau_thread *thread, uint64_t address, uint64_t size);

/* The same, where the engine has a number for what it reads from, above 0 and below LANDAU_MOST_SOURCES. */
void landau_kernel_write_from(struct landau_thread *thread, uint64_t address, uint64_t size,
			      uint32_t number);

/* The memory goes away; what appears there later is new. */
void landau_forget(struct landau_core *core, uint64_t address, uint64_t size);

/* -- What was collected -------------------------------------------------------------------------
 */

/*
 * All records of a thread in order of creation: record = thread->first_record, then record->next;
 * threads likewise: thread = landau_first_thread(core), then thread->next. A record belongs to
 * a routine or, with contexts, to one context of it. Its edges lead to the records of its callees.
 */
struct landau_thread *landau_first_thread(const struct landau_core *core);

/*
 * All that was added to the cost of the thread: the sum of what its routines have cost themselves and what was added outside
 * of them. thread->cost differs from it by what callers were charged less, or more, for opaque routines than these have cost.
 */
static inline uint64_t landau_total_cost(const struct landau_thread *thread)
{
	return thread->cost + thread->cost_aside;
}

/* Induced reads of the thread as a whole, outside of routines too; not those of opaque ones. */
uint64_t landau_thread_input(const struct landau_thread *thread);
uint64_t landau_external_input(const struct landau_thread *thread);

/* Bytes of memory that the core holds; `shadow`: of these, for stamps. */
uint64_t landau_bytes_in_use(const struct landau_core *core);
uint64_t landau_shadow_bytes(const struct landau_core *core);
uint64_t landau_renumberings(const struct landau_core *core);

/* Frees all shadow memory, so that what was collected can be written when memory is short. */
void landau_drop_shadow(struct landau_core *core);

#include "serial/access.h"

#endif
