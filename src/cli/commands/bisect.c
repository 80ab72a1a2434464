/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bisect.c - landau bisect: the first commit in which a routine grows faster than a bound.
 *
 * git does the search: it is told to run this command again, with --judge, in each commit that it asks about. That records
 * the program and judges the routine: 0 within the bound, 1 above it, 125 where that cannot be told, as git wants it. A commit
 * counts as above under the same rules as landau check fails. What git says goes to standard error, so
 * that the answer stands alone on standard output.
 */
#include "cli/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/analysis/find.h"
#include "cli/analysis/load.h"
#include "cli/check/check.h"
#include "cli/options.h"
#include "cli/run/process.h"
#include "profile/profile.h"

enum { CANNOT_TELL = 125, PATH_BYTES = 4096, MOST_WORDS = 16 };

struct options {
	const char *routine;
	const char *bound_name;
	const char *good;
	const char *bad;
	const char *profile;
	bool judge;
	enum landau_growth bound;
	char **command; /* ends with NULL; empty: the profile is there */
	int command_count;
};

static void print_help(void)
{
	puts("usage: landau bisect --routine=NAME --bound=CLASS --good=COMMIT [OPTIONS] -- "
	     "COMMAND");
	puts("       landau bisect --judge --routine=NAME --bound=CLASS [OPTIONS] [-- COMMAND]\n");
	puts("The first commit in which a routine grows faster than a bound, by git bisect. "
	     "COMMAND");
	puts("builds the program and records it; a commit in which it fails is left out.\n");
	puts("  -r, --routine=NAME  the routine, as landau show finds it");
	puts("  -b, --bound=CLASS   the fastest growth that is good, such as 'n log n'");
	puts("      --good=COMMIT   one in which the routine is within the bound");
	puts("      --bad=COMMIT    one in which it is above (default: HEAD)");
	puts("  -p, --profile=FILE  what COMMAND writes (default: landau.data)");
	puts("      --judge         only run COMMAND and judge the profile: exit status 0 within "
	     "the");
	puts("                      bound, 1 above it, 125 where that cannot be told");
	puts("  -h, --help          this text");
}

static int read_options(int argc, char **argv, struct options *options)
{
	const struct landau_option rows[] = {
		{"routine", 'r', .text = &options->routine},
		{"bound", 'b', .text = &options->bound_name},
		{"good", .text = &options->good},
		{"bad", .text = &options->bad},
		{"profile", 'p', .text = &options->profile},
		{"judge", .flag = &options->judge},
		{0},
	};
	int status;

	*options = (struct options){.bad = "HEAD", .profile = "landau.data"};
	status = landau_read_options(argc, argv, &(struct landau_options){rows, print_help, true});
	if (status != LANDAU_GO_ON)
		return status;
	options->command = argv + optind;
	options->command_count = argc - optind;
	if (!options->routine || !options->bound_name)
		return landau_complain("bisect: --routine and --bound say what is looked for");
	options->bound = landau_growth_parse(options->bound_name);
	if (options->bound == LANDAU_GROWTH_NONE)
		return landau_complain(
			"bisect: '%s' is not a growth class; they are 1, log n, sqrt n, "
			"n, n log n, n^1.5, n^2, n^2 log n, n^3 and 2^n",
			options->bound_name);
	if (options->judge)
		return LANDAU_GO_ON;
	if (!options->good)
		return landau_complain(
			"bisect: --good names a commit in which '%s' is within the bound",
			options->routine);
	if (options->command_count == 0)
		return landau_complain(
			"bisect: no command is given that builds and records the program");
	return LANDAU_GO_ON;
}

/* -- One commit --------------------------------------------------------------------------------- */

static void execute(void *context)
{
	char **words = context;

	execvp(words[0], words);
	landau_complain("bisect: %s: %s", words[0], strerror(errno));
	_exit(127);
}

/* The exit status, or -1 for one that was killed or could not be started. */
static int run(char **words)
{
	pid_t child;
	int status = landau_run_in_foreground(execute, words, &child);

	return status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int judge_routine(const struct landau_profile *profile, const struct options *options)
{
	struct landau_analysis analysis;
	uint32_t routine = landau_find_routine(profile, "bisect", options->routine);
	int status = CANNOT_TELL;

	if (routine == LANDAU_NONE)
		return CANNOT_TELL;
	if (!landau_analyse(profile, LANDAU_NONE, &analysis)) {
		landau_complain("bisect: out of memory");
		return CANNOT_TELL;
	}
	for (size_t i = 0; i < analysis.count; i++) {
		const struct landau_finding *finding = &analysis.findings[i];
		char text[LANDAU_STATEMENT_BYTES];
		enum landau_check_outcome outcome;

		if (finding->routine != routine)
			continue;
		outcome = landau_check_judge(landau_told(finding), options->bound);
		if (outcome == LANDAU_CHECK_EXCEEDED)
			status = LANDAU_FAILED;
		else if (outcome != LANDAU_CHECK_UNKNOWN)
			status = LANDAU_FINE;
		landau_model_statement_text(landau_told(finding), text);
		landau_say("bisect: %s: %s, which is %s", profile->routines[routine].name, text,
			   status == LANDAU_FINE     ? "good"
			   : status == LANDAU_FAILED ? "bad"
						     : "not enough to tell");
	}
	landau_analysis_free(&analysis);
	return status;
}

/* A profile of the commit before must not be judged in place of one that was not written. */
static int judge(const struct options *options)
{
	struct landau_profile *profile;
	struct landau_error error;
	const char *files[] = {options->profile};
	int status;

	if (options->command_count > 0) {
		if (unlink(options->profile) < 0 && errno != ENOENT) {
			landau_complain("bisect: %s: %s", options->profile, strerror(errno));
			return CANNOT_TELL;
		}
		status = run(options->command);
		if (status != 0) {
			landau_say("bisect: the command failed; this commit is left out");
			return CANNOT_TELL;
		}
	}
	profile = landau_load((char *const *)files, 1, &error);
	if (!profile) {
		landau_complain_error(&error);
		return CANNOT_TELL;
	}
	status = judge_routine(profile, options);
	landau_profile_free(profile);
	return status;
}

/* -- The search --------------------------------------------------------------------------------- */

/* What git prints is for people; standard output is for the answer. */
static void execute_quietly(void *context)
{
	dup2(STDERR_FILENO, STDOUT_FILENO);
	execute(context);
}

static int run_git(const char *const *words)
{
	char *copy[MOST_WORDS + 1] = {NULL};
	pid_t child;
	int status;

	/* execvp leaves the words as they are. */
	for (int i = 0; i < MOST_WORDS && words[i]; i++)
		copy[i] = (char *)words[i];
	status = landau_run_in_foreground(execute_quietly, copy, &child);
	return status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int search(const struct options *options, const char *self)
{
	enum { WORDS_BEFORE = 13 };
	const char *const before[WORDS_BEFORE] = {
		"git",       "bisect",
		"run",       self,
		"bisect",    "--judge",
		"--routine", options->routine,
		"--bound",   options->bound_name,
		"--profile", options->profile,
		"--",
	};
	char **words = calloc(WORDS_BEFORE + (size_t)options->command_count + 1, sizeof(*words));
	pid_t child;
	int status;

	if (!words)
		return landau_complain("bisect: out of memory");
	for (int i = 0; i < WORDS_BEFORE; i++)
		words[i] = (char *)before[i];
	memcpy(words + WORDS_BEFORE, options->command,
	       (size_t)options->command_count * sizeof(*words));
	status = landau_run_in_foreground(execute_quietly, words, &child);
	free(words);
	if (status < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return landau_complain(
			"bisect: git found no single commit; see what it says above");
	return LANDAU_FINE;
}

/* Says which it is, in git's words. */
static int print_answer(const struct options *options)
{
	char *words[] = {"git", "--no-pager", "show", "-s", "--format=%h %s", "refs/bisect/bad",
			 NULL};

	printf("the first commit in which %s grows faster than %s:\n", options->routine,
	       landau_growth_name(options->bound));
	fflush(stdout);
	return run(words) == 0 ? LANDAU_FINE : LANDAU_BAD;
}

int landau_command_bisect(int argc, char **argv)
{
	struct options options;
	char self[PATH_BYTES];
	int status = read_options(argc, argv, &options);
	ssize_t length;

	if (status != LANDAU_GO_ON)
		return status;
	if (options.judge)
		return judge(&options);
	length = readlink("/proc/self/exe", self, sizeof(self) - 1);
	if (length < 0)
		return landau_complain("/proc/self/exe: %s", strerror(errno));
	self[length] = '\0';
	const char *const start[] = {"git",        "bisect", "start", options.bad,
				     options.good, "--",     NULL};
	const char *const reset[] = {"git", "bisect", "reset", NULL};

	if (run_git(start) != 0)
		return landau_complain("bisect: git cannot begin; see what it says above");
	status = search(&options, self);
	if (status == LANDAU_FINE)
		status = print_answer(&options);
	if (run_git(reset) != 0)
		return landau_complain("bisect: git cannot go back to where it was");
	return status;
}
