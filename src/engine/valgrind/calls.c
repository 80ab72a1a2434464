/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calls.c - calls, returns and jumps, as the instrumented code reports them.
 *
 * Each stack has a frame for every call that has not returned. A frame is known by the address of
 * its return address: the stack pointer right after the call instruction. So
 *
 *   - a call pushes a frame with the new stack pointer;
 *   - a return pops it if the return address was taken from where the frame has it;
 *   - a jump to a place where a symbol starts, with the stack pointer back at the frame's, is a tail
 *     call: the frame is over, and another one takes its place;
 *   - anything else that moves the stack pointer up leaves the frames that it passes (longjmp,
 *     exceptions), and stacks.c looks at it.
 *
 * Calls through the procedure linkage table. A stub is no routine. The call pushes a pending frame,
 * and the stub's jump says which routine it is. Where the dynamic linker has to find it first, the
 * frame is binding: what happens until the jump to the routine, with the stack pointer back at the
 * frame's, is silent: neither calls nor costs nor reads are reported. Frames pushed meanwhile are
 * silent, too; a signal handler is not.
 */
#include "engine/valgrind/engine.h"

Bool landau_stopped;

static struct landau_frame *top_of(struct landau_stack *stack)
{
	return &stack->frames[stack->depth - 1];
}

/* -- The area ---------------------------------------------------------------------------------- */

static UChar root_mode(void)
{
	return landau_options.collect ? LANDAU_FOLLOW : LANDAU_COLLECT;
}

void landau_settle_mode(struct landau_area *area)
{
	struct landau_stack *stack = landau_running->stack;
	UChar mode = stack->depth ? top_of(stack)->mode : root_mode();

	if (mode == LANDAU_COLLECT && landau_stopped)
		mode = LANDAU_FOLLOW;
	if (stack->mode == LANDAU_COLLECT && mode != LANDAU_COLLECT)
		stack->frozen = area->cost;
	else if (stack->mode != LANDAU_COLLECT && mode == LANDAU_COLLECT)
		area->cost = stack->frozen;
	stack->mode = mode;
}

/* What depends on the core's threshold. Silent: no word is below it. */
void landau_refresh_words(struct landau_area *area)
{
	const struct landau_stack *stack = landau_running->stack;
	uint64_t threshold = stack->core->threshold;
	uint64_t limit = stack->mode == LANDAU_SILENT ? 0x7fffffff : 0x7fffffff + threshold;

	area->read_limit = limit * 0x100000001;
	area->own_words = (threshold | LANDAU_BY_OWNER) * 0x100000001;
}

void landau_refresh_area(struct landau_area *area)
{
	struct landau_stack *stack = landau_running->stack;

	landau_settle_mode(area);
	landau_refresh_words(area);
	area->flat = landau_flat_of(stack->core);
	area->top_entry = 0;
	area->top_sp = 0;
	if (stack->depth) {
		const struct landau_frame *top = top_of(stack);

		area->top_entry = (uint64_t)(Addr)top->entry;
		area->top_sp = top->binding ? 0 : top->sp;
	}
}

/* -- Frames ------------------------------------------------------------------------------------ */

static void enter_core(struct landau_area *area, struct landau_stack *stack,
		       struct landau_frame *frame)
{
	if (stack->mode != LANDAU_COLLECT)
		return;
	stack->core->cost = area->cost;
	if (landau_tracing)
		landau_trace_call(stack, frame->entry->routine);
	landau_call(stack->core, frame->entry->routine);
	frame->in_core = True;
}

static struct landau_frame *new_frame(struct landau_stack *stack, Addr sp)
{
	struct landau_frame *frame;

	if (stack->depth == stack->limit) {
		stack->limit = stack->limit ? 2 * stack->limit : 64;
		stack->frames = VG_(realloc)("landau.frames", stack->frames,
					     stack->limit * sizeof(*stack->frames));
	}
	frame = &stack->frames[stack->depth];
	VG_(memset)(frame, 0, sizeof(*frame));
	frame->sp = sp;
	frame->mode = stack->depth ? frame[-1].mode : root_mode();
	stack->depth++;
	return frame;
}

static void start_frame(struct landau_area *area, struct landau_frame *frame,
			struct landau_entry *entry)
{
	frame->entry = entry;
	frame->pending = False;
	frame->binding = False;
	if (entry->collect && frame->mode == LANDAU_FOLLOW)
		frame->mode = LANDAU_COLLECT;
	landau_settle_mode(area);
	enter_core(area, landau_running->stack, frame);
	landau_refresh_area(area);
}

void landau_push_frame(struct landau_area *area, Addr sp, struct landau_entry *entry, Bool root)
{
	struct landau_frame *frame = new_frame(landau_running->stack, sp);

	frame->root = root;
	start_frame(area, frame, entry);
}

static void push_pending(struct landau_area *area, Addr sp)
{
	struct landau_frame *frame = new_frame(landau_running->stack, sp);

	frame->pending = True;
	if (frame->mode == LANDAU_COLLECT)
		frame->mode = LANDAU_FOLLOW; /* the stub is not charged to anybody */
	landau_refresh_area(area);
}

void landau_pop_frame(struct landau_area *area)
{
	struct landau_stack *stack = landau_running->stack;
	struct landau_frame *frame = top_of(stack);

	if (frame->in_core) {
		stack->core->cost = stack->mode == LANDAU_COLLECT ? area->cost : stack->frozen;
		if (landau_tracing)
			landau_trace_return(stack);
		landau_return(stack->core);
	}
	stack->depth--;
}

/* The routine of a pending frame is known now. */
static void resolve(struct landau_area *area, struct landau_entry *entry)
{
	struct landau_stack *stack = landau_running->stack;
	struct landau_frame *top = top_of(stack);

	top->mode = stack->depth > 1 ? top[-1].mode : root_mode();
	start_frame(area, top, entry);
}

/* A jump to another routine, with the stack as it was when the present one was called. */
static void tail_call(struct landau_area *area, struct landau_entry *entry)
{
	struct landau_stack *stack = landau_running->stack;
	struct landau_frame old = *top_of(stack);

	landau_pop_frame(area);
	landau_refresh_area(area);
	landau_push_frame(area, old.sp, entry, old.root);
	top_of(stack)->boundary = old.boundary;
	top_of(stack)->outer_sp = old.outer_sp;
}

/* -- Events ------------------------------------------------------------------------------------ */

static inline Addr stack_pointer(const VexGuestAMD64State *guest)
{
	return guest->guest_RSP;
}

VG_REGPARM(2) void landau_on_call(VexGuestAMD64State *guest, struct landau_entry *entry)
{
	struct landau_area *area = landau_area_of(guest);
	struct landau_stack *stack = landau_running->stack;
	Addr sp = stack_pointer(guest);

	if (!entry->known)
		landau_entry_look_up(entry);
	if (stack->depth && top_of(stack)->sp - 1 - sp >= LANDAU_NEAR) {
		struct landau_frame *frame;

		if (top_of(stack)->sp <= sp)
			landau_settle(area, sp + 1);
		stack = landau_running->stack;
		if (stack->depth && landau_is_elsewhere(stack, sp)) {
			frame = new_frame(stack, sp);
			frame->boundary = True;
			frame->outer_sp = top_of(stack)[-1].sp;
			start_frame(area, frame, entry);
			return;
		}
	}
	if (stack->depth == 0 && stack->base < sp)
		stack->base = sp;
	if (entry->is_stub)
		push_pending(area, sp);
	else
		landau_push_frame(area, sp, entry, False);
}

VG_REGPARM(2) void landau_on_indirect_call(VexGuestAMD64State *guest, Addr target)
{
	landau_on_call(guest, landau_entry_at(target));
}

VG_REGPARM(1) void landau_on_return(VexGuestAMD64State *guest)
{
	struct landau_area *area = landau_area_of(guest);
	struct landau_stack *stack = landau_running->stack;
	Addr sp = stack_pointer(guest);

	if (stack->depth == 0 || top_of(stack)->sp != sp - sizeof(Addr)) {
		landau_settle(area, sp);
		return;
	}
	landau_pop_frame(area);
	landau_refresh_area(area);
}

/* A place where a symbol starts, and it is not the top frame's routine. */
VG_REGPARM(2) void landau_on_entry(VexGuestAMD64State *guest, struct landau_entry *entry)
{
	struct landau_area *area = landau_area_of(guest);
	struct landau_stack *stack = landau_running->stack;
	Addr sp = stack_pointer(guest);

	if (!entry->known)
		landau_entry_look_up(entry);
	if (stack->depth && top_of(stack)->sp < sp) {
		landau_settle(area, sp);
		stack = landau_running->stack;
	}
	if (stack->depth == 0) {
		if (stack->base < sp)
			stack->base = sp;
		landau_push_frame(area, sp, entry, True);
	} else if (top_of(stack)->sp != sp || top_of(stack)->binding) {
		return; /* a jump within a routine, to a part of it that has a symbol of its own */
	} else if (top_of(stack)->pending) {
		resolve(area, entry);
	} else if (top_of(stack)->entry != entry) {
		tail_call(area, entry);
	}
}

/* An indirect jump while the stack pointer is not below the top frame, or while it is binding. */
VG_REGPARM(2) void landau_on_jump(VexGuestAMD64State *guest, Addr target)
{
	struct landau_area *area = landau_area_of(guest);
	struct landau_stack *stack = landau_running->stack;
	Addr sp = stack_pointer(guest);

	if (stack->depth == 0)
		return;
	if (top_of(stack)->binding) {
		if (top_of(stack)->sp == sp)
			resolve(area, landau_entry_at(target));
		else if (top_of(stack)->sp < sp)
			landau_settle(area, sp);
	} else if (top_of(stack)->sp != sp) {
		landau_settle(area, sp);
	}
}

/* The jump of a stub. */
VG_REGPARM(2) void landau_on_stub(VexGuestAMD64State *guest, Addr target)
{
	struct landau_area *area = landau_area_of(guest);
	struct landau_stack *stack = landau_running->stack;
	struct landau_entry *entry = landau_entry_at(target);

	if (entry->is_stub || stack->depth == 0 || top_of(stack)->sp != stack_pointer(guest))
		return;
	if (top_of(stack)->binding)
		return; /* the dynamic linker's own */
	if (top_of(stack)->pending)
		resolve(area, entry);
	else if (top_of(stack)->entry != entry)
		tail_call(area, entry);
}

/*
 * The common stub, which enters the dynamic linker with two words pushed: which table, and which
 * entry of it.
 */
VG_REGPARM(1) void landau_on_resolver(VexGuestAMD64State *guest)
{
	struct landau_area *area = landau_area_of(guest);
	struct landau_stack *stack = landau_running->stack;
	Addr sp = stack_pointer(guest) + 2 * sizeof(Addr);

	if (stack->depth == 0)
		return;
	if (!top_of(stack)->pending)
		push_pending(area, sp); /* a tail call through the table */
	if (top_of(stack)->sp != sp)
		return;
	top_of(stack)->binding = True;
	top_of(stack)->mode = LANDAU_SILENT;
	landau_refresh_area(area);
}

void landau_enter_handler(struct landau_program_thread *thread, struct landau_area *area,
			  Addr handler, Addr sp)
{
	struct landau_stack *stack = thread->stack;
	struct landau_frame *frame = new_frame(stack, sp);

	frame->mode = root_mode();
	for (UInt i = stack->depth - 1; i > 0; i--) {
		if (stack->frames[i - 1].mode != LANDAU_SILENT && !stack->frames[i - 1].pending) {
			frame->mode = stack->frames[i - 1].mode;
			break;
		}
	}
	frame->boundary = thread->signal_on_other_stack;
	frame->outer_sp = thread->signal_outer_sp;
	start_frame(area, frame, landau_entry_at(handler));
}
