/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * requests.c - snapshots of the profile while the program runs; see requests.h.
 *
 * A copy of the process writes the snapshot, as if the program ended there; but activations that have
 * not returned are left out, as in the other engine. The program goes on when the copy is done. The copy
 * is no child that the program could wait for.
 */
#include "requests.h"

#include "dump_signal.h"
#include "output.h"
#include "raw.h"
#include "world.h"

#include "landau.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum { PHASE_BYTES = 64 };

static char phase[PHASE_BYTES]; /* "." and the name; "" before the first one */

static void snapshot(const char *ending)
{
	long copy;
	bool blocked;

	if (!landau_native.on || landau_native.log)
		return;
	landau_world_stop();
	copy = landau_raw(SYS_clone, 0, 0, 0, 0, 0, 0);
	if (copy == 0) {
		landau_world_after_fork();
		landau_output_write_snapshot(ending);
		landau_raw3(SYS_exit_group, 0, 0, 0);
	}
	landau_world_resume();
	if (copy < 0) {
		landau_raw_say("landau: no process to be had for a snapshot", NULL);
		return;
	}
	/* A thread that is not known yet must not become so in a signal's handler. */
	blocked = landau_self() && landau_block();
	while (landau_raw(SYS_wait4, copy, 0, __WALL, 0, 0, 0) == -EINTR) {
	}
	landau_unblock(blocked);
}

/* It becomes a part of a file's name. */
static void set_phase(const char *name)
{
	size_t i = 1;

	phase[0] = '.';
	for (; name && *name && i < PHASE_BYTES - 1; name++) {
		char c = *name;
		bool fine = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
			    (c >= 'A' && c <= 'Z') || c == '-' || c == '_';

		phase[i++] = fine ? c : '_';
	}
	phase[i] = '\0';
	if (i == 1)
		phase[0] = '\0';
}

static void say_everything_is_collected(void)
{
	static uint32_t said;

	if (!__atomic_exchange_n(&said, 1, __ATOMIC_RELAXED))
		landau_raw_say("landau: the native engine collects everything: LANDAU_START and "
			       "LANDAU_STOP need --engine=valgrind",
			       NULL);
}

/* Answers 0 if the program is not recorded by this engine. */
LANDAU_PUBLIC unsigned long landau_native_request(unsigned long request, const void *argument)
{
	if (!landau_native.on)
		return 0;
	if (landau_hot.attention)
		landau_attend();
	switch (request) {
	case LANDAU_REQUEST_DUMP:
		snapshot(phase);
		break;
	case LANDAU_REQUEST_PHASE:
		set_phase(argument);
		break;
	case LANDAU_REQUEST_START:
	case LANDAU_REQUEST_STOP:
		say_everything_is_collected();
		break;
	default:
		break;
	}
	return 1;
}

void landau_dump_now(void)
{
	__atomic_and_fetch(&landau_hot.attention, ~(uint32_t)LANDAU_ATTEND_DUMP, __ATOMIC_SEQ_CST);
	snapshot(LANDAU_DUMP_ENDING);
	if (landau_self())
		landau_show_threshold(landau_self());
}

void landau_dump_by_signal(uintptr_t code)
{
	struct landau_native_thread *self = landau_self();
	bool blocked = self && self->parked;
	int saved = errno;

	if (self && !blocked && landau_world_is_runtime(code)) {
		__atomic_or_fetch(&landau_hot.attention, LANDAU_ATTEND_DUMP, __ATOMIC_SEQ_CST);
		landau_hot_set(&landau_hot, LANDAU_ALWAYS_SLOW, LANDAU_ALWAYS_SLOW);
		return;
	}
	landau_unblock(blocked);
	snapshot(LANDAU_DUMP_ENDING);
	if (blocked)
		landau_block();
	errno = saved;
}
