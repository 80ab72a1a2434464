/* SPDX-License-Identifier: GPL-2.0-or-later */
/* real.c - finds real functions; see real.h. */
#include "real.h"

#include "engine/native/runtime/raw.h"

#include <dlfcn.h>
#include <sys/syscall.h>

void *landau_real_function(const char *name)
{
	void *function = dlsym(RTLD_NEXT, name);

	if (!function) {
		landau_raw_say("landau: the program calls ", name,
			       ", which none of its libraries has", NULL);
		landau_raw3(SYS_exit_group, 2, 0, 0);
	}
	return function;
}
