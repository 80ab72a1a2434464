/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calls.c - the entry and exit hooks.
 *
 * Frames. A routine that is left by longjmp or by an exception through frames that are not
 * instrumented never calls its exit hook. So each activation keeps the stack pointer at its entry
 * hook: frames further down than the one that now calls a hook are gone. An exit hook may be called
 * as the last thing in place of a return, and then the frame of its routine is gone already; such a
 * call is recognised by the return address, which is that of the routine's own caller.
 *
 * Stack pointers are compared only within the thread's own stack. On other stacks (coroutines, an
 * alternate signal stack) each exit ends one activation.
 *
 * Calls that are not collected, outside of --collect or between LANDAU_STOP and LANDAU_START, are no
 * activations. Their frames are kept apart, each with the number of activations further out, so that
 * those of activations stay beside the core's. Meanwhile there is attention, so that all hooks take
 * their slow paths; the block counter goes on and is set back later. An activation whose return has
 * more to do is marked: its stack pointer is a little too small, so that no exit hook finds it.
 */
#include "calls.h"

#include "measure.h"

#include "engine/native/names/collect_option.h"
#include "core/activation.h"
#include "engine/treatment.h"
#include "engine/native/output/event_log.h"
#include "engine/native/parallel/sources.h"
#include "engine/native/runtime/raw.h"
#include "engine/native/runtime/slots.h"
#include "engine/native/runtime/world.h"

/* -- Numbers of routines -------------------------------------------------------------------------
 */

enum { FIRST_BUCKETS = 4096, FIRST_OUTSIDE = 256 };

static struct {
	struct landau_lock lock;
	uint32_t *buckets; /* number + 1, 0: free */
	uint32_t bucket_count;
	struct landau_routine_place *places;
	uint32_t count;
	uint32_t limit;
	uint32_t epoch;
} routines;

uint32_t landau_routine_count(void)
{
	return routines.count;
}

struct landau_routine_place *landau_routine_place(uint32_t number)
{
	return &routines.places[number];
}

static uint32_t *bucket_of(const void *code)
{
	uint32_t i = (uint32_t)(landau_hash((uint64_t)code) >> 32) & (routines.bucket_count - 1);

	while (routines.buckets[i] && routines.places[routines.buckets[i] - 1].code != code)
		i = (i + 1) & (routines.bucket_count - 1);
	return &routines.buckets[i];
}

/* NULL: there is no memory, and nothing has changed. */
static void *more_if_any(void *old, size_t old_bytes, size_t bytes)
{
	void *pages = landau_raw_pages(bytes);

	if (!pages)
		return NULL;
	if (old) {
		__builtin_memcpy(pages, old, old_bytes);
		landau_raw_unmap(old, old_bytes);
	}
	return pages;
}

static void *more(void *old, size_t old_bytes, size_t bytes)
{
	void *pages = more_if_any(old, old_bytes, bytes);

	if (!pages)
		landau_native_give_up("out of memory");
	return pages;
}

/* With the lock of the routines, which others may take as soon as there is no memory. */
static void *more_for_routines(void *old, size_t old_bytes, size_t bytes)
{
	void *pages = more_if_any(old, old_bytes, bytes);

	if (!pages) {
		landau_unlock(&routines.lock);
		landau_native_give_up("out of memory");
	}
	return pages;
}

static void fill_buckets(uint32_t count)
{
	uint32_t *buckets = more_for_routines(NULL, 0, count * sizeof(uint32_t));

	if (routines.buckets)
		landau_raw_unmap(routines.buckets, routines.bucket_count * sizeof(uint32_t));
	routines.bucket_count = count;
	routines.buckets = buckets;
	for (uint32_t i = 0; i < routines.count; i++)
		if (routines.places[i].code)
			*bucket_of(routines.places[i].code) = i + 1;
}

static void find_routine(const void *code, struct landau_cached_routine *found)
{
	uint32_t *bucket;

	landau_lock(&routines.lock);
	if (routines.count * 2 >= routines.bucket_count)
		fill_buckets(routines.bucket_count ? routines.bucket_count * 2 : FIRST_BUCKETS);
	bucket = bucket_of(code);
	if (!*bucket) {
		if (routines.count == routines.limit) {
			uint32_t limit = routines.limit ? routines.limit * 2 : FIRST_BUCKETS;

			routines.places = more_for_routines(
				routines.places, routines.limit * sizeof(*routines.places),
				limit * sizeof(*routines.places));
			routines.limit = limit;
		}
		routines.places[routines.count].code = code;
		routines.places[routines.count].collect = landau_collect_matches(code);
		routines.places[routines.count].opaque = landau_allocator_matches(code);
		*bucket = ++routines.count;
	}
	found->number = *bucket - 1;
	found->collect = routines.places[found->number].collect;
	found->code = code;
	landau_unlock(&routines.lock);
}

struct landau_treatment landau_routine_treatment(void *context, uint32_t routine)
{
	struct landau_treatment treatment = {.way = LANDAU_ORDINARY};

	(void)context;
	landau_lock(&routines.lock);
	if (routines.places[routine].opaque) {
		treatment.way = LANDAU_OPAQUE;
		treatment.charge =
			landau_native.cost_is_time ? LANDAU_CHARGE_TICKS : LANDAU_CHARGE_BLOCKS;
	}
	landau_unlock(&routines.lock);
	return treatment;
}

void landau_routines_forget(uintptr_t low, uintptr_t high)
{
	landau_lock(&routines.lock);
	for (uint32_t i = 0; i < routines.count; i++)
		if ((uintptr_t)routines.places[i].code - low < high - low)
			routines.places[i].code = NULL;
	if (routines.bucket_count)
		fill_buckets(routines.bucket_count);
	landau_collect_forget(low, high);
	__atomic_add_fetch(&routines.epoch, 1, __ATOMIC_RELEASE);
	landau_unlock(&routines.lock);
}

void landau_routines_lock(void)
{
	landau_lock(&routines.lock);
}

void landau_routines_unlock(void)
{
	landau_unlock(&routines.lock);
}

static inline const struct landau_cached_routine *routine_at(struct landau_native_thread *self,
							     const void *code)
{
	uintptr_t key = (uintptr_t)code;
	struct landau_cached_routine *cached =
		&self->cache[(key ^ key >> 10) % LANDAU_ROUTINE_CACHE];

	if (LANDAU_UNLIKELY(self->cache_epoch != routines.epoch)) {
		__builtin_memset(self->cache, 0, sizeof(self->cache));
		self->cache_epoch = routines.epoch;
	}
	if (LANDAU_UNLIKELY(cached->code != code))
		find_routine(code, cached);
	return cached;
}

/* -- Calls and returns ---------------------------------------------------------------------------
 */

static inline bool on_own_stack(const struct landau_native_thread *self, uintptr_t stack)
{
	return stack - self->stack_low < self->stack_high - self->stack_low;
}

/* Marks: the return changes whether there is something to collect; a call outside is further in. */
enum { MARK_CHANGES = 1, MARK_COVERED = 2, MARKS = 3 };

static inline uintptr_t stack_of(const struct landau_frame *frame)
{
	return (frame->stack + MARKS) & ~(uintptr_t)MARKS;
}

static void mark(struct landau_frame *frame, uintptr_t which, bool on)
{
	uintptr_t stack = stack_of(frame);
	uintptr_t marks = stack - frame->stack;

	frame->stack = stack - (on ? marks | which : marks & ~which);
}

/* The innermost call is not collected. */
static inline bool is_covered(const struct landau_native_thread *self)
{
	return self->outside_count > 0 &&
	       self->outside[self->outside_count - 1].below == self->core_thread->top;
}

static inline struct landau_frame *top_frame(const struct landau_native_thread *self)
{
	return is_covered(self) ? &self->outside[self->outside_count - 1].frame
				: &self->frames[self->core_thread->top];
}

/* Of the innermost call. */
static bool is_wanted(const struct landau_native_thread *self)
{
	if (is_covered(self))
		return self->outside[self->outside_count - 1].wanted;
	return self->core_thread->top > 0 || !landau_native.collect;
}

static void set_mode(struct landau_native_thread *self, bool wanted)
{
	bool collecting = wanted && !landau_native.stopped;

	self->wanted = wanted;
	if (collecting == self->collecting)
		return;
	landau_thread_settle(self);
	landau_measure(self);
	self->collecting = collecting;
	if (collecting) {
		self->hot->cost = self->frozen;
		self->cost_at_start = __builtin_ia32_rdtsc() - self->frozen;
		self->measuring.stands = false;
		landau_measure_goes_on(self);
		__atomic_and_fetch(&self->hot->attention, ~(uint32_t)LANDAU_ATTEND_OUTSIDE,
				   __ATOMIC_SEQ_CST);
	} else {
		self->frozen = self->core_thread->cost;
		__atomic_or_fetch(&self->hot->attention, LANDAU_ATTEND_OUTSIDE, __ATOMIC_SEQ_CST);
	}
}

void landau_calls_settle_mode(struct landau_native_thread *self)
{
	set_mode(self, self->wanted);
}

void landau_calls_start(struct landau_native_thread *self)
{
	self->frames[0].stack = UINTPTR_MAX & ~(uintptr_t)MARKS; /* nowhere */
	self->outside_count = 0;
	self->frozen = 0;
	self->collecting = true;
	set_mode(self, is_wanted(self));
}

/* As landau_thread_settle, of a thread that collects. */
static inline void settle(struct landau_native_thread *self, struct landau_thread *thread)
{
	thread->cost = LANDAU_UNLIKELY(landau_native.cost_is_time)
			       ? __builtin_ia32_rdtsc() - self->cost_at_start
			       : landau_hot.cost;
}

static void set_back(struct landau_native_thread *self, uint64_t cost)
{
	if (self->collecting && !landau_native.cost_is_time)
		self->hot->cost -= cost;
	else if (!self->collecting)
		self->frozen -= cost;
	self->cost_at_start += cost;
}

/* Of the activation that is about to return. */
static void measure_stack(struct landau_native_thread *self)
{
	const struct landau_frame *frame = &self->frames[self->core_thread->top];
	uintptr_t stack = stack_of(frame);
	uintptr_t callers = stack_of(frame - 1);

	if (self->core_thread->top == 1 || !on_own_stack(self, stack) ||
	    !on_own_stack(self, callers))
		callers = stack;
	landau_measure_stack_of_return(self, stack, callers);
}

static void leave(struct landau_native_thread *self)
{
	if (is_covered(self)) {
		self->outside_count--;
		mark(&self->frames[self->core_thread->top], MARK_COVERED, is_covered(self));
	} else if (self->core_thread->top > 0) {
		landau_word threshold = self->core_thread->threshold;
		uint64_t cost;

		landau_thread_settle(self);
		landau_measure(self);
		if (landau_is_measuring())
			measure_stack(self);
		cost = self->core_thread->cost;
		if (LANDAU_UNLIKELY(landau_native.log))
			landau_log_return(self);
		landau_return(self->core_thread);
		/* Of an opaque routine callers are charged less, or more. */
		if (LANDAU_UNLIKELY(self->core_thread->cost != cost))
			set_back(self, cost - self->core_thread->cost);
		if (landau_has_sources())
			landau_sources_return(self, threshold);
	}
	set_mode(self, is_wanted(self));
}

void landau_calls_unwind_to(struct landau_native_thread *self, uint32_t depth)
{
	while (landau_calls_depth(self) > depth)
		leave(self);
	landau_measure_goes_on(self);
	landau_show_threshold(self);
}

void landau_calls_unwind(struct landau_native_thread *self, uintptr_t stack)
{
	if (!on_own_stack(self, stack))
		return;
	while (landau_calls_depth(self) > 0 && (stack_of(top_frame(self)) < stack ||
						!on_own_stack(self, stack_of(top_frame(self)))))
		leave(self);
	landau_measure_goes_on(self);
	landau_show_threshold(self);
}

static void more_frames(struct landau_native_thread *self)
{
	size_t bytes = self->frame_limit * sizeof(*self->frames);

	self->frames = more(self->frames, bytes, 2 * bytes);
	self->frame_limit *= 2;
}

static void more_outside(struct landau_native_thread *self)
{
	uint32_t limit = self->outside_limit ? 2 * self->outside_limit : FIRST_OUTSIDE;

	self->outside = more(self->outside, self->outside_limit * sizeof(*self->outside),
			     limit * sizeof(*self->outside));
	self->outside_limit = limit;
}

void landau_calls_cancel(void)
{
	struct landau_native_thread *self = landau_self();
	struct landau_thread *thread = self ? self->core_thread : NULL;

	/* Its exit hook will find nothing pending. The log has it already. */
	if (!thread || thread->top != 1 || landau_native.log)
		return;
	landau_take_back(thread);
	set_mode(self, is_wanted(self));
	landau_show_threshold(self);
}

/* -- The hooks ------------------------------------------------------------------------------------
 *
 * Their fast paths are taken if there is nothing to attend to, the routine has a number and the stack
 * is as expected.
 */

static void call_collected(struct landau_native_thread *self, struct landau_frame frame,
			   uint32_t number)
{
	bool changes = !self->wanted;

	set_mode(self, true);
	landau_thread_settle(self);
	landau_measure(self);
	if (LANDAU_UNLIKELY(landau_native.log))
		landau_log_call(self, number);
	landau_call(self->core_thread, number);
	if (LANDAU_UNLIKELY(self->core_thread->top >= self->frame_limit))
		more_frames(self);
	self->frames[self->core_thread->top] = frame;
	if (landau_is_measuring())
		landau_measure_stack_of_call(self, frame.stack);
	mark(&self->frames[self->core_thread->top], MARK_CHANGES, changes);
}

static void call_outside(struct landau_native_thread *self, struct landau_frame frame, bool wanted)
{
	uint32_t top = self->core_thread->top;

	if (self->outside_count == self->outside_limit)
		more_outside(self);
	self->outside[self->outside_count++] =
		(struct landau_outside){.frame = frame, .below = top, .wanted = wanted};
	mark(&self->frames[top], MARK_COVERED, true);
	set_mode(self, wanted);
}

__attribute__((noinline)) static void enter_slowly(uintptr_t stack, const void *caller,
						   const void *code, uint32_t *known)
{
	struct landau_frame frame = {.stack = stack, .caller = caller};
	struct landau_native_thread *self = landau_attentive_self();
	const struct landau_cached_routine *routine;
	uintptr_t top;
	bool wanted;

	if (LANDAU_UNLIKELY(!self))
		return;
	landau_measure(self);
	top = stack_of(top_frame(self));
	if (top <= stack && on_own_stack(self, stack) && on_own_stack(self, top))
		landau_calls_unwind(self, stack + 1);
	routine = routine_at(self, code);
	if (known)
		*known = routine->number + 1;
	wanted = self->wanted || routine->collect;
	if (wanted && !landau_native.stopped)
		call_collected(self, frame, routine->number);
	else
		call_outside(self, frame, wanted);
	landau_show_threshold(self);
	landau_measure_goes_on(self);
}

/* `known` is a variable of the routine's own: its number plus one, 0: not known yet. */
void landau_func_entry(const void *caller, uint32_t *known);

LANDAU_PUBLIC void landau_func_entry(const void *caller, uint32_t *known)
{
	uintptr_t stack = (uintptr_t)__builtin_dwarf_cfa();
	struct landau_native_thread *self = landau_self();
	uint32_t routine = *known - 1;
	struct landau_thread *thread;
	struct landau_frame *frame;
	landau_word threshold;

	/* A routine without a number is above all limits. */
	if (LANDAU_UNLIKELY(landau_attention()))
		goto slow;
	thread = self->core_thread;
	frame = &self->frames[thread->top];
	if (LANDAU_UNLIKELY(frame->stack <= stack || thread->top + 1 >= self->frame_limit ||
			    !landau_call_is_ready(thread, routine)))
		goto slow;
	settle(self, thread);
	frame[1] = (struct landau_frame){.stack = stack, .caller = caller};
	threshold = landau_call_ready(thread, routine);
	landau_hot_set(&landau_hot, threshold, threshold | LANDAU_BY_OWNER);
	landau_show_call(&landau_hot, threshold);
	return;
slow:
	if (landau_is_idle())
		return;
	enter_slowly(stack, caller, __builtin_return_address(0), known);
}

void __tsan_func_entry(void *caller);

LANDAU_PUBLIC void __tsan_func_entry(void *caller)
{
	enter_slowly((uintptr_t)__builtin_dwarf_cfa(), caller, __builtin_return_address(0), NULL);
}

/* The exit hook is called in place of a return, or there are frames that are gone. */
static void leave_lower(struct landau_native_thread *self, uintptr_t stack, const void *code)
{
	while (landau_calls_depth(self) > 0 && stack_of(top_frame(self)) < stack) {
		bool last = top_frame(self)->caller == code;

		leave(self);
		if (last)
			return;
	}
	leave(self);
}

__attribute__((noinline)) static void exit_slowly(uintptr_t stack, const void *code)
{
	struct landau_native_thread *self = landau_attentive_self();
	uintptr_t top;

	if (LANDAU_UNLIKELY(!self))
		return;
	landau_measure(self);
	top = stack_of(top_frame(self));
	if (top >= stack || top_frame(self)->caller == code) {
		if (on_own_stack(self, stack) == on_own_stack(self, top))
			leave(self);
	} else if (on_own_stack(self, stack) && on_own_stack(self, top)) {
		leave_lower(self, stack, code);
	} else {
		leave(self);
	}
	landau_show_threshold(self);
	landau_measure_goes_on(self);
}

/* The exit hook was jumped to in place of a return: compilers do that wherever they can. */
static inline bool is_left_by_jump(const struct landau_native_thread *self,
				   const struct landau_frame *frame, uintptr_t stack,
				   const void *code)
{
	return frame->caller == code && (frame->stack & MARKS) == 0 && on_own_stack(self, stack) &&
	       on_own_stack(self, frame->stack);
}

void __tsan_func_exit(void);

LANDAU_PUBLIC void __tsan_func_exit(void)
{
	uintptr_t stack = (uintptr_t)__builtin_dwarf_cfa();
	struct landau_native_thread *self = landau_self();
	struct landau_thread *thread;
	landau_word threshold;

	if (LANDAU_UNLIKELY(landau_attention()))
		goto slow;
	thread = self->core_thread;
	/* Below the first frame there is one that is nowhere. */
	if (self->frames[thread->top].stack != stack &&
	    !is_left_by_jump(self, &self->frames[thread->top], stack, __builtin_return_address(0)))
		goto slow;
	if (LANDAU_UNLIKELY(!landau_return_is_ready(thread)))
		goto slow;
	settle(self, thread);
	threshold = landau_return_ready(thread);
	landau_hot_set(&landau_hot, threshold, threshold | LANDAU_BY_OWNER);
	landau_show_return(&landau_hot, thread);
	return;
slow:
	if (landau_is_idle())
		return;
	exit_slowly(stack, __builtin_return_address(0));
}

/* What code from the compiler wrappers calls (inline.sed). */
LANDAU_PUBLIC __attribute__((alias("__tsan_func_exit"))) void landau_func_leave(void);
