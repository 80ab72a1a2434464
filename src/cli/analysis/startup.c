/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * startup.c - routines that only bring a program or a thread up and down; see startup.h.
 *
 * All that the dynamic loader does is start-up, also a dlopen later. Elsewhere it is a matter of names: those
 * that are reserved for compilers and libraries count in any object, those that a program may use for
 * something of its own in the C library alone.
 */
#include "cli/analysis/startup.h"

#include <string.h>

/* The end of a name may be open: "_dl_" is the beginning of many. */
static const char *const reserved_names[] = {
	"_start",
	"_init",
	"_fini",
	"frame_dummy",
	"register_tm_clones",
	"deregister_tm_clones",
	"__do_global_dtors_aux",
	"__libc_csu_init",
	"__libc_csu_fini",
	"(below main)",
	NULL,
};

static const char *const reserved_beginnings[] = {
	"_dl_", "__libc_start_", "__libc_init_", "__libc_early_init", "__libc_setup_", NULL,
};

static const char *const library_names[] = {
	"call_init", "call_fini", "exit",     "__run_exit_handlers", "start_thread", "clone",
	"clone3",    "__clone",   "__clone3", "__clone_internal",    NULL,
};

static bool is_among(const char *name, const char *const *names)
{
	for (; *names; names++)
		if (strcmp(name, *names) == 0)
			return true;
	return false;
}

static bool begins_with(const char *name, const char *beginning)
{
	return strncmp(name, beginning, strlen(beginning)) == 0;
}

/* ld-linux-x86-64.so.2, ld-2.31.so, ld-musl-x86_64.so.1, ld.so */
static bool is_loader(const char *object)
{
	return (begins_with(object, "ld-") && strstr(object, ".so")) ||
	       strcmp(object, "ld.so") == 0 || begins_with(object, "ld64.so");
}

static bool is_library(const char *object)
{
	return begins_with(object, "libc.") || begins_with(object, "libc-") ||
	       begins_with(object, "libpthread");
}

bool landau_is_startup(const struct landau_routine *routine)
{
	const char *slash = strrchr(routine->object, '/');
	const char *object = slash ? slash + 1 : routine->object;

	if (is_loader(object) || is_among(routine->name, reserved_names))
		return true;
	for (const char *const *beginning = reserved_beginnings; *beginning; beginning++)
		if (begins_with(routine->name, *beginning))
			return true;
	return is_library(object) && is_among(routine->name, library_names);
}
