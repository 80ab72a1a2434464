/* SPDX-License-Identifier: GPL-2.0-or-later */
/* policy.c - room for shadows, and what is linked in place of the log; see policy.h. */
#include "policy.h"

#include "engine/native/hooks/calls.h"
#include "engine/native/parallel/windows.h"
#include "engine/native/runtime/signals.h"
#include "engine/native/runtime/slots.h"
#include "engine/native/runtime/world.h"

#include <errno.h>
#include <sys/mman.h>

enum { SHADOW = 16 << 20 /* bytes: for 1 MB of memory, with cells of 1 byte */ };

static unsigned char *reserve(size_t bytes)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

unsigned char *landau_shadow_reserve(uint32_t slot, bool wide)
{
	(void)slot;
	(void)wide;
	return reserve(SHADOW);
}

unsigned char *landau_uses_reserve(uint32_t slot, bool wide)
{
	(void)slot;
	(void)wide;
	return reserve(landau_first_group(1) + landau_groups_of_window());
}

/* slots.c asks for it by this name here (meson.build). The real stack of a thread is not in the arena. */
int no_stack_is_known(pthread_t thread, pthread_attr_t *attributes);
int no_stack_is_known(pthread_t thread, pthread_attr_t *attributes)
{
	(void)thread;
	(void)attributes;
	return ENOSYS;
}

uint32_t landau_slot_of_sources(void)
{
	return LANDAU_MOST_SLOTS;
}

void landau_log_access(const char *word, const volatile void *address, uint64_t size,
		       uint32_t source)
{
	(void)source;
	(void)word;
	(void)address;
	(void)size;
}

void landau_log_read(struct landau_native_thread *self, const volatile void *address, uint64_t size)
{
	(void)self;
	(void)address;
	(void)size;
}

void landau_calls_cancel(void)
{
}

/*
 * The policy's functions are part of the test itself, and a sanitizer's library may run a handler later than where the signal
 * came, so that the handler cannot tell by the code whether it has interrupted one of them. Threads stop at hooks only.
 */
void landau_signals_install_raw(int signal, void (*handler)(int, siginfo_t *, void *), int flags)
{
	struct sigaction action = {.sa_handler = SIG_IGN, .sa_flags = flags};

	(void)handler;
	sigaction(signal, &action, NULL);
}

void start_policy(bool with_sources)
{
	landau_native.multi = false;
	landau_native.log = true;
	landau_native.blank = landau_shadow_reserve(LANDAU_SLOT_BLANK, false);
	landau_native.wide_blank = landau_shadow_reserve(LANDAU_SLOT_BLANK, true);
	landau_native.writes = landau_shadow_reserve(LANDAU_SLOT_WRITES, false);
	landau_native.write_uses = landau_uses_reserve(LANDAU_SLOT_WRITES, false);
	if (with_sources)
		landau_native.sources = landau_shadow_reserve(LANDAU_MOST_SLOTS, false);
	landau_world_start();
	landau_threads_start();
}
