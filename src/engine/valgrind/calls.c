/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calls.c - calls, returns and jumps, as the instrumented code reports them.
 *
 * Each stack has a frame for every call that has not returned. A frame is known by the address of
 * its return address: the stack pointer right after the call instruction. (On a processor that keeps return addresses
 * in a register, a place below it stands for that: machine.h.) So
 *
 *   - a call pushes a frame with the new stack pointer;
 *   - a return pops it if the return address was taken from where the frame has it;
 *   - a jump to a place where a symbol starts, with the stack pointer back at the frame's, is a tail
 *     call: another frame is pushed with the same stack pointer, and both return at once. So a routine that
 *     ends with a call has the same input and cost however it was compiled. But frames that are entered by jumps must
 *     not pile up where routines go to each other in a loop: a routine that was entered by a jump since the last call
 *     is over when it is entered again, and so is what it jumped to; and there are at most MOST_TAILS. What was
 *     called stays until it returns;
 *   - anything else that moves the stack pointer up leaves the frames that it passes (longjmp,
 *     exceptions), and stacks.c looks at it.
 *
 * Calls through the procedure linkage table. A stub is no routine. A call looks behind it: into the
 * table, where the stub will look as well. Where that leads to another stub, the call pushes a
 * pending frame, and the last stub's jump says which routine it is. Where the dynamic linker has to find it first, the
 * frame is binding: what happens until the jump to the routine, with the stack pointer back at the
 * frame's, is silent: neither calls nor costs nor reads are reported. Frames pushed meanwhile are
 * silent, too; a signal handler is not.
 */
#include "engine/valgrind/engine.h"
#include "engine/valgrind/measure.h"

Bool landau_stopped;

/* -- The area ---------------------------------------------------------------------------------- */

static UInt root_mode(void)
{
	return landau_options.collect ? LANDAU_FOLLOW : LANDAU_COLLECT;
}

void landau_settle_mode(struct landau_area *area)
{
	struct landau_stack *stack = landau_running_stack;
	UInt mode = stack->depth ? landau_top(stack)->flags & LANDAU_FRAME_MODE : root_mode();

	if (mode == LANDAU_COLLECT && landau_stopped)
		mode = LANDAU_FOLLOW;
	if (stack->mode != mode && landau_counts_second())
		landau_measure_second(area, stack);
	if (stack->mode == LANDAU_COLLECT && mode != LANDAU_COLLECT)
		stack->frozen = area->cost;
	else if (stack->mode != LANDAU_COLLECT && mode == LANDAU_COLLECT)
		area->cost = stack->frozen;
	stack->mode = mode;
}

/* Twice, in the lower and in the upper half. */
static inline uint64_t twice(uint64_t value)
{
	return value | value << 32;
}

/* What depends on the core's threshold. Silent: no word is below it. */
static inline void refresh_words(struct landau_area *area, const struct landau_stack *stack)
{
	uint64_t threshold = stack->core->threshold;
	uint64_t limit = stack->mode == LANDAU_SILENT ? 0x7fffffff : 0x7fffffff + threshold;

	area->read_limit = twice(limit);
	area->own_words = twice(threshold | LANDAU_BY_OWNER);
}

void landau_refresh_words(struct landau_area *area)
{
	refresh_words(area, landau_running_stack);
}

/* Who a write is by. */
void landau_refresh_author(struct landau_area *area)
{
	area->author = twice(landau_author_of(landau_running_core));
}

/* Are the blocks that run now counted for the top frame? */
static Bool is_counted(const struct landau_stack *stack)
{
	return stack->depth && stack->mode == LANDAU_COLLECT &&
	       (landau_top(stack)->flags & LANDAU_FRAME_WATCHED);
}

VG_REGPARM(2) void landau_on_touch(VexGuestArchState *guest, struct landau_watched_block *block)
{
	struct landau_area *area = landau_area_of(guest);
	struct landau_stack *stack = landau_running_stack;

	if (stack->left && stack->left_depth == stack->depth && is_counted(stack))
		landau_block_leads_to(stack->left, block->instructions[0].address);
	stack->left = NULL;
	area->serial = landau_watch_serial(landau_running_core, is_counted(stack));
	landau_watch_touch(landau_running_core, block, area->serial);
}

void landau_refresh_area(struct landau_area *area)
{
	struct landau_stack *stack = landau_running_stack;

	landau_settle_mode(area);
	landau_refresh_words(area);
	area->flat = landau_flat_of(stack->core);
	if (landau_options.sources) {
		area->flat_authors = (uint64_t)(Addr)landau_authors_flat(landau_the_core);
		landau_refresh_author(area);
	}
	area->top_entry = 0;
	area->top_sp = 0;
	area->serial = stack->left ? LANDAU_WATCH_ASK
				   : landau_watch_serial(stack->core, is_counted(stack));
	if (stack->depth) {
		const struct landau_frame *top = landau_top(stack);

		area->top_entry = (uint64_t)(Addr)top->entry;
		area->top_sp = top->flags & LANDAU_FRAME_BINDING ? 0 : top->sp + LANDAU_NOT_PUSHED;
		if (top->sp % 8) /* inlined code trusts in its alignment */
			area->flat = landau_flat_of(NULL);
	}
}

static UInt mode_of(const struct landau_frame *frame)
{
	return frame->flags & LANDAU_FRAME_MODE;
}

static void set_mode(struct landau_frame *frame, UInt mode)
{
	frame->flags = (frame->flags & ~(UInt)LANDAU_FRAME_MODE) | mode;
}

/* -- Frames ------------------------------------------------------------------------------------ */

/* A routine with the parameters of memcpy has been entered. */
static void look_through(struct landau_area *area, struct landau_stack *stack)
{
	const VexGuestArchState *guest = landau_guest_of(area);
	Addr to = landau_argument(guest, 0);
	Addr from = landau_argument(guest, 1);
	SizeT size = landau_argument(guest, 2);
	Addr limit = (Addr)1 << LANDAU_ADDRESS_BITS;

	if (size > limit || to > limit - size || from > limit - size)
		return;
	if (landau_tracing)
		landau_trace_copy(stack, to, from, size);
	landau_copy(stack->core, to, from, size);
}

static void enter_core(struct landau_area *area, struct landau_stack *stack,
		       struct landau_frame *frame)
{
	if (stack->mode != LANDAU_COLLECT)
		return;
	stack->core->cost = area->cost;
	if (landau_measures)
		landau_measure_call(area, stack, frame);
	if (landau_tracing)
		landau_trace_call(stack, frame->entry->routine);
	landau_call(stack->core, frame->entry->routine);
	frame->flags |= LANDAU_FRAME_IN_CORE;
	if (frame->entry->copies)
		look_through(area, stack);
	if (frame->entry->watched) {
		landau_watch_enter(stack->core);
		frame->flags |= LANDAU_FRAME_WATCHED;
	}
}

static struct landau_frame *new_frame(const struct landau_area *area, struct landau_stack *stack,
				      Addr sp)
{
	struct landau_watched_block *site =
		is_counted(stack) ? (struct landau_watched_block *)(Addr)area->last_block : NULL;
	struct landau_frame *frame;

	if (stack->depth == stack->limit) {
		stack->limit = stack->limit ? 2 * stack->limit : 64;
		stack->frames = VG_(realloc)("landau.frames", stack->frames,
					     stack->limit * sizeof(*stack->frames));
	}
	frame = &stack->frames[stack->depth];
	frame->sp = sp;
	frame->entry = NULL;
	frame->outer_sp = 0;
	frame->site = site;
	frame->flags = stack->depth ? frame[-1].flags & LANDAU_FRAME_MODE : root_mode();
	stack->depth++;
	return frame;
}

/* The top frame has just got its routine: is it an allocator that none other has called? */
static void look_for_allocator(struct landau_area *area, const struct landau_entry *entry)
{
	struct landau_stack *stack = landau_running_stack;

	if (entry->form != LANDAU_FORM_NONE && stack->allocator == 0)
		landau_enter_allocator(stack, landau_guest_of(area), entry->form);
}

static void start_frame(struct landau_area *area, struct landau_frame *frame,
			struct landau_entry *entry)
{
	frame->entry = entry;
	frame->flags &= ~(UInt)(LANDAU_FRAME_PENDING | LANDAU_FRAME_BINDING);
	if (entry->collect && mode_of(frame) == LANDAU_FOLLOW)
		set_mode(frame, LANDAU_COLLECT);
	landau_settle_mode(area);
	enter_core(area, landau_running_stack, frame);
	landau_refresh_area(area);
}

void landau_push_frame(struct landau_area *area, Addr sp, struct landau_entry *entry, Bool root)
{
	struct landau_frame *frame = new_frame(area, landau_running_stack, sp);

	if (root)
		frame->flags |= LANDAU_FRAME_ROOT;
	start_frame(area, frame, entry);
	look_for_allocator(area, entry);
}

static void push_pending(struct landau_area *area, Addr sp)
{
	struct landau_frame *frame = new_frame(area, landau_running_stack, sp);

	frame->flags |= LANDAU_FRAME_PENDING;
	if (mode_of(frame) == LANDAU_COLLECT)
		set_mode(frame, LANDAU_FOLLOW); /* the stub is not charged to anybody */
	landau_refresh_area(area);
}

void landau_return_frame(struct landau_stack *stack, const struct landau_frame *frame)
{
	struct landau_thread *core = stack->core;
	uint64_t before = core->activations[core->top].cost_at_call;

	if (frame->flags & LANDAU_FRAME_WATCHED)
		landau_watch_leave(core);
	landau_return(core);
	if (frame->site)
		landau_watch_called(core, frame->site, core->cost - before);
}

void landau_pop_frame(struct landau_area *area)
{
	struct landau_stack *stack = landau_running_stack;
	struct landau_frame *frame = landau_top(stack);

	if (frame->flags & LANDAU_FRAME_IN_CORE) {
		uint64_t *cost = stack->mode == LANDAU_COLLECT ? &area->cost : &stack->frozen;

		stack->core->cost = *cost;
		if (landau_measures) {
			landau_measure_so_far(area, stack);
			landau_measure_return(stack, frame);
		}
		if (landau_tracing)
			landau_trace_return(stack);
		landau_return_frame(stack, frame);
		*cost = stack->core->cost;
	}
	stack->depth--;
	if (stack->allocator > stack->depth)
		stack->allocator = 0;
}

/* It has come to its end, as a frame that is left otherwise has not. */
static void return_from_top(struct landau_area *area)
{
	struct landau_stack *stack = landau_running_stack;
	Bool allocates = stack->allocator == stack->depth;
	const struct landau_entry *entry = landau_top(stack)->entry;

	landau_pop_frame(area);
	if (allocates)
		landau_leave_allocator(stack, entry->form,
				       landau_guest_result(landau_guest_of(area)));
}

/* The routine of a pending frame is known now. */
static void resolve(struct landau_area *area, struct landau_entry *entry)
{
	struct landau_stack *stack = landau_running_stack;
	struct landau_frame *top = landau_top(stack);

	set_mode(top, stack->depth > 1 ? mode_of(&top[-1]) : root_mode());
	start_frame(area, top, entry);
	look_for_allocator(area, entry);
}

/* The same as the general way, where there is nothing to be asked. */
static inline void push_plain(struct landau_area *area, struct landau_stack *stack,
			      struct landau_entry *entry, Addr sp)
{
	struct landau_frame *frame = &stack->frames[stack->depth++];
	struct landau_thread *core = landau_running_core;

	frame->sp = sp;
	frame->entry = entry;
	frame->site = NULL;
	frame->flags = LANDAU_COLLECT | LANDAU_FRAME_IN_CORE | LANDAU_FRAME_PLAIN;
	area->top_entry = (uint64_t)(Addr)entry;
	area->top_sp = sp + LANDAU_NOT_PUSHED;
	core->cost = area->cost;
	landau_call(core, entry->routine);
	area->read_limit = twice(0x7fffffff + (uint64_t)core->threshold);
	area->own_words = twice(core->threshold | LANDAU_BY_OWNER);
	if (landau_options.sources)
		landau_refresh_author(area);
}

/* Of routines that were entered by jumps since the last call. */
enum { MOST_TAILS = 16 };

/* Index of the frame whose place the routine takes when it is jumped to; stack->depth: one of its own. */
static UInt place_of_tail(const struct landau_stack *stack, const struct landau_entry *entry)
{
	UInt last = stack->depth - 1;

	for (UInt i = last;; i--) {
		const struct landau_frame *frame = &stack->frames[i];

		if (frame->entry && frame->entry->routine == entry->routine)
			return frame->flags & LANDAU_FRAME_TAIL ? i : i + 1;
		if (!(frame->flags & LANDAU_FRAME_TAIL))
			return stack->depth;
		if (last - i == MOST_TAILS - 1)
			return last;
	}
}

/* A jump to another routine, with the stack as it was when the present one was called. */
static void tail_call(struct landau_area *area, struct landau_entry *entry)
{
	struct landau_stack *stack = landau_running_stack;
	UInt place = place_of_tail(stack, entry);
	struct landau_frame old = *landau_top(stack);
	Bool plain = old.flags & LANDAU_FRAME_PLAIN && stack->mode == LANDAU_COLLECT &&
		     entry->known && !entry->is_stub && !entry->special && !landau_tracing &&
		     !landau_measures && stack->depth < stack->limit;

	while (stack->depth > place)
		landau_pop_frame(area);
	if (plain) {
		push_plain(area, stack, entry, old.sp);
	} else {
		landau_refresh_area(area);
		landau_push_frame(area, old.sp, entry, False);
	}
	landau_top(stack)->flags |= LANDAU_FRAME_TAIL;
}

/* -- Events ------------------------------------------------------------------------------------ */

/* As it is, or would be, with the return address pushed. */
static inline Addr stack_pointer(const VexGuestArchState *guest)
{
	return landau_pushed_sp(landau_guest_sp(guest));
}

/*
 * Nearly all calls and returns are plain: of a routine that is collected, from one that is. They
 * do the same as the general way, without asking.
 */
static inline Bool is_plain_call(const struct landau_stack *stack, const struct landau_entry *entry,
				 Addr sp)
{
	const struct landau_frame *top = landau_top(stack);

	return stack->depth && entry->known && !entry->is_stub && stack->mode == LANDAU_COLLECT &&
	       stack->depth < stack->limit && top->sp - 1 - sp < LANDAU_NEAR &&
	       (sp | top->sp) % 8 == 0 && !landau_tracing && !landau_measures && !entry->special &&
	       !(top->flags & LANDAU_FRAME_WATCHED);
}

/* The frame that is left; its caller's is plain as well. */
static inline void pop_plain(struct landau_area *area, struct landau_stack *stack,
			     const struct landau_frame *frame)
{
	struct landau_thread *core = landau_running_core;

	stack->depth--;
	area->top_entry = (uint64_t)(Addr)frame[-1].entry;
	area->top_sp = frame[-1].sp + LANDAU_NOT_PUSHED;
	core->cost = area->cost;
	landau_return(core);
	area->cost = core->cost; /* what is charged, if the routine was opaque */
	area->read_limit = twice(0x7fffffff + (uint64_t)core->threshold);
	area->own_words = twice(core->threshold | LANDAU_BY_OWNER);
	if (landau_options.sources)
		landau_refresh_author(area);
}

/* What a stub goes to, if that has been bound; else the stub. */
static inline struct landau_entry *behind_stub(struct landau_entry *stub)
{
	Addr target = *(const Addr *)stub->slot;

	if (!stub->bound || stub->bound->address != target)
		stub->bound = landau_entry_at(target);
	return stub->bound->is_stub ? stub : stub->bound;
}

LANDAU_STUB(landau_on_call, 1);
void landau_on_call(VexGuestArchState *guest, struct landau_entry *entry)
{
	struct landau_area *area = landau_area_of(guest);
	struct landau_stack *stack = landau_running_stack;
	Addr sp = stack_pointer(guest);

	if (entry->is_stub && entry->known && entry->slot)
		entry = behind_stub(entry);
	if (is_plain_call(stack, entry, sp)) {
		push_plain(area, stack, entry, sp);
		return;
	}
	if (!entry->known)
		landau_entry_look_up(entry);
	if (stack->depth && landau_top(stack)->sp - 1 - sp >= LANDAU_NEAR) {
		struct landau_frame *frame;

		if (landau_top(stack)->sp <= sp)
			landau_settle(area, sp + 1);
		stack = landau_running_stack;
		if (stack->depth && landau_is_elsewhere(stack, sp)) {
			frame = new_frame(area, stack, sp);
			frame->flags |= LANDAU_FRAME_BOUNDARY;
			frame->outer_sp = landau_top(stack)[-1].sp;
			start_frame(area, frame, entry);
			look_for_allocator(area, entry);
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

LANDAU_STUB(landau_on_indirect_call, 1);
void landau_on_indirect_call(VexGuestArchState *guest, Addr target)
{
	static struct landau_entry *recent[256]; /* by address; entries stay for good */
	struct landau_entry **slot = &recent[(target ^ target >> 8) % 256];

	if (!*slot || (*slot)->address != target)
		*slot = landau_entry_at(target);
	landau_on_call(guest, *slot);
}

LANDAU_STUB(landau_on_return, 0);
void landau_on_return(VexGuestArchState *guest)
{
	struct landau_area *area = landau_area_of(guest);
	struct landau_stack *stack = landau_running_stack;
	struct landau_frame *top = landau_top(stack);
	Addr sp = landau_guest_sp(guest);

	if (stack->depth == 0 || top->sp != sp - sizeof(Addr)) {
		landau_settle(area, sp);
	} else if (top->flags & LANDAU_FRAME_PLAIN && stack->mode == LANDAU_COLLECT) {
		for (; top->flags & LANDAU_FRAME_TAIL; top--)
			pop_plain(area, stack, top);
		pop_plain(area, stack, top);
	} else {
		for (; top->flags & LANDAU_FRAME_TAIL; top--)
			return_from_top(area);
		return_from_top(area);
		landau_refresh_area(area);
	}
}

/* A place where a symbol starts, and it is not the top frame's routine. */
LANDAU_STUB(landau_on_entry, 1);
void landau_on_entry(VexGuestArchState *guest, struct landau_entry *entry)
{
	struct landau_area *area = landau_area_of(guest);
	struct landau_stack *stack = landau_running_stack;
	Addr sp = stack_pointer(guest);

	if (!entry->known)
		landau_entry_look_up(entry);
	if (stack->depth && landau_top(stack)->sp < sp) {
		landau_settle(area, sp);
		stack = landau_running_stack;
	}
	if (stack->depth == 0) {
		if (stack->base < sp)
			stack->base = sp;
		landau_push_frame(area, sp, entry, True);
	} else if (landau_top(stack)->sp != sp ||
		   (landau_top(stack)->flags & LANDAU_FRAME_BINDING)) {
		return; /* a jump within a routine, to a part of it that has a symbol of its own */
	} else if ((landau_top(stack)->flags & LANDAU_FRAME_PENDING)) {
		resolve(area, entry);
	} else if (landau_top(stack)->entry != entry) {
		tail_call(area, entry);
	}
}

/* An indirect jump while the stack pointer is not below the top frame, or while it is binding. */
LANDAU_STUB(landau_on_jump, 1);
void landau_on_jump(VexGuestArchState *guest, Addr target)
{
	struct landau_area *area = landau_area_of(guest);
	struct landau_stack *stack = landau_running_stack;
	Addr sp = stack_pointer(guest);

	if (stack->depth == 0)
		return;
	if ((landau_top(stack)->flags & LANDAU_FRAME_BINDING)) {
		if (landau_top(stack)->sp == sp)
			resolve(area, landau_entry_at(target));
		else if (landau_top(stack)->sp < sp)
			landau_settle(area, landau_guest_sp(guest));
	} else if (landau_top(stack)->sp != sp) {
		landau_settle(area, landau_guest_sp(guest));
	}
}

/* The jump of a stub. */
LANDAU_STUB(landau_on_stub, 1);
void landau_on_stub(VexGuestArchState *guest, Addr target)
{
	struct landau_area *area = landau_area_of(guest);
	struct landau_stack *stack = landau_running_stack;
	struct landau_entry *entry;

	if (area->top_entry && ((struct landau_entry *)(Addr)area->top_entry)->address == target)
		return; /* the call has looked behind the stub */
	entry = landau_entry_at(target);
	if (entry->is_stub || stack->depth == 0 || landau_top(stack)->sp != stack_pointer(guest))
		return;
	if ((landau_top(stack)->flags & LANDAU_FRAME_BINDING))
		return; /* the dynamic linker's own */
	if ((landau_top(stack)->flags & LANDAU_FRAME_PENDING))
		resolve(area, entry);
	else if (landau_top(stack)->entry != entry)
		tail_call(area, entry);
}

/*
 * The common stub, which enters the dynamic linker with two words pushed: which table, and which
 * entry of it.
 */
LANDAU_STUB(landau_on_resolver, 0);
void landau_on_resolver(VexGuestArchState *guest)
{
	struct landau_area *area = landau_area_of(guest);
	struct landau_stack *stack = landau_running_stack;
	Addr sp = stack_pointer(guest) + 2 * sizeof(Addr);

	if (stack->depth == 0)
		return;
	if (!(landau_top(stack)->flags & LANDAU_FRAME_PENDING)) {
		push_pending(area, sp); /* a tail call through the table */
		landau_top(stack)->flags |= LANDAU_FRAME_TAIL;
	}
	if (landau_top(stack)->sp != sp)
		return;
	landau_top(stack)->flags |= LANDAU_FRAME_BINDING;
	set_mode(landau_top(stack), LANDAU_SILENT);
	landau_refresh_area(area);
}

void landau_enter_handler(struct landau_program_thread *thread, struct landau_area *area,
			  Addr handler, Addr sp)
{
	struct landau_stack *stack = thread->stack;
	struct landau_frame *frame = new_frame(area, stack, landau_pushed_sp(sp));

	set_mode(frame, root_mode());
	for (UInt i = stack->depth - 1; i > 0; i--) {
		const struct landau_frame *below = &stack->frames[i - 1];

		if (mode_of(below) != LANDAU_SILENT && !(below->flags & LANDAU_FRAME_PENDING)) {
			set_mode(frame, mode_of(below));
			break;
		}
	}
	if (thread->signal_on_other_stack)
		frame->flags |= LANDAU_FRAME_BOUNDARY;
	frame->outer_sp = thread->signal_outer_sp;
	start_frame(area, frame, landau_entry_at(handler));
}
