/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * launch.c - turns a recording into the arguments and the environment of an engine, and executes the
 * program; see launch.h.
 */
#include "cli/run/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/print/output.h"
#include "cli/run/native.h"

enum { FIXED_ARGUMENTS = 34 };

/* At once. Valgrind's own limit is 500; it takes 7 KB of memory for each that there might be. */
#define MOST_THREADS "1000"

static bool is_rms(const struct landau_recording *recording)
{
	return strcmp(recording->metric, "rms") == 0;
}

static bool is_distinct(const struct landau_recording *recording)
{
	return strcmp(recording->files, "distinct") == 0;
}

/* "--name=value"; NULL when memory is out. */
static char *option_text(const char *name, const char *value)
{
	char *text;

	if (asprintf(&text, "--%s=%s", name, value) < 0)
		return NULL;
	return text;
}

void landau_recording_name_output(struct landau_recording *recording)
{
	bool numbered = recording->trace_children && !strstr(recording->output, "%p");

	snprintf(recording->written, sizeof(recording->written), "%.*s%s", PATH_MAX - 8,
		 recording->output, numbered ? ".%p" : "");
}

char *landau_recording_next_command(const struct landau_recording *recording, const char *output)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);

	if (!stream)
		return NULL;
	fputs("landau report", stream);
	if (strcmp(recording->output_name, "landau.data") != 0) {
		/* As the user wrote it, except that the engine has filled in the patterns. */
		const char *slash = strrchr(output, '/');
		const char *name_slash = strrchr(recording->output_name, '/');
		char *shown = NULL;

		if (asprintf(&shown, "%.*s%s",
			     name_slash ? (int)(name_slash - recording->output_name) + 1 : 0,
			     recording->output_name, slash + 1) > 0) {
			fputc(' ', stream);
			landau_print_quoted(stream, shown);
		}
		free(shown);
	}
	if (fclose(stream) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* Unless it is asked for, cost is instructions, since a block may copy much; the native engine cannot count them. */
static const char *cost_for(const struct landau_recording *recording, bool native)
{
	return recording->cost ? recording->cost : native ? "bb" : "instr";
}

bool landau_recording_has_lines(const struct landau_recording *recording)
{
	return strcmp(recording->lines, "none") != 0 && strcmp(recording->lines, "auto") != 0;
}

bool landau_recording_is_for_valgrind(const struct landau_recording *recording)
{
	bool can_count = !recording->cost || strncmp(recording->cost, "instr", 5) != 0;

	return !can_count || is_rms(recording) || is_distinct(recording) ||
	       (landau_recording_has_lines(recording) && !recording->lines_unasked) ||
	       recording->reference || recording->trace_name || recording->activations_name;
}

/* Tells programs that profile themselves what to do. */
static void set_native_environment(const struct landau_recording *recording)
{
	struct landau_native_settings settings = {
		.output = recording->written,
		.cost = cost_for(recording, true),
		.cell = recording->cell,
		.allocator = recording->allocator,
		.curve_floor = recording->curve_floor,
		.stamp_limit = recording->stamp_limit,
		.collect = recording->collect,
		.snapshot = recording->snapshot,
		.contexts = recording->contexts,
		.quiet = recording->quiet,
		.sources = recording->sources,
		.through = recording->through,
		.children = recording->trace_children,
	};

	if (!landau_native_set_environment(&settings)) {
		landau_complain("out of memory");
		_exit(LANDAU_BAD);
	}
}

/* Fills in the name of the profile, and moves an older one out of the way. */
static void make_room(const struct landau_recording *recording, char output[PATH_MAX])
{
	if (!landau_output_expand(recording->output, getpid(), output)) {
		landau_complain("%s: %s", recording->output_name, strerror(ENAMETOOLONG));
		_exit(LANDAU_BAD);
	}
	if (!landau_output_keep_old(output))
		_exit(LANDAU_BAD);
}

void landau_launch_valgrind(void *context)
{
	struct landau_recording *recording = context;
	char output[PATH_MAX];
	size_t program_count = 0;
	size_t count = 0;

	make_room(recording, output);
	while (recording->program[program_count])
		program_count++;
	char **arguments = calloc(FIXED_ARGUMENTS + program_count + 1, sizeof(char *));
	char *next = landau_recording_next_command(recording, output);
	if (!arguments || !next) {
		landau_complain("out of memory");
		_exit(LANDAU_BAD);
	}

	/* Valgrind does not start without a standard error. */
	if (fcntl(STDERR_FILENO, F_GETFD) < 0) {
		int nowhere = open("/dev/null", O_WRONLY);
		if (nowhere >= 0 && nowhere != STDERR_FILENO)
			dup2(nowhere, STDERR_FILENO);
	}
	bool status_line =
		!recording->quiet && isatty(STDERR_FILENO) && !getenv("LANDAU_NO_STATUS");
	arguments[count++] = recording->engine.launcher;
	arguments[count++] = (char *)"--tool=landau";
	/* Options for other tools in ~/.valgrindrc and VALGRIND_OPTS would be errors here. */
	arguments[count++] = (char *)"--command-line-only=yes";
	arguments[count++] = (char *)"-q";
	arguments[count++] = (char *)"--fair-sched=try";
	arguments[count++] = (char *)"--max-threads=" MOST_THREADS;
	arguments[count++] =
		access(LANDAU_VGDB_FOLDER, W_OK) == 0 ? (char *)"--vgdb=yes" : (char *)"--vgdb=no";
	arguments[count++] = (char *)LANDAU_VGDB_PREFIX;
	arguments[count++] = recording->trace_children ? (char *)"--trace-children=yes"
						       : (char *)"--trace-children=no";
	arguments[count++] = option_text("out", recording->written);
	arguments[count++] = option_text("cost", cost_for(recording, false));
	arguments[count++] = option_text("cell", recording->cell);
	arguments[count++] = option_text("allocator", recording->allocator);
	arguments[count++] = option_text("contexts", recording->contexts ? "yes" : "no");
	arguments[count++] = option_text("rms-only", is_rms(recording) ? "yes" : "no");
	arguments[count++] = option_text("status", status_line ? "yes" : "no");
	/* With children each process would print one. */
	bool summary = !recording->quiet && !recording->trace_children;
	arguments[count++] = option_text("summary", summary ? "yes" : "no");
	arguments[count++] = option_text("next-hint", next);
	if (is_distinct(recording))
		arguments[count++] = option_text("files", recording->files);
	if (recording->sources)
		arguments[count++] = option_text("sources", "yes");
	if (recording->through)
		arguments[count++] = option_text("through", recording->through);
	if (recording->collect)
		arguments[count++] = option_text("collect", recording->collect);
	if (landau_recording_has_lines(recording))
		arguments[count++] = option_text("lines", recording->lines);
	if (recording->snapshot)
		arguments[count++] = option_text("snapshot", recording->snapshot);
	if (recording->curve_floor)
		arguments[count++] = option_text("curve-floor", recording->curve_floor);
	if (recording->stamp_limit)
		arguments[count++] = option_text("stamp-limit", recording->stamp_limit);
	if (recording->reference)
		arguments[count++] = option_text("reference", "yes");
	if (recording->trace_name)
		arguments[count++] = option_text("dump-trace", recording->trace);
	if (recording->activations_name)
		arguments[count++] = option_text("dump-activations", recording->activations);
	arguments[count++] = (char *)"--";
	for (size_t i = 0; i < count; i++)
		if (!arguments[i]) {
			landau_complain("out of memory");
			_exit(LANDAU_BAD);
		}
	memcpy(arguments + count, recording->program, program_count * sizeof(char *));

	/* Programs that it executes may profile themselves. */
	if (recording->trace_children && landau_recording_is_for_valgrind(recording))
		unsetenv("LANDAU_OUT");
	else if (recording->trace_children)
		set_native_environment(recording);
	if (setenv("VALGRIND_LIB", recording->engine.folder, 1) == 0)
		execv(recording->engine.launcher, arguments);
	landau_complain("%s: %s", recording->engine.launcher, strerror(errno));
	_exit(LANDAU_BAD);
}

void landau_launch_native(void *context)
{
	struct landau_recording *recording = context;
	char output[PATH_MAX];

	make_room(recording, output);
	set_native_environment(recording);
	/* It would start itself anew otherwise. */
	personality((unsigned long)personality(0xffffffff) | ADDR_NO_RANDOMIZE);
	execvp(recording->program[0], recording->program);
	landau_complain("%s: %s", recording->program[0], strerror(errno));
	_exit(LANDAU_BAD);
}
