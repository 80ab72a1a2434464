/* SPDX-License-Identifier: GPL-2.0-or-later */
/* measure.h - further costs of which each activation has some: see measure.c. */
#ifndef LANDAU_ENGINE_VALGRIND_MEASURE_H
#define LANDAU_ENGINE_VALGRIND_MEASURE_H

#include "engine/valgrind/engine.h"

extern Bool landau_measures;
void landau_measure_start(void);
Bool landau_counts_second(void);
Bool landau_counts_stack(void);

/* The frame has got its routine and is not in the core yet; what was counted since; it returns. */
void landau_measure_call(struct landau_area *area, struct landau_stack *stack,
			 struct landau_frame *frame);
void landau_measure_so_far(struct landau_area *area, struct landau_stack *stack);
void landau_measure_return(struct landau_stack *stack, const struct landau_frame *frame);

/* The area is new. */
void landau_measure_started(struct landau_area *area, const struct landau_stack *stack);

/* The second cost so far goes to the innermost activation of the stack. */
void landau_measure_second(struct landau_area *area, struct landau_stack *stack);

#endif
