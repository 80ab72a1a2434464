/* SPDX-License-Identifier: GPL-2.0-or-later */
/* requests.c - collecting, snapshots and phases at request; see requests.h. */
#include "requests.h"

#include "engine/native/hooks/calls.h"
#include "engine/native/interposition/space.h"
#include "engine/native/output/dump_signal.h"
#include "engine/native/output/snapshots.h"
#include "slots.h"
#include "world.h"

#include "engine/phase.h"
#include "landau.h"

#include <errno.h>

static char phase[1 + LANDAU_PHASE_BYTES]; /* "." and the name; "" before the first one */

/* It becomes a part of a file's name. */
static void set_phase(const char *name)
{
	size_t i = 1;

	phase[0] = '.';
	for (; name && *name && i < LANDAU_PHASE_BYTES; name++)
		phase[i++] = landau_phase_letter(*name);
	phase[i] = '\0';
	if (i == 1)
		phase[0] = '\0';
}

/* For the whole program, from now on. */
static void set_stopped(bool stopped)
{
	if (landau_native.stopped == stopped)
		return;
	landau_world_stop();
	landau_native.stopped = stopped;
	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		struct landau_native_thread *slot = landau_slot(i);

		if (slot->used && slot->core_thread)
			landau_calls_settle_mode(slot);
	}
	landau_world_resume();
}

/* Answers 0 if the program is not recorded by this engine. */
LANDAU_PUBLIC unsigned long landau_native_request(unsigned long request, const void *argument)
{
	if (!landau_native.on)
		return 0;
	if (landau_attention())
		landau_attend();
	switch (request) {
	case LANDAU_REQUEST_DUMP:
		landau_snapshot(phase, false);
		break;
	case LANDAU_REQUEST_PHASE:
		set_phase(argument);
		break;
	case LANDAU_REQUEST_ALLOCATED:
		landau_space_got(((void *const *)argument)[0], ((const size_t *)argument)[1]);
		break;
	case LANDAU_REQUEST_FREED:
		landau_space_goes(argument);
		break;
	case LANDAU_REQUEST_START:
		set_stopped(false);
		break;
	case LANDAU_REQUEST_STOP:
		set_stopped(true);
		break;
	default:
		break;
	}
	return 1;
}

void landau_dump_now(void)
{
	__atomic_and_fetch(&landau_hot.attention, ~(uint32_t)LANDAU_ATTEND_DUMP, __ATOMIC_SEQ_CST);
	landau_snapshot(LANDAU_DUMP_ENDING, false);
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
	landau_snapshot(LANDAU_DUMP_ENDING, false);
	if (blocked)
		landau_block();
	errno = saved;
}
