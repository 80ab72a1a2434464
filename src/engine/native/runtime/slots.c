/* SPDX-License-Identifier: GPL-2.0-or-later */
/* slots.c - slots for threads; see slots.h. */
#include "slots.h"

#include "engine/native/hooks/calls.h"
#include "engine/native/hooks/measure.h"
#include "lamport.h"
#include "engine/native/interposition/interpose.h"
#include "engine/native/interposition/space.h"
#include "engine/native/output/event_log.h"
#include "engine/native/parallel/shadow.h"
#include "signals.h"
#include "engine/native/parallel/groups.h"
#include "engine/native/parallel/sources.h"
#include "world.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/syscall.h>

enum { FIRST_FRAMES = 256 };

LANDAU_PUBLIC __thread struct landau_hot landau_hot LANDAU_INITIAL_EXEC = {
	.attention = LANDAU_ATTEND_NEW,
};

struct landau_native_thread *landau_first;
struct landau_core *landau_shared_core;
struct landau_lock landau_shared_lock;

static struct landau_native_thread *slots[LANDAU_MOST_SLOTS];
static uint32_t slot_count;
static struct landau_lock slots_lock;
static const struct landau_hot *slots_holder; /* whose thread has the lock */
static uint32_t last_id;

static void lock_slots(void)
{
	landau_lock(&slots_lock);
	__atomic_store_n(&slots_holder, &landau_hot, __ATOMIC_RELAXED);
}

static void unlock_slots(void)
{
	__atomic_store_n(&slots_holder, NULL, __ATOMIC_RELAXED);
	landau_unlock(&slots_lock);
}

uint32_t landau_slot_count(void)
{
	return __atomic_load_n(&slot_count, __ATOMIC_ACQUIRE);
}

struct landau_native_thread *landau_slot(uint32_t index)
{
	return __atomic_load_n(&slots[index], __ATOMIC_ACQUIRE);
}

uint32_t landau_new_thread_id(void)
{
	return __atomic_add_fetch(&last_id, 1, __ATOMIC_RELAXED);
}

static void renumber(void *context, struct landau_core *core)
{
	(void)context;
	(void)core;
	landau_world_renumber();
}

uint64_t landau_thread_cost(const struct landau_native_thread *thread)
{
	if (!thread->collecting)
		return thread->frozen;
	return landau_native.cost_is_time ? __builtin_ia32_rdtsc() - thread->cost_at_start
					  : thread->hot->cost;
}

static uint64_t cost_now(void *context, const struct landau_thread *thread)
{
	(void)thread;
	return landau_thread_cost(context);
}

/* NULL: of no slot; it has no activations. */
static struct landau_core *new_core(struct landau_native_thread *slot)
{
	struct landau_settings settings = {
		.cell_bytes = 1u << landau_native.cell_shift,
		.stamp_limit = landau_native.stamp_limit,
		.contexts = landau_native.contexts,
		.curve_floor = landau_native.curve_floor,
		.cost_now = cost_now,
		.cost_now_context = slot,
		.renumber = renumber,
		.further = landau_native.further,
		.sources = landau_has_sources(),
		.authors_of = landau_shared_core,
		.on_return = landau_native.log ? landau_log_activation : NULL,
	};
	struct landau_core *core;

	if (landau_native.allocators && *landau_native.allocators)
		settings.treatment = landau_routine_treatment;
	core = landau_core_create(&landau_native.host, &settings);
	if (!core)
		landau_native_give_up("out of memory");
	core->clock = LANDAU_CLOCK_START;
	return core;
}

__attribute__((noreturn)) static void die_with_lock(void *context, const char *what,
						    uint64_t bytes_in_use)
{
	(void)context;
	(void)bytes_in_use;
	landau_unlock(&landau_shared_lock);
	landau_native_give_up(what);
}

void landau_threads_start(void)
{
	landau_shared_core = new_core(NULL);
	landau_shared_core->host.die = die_with_lock;
}

/* With a shadow and a core of its own. */
static struct landau_native_thread *new_slot(uint32_t index)
{
	struct landau_native_thread *slot = landau_raw_pages(sizeof(*slot));

	if (!slot)
		landau_native_give_up("out of memory");
	slot->number = index;
	slot->words = landau_shadow_reserve(LANDAU_SLOT_THREADS + index, false);
	slot->wide = landau_shadow_reserve(LANDAU_SLOT_THREADS + index, true);
	if (!slot->words || !slot->wide)
		landau_native_give_up("no address space left for the shadow of a thread "
				      "(ulimit -v, or memory of the program above 2^44?)");
	slot->uses = landau_uses_reserve(LANDAU_SLOT_THREADS + index, false);
	slot->wide_uses = landau_uses_reserve(LANDAU_SLOT_THREADS + index, true);
	slot->frames = landau_raw_pages(FIRST_FRAMES * sizeof(*slot->frames));
	slot->frame_limit = FIRST_FRAMES;
	slot->core = new_core(slot);
	if (!slot->uses || !slot->wide_uses || !slot->frames)
		landau_native_give_up("out of memory");
	return slot;
}

/* What was called there has not returned; it counts with what it had cost when that was last looked at. */
static void desert(struct landau_native_thread *slot)
{
	uint32_t limit = slot->core->limit;

	/* The last ticks must not ask for a stop of the world. */
	slot->core->limit = UINT32_MAX;
	if (slot->core_thread && !slot->core_thread->finished)
		landau_thread_finish(slot->core_thread);
	slot->core->limit = limit;
	__atomic_store_n(&slot->used, false, __ATOMIC_SEQ_CST);
}

bool landau_slot_is_deserted(struct landau_native_thread *slot)
{
	/* The signal 0 only asks. */
	if (landau_raw3(SYS_tgkill, landau_raw3(SYS_getpid, 0, 0, 0), slot->tid, 0) != -ESRCH)
		return false;
	desert(slot);
	return true;
}

/* The kernel uses the numbers of threads again: who had the calling thread's before is gone. */
static void desert_namesake(uint32_t tid)
{
	for (uint32_t i = 0; i < slot_count; i++)
		if (slots[i]->used && slots[i]->tid == tid)
			desert(slots[i]);
}

static struct landau_native_thread *take_slot(void)
{
	struct landau_native_thread *slot = NULL;
	uint32_t tid = (uint32_t)landau_raw3(SYS_gettid, 0, 0, 0);
	uint32_t index;

	lock_slots();
	desert_namesake(tid);
	for (index = 0; index < slot_count; index++)
		if (!slots[index]->used && slots[index] != landau_first)
			break;
	if (index + LANDAU_SLOT_THREADS >= landau_shadow_most_slots())
		landau_native_give_up(
			"the program has more threads at once than the native engine has "
			"room for; compile it without landau-gcc");
	if (index == slot_count) {
		__atomic_store_n(&slots[index], new_slot(index), __ATOMIC_RELEASE);
		__atomic_store_n(&slot_count, index + 1, __ATOMIC_RELEASE);
	}
	slot = slots[index];
	slot->core_thread = NULL;
	slot->hot = &landau_hot;
	slot->parked = 0;
	slot->tid = tid;
	__atomic_store_n(&slot->used, true, __ATOMIC_SEQ_CST);
	unlock_slots();
	return slot;
}

/* What the stack and thread-local storage held before is no input: others may have used it. */
static void find_stack(struct landau_native_thread *self, bool first)
{
	pthread_attr_t attributes;
	void *low;
	size_t bytes;

	self->stack_low = 0;
	self->stack_high = 0;
	if (pthread_getattr_np(pthread_self(), &attributes) != 0)
		return;
	if (pthread_attr_getstack(&attributes, &low, &bytes) == 0) {
		self->stack_low = (uintptr_t)low;
		self->stack_high = (uintptr_t)low + bytes;
		if (!first)
			landau_shadow_forget(low, bytes);
	}
	pthread_attr_destroy(&attributes);
}

static void another_slot_is_used(const struct landau_native_thread *self)
{
	for (uint32_t i = 0; !landau_native.multi && i < landau_slot_count(); i++)
		if (landau_slot(i) != self && landau_slot_is_used(landau_slot(i)))
			landau_become_multi();
}

void landau_thread_begin(uint32_t id, uint32_t clock)
{
	struct landau_native_thread *self;
	bool first;

	/* A signal's handler may have been the first on the new thread to call a hook. */
	if (landau_hot.self) {
		landau_clock_after(landau_hot.self, clock);
		return;
	}
	/* What is called from here may call interposed functions, which must not come back here. */
	landau_hot.state = LANDAU_THREAD_GONE;
	landau_hot_look(&landau_hot, NULL);
	if (!landau_native.on)
		return;
	self = take_slot();
	/* Who has stopped the others before the slot was in use does not wait for this thread, and reads and writes its words. */
	landau_world_admit(self);
	first = !landau_first;
	if (first)
		landau_first = self;
	find_stack(self, first);
	landau_groups_leave(self);
	self->owner = landau_owner_of_slot(self->number);
	if (self->core->clock < clock)
		self->core->clock = clock;
	/* The clock of the parent may be from before a renumbering. */
	if (self->core->clock < landau_native.least_clock)
		self->core->clock = landau_native.least_clock;
	landau_signals_thread_start(self);
	landau_hot.self = self;
	self->core_thread = landau_thread_start(self->core, id);
	self->cost_at_start = landau_native.cost_is_time ? __builtin_ia32_rdtsc() : 0;
	landau_hot.cost = 0;
	self->logged_cost = 0;
	self->measuring.stands = false;
	landau_measure_on(self);
	landau_calls_start(self);
	landau_hot_look(&landau_hot, self);
	landau_hot.owner = self->owner;
	if (!landau_native.fast) {
		landau_hot_look(&landau_hot, NULL);
		landau_hot_set(&landau_hot, LANDAU_ALWAYS_SLOW, LANDAU_ALWAYS_SLOW);
	}
	landau_show_threshold(self);
	if (!landau_native.fast || landau_is_measuring() || landau_has_sources())
		__atomic_or_fetch(&landau_hot.attention, LANDAU_ATTEND_MODE, __ATOMIC_SEQ_CST);
	landau_hot.state = LANDAU_THREAD_ON;
	__atomic_and_fetch(&landau_hot.attention, ~(uint32_t)LANDAU_ATTEND_NEW, __ATOMIC_SEQ_CST);
	landau_watch_end_of_thread();
	another_slot_is_used(self);
	landau_world_check();
}

void landau_thread_settle(struct landau_native_thread *thread)
{
	thread->core_thread->cost = landau_thread_cost(thread);
}

uint32_t landau_thread_end(void)
{
	struct landau_native_thread *self = landau_attentive_self();
	uint32_t clock;
	sigset_t mask;

	if (!self)
		return 0;
	landau_signals_hold(self, &mask);
	landau_thread_settle(self);
	landau_measure(self);
	landau_space_settle(self);
	while (landau_native.log && self->core_thread->top > 0) {
		landau_log_return(self);
		landau_return(self->core_thread);
	}
	landau_thread_finish(self->core_thread);
	clock = self->core->clock;
	landau_hot_look(&landau_hot, NULL);
	landau_hot_set(&landau_hot, 0, 0);
	landau_hot.state = LANDAU_THREAD_GONE;
	__atomic_or_fetch(&landau_hot.attention, LANDAU_ATTEND_NEW, __ATOMIC_SEQ_CST);
	landau_hot.self = NULL;
	lock_slots();
	__atomic_store_n(&self->used, false, __ATOMIC_SEQ_CST);
	unlock_slots();
	landau_signals_release(&mask);
	return clock;
}

/* Above all clocks. */
static uint32_t first_multi_stamp(void)
{
	uint32_t stamp = landau_native.least_clock;

	for (uint32_t i = 0; i < landau_slot_count(); i++)
		if (stamp < landau_slot(i)->core->clock + 1)
			stamp = landau_slot(i)->core->clock + 1;
	return stamp;
}

static uint32_t least_limit(void)
{
	uint32_t limit = UINT32_MAX;

	for (uint32_t i = 0; i < landau_slot_count(); i++)
		if (landau_slot(i)->core->limit < limit)
			limit = landau_slot(i)->core->limit;
	return limit;
}

void landau_become_multi(void)
{
	if (landau_native.multi || !landau_native.on)
		return;
	landau_world_stop();
	landau_native.has_owners =
		landau_raw3(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
	/* The ticks below must not ask for a renumbering, which would stop the world again. */
	if (first_multi_stamp() + 1 >= least_limit())
		landau_world_renumber_stopped();
	landau_native.multi_stamp = first_multi_stamp();
	landau_native.least_clock = landau_native.multi_stamp;
	landau_native.multi = true;
	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		struct landau_native_thread *slot = landau_slot(i);

		slot->owner = landau_owner_of_slot(i);
		if (landau_slot_is_used(slot))
			slot->hot->owner = slot->owner;
		if (landau_slot_is_used(slot) && slot->core_thread)
			landau_clock_after(slot, landau_native.multi_stamp);
	}
	landau_world_resume();
}

void landau_slots_lock(void)
{
	lock_slots();
}

void landau_slots_unlock(void)
{
	unlock_slots();
}

void landau_slots_let_go(void)
{
	if (__atomic_load_n(&slots_holder, __ATOMIC_RELAXED) == &landau_hot)
		unlock_slots();
	lock_slots();
	for (uint32_t i = 0; !landau_hot.self && i < slot_count; i++)
		if (slots[i]->used && slots[i]->hot == &landau_hot)
			__atomic_store_n(&slots[i]->used, false, __ATOMIC_SEQ_CST);
	unlock_slots();
}

void landau_threads_lock(void)
{
	lock_slots();
	landau_lock(&landau_shared_lock);
}

void landau_threads_unlock(void)
{
	landau_unlock(&landau_shared_lock);
	unlock_slots();
}

/*
 * Only the thread that forked is in the child, as its first. Its activations are called anew and all
 * memory is as if nobody had used it: the child's profile is of what the child does.
 */
void landau_threads_after_fork(void)
{
	struct landau_native_thread *self = landau_self();
	struct landau_thread *old;

	for (uint32_t i = 0; i < slot_count; i++) {
		landau_words_wipe(slots[i]);
		if (slots[i] == self)
			continue;
		slots[i]->used = false;
		slots[i]->core = new_core(slots[i]);
	}
	landau_writes_wipe();
	landau_sources_after_fork();
	landau_native.multi = false;
	landau_native.least_clock = 0;
	last_id = 0;
	if (!self)
		return;
	landau_first = self;
	self->owner = landau_owner_of_slot(self->number);
	landau_hot.owner = self->owner;
	self->tid = (uint32_t)landau_raw3(SYS_gettid, 0, 0, 0);
	self->core = new_core(self);
	landau_hot.cost = 0;
	self->frozen = 0;
	self->cost_at_start = landau_native.cost_is_time ? __builtin_ia32_rdtsc() : 0;
	self->measuring.own = 0;
	old = self->core_thread;
	self->core_thread = landau_thread_start(self->core, landau_new_thread_id());
	for (uint32_t i = 1; i <= old->top; i++)
		landau_call(self->core_thread, old->activations[i].record->routine);
	landau_measure_on(self);
	landau_show_threshold(self);
}
