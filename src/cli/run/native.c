/* SPDX-License-Identifier: GPL-2.0-or-later */
/* native.c - recognises instrumented programs and gives them their settings; see native.h. */
#include "cli/run/native.h"

#include "engine/recognise.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static bool read_file(void *context, uint64_t offset, void *copy, size_t size)
{
	const int *file = context;

	return pread(*file, copy, size, (off_t)offset) == (ssize_t)size;
}

bool landau_is_native(const char *path)
{
	/* Nothing that has to be waited for. */
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool result;

	if (file < 0)
		return false;
	result = landau_recognise_native(read_file, &file);
	close(file);
	return result;
}

/* NULL: not in the environment. */
static bool set_or_unset(const char *name, const char *value)
{
	return (value ? setenv(name, value, 1) : unsetenv(name)) == 0;
}

bool landau_native_set_environment(const struct landau_native_settings *settings)
{
	return setenv("LANDAU_OUT", settings->output, 1) == 0 &&
	       setenv("LANDAU_COST", settings->cost, 1) == 0 &&
	       setenv("LANDAU_CELL", settings->cell, 1) == 0 &&
	       setenv("LANDAU_ALLOCATOR", settings->allocator, 1) == 0 &&
	       setenv("LANDAU_CONTEXTS", settings->contexts ? "1" : "0", 1) == 0 &&
	       setenv("LANDAU_CHILDREN", settings->children ? "1" : "0", 1) == 0 &&
	       set_or_unset("LANDAU_QUIET", settings->quiet ? "1" : NULL) &&
	       set_or_unset("LANDAU_SOURCES", settings->sources ? "1" : NULL) &&
	       set_or_unset("LANDAU_THROUGH", settings->through ? "1" : NULL) &&
	       set_or_unset("LANDAU_CURVE_FLOOR", settings->curve_floor) &&
	       set_or_unset("LANDAU_STAMP_LIMIT", settings->stamp_limit) &&
	       set_or_unset("LANDAU_COLLECT", settings->collect) &&
	       set_or_unset("LANDAU_SNAPSHOT", settings->snapshot);
}
