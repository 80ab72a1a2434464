/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * real.c - finds real functions; see real.h.
 *
 * Mostly they are in a library that the program needs. If not, a library that the program has opened for itself calls us, and the
 * function is in one that came with it; or a linker (gold) took what it found in the runtime for all that the program wants
 * of OpenMP's library.
 */
#include "real.h"

#include "engine/native/runtime/raw.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/syscall.h>

LANDAU_REAL_ONLY(int, dlclose, (void *));

static const void *object_of(const void *address)
{
	Dl_info info;

	return dladdr(address, &info) ? info.dli_fbase : NULL;
}

/* By an object and those that it needs, of which the runtime may be one. The object stays. */
static void *find_through(const char *object, int flags, const char *name)
{
	void *handle = dlopen(object, RTLD_LAZY | flags);
	void *function = handle ? dlsym(handle, name) : NULL;

	if (function && object_of(function) != object_of(&landau_native))
		return function;
	if (handle)
		REAL(dlclose)(handle);
	return NULL;
}

static void *find_elsewhere(const char *name)
{
	void *program = dlopen(NULL, RTLD_LAZY);
	struct link_map *object = NULL;
	void *function = NULL;

	if (program && dlinfo(program, RTLD_DI_LINKMAP, &object) == 0)
		for (; object && !function; object = object->l_next)
			if (object->l_name[0])
				function = find_through(object->l_name, RTLD_NOLOAD, name);
	return function ? function : find_through("libgomp.so.1", 0, name);
}

void *landau_real_function(const char *name)
{
	void *function = dlsym(RTLD_NEXT, name);

	if (!function)
		function = find_elsewhere(name);
	if (!function) {
		landau_raw_say("landau: the program calls ", name,
			       ", which none of its libraries has", NULL);
		landau_raw3(SYS_exit_group, 2, 0, 0);
	}
	return function;
}
