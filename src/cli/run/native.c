/* SPDX-License-Identifier: GPL-2.0-or-later */
/* native.c - recognises instrumented programs and asks them for a profile; see native.h. */
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

bool landau_native_ask(const struct landau_native_wish *wish)
{
	return setenv("LANDAU_OUT", wish->output, 1) == 0 &&
	       setenv("LANDAU_COST", wish->cost, 1) == 0 &&
	       setenv("LANDAU_CELL", wish->cell, 1) == 0 &&
	       setenv("LANDAU_ALLOCATOR", wish->allocator, 1) == 0 &&
	       setenv("LANDAU_CONTEXTS", wish->contexts ? "1" : "0", 1) == 0 &&
	       setenv("LANDAU_CHILDREN", wish->children ? "1" : "0", 1) == 0 &&
	       set_or_unset("LANDAU_STAMP_LIMIT", wish->stamp_limit) &&
	       set_or_unset("LANDAU_COLLECT", wish->collect) &&
	       set_or_unset("LANDAU_SNAPSHOT", wish->snapshot);
}
