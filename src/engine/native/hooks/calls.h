/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calls.h - calls, returns and jumps out of routines; the numbers of routines.
 *
 * A routine is known by the place in it that calls the entry hook. Names are looked up at the end.
 */
#ifndef LANDAU_NATIVE_CALLS_H
#define LANDAU_NATIVE_CALLS_H

#include "engine/native/native.h"

/* Returns the calls whose frames lie below `stack` in the stack of the thread: the program has jumped out of them. */
void landau_calls_unwind(struct landau_native_thread *self, uintptr_t stack);

/* How many calls have not returned, those that are not collected among them; back to so many. */
static inline uint32_t landau_calls_depth(const struct landau_native_thread *self)
{
	return self->core_thread->top + self->outside_count;
}

void landau_calls_unwind_to(struct landau_native_thread *self, uint32_t depth);

/* A thread begins: nothing is pending. */
void landau_calls_start(struct landau_native_thread *self);

/* After the program has started or stopped collecting. The thread stands still, or is the caller. */
void landau_calls_settle_mode(struct landau_native_thread *self);

/* Takes the only pending activation back: it did not belong to the program. Does nothing if there are more. */
void landau_calls_cancel(void);

/* -- Routines ------------------------------------------------------------------------------------
 */

uint32_t landau_routine_count(void);

/* Where the routine is, and what it is called if that was looked up before its object went away. */
struct landau_routine_place {
	const void *code;
	const char *name;
	const char *object;
	const char *file;
	uint32_t line;
	bool collect; /* matches --collect */
	bool opaque;  /* an allocator, if the program's own ones were named */
};

struct landau_routine_place *landau_routine_place(uint32_t number);

/* For the core; `context` is not used. */
struct landau_treatment landau_routine_treatment(void *context, uint32_t routine);

/* The code of these routines goes away; other routines may appear at its place. */
void landau_routines_forget(uintptr_t low, uintptr_t high);
void landau_routines_lock(void);
void landau_routines_unlock(void);

#endif
