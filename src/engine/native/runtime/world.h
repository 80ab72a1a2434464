/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * world.h - stopping all other threads, to renumber and to write the profile.
 *
 * A thread stands still where the runtime changes nothing on it: at the beginning of a hook that
 * takes its slow path (landau_attend), or anywhere in the program, in a signal handler, if it does
 * not come to such a hook soon.
 */
#ifndef LANDAU_NATIVE_WORLD_H
#define LANDAU_NATIVE_WORLD_H

#include "engine/native/output/dump_signal.h"
#include "engine/native/native.h"

#include <pthread.h>

/* Reasons for attention. */
enum {
	LANDAU_ATTEND_NEW = 1,    /* the thread is not known (or is known to be of no interest) */
	LANDAU_ATTEND_WORLD = 2,  /* the world stops */
	LANDAU_ATTEND_SIGNAL = 4, /* a signal of the program waits */
	LANDAU_ATTEND_DUMP = 16,  /* a snapshot is wanted */
	LANDAU_ATTEND_MODE =
		8, /* always: there is a log, or sources, or costs are measured, or cells are not of 4 bytes */
	LANDAU_ATTEND_OUTSIDE = 32,  /* what is called is not collected */
	LANDAU_ATTEND_SNAPSHOT = 64, /* it is time for one */
	LANDAU_ATTEND_BLOCKS = 128,  /* others have freed blocks of the thread */
	LANDAU_ATTEND_WAITING = 256, /* the thread is in a call that blocks, see landau_block */
};

/* Does what hot->attention asks for. The thread may be unknown afterwards too. */
void landau_attend(void);

/* Nothing is recorded of the calling thread. Hooks test this first, so that a program that is not recorded runs fast. */
static inline bool landau_is_idle(void)
{
	return landau_attention() == LANDAU_ATTEND_NEW && landau_hot.state == LANDAU_THREAD_GONE;
}

/* The calling thread, after what it has to attend to; NULL: nothing is recorded of it. */
static inline struct landau_native_thread *landau_attentive_self(void)
{
	if (LANDAU_UNLIKELY(landau_attention() & ~(uint32_t)LANDAU_ATTEND_MODE) &&
	    !landau_is_idle())
		landau_attend();
	return landau_self();
}

void landau_world_start(void);

/* On return all other threads stand still. */
void landau_world_stop(void);
void landau_world_resume(void);

/* Whether the calling thread has stopped them, or is about to. */
bool landau_world_is_mine(void);

/* Stands still until the process ends. */
void landau_world_stay(void) __attribute__((noreturn));

/* Stands still if the world is being stopped. */
void landau_world_check(void);

/* The same for a thread that has just got a slot and is not known yet. */
void landau_world_admit(struct landau_native_thread *slot);

/* Of self->parked: in such a call, in which signals are handled at once. */
enum { LANDAU_BLOCKS = 2 };

/*
 * Around a call that may block: the thread stands still for the others meanwhile, and must not touch
 * anything of the runtime. The beginning returns whether the end is needed. Where the call itself comes to a hook or to what is
 * interposed, as when the thread is cancelled and its stack unwound, it does not stand still any more.
 */
bool landau_block(void);
void landau_unblock(bool needed);

/*
 * The same around a call in which the thread may be cancelled, a statement: then it runs again before the program's
 * handlers clean up, and holds the mutex `held` again if there is one, as after pthread_cond_wait.
 */
#define LANDAU_BLOCKED(held, statement)                                                            \
	do {                                                                                       \
		if (landau_block()) {                                                              \
			pthread_cleanup_push(landau_cancelled, (void *)(uintptr_t)(held));         \
			statement;                                                                 \
			pthread_cleanup_pop(0);                                                    \
			landau_unblock(true);                                                      \
		} else {                                                                           \
			statement;                                                                 \
		}                                                                                  \
	} while (0)

void landau_cancelled(void *held);

/* All stamps of all threads become small. The second form is for who has stopped the world already. */
void landau_world_renumber(void);
void landau_world_renumber_stopped(void);

/* The process has one thread now. */
void landau_world_after_fork(void);

/* Whether the code that was interrupted is the runtime's, inlined hooks included. */
bool landau_world_is_runtime(uintptr_t code);

#endif
