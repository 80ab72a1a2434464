/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lamport.c - acquire and release by interposed functions; see lamport.h. */
#include "lamport.h"

#include "world.h"

#include <sys/syscall.h>

struct landau_time landau_times[LANDAU_ALL_TIMES];

void landau_times_restart(void)
{
	for (uint32_t i = 0; i < LANDAU_ALL_TIMES; i++)
		landau_times[i].clock = 0;
}

void landau_times_after_fork(void)
{
	landau_times_restart();
	for (uint32_t i = 0; i < LANDAU_ALL_TIMES; i++)
		landau_unlock(&landau_times[i].lock);
}

void landau_lock_time(struct landau_time *time)
{
	for (int spins = 0; __atomic_exchange_n(&time->lock.taken, 1, __ATOMIC_ACQUIRE); spins++) {
		if (landau_attention())
			landau_world_check();
		if (spins < 64)
			__builtin_ia32_pause();
		else
			landau_raw3(SYS_sched_yield, 0, 0, 0);
	}
}

void landau_sync_acquire(const volatile void *object)
{
	struct landau_native_thread *self = landau_attentive_self();

	if (self && landau_native.multi)
		landau_acquire_time(self, landau_time_of(object));
}

void landau_sync_release(const volatile void *object)
{
	struct landau_native_thread *self = landau_attentive_self();

	if (self && landau_native.multi)
		landau_release_time(self, landau_time_of(object));
}
