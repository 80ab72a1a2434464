/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * measure.h - further costs of which each activation has some: time, or blocks beside it, and stack.
 *
 * They are brought up to date before each call and return. Then no call or return is ready in the sense of core/activation.h, and all hooks of
 * calls and returns take their slow paths. How long these take is not the program's time: the clock stands still from where a hook begins
 * to be slow to its end. What reads and writes take is in the time.
 *
 * Stack. What a routine has is counted from the stack pointer of its caller, when that had its frame, to the lowest one at which a routine that
 * it called, or itself, had its own. Of a routine that no other has called it is counted from its own frame on.
 */
#ifndef LANDAU_NATIVE_MEASURE_H
#define LANDAU_NATIVE_MEASURE_H

#include "engine/native/native.h"

enum {
	LANDAU_MEASURED = 1 << LANDAU_COST_TIME | 1 << LANDAU_COST_BB | 1 << LANDAU_COST_STACK,
};

static inline bool landau_is_measuring(void)
{
	return LANDAU_UNLIKELY((landau_native.further & LANDAU_MEASURED) != 0);
}

void landau_measure_now(struct landau_native_thread *self);
void landau_measure_on(struct landau_native_thread *self);
void landau_measure_stack_of_call(struct landau_native_thread *self, uintptr_t stack);
void landau_measure_stack_of_return(struct landau_native_thread *self, uintptr_t stack,
				    uintptr_t callers);

/* The innermost activation has what was spent since the last time; from now on the runtime runs. */
static inline void landau_measure(struct landau_native_thread *self)
{
	if (landau_is_measuring())
		landau_measure_now(self);
}

/* From now on the program runs. */
static inline void landau_measure_goes_on(struct landau_native_thread *self)
{
	if (landau_is_measuring())
		landau_measure_on(self);
}

/* Says to standard error how long the program's threads were in hooks of calls and returns. */
void landau_measure_tell(void);

#endif
