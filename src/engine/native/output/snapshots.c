/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * snapshots.c - writes snapshots, at request or when it is time; see snapshots.h.
 *
 * A copy of the process writes the snapshot, as if the program ended there; but activations that have
 * not returned are left out, as in the other engine. The program goes on when the copy is done. The copy
 * is no child that the program could wait for.
 *
 * With --snapshot a thread of the runtime's own keeps the time: a timer of the kernel's would interrupt
 * calls of the program. It only asks the program's threads for attention, and the first that comes to
 * a hook takes the snapshot. So a program that waits is left alone. The C library does not know of this
 * thread, which has no thread-local storage of its own and gets no signals.
 */
#include "snapshots.h"

#include "profile_output.h"
#include "engine/native/runtime/raw.h"
#include "engine/native/runtime/slots.h"
#include "engine/native/runtime/world.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* One file is written at a time: the kernel's number of the thread that does it, 0: none. */
static uint32_t writer;
static long copy; /* the process that writes for it; 0: none */

static int wait_for_copy(void)
{
	int status = 0;

	while (copy > 0 && landau_raw(SYS_wait4, copy, (long)&status, __WALL, 0, 0, 0) == -EINTR) {
	}
	copy = 0;
	return status;
}

void landau_snapshots_hold(void)
{
	enum { NANOSECONDS_BETWEEN = 10000000 };
	uint32_t self = (uint32_t)landau_raw3(SYS_gettid, 0, 0, 0);
	uint32_t other = 0;

	while (!__atomic_compare_exchange_n(&writer, &other, self, false, __ATOMIC_SEQ_CST,
					    __ATOMIC_SEQ_CST)) {
		/* A fatal signal was waiting for this thread while it wrote a snapshot. */
		if (other == self) {
			wait_for_copy();
			return;
		}
		landau_world_check();
		landau_raw_wait(&writer, other, NANOSECONDS_BETWEEN);
		other = 0;
	}
}

void landau_snapshots_release(void)
{
	__atomic_store_n(&writer, 0, __ATOMIC_SEQ_CST);
	landau_raw_wake(&writer);
}

static bool write_in_copy(const char *ending, bool silent)
{
	bool blocked;
	int status;

	landau_world_stop();
	copy = landau_raw(SYS_clone, 0, 0, 0, 0, 0, 0);
	if (copy == 0) {
		bool fine;

		/* If the program is killed meanwhile, nobody waits for this any more. */
		landau_raw3(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0);
		landau_slots_unlock();
		landau_world_after_fork();
		fine = landau_output_write_snapshot(ending, silent);
		landau_raw3(SYS_exit_group, fine ? 0 : 1, 0, 0);
	}
	landau_world_resume();
	if (copy < 0) {
		if (!silent)
			landau_raw_say("landau: cannot take a snapshot: clone failed", NULL);
		return false;
	}
	/* A thread that is not known yet must not become so in a signal's handler. */
	blocked = landau_self() && landau_block();
	status = wait_for_copy();
	landau_unblock(blocked);
	return status == 0;
}

bool landau_snapshot(const char *ending, bool silent)
{
	bool fine = true;

	if (!landau_native.on || landau_native.log)
		return true;
	landau_snapshots_hold();
	if (landau_native.on)
		fine = write_in_copy(ending, silent);
	landau_snapshots_release();
	return fine;
}

/* -- --snapshot -----------------------------------------------------------------------------------
 */

enum { CLOCK_STACK = 16384, NANOSECONDS = 1000000000 };
enum { NOT_DUE, DUE, BEING_TAKEN };

static uint32_t due;
static unsigned char *stack;

static void ask_for_attention(void)
{
	landau_slots_lock();
	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		struct landau_native_thread *slot = landau_slot(i);

		if (!__atomic_load_n(&slot->used, __ATOMIC_SEQ_CST) ||
		    landau_slot_is_deserted(slot))
			continue;
		__atomic_or_fetch(&slot->hot->attention, LANDAU_ATTEND_SNAPSHOT, __ATOMIC_SEQ_CST);
		landau_hot_set(slot->hot, LANDAU_ALWAYS_SLOW, LANDAU_ALWAYS_SLOW);
	}
	landau_slots_unlock();
}

/* The time begins anew when a snapshot is there: the program gets its time in between. */
__attribute__((noreturn)) static void keep_time(void *context)
{
	static uint32_t never;

	(void)context;
	while (landau_native.on) {
		for (uint32_t i = 0; i < landau_native.snapshot_seconds; i++)
			landau_raw_wait(&never, 0, NANOSECONDS);
		__atomic_store_n(&due, DUE, __ATOMIC_SEQ_CST);
		/* Threads that begin later are asked later. */
		while (landau_native.on && __atomic_load_n(&due, __ATOMIC_SEQ_CST) != NOT_DUE) {
			if (__atomic_load_n(&due, __ATOMIC_SEQ_CST) == DUE)
				ask_for_attention();
			landau_raw_wait(&due, __atomic_load_n(&due, __ATOMIC_SEQ_CST), NANOSECONDS);
		}
	}
	landau_raw3(SYS_exit, 0, 0, 0);
	__builtin_unreachable();
}

void landau_snapshots_start(void)
{
	const long flags =
		CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
	uint64_t all = UINT64_MAX;
	uint64_t old;
	long result = -ENOMEM;

	writer = 0;
	copy = 0;
	due = NOT_DUE;
	if (landau_native.snapshot_seconds == 0)
		return;
	if (!stack)
		stack = landau_raw_pages(CLOCK_STACK);
	landau_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)&old, sizeof(old), 0, 0);
	if (stack)
		result = landau_raw_thread(flags, stack + CLOCK_STACK, keep_time, NULL);
	landau_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&old, 0, sizeof(old), 0, 0);
	if (result < 0)
		landau_raw_say("landau: cannot start a thread, so no snapshots will be taken",
			       NULL);
}

void landau_snapshot_if_due(void)
{
	static bool failed; /* said once; it may pass, as when a full disk is emptied */
	uint32_t expected = DUE;

	__atomic_and_fetch(&landau_hot.attention, ~(uint32_t)LANDAU_ATTEND_SNAPSHOT,
			   __ATOMIC_SEQ_CST);
	if (__atomic_compare_exchange_n(&due, &expected, BEING_TAKEN, false, __ATOMIC_SEQ_CST,
					__ATOMIC_SEQ_CST)) {
		failed = !landau_snapshot("", failed);
		__atomic_store_n(&due, NOT_DUE, __ATOMIC_SEQ_CST);
		landau_raw_wake(&due);
	}
	if (landau_self())
		landau_show_threshold(landau_self());
}
