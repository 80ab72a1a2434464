/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * record.c - landau record: runs a program under an engine, which writes the profile.
 *
 * A program that was compiled for it (landau-gcc) profiles itself; any other runs under the Valgrind
 * engine.
 *
 * Everything that can be known to fail is looked for before the program starts: the program itself,
 * the engine, the folder of the profile. The program runs in a child process, so that a death by a
 * signal can be told as 128 + signal, and so that a missing profile does not go unnoticed.
 */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/print/output.h"
#include "cli/run/children.h"
#include "cli/run/engine.h"
#include "cli/run/launch.h"
#include "cli/run/previous.h"
#include "cli/run/process.h"
#include "cli/run/recorded.h"
#include "profile/format.h"
#include "cli/run/target.h"

static void print_help(void)
{
	puts("usage: landau record [OPTIONS] [--] PROGRAM [ARGUMENTS]\n");
	puts("Runs PROGRAM and writes a profile: for each routine, how its cost grows with the "
	     "size of");
	puts("its input. Exits with PROGRAM's own status, or 128 + N if signal N killed it.\n");
	puts("  -o, --output=FILE      write the profile to FILE (landau.data); an existing file "
	     "is");
	puts("                         moved to FILE.old; %p stands for the process id, %r for "
	     "the");
	puts("                         MPI rank");
	puts("      --cost=instr|bb|time   count instructions (default of the Valgrind engine), "
	     "basic");
	puts("                         blocks (default of the native engine), or ticks of the "
	     "clock");
	puts("                         (native engine); and, with commas, further costs: alloc,");
	puts("                         allocs, live, peak, bytes-in, bytes-out, syscalls, stack,");
	puts("                         wait (native engine), and any of the first three");
	puts("      --engine=NAME      native, valgrind, or auto (the default): native for "
	     "programs");
	puts("                         compiled with landau-gcc or the like, valgrind for all "
	     "others");
	puts("      --cell=N           size of a memory cell in bytes: 1, 2, 4 (the default), 8 or "
	     "16");
	puts("      --metric=trms|rms  what counts as input: all that a call reads for the first "
	     "time");
	puts("                         (rms; Valgrind engine), or also what others have written "
	     "since");
	puts("                         it was last read (trms, the default)");
	puts("      --allocator=WAY    opaque (the default): what allocators read is not input of");
	puts("                         their callers; raw: it is; NAME[,NAME]: like opaque, and "
	     "these");
	puts("                         routines are allocators too");
	puts("      --files=all|distinct   count what is read from a file as input each time (all, "
	     "the");
	puts("                         default), or once (distinct; Valgrind engine)");
	puts("      --contexts         keep routines apart by their calling contexts");
	puts("      --collect=ROUTINE  collect only while ROUTINE is running");
	puts("      --sources          collect who wrote what is read: routine and thread, file "
	     "or");
	puts("                         socket");
	puts("      --through=NAMES    with sources, look through routines that copy, such as "
	     "memcpy:");
	puts("                         who wrote what they copied has written the copy");
	puts("      --lines=ROUTINES   count how often each source line of these routines runs, "
	     "for");
	puts("                         landau annotate: names or patterns with commas between "
	     "them,");
	puts("                         all, none, or auto (the default): those that grow fast in "
	     "an");
	puts("                         earlier profile of the name FILE (Valgrind engine)");
	puts("      --snapshot=N       write the profile so far every N seconds, in case the "
	     "program");
	puts("                         is killed");
	puts("      --trace-children   also record the programs that PROGRAM executes");
	puts("  -q, --quiet            print no status line and no summary");
	puts("  -h, --help             print this help\n");
	puts("To examine Landau itself:");
	puts("      --dump-trace=FILE        write all events, for landau replay");
	puts("      --dump-activations=FILE  write a line for each activation as it returns");
	puts("      --curve-floor=N          begin progress curves where trms is N (256; 0: none)");
	puts("      --stamp-limit=N          renumber when the clock reaches N (at least 64)");
	puts("      --reference              disable all fast paths: slower, with the same "
	     "results");
}

enum { MOST_SECONDS = 1000000 };

/* -- Options ------------------------------------------------------------------------------------ */

/* Names with commas between them: at least one, and none is empty or has a blank in it. */
static bool is_list_of_names(const char *text)
{
	for (;; text++) {
		size_t length = strcspn(text, ", \t\n");

		if (length == 0)
			return false;
		text += length;
		if (*text == '\0')
			return true;
		if (*text != ',')
			return false;
	}
}

/* Costs, each once; the first may be the main one. */
static bool is_list_of_costs(const char *text)
{
	for (uint32_t seen = 0;;) {
		size_t length = strcspn(text, ",");
		enum landau_further cost = landau_further_named(text, length);

		if (cost == LANDAU_FURTHER_COSTS || (seen >> cost & 1))
			return false;
		seen |= 1u << cost;
		if (text[length] == '\0')
			return true;
		text += length + 1;
	}
}

static int read_options(struct landau_recording *recording, int argc, char **argv)
{
	const struct landau_option rows[] = {
		{"output", 'o', .text = &recording->output_name},
		{"cost", .text = &recording->cost},
		{"engine", .text = &recording->engine_name, .choices = "auto native valgrind"},
		{"cell", .text = &recording->cell, .choices = "1 2 4 8 16"},
		{"metric", .text = &recording->metric, .choices = "trms rms"},
		{"allocator", .text = &recording->allocator},
		{"files", .text = &recording->files, .choices = "all distinct"},
		{"contexts", .flag = &recording->contexts},
		{"collect", .text = &recording->collect},
		{"sources", .flag = &recording->sources},
		{"through", .text = &recording->through},
		{"lines", .text = &recording->lines},
		{"snapshot", .text = &recording->snapshot},
		{"trace-children", .flag = &recording->trace_children},
		{"quiet", 'q', .flag = &recording->quiet},
		{"dump-trace", .text = &recording->trace_name},
		{"dump-activations", .text = &recording->activations_name},
		{"curve-floor", .text = &recording->curve_floor},
		{"stamp-limit", .text = &recording->stamp_limit},
		{"reference", .flag = &recording->reference},
		{0},
	};
	int status =
		landau_read_options(argc, argv, &(struct landau_options){rows, print_help, true});
	unsigned long number;

	if (status != LANDAU_GO_ON)
		return status;
	if (!is_list_of_names(recording->allocator))
		return landau_complain(
			"record: --allocator must be opaque, raw or names with commas "
			"between them, not '%s'",
			recording->allocator);
	if (recording->through && (!recording->sources || !is_list_of_names(recording->through)))
		return landau_complain("record: --through needs --sources, and names with commas "
				       "between them, not '%s'",
				       recording->through);
	if (recording->cost && !is_list_of_costs(recording->cost))
		return landau_complain("record: --cost must be instr, bb or time, and then, with "
				       "commas, any of alloc, allocs, live, peak, bytes-in, "
				       "bytes-out, syscalls, stack, wait and these three, not "
				       "'%s'",
				       recording->cost);
	if (recording->collect && recording->collect[0] == '\0')
		return landau_complain("record: --collect needs the name of a routine");
	if (!is_list_of_names(recording->lines))
		return landau_complain(
			"record: --lines must be auto, all, none or names with commas "
			"between them, not '%s'",
			recording->lines);
	if (recording->snapshot &&
	    !landau_parse_number(recording->snapshot, 1, MOST_SECONDS, &number))
		return landau_complain(
			"record: --snapshot must be a number of seconds from 1 to %d, "
			"not '%s'",
			MOST_SECONDS, recording->snapshot);
	if (recording->curve_floor &&
	    !landau_parse_number(recording->curve_floor, 0, INT32_MAX, &number))
		return landau_complain("record: --curve-floor must be a number from 0 to %d, not "
				       "'%s'",
				       INT32_MAX, recording->curve_floor);
	if (recording->stamp_limit &&
	    !landau_parse_number(recording->stamp_limit, 64, UINT32_MAX, &number))
		return landau_complain("record: --stamp-limit must be a number from 64 to %u, not "
				       "'%s'",
				       UINT32_MAX, recording->stamp_limit);
	if (optind >= argc)
		return landau_complain("record: no program is given; see 'landau record --help'");
	recording->program = argv + optind;
	return LANDAU_GO_ON;
}

/* -- The command -------------------------------------------------------------------------------- */

/* Whether time is among the costs: a program under Valgrind has none that means anything. */
static bool needs_native(const char *costs)
{
	for (size_t length; *costs; costs += length + (costs[length] == ',')) {
		length = strcspn(costs, ",");
		if (length == 4 &&
		    (strncmp(costs, "time", 4) == 0 || strncmp(costs, "wait", 4) == 0))
			return true;
	}
	return false;
}

/* Which engine it is, and whether that one can do what is wanted. */
static bool choose_engine(struct landau_recording *recording)
{
	bool can = landau_target_is_native(recording->program[0]);
	bool wanted = strcmp(recording->engine_name, "native") == 0;

	if (wanted && !LANDAU_HAS_NATIVE) {
		landau_complain(
			"record: the native engine is for x86-64 alone; leave out --engine=native");
		return false;
	}
	recording->only_children = !can && wanted && recording->trace_children;
	recording->native = recording->only_children ||
			    (can && strcmp(recording->engine_name, "valgrind") != 0);
	if (wanted && !recording->native) {
		landau_complain(
			"%s: the program is not compiled for the native engine; see "
			"landau-gcc(1), or use --trace-children to record the programs that it "
			"executes",
			recording->program[0]);
		return false;
	}
	if (can && !recording->native) {
		landau_complain("%s: the program is compiled for the native engine and needs more "
				"address space than Valgrind has; compile it without landau-gcc",
				recording->program[0]);
		return false;
	}
	if (!recording->native && recording->cost && needs_native(recording->cost)) {
		landau_complain("record: --cost=%s needs a program compiled with landau-gcc",
				recording->cost);
		return false;
	}
	if (recording->native && landau_recording_is_for_valgrind(recording)) {
		landau_complain("record: --cost=instr, --metric=rms, "
				"--files=distinct, "
				"--lines, --reference and "
				"the dumps need a "
				"program compiled without landau-gcc");
		return false;
	}
	if (recording->native && recording->through && strcmp(recording->through, "memcpy") != 0) {
		landau_complain("record: --through=%s needs a program compiled without landau-gcc; "
				"in one compiled with it, memcpy and its kin can be looked through",
				recording->through);
		return false;
	}
	return true;
}

static void explain_missing(const struct landau_recording *recording, const char *output,
			    int status)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !recording->snapshot)
		landau_complain("%s: no profile was written; use --snapshot=SECONDS to save one "
				"while the program runs",
				output);
	else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
		landau_complain("%s: no profile was written: the program's own system call filter "
				"(seccomp) forbids it",
				output);
	else
		landau_complain("%s: no profile was written", output);
}

static int finish(const struct landau_recording *recording, int status, pid_t child)
{
	char output[PATH_MAX];
	char written[PATH_MAX];
	int result;

	if (WIFSIGNALED(status)) {
		result = 128 + WTERMSIG(status);
		if (!recording->quiet)
			landau_say("%s was killed by signal %d (%s)", recording->program[0],
				   WTERMSIG(status), strsignal(WTERMSIG(status)));
	} else {
		result = WEXITSTATUS(status);
	}
	if (!landau_output_expand(recording->output, child, output) ||
	    !landau_output_expand(recording->written, child, written))
		return result;
	landau_output_settle(written, child);
	if (strcmp(written, output) != 0 && rename(written, output) != 0 && errno != ENOENT)
		landau_complain("%s: cannot be renamed to %s: %s", written, output,
				strerror(errno));
	struct stat file;
	bool there = stat(output, &file) == 0 && S_ISREG(file.st_mode);
	if (recording->only_children && !there) {
		const char *name = strstr(recording->output_name, "%r") ? recording->output
									: recording->output_name;

		if (!landau_children_tell(recording->written, name, &recording->started,
					  recording->quiet) &&
		    result == 0)
			result = LANDAU_BAD;
	} else if (!there) {
		explain_missing(recording, output, status);
		if (result == 0)
			result = LANDAU_BAD;
	} else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !recording->quiet) {
		landau_say("%s: the profile is the last snapshot", output);
	} else if ((recording->trace_children || recording->native) && !recording->quiet) {
		char *next = landau_recording_next_command(recording, output);
		if (recording->trace_children)
			landau_say("%s: profile written; each other process has its own profile "
				   "beside it",
				   output);
		else
			landau_tell_recorded(output);
		if (next)
			landau_say("next: %s", next);
		free(next);
	}
	return result;
}

int landau_command_record(int argc, char **argv)
{
	struct landau_recording recording = {.output_name = "landau.data",
					     .cell = "4",
					     .metric = "trms",
					     .allocator = "opaque",
					     .files = "all",
					     .engine_name = "auto",
					     .lines = "auto"};
	int status = read_options(&recording, argc, argv);
	char *suspects = NULL;
	pid_t child;

	if (status != LANDAU_GO_ON)
		return status;
	int refused = landau_target_check(recording.program[0]);
	if (refused)
		return refused;
	if (!choose_engine(&recording))
		return LANDAU_BAD;
	if (!recording.native && strcmp(recording.lines, "auto") == 0) {
		suspects = landau_previous_suspects(recording.output_name, recording.program[0]);
		recording.lines = suspects ? suspects : "none";
		recording.lines_unasked = true;
		if (suspects && !recording.quiet)
			landau_say("counting the lines of the routines that grow fast in %s; "
				   "--lines=none turns this off",
				   recording.output_name);
	}
	if (!landau_output_prepare(recording.output_name, recording.output) ||
	    (recording.trace_name &&
	     !landau_output_prepare(recording.trace_name, recording.trace)) ||
	    (recording.activations_name &&
	     !landau_output_prepare(recording.activations_name, recording.activations)))
		return LANDAU_BAD;
	if (!recording.native &&
	    (!landau_engine_can_start() || !landau_engine_find(&recording.engine)))
		return LANDAU_BAD;
	if (!recording.quiet && !recording.native) {
		landau_engine_warn_of_version(&recording.engine);
		if (!recording.trace_children)
			landau_target_warn_of_env(recording.program[0]);
	}
	if (!recording.native && !landau_engine_open(&recording.engine))
		return LANDAU_BAD;
	landau_recording_name_output(&recording);
	if (recording.only_children)
		recording.started = landau_children_start();
	fflush(NULL);
	status = landau_run_in_foreground(recording.native ? landau_launch_native
							   : landau_launch_valgrind,
					  &recording, &child);
	landau_engine_close(&recording.engine);
	free(suspects);
	if (status < 0)
		return landau_complain("cannot start a process: %s", strerror(errno));
	return finish(&recording, status, child);
}
