/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stacks.c - the stack pointer has moved otherwise than by a call or a return.
 *
 * There are three reasons, told apart by where it has gone:
 *
 *   - up within the present stack: longjmp, an exception. The frames that it passed are left.
 *   - from a signal handler on an alternate stack back to the stack that was interrupted: the
 *     handler has jumped out. Its frames are left, and those that the jump passed below.
 *   - to memory that is neither: a coroutine. It gets a stack of its own, the first time, and a
 *     thread of the core, since it is a flow of control with activations of its own; the old stack
 *     keeps its frames and is taken up again when the stack pointer comes back to it. When a
 *     coroutine has ended and another one runs on the same memory, it goes on with the same
 *     stack and thread.
 *
 * A stack reaches from its base, the highest stack pointer that it began with, down to its last frame.
 * Below that it is known only where the memory ends. A jump far down that stays in the same
 * mapping is taken for a large frame of the present stack, unless a routine that is known to
 * swap stacks (swapcontext and others like it) makes it.
 */
#include "engine/valgrind/engine.h"
#include "engine/valgrind/measure.h"

/* Words that a stack's first routine may pop above its base: its arguments and return address. */
enum { ABOVE_BASE = 128 };

struct landau_stack *landau_stack_create(Addr base, uint32_t id)
{
	struct landau_stack *stack = VG_(calloc)("landau.stack", 1, sizeof(*stack));

	stack->core = landau_thread_start(landau_the_core, id);
	stack->base = base;
	stack->lowest = UINT64_MAX;
	return stack;
}

void landau_stack_return_pending(struct landau_stack *stack)
{
	uint64_t cost = stack->core->cost;
	uint64_t aside = stack->core->cost_aside;

	if (stack->mode != LANDAU_COLLECT)
		stack->core->cost = stack->frozen;
	/* None is left in the core if they have returned already: the other threads end when one executes a program. */
	for (UInt i = stack->depth; i > 0 && landau_depth(stack->core) > 0; i--) {
		const struct landau_frame *frame = &stack->frames[i - 1];

		if (!(frame->flags & LANDAU_FRAME_IN_CORE))
			continue;
		landau_measure_return(stack, frame);
		if (landau_tracing)
			landau_trace_return(stack);
		landau_return_frame(stack, frame);
	}
	stack->core->cost = cost;
	stack->core->cost_aside = aside;
}

void landau_stack_call_again(struct landau_stack *stack)
{
	for (UInt i = 0; i < stack->depth; i++) {
		if (!(stack->frames[i].flags & LANDAU_FRAME_IN_CORE))
			continue;
		if (landau_tracing)
			landau_trace_call(stack, stack->frames[i].entry->routine);
		landau_call(stack->core, stack->frames[i].entry->routine);
		if (stack->frames[i].flags & LANDAU_FRAME_WATCHED)
			landau_watch_enter(stack->core);
	}
}

void landau_stack_finish(struct landau_stack *stack)
{
	landau_stack_return_pending(stack);
	if (stack->mode != LANDAU_COLLECT)
		stack->core->cost = stack->frozen;
	landau_thread_finish(stack->core);
	if (stack->frames)
		VG_(free)(stack->frames);
	VG_(free)(stack);
}

Bool landau_is_elsewhere(const struct landau_stack *stack, Addr sp)
{
	const struct landau_frame *top = &stack->frames[stack->depth - 1];
	const NSegment *here;

	if (top->sp - sp < LANDAU_NEAR)
		return False;
	here = VG_(am_find_nsegment)(sp);
	return !here || top->sp < here->start || top->sp > here->end;
}

/* Index of the first frame of the piece of memory that frame `index` is on. */
static UInt piece_of(const struct landau_stack *stack, UInt index)
{
	while (index > 0 && !(stack->frames[index].flags & LANDAU_FRAME_BOUNDARY))
		index--;
	return index;
}

/* The highest address of the piece that starts with frame `first`. */
static Addr base_of(const struct landau_stack *stack, UInt first)
{
	return ((stack->frames[first].flags & LANDAU_FRAME_BOUNDARY) ? stack->frames[first].sp
								     : stack->base) +
	       ABOVE_BASE;
}

/* Leaves all frames from `first` on that are below `sp`. */
static void leave_below(struct landau_area *area, UInt first, Addr sp)
{
	struct landau_stack *stack = landau_running_stack;

	while (stack->depth > first && stack->frames[stack->depth - 1].sp < sp)
		landau_pop_frame(area);
}

/* Is `sp` on one of the pieces of the running stack? Then the frames that are gone are left. */
static Bool settle_here(struct landau_area *area, Addr sp)
{
	struct landau_stack *stack = landau_running_stack;
	UInt last = stack->depth - 1;
	Addr low = stack->frames[last].sp;

	for (;;) {
		UInt first = piece_of(stack, last);

		if (sp >= low && sp <= base_of(stack, first)) {
			while (stack->depth > last + 1)
				landau_pop_frame(area);
			leave_below(area, first, sp);
			return True;
		}
		if (first == 0)
			return False;
		low = stack->frames[first].outer_sp;
		last = first - 1;
	}
}

static void take_up(struct landau_area *area, struct landau_stack *stack, Addr sp)
{
	struct landau_program_thread *thread = landau_running;

	thread->stack->core->cost = area->cost;
	landau_measure_second(area, thread->stack);
	thread->stack->last_block = area->last_block;
	thread->stack = stack;
	landau_run(thread);
	area->cost = stack->core->cost;
	area->last_block = stack->last_block;
	leave_below(area, 0, sp);
	/* What ended a coroutine whose memory another one has now. */
	while (stack->depth && stack->frames[stack->depth - 1].sp <= sp + 2 * sizeof(Addr) &&
	       stack->frames[stack->depth - 1].entry &&
	       stack->frames[stack->depth - 1].entry->switches)
		landau_pop_frame(area);
	landau_refresh_area(area);
}

static struct landau_stack *new_coroutine(struct landau_program_thread *thread, Addr sp)
{
	uint32_t id = landau_next_thread_id();
	struct landau_stack *stack = landau_stack_create(sp, id);
	HChar name[64];

	stack->next = thread->stacks;
	thread->stacks = stack;
	VG_(snprintf)(name, sizeof(name), "coroutine of thread %u", thread->id);
	landau_thread_set_name(id, name);
	return stack;
}

void landau_settle(struct landau_area *area, Addr sp)
{
	struct landau_program_thread *thread = landau_running;
	struct landau_stack *stack = thread->stack;
	const struct landau_frame *top;

	if (stack->depth == 0 && sp <= stack->base + ABOVE_BASE && stack->base - sp < LANDAU_NEAR)
		return;
	if (stack->depth) {
		UInt depth = stack->depth;

		if (settle_here(area, sp)) {
			if (stack->depth < depth) {
				stack->left = stack->frames[stack->depth].site;
				stack->left_depth = stack->depth;
			}
			landau_refresh_area(area);
			return;
		}
		top = &stack->frames[stack->depth - 1];
		if (sp < top->sp && !(top->entry && top->entry->switches) &&
		    !landau_is_elsewhere(stack, sp))
			return;
	}
	for (struct landau_stack *other = thread->stacks; other; other = other->next) {
		Addr low = other->depth ? other->frames[other->depth - 1].sp : other->base;

		if (other != stack && sp >= low && sp <= other->base + ABOVE_BASE) {
			take_up(area, other, sp);
			return;
		}
	}
	take_up(area, new_coroutine(thread, sp), sp);
}
