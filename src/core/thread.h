/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * thread.h - what the core keeps for each thread: its pending activations, its clock, its stamps.
 *
 * All engines read `top` and `threshold` and add to `cost`. The code of the Valgrind engine also looks at cells in place, by `flat`,
 * `flat_writes`, `flat_bounds` and `loans`, and sets `cost` and `cost_aside` back after what is not to count. The native engine
 * copies `threshold` to where its hooks look. Only metric.h changes the counters, and only the core everything else.
 *
 * Pending activations. activations[0] is the root: it stands for the thread outside of any routine
 * and is never returned. stamps[i] is the clock when activation i was called; stamps increase with
 * i. The counters of an activation are partial: the value of a pending activation i is the sum of
 * the counters of i .. top, and so it is enough to add a counter to the parent's on return, and to
 * change two activations when a cell passes from one to another:
 *
 *   trms = plain + thread + external          rms = plain + induced_first
 *
 * (Taken off an activation, `thread` and `external` may wrap; the sums are right.)
 *
 * `plain` counts first accesses that are not induced, `thread` and `external` induced ones,
 * `induced_first` those of the induced ones that are first accesses too.
 *
 * Threshold. The word of a cell that is >= threshold shows that the innermost activation has
 * accessed the cell since it was called, and since anybody else can have written it: a read has
 * nothing to do. It is made of the larger of the innermost activation's stamp and `boundary`, the
 * last time at which others may have written. In the serial policy that is the last switch or the
 * last stamp that was made for the kernel, in the parallel one the last synchronisation with another
 * thread. Renumbering raises it, too.
 */
#ifndef LANDAU_CORE_THREAD_H
#define LANDAU_CORE_THREAD_H

#include "curve.h"
#include "further.h"
#include "map.h"
#include "stamp.h"
#include "table.h"
#include "watch.h"

struct landau_core;
struct landau_loans;
struct landau_flows;

#define LANDAU_NO_CHUNK UINT64_MAX

/* Changed by metric.h alone. */
struct landau_counters {
	int64_t plain;
	int64_t induced_first;
	uint64_t thread;
	uint64_t external;
};

struct landau_activation {
	struct landau_record *record;
	struct landau_counters counters;
	uint64_t cost_at_call;
	uint64_t cost_of_callees;
	uint32_t first_count;               /* of its callee counts */
	struct landau_record *outer_record; /* of the same routine, pending further out */
	uint64_t next_mark;                 /* of trms; see core/curve.h */
	uint64_t returns;                   /* into it */
	uint64_t next_step;                 /* of these */
};

/* Calls made so far by a pending activation along one edge. */
struct landau_callee_count {
	struct landau_edge *edge;
	uint64_t calls;
	uint64_t cost;         /* that the caller was charged for them, */
	uint64_t cost_at_mark; /* and what that was when the activation's last mark was taken */
	uint32_t outer_slot;   /* the edge's slot for a pending activation further out */
};

/* What a thread knows of a routine. */
struct landau_routine_state {
	struct landau_record
		*record; /* without contexts: the one record, if the routine is ordinary */
	struct landau_record *pending; /* the record of its innermost pending activation */
};

/* A part of the stack that is treated in a way of its own; see core/region.h. */
struct landau_region {
	uint32_t activation;    /* the outermost of the part */
	uint32_t outer_barrier; /* what the thread's was outside */
	uint64_t outer_passed;
};

struct landau_thread {
	landau_word threshold;      /* live word, see above */
	uint32_t top;               /* index of the innermost pending activation, 0: none */
	unsigned char *flat;        /* word of cell c: flat + 4 * c; NULL: no flat shadow */
	unsigned char *flat_writes; /* the same for write stamps, where the chunk is shared */
	landau_word *flat_bounds;   /* by chunk: none of its write stamps is above */
	uint64_t cost;

	struct landau_core *core;
	struct landau_thread *next; /* in order of creation */
	uint32_t id;
	uint32_t number; /* in order of creation, from 0 */
	bool finished;
	uint32_t boundary;

	uint32_t *stamps;
	struct landau_activation *activations;
	uint32_t depth_limit;   /* capacity of both */
	uint32_t last_ancestor; /* where the last search ended, only a hint */

	/* See core/region.h. */
	uint32_t barrier; /* the outermost activation that reads count for; 0: for all */
	uint32_t floor;   /* the one around it, or 0 */
	uint32_t region_count;
	uint32_t region_limit;
	struct landau_region *regions;
	uint64_t passed;     /* cost of open routines behind the barrier */
	uint64_t cost_aside; /* what callers were charged less than it was; may be "negative" */

	/* See core/curve.h. */
	uint64_t curve_floor;
	struct landau_marks *marks; /* a stack beside the activations */
	uint32_t marks_count;
	uint32_t marks_limit;
	uint32_t curved; /* the innermost activation that has marks, 0: none */
	struct landau_kept *kept;
	struct landau_map kept_by_routine;

	struct landau_watching watching; /* see core/watch.h */

	/* See core/further.h. */
	struct landau_spending *spendings; /* a stack beside the activations */
	uint32_t spending_count;
	uint32_t spending_limit;
	uint32_t spender; /* the innermost activation that has one, 0: the root, or none */
	struct landau_map spent_by_record;
	struct landau_spent *first_spent;
	struct landau_spent *last_spent;
	uint64_t further_totals[LANDAU_FURTHER_COSTS]; /* once it is finished */

	struct landau_callee_count *counts; /* a stack beside the activations */
	uint32_t count_top;
	uint32_t count_limit;

	struct landau_map chunks; /* chunk number -> words of this thread */
	uint64_t last_chunk;      /* the one last used, LANDAU_NO_CHUNK: none */
	landau_word *last_words;
	landau_word *last_writes; /* NULL: it is private */
	unsigned cell_shift;
	void *flat_reservation;
	uint64_t flat_chunks;       /* of these there are flat_bounds */
	struct landau_loans *loans; /* the core's; see serial/loan.h */

	struct landau_routine_state *routines; /* by routine number */
	uint32_t routine_limit;
	uint32_t record_count;
	struct landau_record *first_record;
	struct landau_record *last_record;
	/* Record, callee routine -> record: with contexts; without them, of routines that are not ordinary (no record). */
	struct landau_map children;
	struct landau_flows *flows; /* NULL: sources are not asked for; see core/flow.h */
	struct landau_copy *copies; /* on their way; see core/copies.h */
	uint64_t thread_input;      /* of the whole thread, once it is finished */
	uint64_t external_input;
};

#endif
