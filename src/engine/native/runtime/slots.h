/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slots.h - the threads of the program: slots, their beginning and end.
 *
 * A slot holds a core and a shadow. When its thread has ended the next one takes it over: the points
 * of both stay in the core, the shadow is wiped. Slots are never freed. The first thread keeps its
 * slot for good, since its words are needed (shadow.h).
 */
#ifndef LANDAU_NATIVE_SLOTS_H
#define LANDAU_NATIVE_SLOTS_H

#include "engine/native/native.h"
#include "raw.h"

/* The first thread. */
extern struct landau_native_thread *landau_first;

/* A core for what all threads share: memory, and which mappings are fresh. Under the lock. */
extern struct landau_core *landau_shared_core;
extern struct landau_lock landau_shared_lock;

void landau_threads_start(void);

/* An id that was never used. */
uint32_t landau_new_thread_id(void);

/* The calling thread is known from now on; its clock starts above `clock`. */
void landau_thread_begin(uint32_t id, uint32_t clock);

/* The calling thread ends; returns its last clock. */
uint32_t landau_thread_end(void);

/* From now on there are several threads; the calling one is about to start the second. */
void landau_become_multi(void);

/* Slots 0 .. count-1; a slot may be NULL for a moment while it is made. */
uint32_t landau_slot_count(void);
struct landau_native_thread *landau_slot(uint32_t index);

/* Whether a thread has the slot; it may come or end meanwhile, unless all stand still or the lock is held. */
static inline bool landau_slot_is_used(const struct landau_native_thread *slot)
{
	return __atomic_load_n(&slot->used, __ATOMIC_SEQ_CST);
}

/*
 * Whether the thread in a slot that is in use has ended without a word, as one that was not ended by the C library; the
 * slot is free then. It has no thread-local storage any more. Under the lock.
 */
bool landau_slot_is_deserted(struct landau_native_thread *slot);

/* The cost of the thread so far. The second brings it into the core. */
uint64_t landau_thread_cost(const struct landau_native_thread *thread);
void landau_thread_settle(struct landau_native_thread *thread);

/* Before the thread gives up: it lets go of the lock, and of a slot in which it is not known yet. */
void landau_slots_let_go(void);

/* No thread ends or begins meanwhile. */
void landau_slots_lock(void);
void landau_slots_unlock(void);

/* Nobody else changes the list of threads or what they share. */
void landau_threads_lock(void);
void landau_threads_unlock(void);

/* The program has forked and this is the child. */
void landau_threads_after_fork(void);

#endif
