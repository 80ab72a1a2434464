/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * launch.h - starts the program that landau record records, under the engine that was chosen.
 *
 * Both functions run in the child process, execute the program and do not return. The engine keeps
 * the process id, so %p can be filled in there.
 */
#ifndef LANDAU_CLI_LAUNCH_H
#define LANDAU_CLI_LAUNCH_H

#include <limits.h>
#include <stdbool.h>
#include <time.h>

#include "cli/run/engine.h"

/* What is asked of a recording; NULL in a text: the option was not given. */
struct landau_recording {
	const char *output_name;
	const char *cost; /* NULL: the engine's default */
	const char *engine_name;
	const char *cell;
	const char *metric;
	const char *allocator;
	const char *files; /* all or distinct */
	const char *collect;
	const char *through; /* routines with commas that sources are looked through; NULL: none */
	const char *
		lines; /* names of routines with commas, all, none, or auto before they are known */
	const char *snapshot;
	const char *curve_floor;
	const char *stamp_limit;
	const char *trace_name;
	const char *activations_name;
	bool lines_unasked; /* it was auto: a program that profiles itself may do without */
	bool contexts;
	bool trace_children;
	bool quiet;
	bool reference;
	bool sources;
	char **program;
	bool native;        /* the program profiles itself */
	bool only_children; /* not the program, but some of those that it executes do */
	struct timespec started;

	struct landau_engine engine;
	char output[PATH_MAX]; /* may still hold %p */
	char written
		[PATH_MAX]; /* what the engine is told to write; see landau_recording_name_output */
	char trace[PATH_MAX];
	char activations[PATH_MAX];
};

/* Are lines of any routine counted? */
bool landau_recording_has_lines(const struct landau_recording *recording);

/* Does it ask for what only the Valgrind engine can do? */
bool landau_recording_is_for_valgrind(const struct landau_recording *recording);

/*
 * A program that was executed does not know that it is not the first one, and would write to the same
 * file. So each process gets its own file, and that of the first one is renamed in the end.
 */
void landau_recording_name_output(struct landau_recording *recording);

/* The command that shows the profile, to be freed; NULL when memory is out. */
char *landau_recording_next_command(const struct landau_recording *recording, const char *output);

/* The program under the Valgrind engine; `context` is the recording. */
void landau_launch_valgrind(void *context);

/* A program that profiles itself, or that executes such programs. */
void landau_launch_native(void *context);

#endif
