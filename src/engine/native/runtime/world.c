/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * world.c - stops and resumes threads; see world.h.
 *
 * Who wants to stop the others becomes `stopper`, sets `stop` and asks each of them for attention until
 * all stand still. A thread that stands still sets `parked`, and looks at `stop` once more after it
 * has cleared it again: so either the stopper sees that it runs or it sees that it must not.
 */
#include "world.h"

#include "lamport.h"
#include "engine/native/interposition/space.h"
#include "engine/native/parallel/granules.h"
#include "raw.h"
#include "requests.h"
#include "engine/native/parallel/shadow.h"
#include "signals.h"
#include "engine/native/output/snapshots.h"
#include "slots.h"

#include <errno.h>
#include <link.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>

static struct {
	uint32_t
		stopper; /* the kernel's number of the thread that stops or has stopped the world; 0: none */
	uint32_t stop;
} world;

static uintptr_t runtime_low, runtime_high;

/* How often to look whether all stand still before signals are sent, and how long then. */
enum { YIELDS = 10, NANOSECONDS_BETWEEN = 50000 };

static int find_runtime(struct dl_phdr_info *info, size_t size, void *context)
{
	(void)size;
	(void)context;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		uintptr_t low = info->dlpi_addr + segment->p_vaddr;

		if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) &&
		    (uintptr_t)find_runtime - low < segment->p_memsz) {
			runtime_low = low;
			runtime_high = low + segment->p_memsz;
			return 1;
		}
	}
	return 0;
}

static bool starts_with(uintptr_t code, const unsigned char *bytes, size_t count)
{
	return __builtin_memcmp((const void *)code, bytes, count) == 0;
}

/* Between the load of hot->written and the jump that follows the comparison (inline.sed). */
static bool in_inlined_hook(uintptr_t code)
{
	/* With the prefix %ds: cmpl %esi, (%rax); cmpl %esi, 4(%rax) */
	static const struct {
		unsigned char bytes[4];
		unsigned char count;
	} comparisons[] = {
		{{0x3e, 0x39, 0x30}, 3},
		{{0x3e, 0x39, 0x70, 0x04}, 4},
	};

	for (size_t i = 0; i < sizeof(comparisons) / sizeof(*comparisons); i++) {
		const unsigned char *bytes = comparisons[i].bytes;
		size_t count = comparisons[i].count;
		size_t within = code & 4095;

		/* An instruction is not cut off by the end of a page that is not mapped. */
		if (within <= 4096 - count && starts_with(code, bytes, count))
			return true;
		if (within >= count && starts_with(code - count, bytes, count))
			return true;
	}
	return false;
}

bool landau_world_is_runtime(uintptr_t code)
{
	return code - runtime_low < runtime_high - runtime_low || in_inlined_hook(code);
}

static void park(struct landau_native_thread *self)
{
	do {
		__atomic_store_n(&self->parked, 1, __ATOMIC_SEQ_CST);
		while (__atomic_load_n(&world.stop, __ATOMIC_SEQ_CST))
			landau_raw_wait(&world.stop, 1, 0);
		__atomic_store_n(&self->parked, 0, __ATOMIC_SEQ_CST);
	} while (__atomic_load_n(&world.stop, __ATOMIC_SEQ_CST));
}

bool landau_block(void)
{
	for (;;) {
		struct landau_native_thread *self = landau_attentive_self();

		if (!self || self->parked)
			return false;
		__atomic_or_fetch(&landau_hot.attention, LANDAU_ATTEND_WAITING, __ATOMIC_SEQ_CST);
		__atomic_store_n(&self->parked, LANDAU_BLOCKS, __ATOMIC_SEQ_CST);
		/* A signal that came just before would wait as long as the call does. */
		if (!(landau_attention() & LANDAU_ATTEND_SIGNAL))
			return true;
		landau_unblock(true);
	}
}

void landau_unblock(bool needed)
{
	struct landau_native_thread *self = landau_self();

	if (!needed || !self)
		return;
	__atomic_and_fetch(&landau_hot.attention, ~(uint32_t)LANDAU_ATTEND_WAITING,
			   __ATOMIC_SEQ_CST);
	__atomic_store_n(&self->parked, 0, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&world.stop, __ATOMIC_SEQ_CST))
		park(self);
}

void landau_cancelled(void *held)
{
	landau_unblock(true);
	if (held)
		landau_sync_acquire(held);
}

void landau_world_check(void)
{
	struct landau_native_thread *self = landau_self();

	if (self && __atomic_load_n(&world.stop, __ATOMIC_SEQ_CST))
		park(self);
}

void landau_world_admit(struct landau_native_thread *slot)
{
	if (__atomic_load_n(&world.stop, __ATOMIC_SEQ_CST))
		park(slot);
}

static void on_stop_signal(int signal, siginfo_t *info, void *context)
{
	const ucontext_t *interrupted = context;
	struct landau_native_thread *self = landau_self();

	(void)signal;
	if (info->si_code == SI_QUEUE && info->si_value.sival_int == LANDAU_DUMP_VALUE) {
		landau_dump_by_signal((uintptr_t)interrupted->uc_mcontext.gregs[REG_RIP]);
		return;
	}
	/* In a call that blocks it stands still already. */
	if (!self || self->parked ||
	    landau_world_is_runtime((uintptr_t)interrupted->uc_mcontext.gregs[REG_RIP]))
		return;
	landau_world_check();
}

void landau_world_start(void)
{
	dl_iterate_phdr(find_runtime, NULL);
	landau_signals_install_raw(LANDAU_STOP_SIGNAL, on_stop_signal, SA_RESTART);
}

void landau_attend(void)
{
	uint32_t reasons = landau_attention();

	if (reasons & LANDAU_ATTEND_WAITING)
		landau_unblock(true);
	if (reasons & LANDAU_ATTEND_WORLD)
		landau_world_check();
	if (reasons & LANDAU_ATTEND_SIGNAL)
		landau_signals_deliver();
	if (reasons & LANDAU_ATTEND_DUMP)
		landau_dump_now();
	if (reasons & LANDAU_ATTEND_SNAPSHOT)
		landau_snapshot_if_due();
	if (reasons & LANDAU_ATTEND_BLOCKS)
		landau_space_attend();
	if (landau_hot.state == LANDAU_THREAD_NEW && landau_native.started)
		landau_thread_begin(landau_new_thread_id(), 0);
}

/* Whether the thread stands still, or is none any more. The lock of the slots is held, so that it does not end meanwhile. */
static bool asked_to_stop(struct landau_native_thread *slot, bool by_signal)
{
	if (!landau_slot_is_used(slot) || slot->hot == &landau_hot)
		return true;
	if (__atomic_load_n(&slot->parked, __ATOMIC_SEQ_CST))
		return true;
	if (landau_slot_is_deserted(slot))
		return true;
	__atomic_or_fetch(&slot->hot->attention, LANDAU_ATTEND_WORLD, __ATOMIC_SEQ_CST);
	landau_hot_set(slot->hot, LANDAU_ALWAYS_SLOW, LANDAU_ALWAYS_SLOW);
	if (by_signal)
		landau_raw3(SYS_tgkill, landau_raw3(SYS_getpid, 0, 0, 0), slot->tid,
			    LANDAU_STOP_SIGNAL);
	return false;
}

void landau_world_stop(void)
{
	struct landau_native_thread *self = landau_self();
	uint32_t tid = (uint32_t)landau_raw3(SYS_gettid, 0, 0, 0);
	uint32_t nobody = 0;
	static uint32_t never;
	bool all;

	while (!__atomic_compare_exchange_n(&world.stopper, &nobody, tid, false, __ATOMIC_SEQ_CST,
					    __ATOMIC_SEQ_CST)) {
		nobody = 0;
		if (self)
			landau_world_check();
		landau_raw3(SYS_sched_yield, 0, 0, 0);
	}
	__atomic_store_n(&world.stop, 1, __ATOMIC_SEQ_CST);
	for (unsigned rounds = 0;; rounds++) {
		all = true;
		landau_slots_lock();
		for (uint32_t i = 0; i < landau_slot_count(); i++)
			all = asked_to_stop(landau_slot(i), rounds >= YIELDS && rounds % 4 == 0) &&
			      all;
		landau_slots_unlock();
		if (all)
			return;
		if (rounds < YIELDS)
			landau_raw3(SYS_sched_yield, 0, 0, 0);
		else
			landau_raw_wait(&never, 0, NANOSECONDS_BETWEEN);
	}
}

void landau_world_resume(void)
{
	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		struct landau_native_thread *slot = landau_slot(i);

		if (!landau_slot_is_used(slot) || !slot->hot)
			continue;
		__atomic_and_fetch(&slot->hot->attention, ~(uint32_t)LANDAU_ATTEND_WORLD,
				   __ATOMIC_SEQ_CST);
		if (landau_native.on && slot->core_thread)
			landau_show_threshold(slot);
	}
	__atomic_store_n(&world.stop, 0, __ATOMIC_SEQ_CST);
	landau_raw_wake(&world.stop);
	__atomic_store_n(&world.stopper, 0, __ATOMIC_SEQ_CST);
}

bool landau_world_is_mine(void)
{
	return __atomic_load_n(&world.stopper, __ATOMIC_SEQ_CST) ==
	       (uint32_t)landau_raw3(SYS_gettid, 0, 0, 0);
}

void landau_world_stay(void)
{
	struct landau_native_thread *self = landau_self();
	static uint32_t never;

	if (landau_world_is_mine())
		landau_world_resume();
	if (self)
		__atomic_store_n(&self->parked, 1, __ATOMIC_SEQ_CST);
	for (;;)
		landau_raw_wait(&never, 0, 0);
}

void landau_world_after_fork(void)
{
	world.stopper = 0;
	world.stop = 0;
}

/* -- Renumbering, see core/renumber.c ------------------------------------------------------------
 */

struct mapping {
	struct landau_places places;
	struct landau_native_thread *slot;
};

static const landau_word *write_stamps(uint64_t offset)
{
	bool stamped = landau_native.multi && landau_group_use(offset) == LANDAU_GROUP_SHARED;

	return stamped ? (const landau_word *)(landau_native.writes + offset) : NULL;
}

static void map_words(void *context, uint64_t group, uint64_t count)
{
	struct mapping *mapping = context;

	for (uint64_t i = group; i < group + count; i++) {
		uint64_t offset = i << LANDAU_GROUP_SHIFT;

		landau_places_map_words(&mapping->places, landau_narrow_word(mapping->slot, offset),
					write_stamps(offset), LANDAU_GROUP_BYTES / 4);
	}
}

/* A wide word where there are write stamps, which may be different. */
static void map_stamped_granule(struct mapping *mapping, uint64_t offset)
{
	landau_word *wide = landau_wide_word(mapping->slot, offset);
	landau_word words[2] = {*wide, *wide};

	landau_places_map_words(&mapping->places, words, write_stamps(offset), 2);
	if (words[0] == words[1]) {
		*wide = words[0];
		return;
	}
	landau_put_narrow(mapping->slot, offset, landau_load_pair(words));
}

static void map_wide_words(void *context, uint64_t group, uint64_t count)
{
	struct mapping *mapping = context;

	for (uint64_t i = group; i < group + count; i++) {
		uint64_t start = i << LANDAU_GROUP_SHIFT;

		if (!write_stamps(start)) {
			landau_places_map_words(&mapping->places,
						landau_wide_word(mapping->slot, start), NULL,
						LANDAU_GROUP_BYTES / 8);
			continue;
		}
		for (uint64_t offset = start; offset < start + LANDAU_GROUP_BYTES; offset += 8)
			map_stamped_granule(mapping, offset);
	}
}

static void map_writes(void *context, uint64_t group, uint64_t count)
{
	struct mapping *mapping = context;

	landau_places_map_writes(
		&mapping->places,
		(landau_word *)(landau_native.writes + (group << LANDAU_GROUP_SHIFT)),
		(count << LANDAU_GROUP_SHIFT) / sizeof(landau_word));
}

static bool is_alive(const struct landau_native_thread *slot)
{
	return landau_slot_is_used(slot) && slot->core_thread && !slot->core_thread->finished;
}

static void renumber_all(struct mapping *mapping)
{
	uint32_t clock = landau_places_clock(&mapping->places);

	landau_native.least_clock = clock;
	if (landau_native.multi)
		landau_native.multi_stamp =
			landau_places_map_stamp(&mapping->places, landau_native.multi_stamp);
	/* The words of a thread stay meaningful when it has ended. */
	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		mapping->slot = landau_slot(i);
		landau_groups_each(mapping->slot->uses, mapping, map_words);
		landau_groups_each(mapping->slot->wide_uses, mapping, map_wide_words);
	}
	landau_groups_each(landau_native.write_uses, mapping, map_writes);
	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		struct landau_native_thread *slot = landau_slot(i);

		landau_restart_clock(slot->core, clock);
		if (is_alive(slot)) {
			landau_places_map_thread(&mapping->places, slot->core_thread);
			landau_show_threshold(slot);
		}
	}
	landau_times_restart();
}

void landau_world_renumber_stopped(void)
{
	struct mapping mapping = {0};
	uint64_t count = 0;
	size_t bytes;

	LANDAU_HOLDS(landau_world_is_mine());
	for (uint32_t i = 0; i < landau_slot_count(); i++)
		if (is_alive(landau_slot(i)))
			count += landau_slot(i)->core_thread->top + (uint64_t)1;
	bytes = (count + 2) * sizeof(uint32_t);
	if (count > LANDAU_STAMP_LAST / 6)
		landau_native_give_up("more pending activations than can be numbered");
	mapping.places.stamps = landau_raw_pages(bytes);
	if (!mapping.places.stamps)
		landau_native_give_up("out of memory");
	for (uint32_t i = 0; i < landau_slot_count(); i++)
		if (is_alive(landau_slot(i)))
			landau_places_add(&mapping.places, landau_slot(i)->core_thread);
	if (landau_native.multi)
		landau_places_add_stamp(&mapping.places, landau_native.multi_stamp);
	landau_places_sort(&mapping.places);
	renumber_all(&mapping);
	landau_raw_unmap(mapping.places.stamps, bytes);
}

void landau_world_renumber(void)
{
	struct landau_native_thread *self = landau_self();

	landau_world_stop();
	/* Another thread may have done it while this one waited. */
	if (!self || self->core->clock + 1 >= self->core->limit)
		landau_world_renumber_stopped();
	landau_world_resume();
}
