/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * curve.h - progress curves: what long activations had read, and what that had cost, on their way.
 *
 * A long activation is an experiment by itself: as it goes on it reads more, and pays for it. So it notes its values at some
 * moments, the marks. A mark can be due when the values of the activation are exact, and that is when it is the innermost one:
 *
 *   - after each cell that is read and counts for it, and
 *   - after each return into it, when it has been charged for that.
 *
 * A mark is taken at the first such moment at which trms is the next size or above. That is at first the floor, and then,
 * with a mark at n, n + n/8 + 1. As long as the cost stays the same, a mark takes the place of the one before: what is read at
 * once is one step. The cells of a read come in order of their addresses.
 *
 * A mark names the callee that has cost most since the mark before: of the routines called by the activation itself, the one whose
 * calls cost its caller most that have returned since then; of equal ones that which was called first by the activation. If it
 * takes the place of others, it names what the first of these did.
 *
 * An activation that has read what it works on is at a standstill. So it notes steps, too: at returns into it, evenly spaced by their
 * number, what it had read and what that had cost. Where there would be more than LANDAU_STEPS_MOST, every second one is dropped.
 *
 * When it returns, its curve is kept if it has LANDAU_CURVE_LEAST marks, or one and LANDAU_STEPS_LEAST steps, and is among the most
 * expensive of its routine and thread, in whatever calling context. Of equal cost, the first is kept. Fewer steps are dropped.
 *
 * Only the innermost activation takes marks, hence those that have any lie on a stack: the innermost one's is on top, if it has
 * a curve (thread->curved). Each activation has the next size at hand; reads and returns that do not reach it cost one comparison.
 */
#ifndef LANDAU_CORE_CURVE_H
#define LANDAU_CORE_CURVE_H

#include <stdint.h>

struct landau_thread;

/* A pending activation at one moment. */
struct landau_mark {
	uint64_t trms;
	uint64_t rms;
	uint64_t thread_input;
	uint64_t external_input;
	uint64_t cost; /* inclusive, since the call */
	/* Called since the mark before; a cost of 0: nobody. */
	uint64_t callee_cost;
	uint32_t callee; /* a routine */
};

/* The same after some of the returns into it. */
struct landau_step {
	uint64_t returns; /* so far */
	uint64_t trms;
	uint64_t cost;
};

enum {
	/* Of each routine on each thread the curves of so many activations are kept: the most expensive ones. */
	LANDAU_CURVES_KEPT = 3,
	LANDAU_CURVE_LEAST = 8,
	/* Where marks begin. Below, they would take longer than what the activation does anyway. */
	LANDAU_CURVE_FLOOR = 256,
	/* Steps, which begin at as many returns; they are so many times closer to each other at first. */
	LANDAU_STEPS_MOST = 64,
	LANDAU_STEPS_LEAST = 32,
};

static inline uint64_t landau_next_mark(uint64_t size)
{
	return size + size / 8 + 1;
}

static inline uint64_t landau_first_stride(uint64_t floor)
{
	return floor >= LANDAU_STEPS_LEAST ? floor / LANDAU_STEPS_LEAST : 1;
}

/* The marks of an activation: one that is pending, or one that is kept. */
struct landau_marks {
	struct landau_mark *marks;
	uint32_t count;
	uint32_t limit;
	uint32_t activation;       /* while it is pending */
	struct landau_step *steps; /* NULL: there never were any */
	uint64_t stride;
	uint32_t step_count;
	struct landau_mark end; /* when it has returned */
	uint64_t returns;       /* and how many there were into it */
};

/* Those of one routine that are kept, the most expensive first. */
struct landau_kept {
	struct landau_kept *next; /* of the same thread, in order of creation */
	uint32_t routine;
	uint32_t count;
	struct landau_marks curves[LANDAU_CURVES_KEPT];
};

/*
 * Cells have just been counted for the innermost activation, which has reached its next mark by that: each has added
 * `step` to its values (the cost is not looked at).
 */
void landau_mark_after_read(struct landau_thread *thread, const struct landau_mark *step);

/* An activation has just returned, and its caller has been charged; it may have reached its next mark or step. */
void landau_mark_after_return(struct landau_thread *thread);

/*
 * The innermost activation has just returned with these values. Its marks, or NULL if it has none: valid until the next
 * mark. They are no longer pending.
 */
struct landau_marks *landau_take_marks(struct landau_thread *thread, const struct landau_mark *end,
				       uint64_t returns);

/* Keeps marks that were taken, if they are worth it. */
void landau_keep_marks(struct landau_thread *thread, uint32_t routine,
		       const struct landau_marks *marks);

/* All pending marks are lost: the only activation was taken back. */
void landau_drop_pending_marks(struct landau_thread *thread);

/* Memory of marks: of pending activations, of those that are kept. */
void landau_free_pending_marks(struct landau_thread *thread);
void landau_free_kept_marks(struct landau_thread *thread);

#endif
