/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * metric.h - what reads add to the counters of pending activations. All of the metric is here.
 *
 * Every path of every engine, however it finds out about a cell, ends in landau_count_reads with two stamps: when the
 * thread last accessed the cell (its old word), and when somebody else last wrote it (a write stamp; 0: nobody has since). From these
 * and from the stamps of the pending activations follows all that a read is:
 *
 *   induced    the thread's stamp is below the write stamp: thread or external input, by who wrote
 *   first      the thread's stamp is below that of the innermost activation: neither it nor a descendant has accessed the cell
 *
 *   first, not induced   plain + 1
 *   induced              thread + 1 or external + 1
 *   induced and first    induced_first + 1 as well
 *   neither              nothing
 *
 * Counters are partial (thread.h): what is added to the innermost activation counts for all that are pending. A first access
 * is none to the activations further out that have accessed the cell already. The innermost of these is the one that was running
 * when the thread's clock was at the old stamp, and it gets the opposite. A cell that the thread has never accessed has none. Behind a
 * barrier (region.h) no read counts beyond it: the activation in front of the barrier, the floor, gets the opposite of all
 * that nobody further in does.
 *
 * Where the two stamps come from is none of this header's business. There are two policies: core/serial, for engines that
 * run threads one at a time, and engine/native/parallel.
 *
 * Nothing else changes these counters.
 */
#ifndef LANDAU_CORE_METRIC_H
#define LANDAU_CORE_METRIC_H

#include "check.h"
#include "thread.h"

#define LANDAU_METRIC_INLINE static inline __attribute__((always_inline))

/* -- The sums ------------------------------------------------------------------------------------
 */

static inline uint64_t landau_trms_of(const struct landau_activation *activation)
{
	const struct landau_counters *counters = &activation->counters;

	return (uint64_t)counters->plain + counters->thread + counters->external;
}

static inline uint64_t landau_rms_of(const struct landau_activation *activation)
{
	return (uint64_t)activation->counters.plain + (uint64_t)activation->counters.induced_first;
}

static inline uint64_t landau_thread_input_of(const struct landau_activation *activation)
{
	return activation->counters.thread;
}

static inline uint64_t landau_external_input_of(const struct landau_activation *activation)
{
	return activation->counters.external;
}

/* What is counted in the innermost activation is its input by now, and that of no other. */
static inline bool landau_input_adds_up(const struct landau_counters *counters)
{
	return counters->plain >= 0 && counters->induced_first >= 0 &&
	       (uint64_t)counters->induced_first <= counters->thread + counters->external;
}

/* The activation returns: what was counted in it has been counted in its parent, too. */
static inline void landau_pass_to_parent(struct landau_counters *parent,
					 const struct landau_counters *counters)
{
	parent->plain += counters->plain;
	parent->induced_first += counters->induced_first;
	parent->thread += counters->thread;
	parent->external += counters->external;
}

/* -- The activation that has accessed a cell already -----------------------------------------------
 */

/* Steps of growing width down from the top, then a binary search within the last. */
__attribute__((noinline)) static uint32_t landau_search_ancestor(struct landau_thread *thread,
								 uint32_t stamp)
{
	const uint32_t *stamps = thread->stamps;
	uint32_t high = thread->top - 1;
	uint32_t low, step;

	for (step = 1; step < high && stamps[high - step] > stamp; step *= 2)
		high -= step;
	low = step < high ? high - step : 0;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (stamps[middle] <= stamp)
			low = middle;
		else
			high = middle;
	}
	LANDAU_HOLDS((low == 0 || stamps[low] <= stamp) && stamp < stamps[low + 1]);
	thread->last_ancestor = low;
	return low;
}

/*
 * The activation from which a first access is taken off, where the caller of the innermost activation had not accessed the cell: the
 * one that ran at the stamp, often the same as the last time, or the one in front of the barrier.
 */
static inline uint32_t landau_older_activation(struct landau_thread *thread, uint32_t stamp)
{
	const uint32_t *stamps = thread->stamps;
	uint32_t found = thread->last_ancestor;

	LANDAU_HOLDS(thread->floor <= thread->top);
	if (found + 1 >= thread->top || stamps[found] > stamp || stamp >= stamps[found + 1])
		found = landau_search_ancestor(thread, stamp);
	return found > thread->floor ? found : thread->floor;
}

static inline struct landau_counters *landau_older_counters(struct landau_thread *thread,
							    uint32_t stamp)
{
	return &thread->activations[landau_older_activation(thread, stamp)].counters;
}

/* Functions of their own, called last: whoever is inlined into a hook needs no registers saved for them. */
__attribute__((noinline)) static void landau_take_plain(struct landau_thread *thread,
							uint32_t stamp, uint32_t count)
{
	landau_older_counters(thread, stamp)->plain -= count;
}

__attribute__((noinline)) static void landau_take_induced_first(struct landau_thread *thread,
								uint32_t stamp, uint32_t count)
{
	landau_older_counters(thread, stamp)->induced_first -= count;
}

__attribute__((noinline)) static void landau_take_induced(struct landau_thread *thread,
							  bool by_kernel, uint32_t count)
{
	struct landau_counters *outside = &thread->activations[thread->floor].counters;

	if (by_kernel)
		outside->external -= count;
	else
		outside->thread -= count;
}

/* -- Progress ---------------------------------------------------------------------------------------
 */

/* Whether a read has brought the innermost activation to its next mark (curve.h). */
static inline bool landau_is_at_mark(const struct landau_activation *activation)
{
	return __builtin_expect(landau_trms_of(activation) >= activation->next_mark, 0);
}

/* -- Counting --------------------------------------------------------------------------------------
 */

/*
 * The pending activations, as a read sees them. Words are compared with live words: one that is `first` or above was left by the
 * innermost activation or a descendant of it, one that is `outer` or above by its caller. The root has no caller, and there is no
 * word between the two.
 */
struct landau_innermost {
	struct landau_thread *thread;
	struct landau_activation *activation;
	landau_word first;
	landau_word outer;
};

static inline landau_word landau_word_of_caller(const struct landau_thread *thread)
{
	return landau_live_word(thread->stamps[thread->top - (thread->top > 0)]);
}

static inline struct landau_innermost landau_innermost_of(struct landau_thread *thread)
{
	return (struct landau_innermost){
		.thread = thread,
		.activation = &thread->activations[thread->top],
		.first = landau_live_word(thread->stamps[thread->top]),
		.outer = landau_word_of_caller(thread),
	};
}

/* The innermost activation has been given what it gets. What do the others, to whom that is nothing new? */
LANDAU_METRIC_INLINE void landau_take_off_plain(struct landau_innermost innermost, landau_word old,
						uint32_t count)
{
	uint32_t stamp = landau_stamp_of(old);

	if (__builtin_expect((old | LANDAU_LIVE) >= innermost.outer, 1))
		innermost.activation[-1].counters.plain -= count;
	else if (stamp > LANDAU_STAMP_NEVER || innermost.thread->barrier)
		landau_take_plain(innermost.thread, stamp, count);
}

LANDAU_METRIC_INLINE void landau_take_off_induced(struct landau_innermost innermost,
						  landau_word old, bool by_kernel, uint32_t count)
{
	landau_word word = old | LANDAU_LIVE;
	uint32_t stamp = landau_stamp_of(old);

	if (__builtin_expect(innermost.thread->barrier != 0, 0))
		landau_take_induced(innermost.thread, by_kernel, count);
	if (word >= innermost.first)
		return;
	if (word >= innermost.outer)
		innermost.activation[-1].counters.induced_first -= count;
	else if (stamp > LANDAU_STAMP_NEVER || innermost.thread->barrier)
		landau_take_induced_first(innermost.thread, stamp, count);
}

/* The same if it has come to a mark by that: out of the way, so that whoever has no mark to take saves no registers for it. */
__attribute__((noinline)) static void landau_take_off_plain_at_mark(struct landau_thread *thread,
								    landau_word old, uint32_t count)
{
	landau_mark_after_read(thread, &(const struct landau_mark){.rms = 1});
	landau_take_off_plain(landau_innermost_of(thread), old, count);
}

__attribute__((noinline)) static void landau_take_off_induced_at_mark(struct landau_thread *thread,
								      landau_word old,
								      bool by_kernel,
								      uint32_t count)
{
	struct landau_innermost innermost = landau_innermost_of(thread);
	const struct landau_mark step = {
		.rms = (old | LANDAU_LIVE) < innermost.first,
		.thread_input = !by_kernel,
		.external_input = by_kernel,
	};

	landau_mark_after_read(thread, &step);
	landau_take_off_induced(innermost, old, by_kernel, count);
}

/* The thread had this word, live or not, for each of `count` cells. Nobody else has written them since. */
LANDAU_METRIC_INLINE void landau_count_plain(struct landau_innermost innermost, landau_word old,
					     uint32_t count)
{
	if ((old | LANDAU_LIVE) >= innermost.first)
		return;
	innermost.activation->counters.plain += count;
	if (landau_is_at_mark(innermost.activation))
		landau_take_off_plain_at_mark(innermost.thread, old, count);
	else
		landau_take_off_plain(innermost, old, count);
}

/* Somebody else has, or the kernel. */
LANDAU_METRIC_INLINE void landau_count_induced(struct landau_innermost innermost, landau_word old,
					       bool by_kernel, uint32_t count)
{
	struct landau_counters *counters = &innermost.activation->counters;

	if (by_kernel)
		counters->external += count;
	else
		counters->thread += count;
	if ((old | LANDAU_LIVE) < innermost.first)
		counters->induced_first += count;
	if (landau_is_at_mark(innermost.activation))
		landau_take_off_induced_at_mark(innermost.thread, old, by_kernel, count);
	else
		landau_take_off_induced(innermost, old, by_kernel, count);
}

/* Reads of `count` cells for which the thread had this word and which have this write stamp. */
LANDAU_METRIC_INLINE void landau_count_reads(struct landau_innermost innermost, landau_word old,
					     landau_word write, uint32_t count)
{
	LANDAU_HOLDS(count > 0 && old < 2 * LANDAU_LIVE);
	LANDAU_HOLDS(innermost.first >= innermost.outer);
	if (landau_stamp_of(old) >= landau_write_stamp_of(write))
		landau_count_plain(innermost, old, count);
	else
		landau_count_induced(innermost, old, write & LANDAU_WRITE_BY_KERNEL, count);
}

/*
 * Where the thread has a cell for itself there is no write stamp, and the state of its word says whether others have
 * written the cell since the thread accessed it. The write stamp that says the same: just above the word's.
 */
static inline landau_word landau_write_by_word(landau_word word)
{
	if (!landau_word_pending(word))
		return 0;
	return (landau_stamp_of(word) + 1) << LANDAU_STAMP_SHIFT |
	       ((word & LANDAU_STATE) == LANDAU_BY_KERNEL ? LANDAU_WRITE_BY_KERNEL : 0);
}

#endif
