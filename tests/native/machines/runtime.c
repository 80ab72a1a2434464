/* SPDX-License-Identifier: GPL-2.0-or-later */
/* runtime.c - what a test does not link of the runtime; see runtime.h. All of it gives way to the real thing. */
#include "runtime.h"

#include "engine/native/hooks/calls.h"
#include "engine/native/hooks/measure.h"
#include "engine/native/interposition/interpose.h"
#include "engine/native/interposition/real.h"
#include "engine/native/interposition/space.h"
#include "engine/native/output/event_log.h"
#include "engine/native/output/profile_output.h"
#include "engine/native/output/snapshots.h"
#include "engine/native/runtime/requests.h"
#include "engine/native/runtime/signals.h"
#include "engine/native/runtime/world.h"
#include "engine/native/parallel/granules.h"
#include "engine/native/parallel/groups.h"
#include "engine/native/parallel/sources.h"
#include "engine/native/interposition/source_names.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define INSTEAD __attribute__((weak))

enum { PAGE = 4096 };

uint32_t profiles_written;

static void *get_memory(void *context, size_t bytes)
{
	void *memory = aligned_alloc(PAGE, (bytes + PAGE - 1) & ~(size_t)(PAGE - 1));

	(void)context;
	if (memory)
		memset(memory, 0, bytes);
	return memory;
}

static void give_back(void *context, void *memory, size_t bytes)
{
	(void)context;
	(void)bytes;
	free(memory);
}

__attribute__((noreturn)) static void die(void *context, const char *what, uint64_t bytes_in_use)
{
	(void)context;
	(void)bytes_in_use;
	landau_native_die(what);
}

struct landau_native landau_native = {
	.on = true,
	.started = true,
	.multi = true,
	.cell_shift = 2,
	.host = {.get_memory = get_memory, .give_back = give_back, .die = die},
};

INSTEAD __thread struct landau_hot landau_hot = {.attention = LANDAU_ATTEND_NEW};

INSTEAD void landau_native_die(const char *what)
{
	fprintf(stderr, "died: %s\n", what);
	abort();
}

INSTEAD void landau_native_give_up(const char *what)
{
	landau_native_die(what);
}

struct landau_native_thread *made_thread(uint32_t clock)
{
	struct landau_settings settings = {.cell_bytes = 4};
	struct landau_native_thread *thread = get_memory(NULL, sizeof(*thread));

	thread->hot = get_memory(NULL, sizeof(*thread->hot));
	thread->core = landau_core_create(&landau_native.host, &settings);
	thread->core->clock = clock;
	thread->core_thread = landau_thread_start(thread->core, 1);
	thread->core_thread->boundary = clock;
	return thread;
}

void drop_thread(struct landau_native_thread *thread)
{
	landau_core_destroy(thread->core);
	if (thread->hot != &landau_hot)
		free(thread->hot);
	free(thread);
}

INSTEAD void *landau_real_function(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

/* -- runtime -------------------------------------------------------------------------------------
 */

INSTEAD void landau_attend(void)
{
}

INSTEAD void landau_world_check(void)
{
}

INSTEAD bool landau_block(void)
{
	return false;
}

INSTEAD void landau_unblock(bool needed)
{
	(void)needed;
}

INSTEAD void landau_cancelled(void *held)
{
	(void)held;
}

INSTEAD bool landau_world_is_runtime(uintptr_t code)
{
	(void)code;
	return false;
}

INSTEAD void landau_signals_thread_start(struct landau_native_thread *self)
{
	(void)self;
}

INSTEAD void landau_signals_install_raw(int signal, void (*handler)(int, siginfo_t *, void *),
					int flags)
{
	struct sigaction action = {.sa_sigaction = handler, .sa_flags = flags | SA_SIGINFO};

	sigaction(signal, &action, NULL);
}

INSTEAD void landau_signals_hold(struct landau_native_thread *self, sigset_t *before)
{
	(void)self;
	(void)before;
}

INSTEAD void landau_signals_release(const sigset_t *before)
{
	(void)before;
}

INSTEAD void landau_signals_deliver(void)
{
}

INSTEAD void landau_dump_now(void)
{
}

INSTEAD void landau_dump_by_signal(uintptr_t code)
{
	(void)code;
}

INSTEAD void landau_watch_end_of_thread(void)
{
}

/* -- shadow: there is none ------------------------------------------------------------------------
 */

INSTEAD unsigned char *landau_shadow_reserve(uint32_t slot, bool wide)
{
	static unsigned char shadow[64];

	(void)slot;
	(void)wide;
	return shadow;
}

INSTEAD uint32_t landau_shadow_most_slots(void)
{
	return LANDAU_MOST_SLOTS;
}

INSTEAD unsigned char *landau_uses_reserve(uint32_t slot, bool wide)
{
	static unsigned char uses[64];

	(void)slot;
	(void)wide;
	return uses;
}

INSTEAD void landau_shadow_forget(const void *address, uint64_t size)
{
	(void)address;
	(void)size;
}

INSTEAD void landau_groups_leave(struct landau_native_thread *slot)
{
	(void)slot;
}

INSTEAD void landau_words_wipe(struct landau_native_thread *slot)
{
	(void)slot;
}

INSTEAD void landau_writes_wipe(void)
{
}

INSTEAD void landau_groups_each(const unsigned char *uses, void *context,
				void (*visit)(void *context, uint64_t group, uint64_t count))
{
	(void)uses;
	(void)context;
	(void)visit;
}

INSTEAD void landau_put_narrow(struct landau_native_thread *slot, uint64_t offset, uint64_t pair)
{
	(void)slot;
	(void)offset;
	(void)pair;
}

/* -- calls and output ----------------------------------------------------------------------------
 */

INSTEAD void landau_calls_start(struct landau_native_thread *self)
{
	self->collecting = true;
}

INSTEAD void landau_calls_unwind_to(struct landau_native_thread *self, uint32_t depth)
{
	(void)self;
	(void)depth;
}

INSTEAD void landau_log_activation(void *context, const struct landau_thread *thread,
				   const struct landau_result *result)
{
	(void)context;
	(void)thread;
	(void)result;
}

INSTEAD struct landau_treatment landau_routine_treatment(void *context, uint32_t routine)
{
	(void)context;
	(void)routine;
	return (struct landau_treatment){.way = LANDAU_ORDINARY};
}

INSTEAD void landau_log_return(struct landau_native_thread *self)
{
	(void)self;
}

INSTEAD void landau_output_write(enum landau_exit_kind kind, int code)
{
	(void)kind;
	(void)code;
	profiles_written++;
}

INSTEAD void landau_snapshot_if_due(void)
{
}

INSTEAD void landau_space_settle(struct landau_native_thread *slot)
{
	(void)slot;
}

INSTEAD void landau_space_attend(void)
{
}

INSTEAD void landau_measure_now(struct landau_native_thread *self)
{
	(void)self;
}

INSTEAD void landau_measure_on(struct landau_native_thread *self)
{
	(void)self;
}

/* -- sources ------------------------------------------------------------------------------------
 */

INSTEAD void landau_sources_after_fork(void)
{
}

INSTEAD uint32_t landau_source_of_kernel(void)
{
	return 0;
}

INSTEAD uint32_t landau_source_of_atomic(const struct landau_native_thread *self)
{
	(void)self;
	return 0;
}
