/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * measure.c - further costs of which each activation has some: the one of instructions and blocks that is not the main cost, and stack.
 *
 * Instrumented code counts both: the second cost as it does the main one, and the lowest value that the stack pointer gets (instrument.c). At each
 * call and return what was counted since the last one goes to the innermost activation. So there are no plain calls then (calls.c).
 *
 * Stack. What an activation has is from where its return address is down to the lowest stack pointer while it is pending, on the same piece of
 * memory: a signal handler on a stack of its own and coroutines do not count for whom they interrupt.
 */
#include "engine/valgrind/measure.h"

Bool landau_measures;

void landau_measure_start(void)
{
	landau_measures = landau_counts_second() || landau_counts_stack();
}

Bool landau_counts_second(void)
{
	return (landau_options.further & (1 << LANDAU_COST_BB | 1 << LANDAU_COST_INSTR)) != 0;
}

Bool landau_counts_stack(void)
{
	return (landau_options.further & 1 << LANDAU_COST_STACK) != 0;
}

static void spend(const struct landau_stack *stack, enum landau_further cost, uint64_t amount)
{
	if (landau_tracing && amount > 0)
		landau_trace_spent(stack, cost, amount);
	landau_spend(stack->core, cost, amount);
}

void landau_measure_second(struct landau_area *area, struct landau_stack *stack)
{
	uint64_t amount = area->second - area->second_seen;

	area->second_seen = area->second;
	if (!landau_counts_second() || stack->mode != LANDAU_COLLECT)
		return;
	spend(stack, landau_options.count_instructions ? LANDAU_COST_BB : LANDAU_COST_INSTR,
	      amount);
}

/* What was seen since the last call or return was for this stack, if it ran all the time. */
static void note_lowest(struct landau_area *area, struct landau_stack *stack)
{
	if (area->measured_stack == (uint64_t)(Addr)stack && area->lowest < stack->lowest)
		stack->lowest = area->lowest;
	area->measured_stack = (uint64_t)(Addr)stack;
	area->lowest = UINT64_MAX;
}

void landau_measure_call(struct landau_area *area, struct landau_stack *stack,
			 struct landau_frame *frame)
{
	landau_measure_second(area, stack);
	note_lowest(area, stack);
	frame->outer_lowest = stack->lowest;
	stack->lowest = frame->sp;
}

void landau_measure_started(struct landau_area *area, const struct landau_stack *stack)
{
	area->lowest = UINT64_MAX;
	area->measured_stack = (uint64_t)(Addr)stack;
}

void landau_measure_so_far(struct landau_area *area, struct landau_stack *stack)
{
	landau_measure_second(area, stack);
	note_lowest(area, stack);
}

void landau_measure_return(struct landau_stack *stack, const struct landau_frame *frame)
{
	if (!landau_counts_stack())
		return;
	if (stack->lowest < frame->sp)
		spend(stack, LANDAU_COST_STACK, frame->sp - stack->lowest);
	if ((frame->flags & LANDAU_FRAME_BOUNDARY) || frame->outer_lowest < stack->lowest)
		stack->lowest = frame->outer_lowest;
}
