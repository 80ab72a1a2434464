/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay.h - the engine that feeds the core from an event trace (see trace.h for its form).
 *
 * Whatever ends a replay, the end of the trace, a malformed line or the end of memory, what was
 * recorded until then can be read from `core`:
 *
 *	struct landau_replay replay;
 *	if (landau_replay_start(&replay, &settings)) {
 *		landau_replay_run(&replay, descriptor);    ... replay.error is "" if all is well
 *		... write replay.core, within landau_replay_guard ...
 *	}
 *	landau_replay_free(&replay);
 */
#ifndef LANDAU_REPLAY_H
#define LANDAU_REPLAY_H

#include "core/core.h"
#include "engine/replay/routines.h"
#include "engine/replay/trace.h"

#include <setjmp.h>

/* The core's threads by their number in the trace: open addressing, a power of two of slots. */
struct landau_replay_threads {
	struct landau_thread **slots;
	uint32_t count;
	uint32_t capacity;
};

struct landau_replay {
	struct landau_core *core;
	struct landau_routines routines; /* numbers in the core -> names */
	struct landau_routines
		sources; /* of what the kernel reads from: numbers in the core less one */

	uint64_t events; /* that were fed to the core */
	uint64_t line;   /* of the error, 0 if it is about no line */
	char error[256]; /* "" if there was none */
	bool out_of_memory;
	bool has_opaque;  /* the trace has opaque routines */
	uint32_t further; /* bits of enum landau_further: further costs that the trace tells */

	/* The rest is the engine's own. */
	struct landau_host host;
	struct landau_replay_threads threads;
	struct landau_thread *running;
	struct landau_trace trace;
	jmp_buf no_memory;
};

/*
 * False, with replay->error set, if the core cannot be had with these settings. Names of routines
 * for settings->on_return are in replay->routines.
 */
bool landau_replay_start(struct landau_replay *replay, const struct landau_settings *settings);

/*
 * Feeds the trace and returns what is pending at its end or at the first error: by thread number,
 * innermost first. When memory is out there are no such returns, and the shadow is gone.
 */
void landau_replay_run(struct landau_replay *replay, int descriptor);

/*
 * Runs something that asks the core for memory once the trace is done, such as writing the profile:
 * what it returns or, with replay->error set, false if memory runs out meanwhile.
 */
bool landau_replay_guard(struct landau_replay *replay, bool (*work)(void *context), void *context);

void landau_replay_free(struct landau_replay *replay);

#endif
