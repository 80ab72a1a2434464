/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lamport.h - the threads' clocks and what synchronisation does to them.
 *
 * Each thread has a Lamport clock, core->clock, that a call increments. A synchronisation object has
 * a time: the largest clock at which a thread has released it. Acquiring it brings the clock above
 * that time and raises the boundary, below which the thread skips nothing. So accesses of different
 * threads that synchronisation orders have stamps in that order, without a shared counter:
 * docs/algorithm.md has the proof.
 *
 * Objects share times by a hash of their address. That only adds order that was not asked for: an
 * acquire may raise the clock without need.
 */
#ifndef LANDAU_NATIVE_LAMPORT_H
#define LANDAU_NATIVE_LAMPORT_H

#include "engine/native/native.h"
#include "raw.h"

/* The last one is that of fences, which order accesses of all addresses. */
enum { LANDAU_TIMES = 1024, LANDAU_TIME_OF_FENCES = LANDAU_TIMES, LANDAU_ALL_TIMES };

struct landau_time {
	uint32_t clock;
	struct landau_lock lock; /* of atomic operations that write, see atomics.c */
} __attribute__((aligned(64)));

extern struct landau_time landau_times[LANDAU_ALL_TIMES];

static inline struct landau_time *landau_time_of(const volatile void *object)
{
	return &landau_times[landau_hash((uint64_t)object >> 2) >> 54];
}

static inline struct landau_time *landau_time_of_fences(void)
{
	return &landau_times[LANDAU_TIME_OF_FENCES];
}

/* One tick, and nothing that was accessed before is skipped. */
static inline void landau_clock_tick(struct landau_native_thread *self)
{
	landau_tick(self->core);
	landau_raise_boundary(self->core_thread);
	landau_show_threshold(self);
}

/* What was done up to `clock` on another thread is before what this one does now. */
static inline void landau_clock_after(struct landau_native_thread *self, uint32_t clock)
{
	if (clock < self->core_thread->boundary)
		return;
	if (clock > self->core->clock)
		self->core->clock = clock;
	landau_clock_tick(self);
}

static inline void landau_acquire_time(struct landau_native_thread *self, struct landau_time *time)
{
	landau_clock_after(self, __atomic_load_n(&time->clock, __ATOMIC_ACQUIRE));
}

static inline void landau_release_time(struct landau_native_thread *self, struct landau_time *time)
{
	uint32_t clock = self->core->clock;
	uint32_t old = __atomic_load_n(&time->clock, __ATOMIC_RELAXED);

	while (old < clock && !__atomic_compare_exchange_n(&time->clock, &old, clock, true,
							   __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
	}
}

/* The clocks of all threads begin anew, at or above what was released so far. All threads stand still. */
void landau_times_restart(void);

/* The same in the child of a fork, where nobody holds a lock. */
void landau_times_after_fork(void);

/* Like landau_lock, but the thread can be stopped while it waits. */
void landau_lock_time(struct landau_time *time);

/* For interposed functions: the calling thread may not be known. */
void landau_sync_acquire(const volatile void *object);
void landau_sync_release(const volatile void *object);

#endif
