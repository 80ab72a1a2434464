/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * engine.h - where the Valgrind engine and the distribution's Valgrind commands are.
 *
 * The engine is a directory that serves as VALGRIND_LIB. It is found beside the running command, in
 * the build folder or in the installation, so that a moved or a copied tree works.
 */
#ifndef LANDAU_CLI_ENGINE_H
#define LANDAU_CLI_ENGINE_H

#include <elf.h>
#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/* The name under which the engine's process appears in /proc, and what programs it is for. */
#if defined(__aarch64__)
#define LANDAU_ENGINE_PLATFORM  "arm64-linux"
#define LANDAU_ENGINE_PROCESSOR "arm64"
#define LANDAU_ENGINE_MACHINE   EM_AARCH64
#define LANDAU_HAS_NATIVE       false
#else
#define LANDAU_ENGINE_PLATFORM  "amd64-linux"
#define LANDAU_ENGINE_PROCESSOR "x86-64"
#define LANDAU_ENGINE_MACHINE   EM_X86_64
#define LANDAU_HAS_NATIVE       true
#endif
#define LANDAU_ENGINE_NAME "landau-" LANDAU_ENGINE_PLATFORM

/* What `landau record` and `landau dump` agree on for talking to the engine. */
#define LANDAU_VGDB_FOLDER "/tmp"
#define LANDAU_VGDB_PREFIX "--vgdb-prefix=" LANDAU_VGDB_FOLDER "/vgdb-pipe"

struct landau_engine {
	char folder[PATH_MAX];
	char launcher[PATH_MAX];
	char link
		[PATH_MAX]; /* what leads to the folder while the program runs; "" if it is named as it is */
};

/* Complains and returns false where something is missing. */
bool landau_engine_find(struct landau_engine *engine);

/* Whether it has what it needs to start, apart from itself; complains if not. */
bool landau_engine_can_start(void);

/*
 * Makes it ready to run one program: its folder gets a name that can stand in LD_PRELOAD, where a blank or a colon ends a
 * name. Complains and returns false if it cannot. What that took is taken back when the program has ended.
 */
bool landau_engine_open(struct landau_engine *engine);
void landau_engine_close(const struct landau_engine *engine);

/* The first executable file `name` in PATH. */
bool landau_find_in_path(const char *name, char *path, size_t size);

/* Says so if it was built for another version of Valgrind. */
void landau_engine_warn_of_version(const struct landau_engine *engine);

/* Whether the process is one that `landau record` runs. */
bool landau_process_is_engine(pid_t pid);

#endif
