/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_trace.c - the reader of event traces, and the replay of what it reads.
 *
 * What is recorded until a trace ends, or turns out to be malformed, is a profile that can be read. The
 * first byte sets what the core is to do. Traces that touch much memory are read, not replayed.
 */
#include "fuzz.h"

#include "engine/replay/replay.h"
#include "profile/from_core.h"
#include "profile/profile.h"
#include "profile/writer.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 16 };

struct writing {
	struct landau_replay *replay;
	struct landau_settings settings;
	struct fuzz_text text;
};

static void name_routine(void *context, uint32_t number, struct landau_routine_source *source)
{
	const struct landau_replay *replay = context;

	source->name = replay->routines.names[number].text;
}

static bool write_core(void *context)
{
	struct writing *writing = context;
	struct landau_replay *replay = writing->replay;
	static struct landau_writer writer;
	static const char *program = "input";
	struct landau_description description = {
		.program = program,
		.command = &program,
		.command_count = 1,
		.engine = "replay",
		.cost_kind = "bb",
		.cell_bytes = writing->settings.cell_bytes,
		.contexts = writing->settings.contexts,
		.further = replay->further,
		.routine_count = replay->routines.count,
		.routine = name_routine,
		.context = replay,
		.host = &replay->host,
	};

	landau_writer_start(&writer, fuzz_put, &writing->text);
	return landau_write_core(&writer, replay->core, &description);
}

static bool is_small(int file)
{
	struct landau_trace trace;
	struct landau_event event = {0};
	uint64_t bytes = 0;

	FUZZ_CHECK(landau_trace_open(&trace, file));
	while (landau_trace_next(&trace, &event) == LANDAU_TRACE_EVENT && bytes <= MOST_BYTES)
		if (event.kind >= LANDAU_EVENT_READ && event.kind <= LANDAU_EVENT_FORGET)
			bytes += event.size;
	landau_trace_close(&trace);
	return bytes <= MOST_BYTES;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	struct landau_replay replay;
	struct writing writing = {.replay = &replay};
	struct landau_profile *profile;
	struct landau_error error;
	int file;

	if (count == 0)
		return 0;
	writing.settings = (struct landau_settings){
		.cell_bytes = 1u << (bytes[0] & 7) % 5,
		.stamp_limit = bytes[0] & 8 ? 64 : 0,
		.contexts = bytes[0] & 16,
		.share_all = bytes[0] & 32,
	};
	file = open(fuzz_file(bytes + 1, count - 1), O_RDONLY | O_CLOEXEC);
	FUZZ_CHECK(file >= 0);
	if (is_small(file)) {
		FUZZ_CHECK(lseek(file, 0, SEEK_SET) == 0);
		FUZZ_CHECK(landau_replay_start(&replay, &writing.settings));
		landau_replay_run(&replay, file);
		FUZZ_CHECK(landau_replay_guard(&replay, write_core, &writing));
		landau_replay_free(&replay);
		profile = landau_profile_parse(writing.text.bytes, writing.text.count, "profile",
					       &error);
		FUZZ_CHECK(profile);
		landau_profile_free(profile);
		free(writing.text.bytes);
	}
	close(file);
	return 0;
}
