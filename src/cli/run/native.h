/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native.h - programs that profile themselves, because they are compiled with landau-gcc or the like.
 *
 * Such a program needs liblandau.so. It runs as it is, and finds its settings in the environment.
 */
#ifndef LANDAU_CLI_NATIVE_H
#define LANDAU_CLI_NATIVE_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/* Whether the ELF file at `path` needs liblandau.so itself. False for anything else. */
bool landau_is_native(const char *path);

struct landau_native_settings {
	const char *output; /* may hold %p */
	const char *cost;
	const char *cell;
	const char *allocator;   /* opaque, raw or names */
	const char *curve_floor; /* NULL: as ever */
	const char *stamp_limit; /* NULL: none */
	const char *collect;     /* NULL: everywhere */
	const char *snapshot;    /* NULL: none */
	bool contexts;
	bool quiet;
	bool sources;
	bool through;  /* with sources: look through memcpy and its kin */
	bool children; /* record executed programs too, if they are native */
};

/* Whether the process profiles itself; where it will put its profile. */
bool landau_process_is_native(pid_t process, char output[PATH_MAX]);

/* Asks it for a snapshot, which is at `output` afterwards. False after a complaint. */
bool landau_native_dump(pid_t process, const char *profile, const char *output);

/* Puts the settings into the environment; false when memory is out. */
bool landau_native_set_environment(const struct landau_native_settings *settings);

#endif
