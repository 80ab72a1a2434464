/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sweep.c - landau sweep: records a program over a range of input sizes and merges the profiles.
 *
 * Each run is one landau record, started directly, behind the words of a runner (srun), or by an engine
 * that is given all commands at once (parallel). Its profiles go to a folder of its own beside the
 * output, which other machines must be able to see; %r in their name keeps the ranks of an MPI program
 * apart. What failed is named and left out; the rest is merged.
 */
#include "cli/sweep/sweep.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/run/engine.h"
#include "cli/print/output.h"
#include "cli/run/target.h"
#include "profile/profile.h"

static void print_help(void)
{
	puts("usage: landau sweep --sizes=SIZES [OPTIONS] [--] PROGRAM [ARGUMENTS]");
	puts("       landau sweep --threads=COUNTS [OPTIONS] [--] PROGRAM [ARGUMENTS]\n");
	puts("Records PROGRAM once for each size, merges the profiles and reports. In PROGRAM and");
	puts("ARGUMENTS, {n} stands for the size and {file} for a generated input of that size.\n");
	puts("  -s, --sizes=SIZES      A..B:xF (times F each), A..B:+S (S more each) or a list "
	     "10,20,50");
	puts("      --threads=COUNTS   numbers of threads instead of sizes, {t} in ARGUMENTS: "
	     "shows what");
	puts("                         is communicated more as threads are added");
	puts("  -j, --jobs=N           run N programs at a time (1)");
	puts("      --runner=CMD       put the words of CMD before each run, as in 'srun -n1'; "
	     "with");
	puts("                         {commands}, run CMD once for all: 'parallel -a {commands}'");
	puts("  -o, --output=FILE      write the merged profile to FILE (landau.data); an "
	     "existing");
	puts("                         file is moved to FILE.old");
	puts("      --input=KIND       generate {file} from KIND: lines (the default), bytes, or "
	     "a");
	puts("                         file to take lines from, as in --input=words.txt");
	puts("      --stdin            pass {file} to the runs as standard input");
	puts("      --keep-output=DIR  keep what each run prints, in DIR");
	puts("      --keep-profiles=DIR");
	puts("                         keep the profile of each run, in DIR");
	puts("      --ignore-status    also count runs whose exit status is not 0");
	puts("  -q, --quiet            print no progress and no report");
	puts("  -h, --help             print this help\n");
	puts("For each run, as in landau record: --cost, --cell, --metric, --allocator, --files, "
	     "--contexts,");
	puts("--collect, --sources, --through, --engine, --trace-children");
}

/* LONGEST_NAME: of a run's folder and what is in it. */
enum { MOST_RECORD_OPTIONS = 16, MOST_JOBS = 1024, LONGEST_NAME = 64 };

struct command {
	const char *sizes_text;
	const char *threads_text; /* NULL: it is no sweep over numbers of threads */
	const char *output_name;
	const char *runner_text;
	const char *keep;
	const char *keep_profiles;
	unsigned long jobs;
	enum landau_input_kind kind;
	const char
		*sample; /* what the lines of the inputs are taken from; NULL: they are made up */
	bool standard_input;
	bool ignore_status;
	bool quiet;
	char *record_options[MOST_RECORD_OPTIONS];
	size_t record_option_count;
	char **program;

	struct landau_sizes sizes;
	char **runner; /* NULL: none */
	bool at_once;  /* the runner is given all commands */
	char self[PATH_MAX];
	char output[PATH_MAX];
	char folder[PATH_MAX]; /* of all runs, temporary */
	struct landau_sweep sweep;
	struct landau_sweep_profiles profiles;
	size_t failed;
	size_t executed; /* programs that processes of the runs became and that were not recorded */
	bool memory;     /* there was enough so far */
};

/* -- Options ------------------------------------------------------------------------------------ */

static int add_record_option(const struct landau_option *row, const char *argument)
{
	struct command *command = row->context;
	char **option = &command->record_options[command->record_option_count];

	if (command->record_option_count == MOST_RECORD_OPTIONS)
		return landau_complain("sweep: too many options for the runs");
	if ((argument ? asprintf(option, "--%s=%s", row->name, argument)
		      : asprintf(option, "--%s", row->name)) < 0)
		return landau_complain("sweep: out of memory");
	command->record_option_count++;
	return LANDAU_FINE;
}

static int set_input(const struct landau_option *row, const char *argument)
{
	struct command *command = row->context;

	if (strcmp(argument, "lines") == 0)
		command->kind = LANDAU_INPUT_LINES;
	else if (strcmp(argument, "bytes") == 0)
		command->kind = LANDAU_INPUT_BYTES;
	else if (access(argument, R_OK) == 0) {
		command->kind = LANDAU_INPUT_SAMPLE;
		command->sample = argument;
	} else {
		return landau_complain(
			"sweep: --input must be lines, bytes or a file to take lines "
			"from, not '%s': %s",
			argument, strerror(errno));
	}
	return LANDAU_FINE;
}

static int read_options(struct command *command, int argc, char **argv)
{
	const struct landau_option rows[] = {
		{"sizes", 's', .text = &command->sizes_text},
		{"threads", .text = &command->threads_text},
		{"jobs", 'j', .number = &command->jobs, .least = 1, .most = MOST_JOBS},
		{"runner", .text = &command->runner_text},
		{"output", 'o', .text = &command->output_name},
		{"input", .set = set_input, .context = command},
		{"stdin", .flag = &command->standard_input},
		{"keep-output", .text = &command->keep},
		{"keep-profiles", .text = &command->keep_profiles},
		{"ignore-status", .flag = &command->ignore_status},
		{"cost", .set = add_record_option, .context = command},
		{"cell", .set = add_record_option, .context = command},
		{"metric", .set = add_record_option, .context = command},
		{"allocator", .set = add_record_option, .context = command},
		{"files", .set = add_record_option, .context = command},
		{"contexts", .set = add_record_option, .context = command, .bare = true},
		{"collect", .set = add_record_option, .context = command},
		{"engine", .set = add_record_option, .context = command},
		{"sources", .set = add_record_option, .context = command, .bare = true},
		{"through", .set = add_record_option, .context = command},
		{"trace-children", .set = add_record_option, .context = command, .bare = true},
		{"quiet", 'q', .flag = &command->quiet},
		{0},
	};
	int status =
		landau_read_options(argc, argv, &(struct landau_options){rows, print_help, true});

	command->program = argv + optind;
	return status;
}

static bool uses(const struct command *command, const char *placeholder)
{
	for (char **word = command->program; *word; word++)
		if (landau_sweep_has(*word, placeholder))
			return true;
	return false;
}

static bool has_option(const struct command *command, const char *option)
{
	for (size_t i = 0; i < command->record_option_count; i++)
		if (strcmp(command->record_options[i], option) == 0)
			return true;
	return false;
}

/* Programs that profile themselves need no engine. */
static bool needs_engine(const struct command *command)
{
	return !has_option(command, "--engine=native") &&
	       !landau_target_is_native(command->program[0]);
}

/* Everything that can be known to fail is looked for before the first run. */
/* A folder, or NULL. */
static bool make_if_missing(const char *folder)
{
	if (!folder || mkdir(folder, 0777) == 0 || errno == EEXIST)
		return true;
	landau_complain("%s: %s", folder, strerror(errno));
	return false;
}

static int check(struct command *command)
{
	const char *program = command->program[0];
	struct landau_engine engine;

	if (!program)
		return landau_complain("sweep: no program is given; see 'landau sweep --help'");
	if (command->sizes_text && command->threads_text)
		return landau_complain("sweep: --sizes and --threads cannot be swept together");
	if (!command->sizes_text && !command->threads_text)
		return landau_complain(
			"sweep: no sizes are given; use --sizes=1000..100000:x2, for example");
	if (command->threads_text && !uses(command, "{t}"))
		return landau_complain("sweep: {t} is not among the program's arguments: all runs "
				       "would be the same");
	if (command->threads_text && (command->standard_input || uses(command, "{file}")))
		return landau_complain("sweep: with --threads no inputs are made; give the program "
				       "a file of your own");
	if (command->sizes_text && !uses(command, "{n}") && !uses(command, "{file}") &&
	    !command->standard_input)
		return landau_complain("sweep: neither {n} nor {file} is among the program's "
				       "arguments: all runs would be the same; --stdin is for "
				       "programs that read standard input");
	if (!landau_sizes_parse(command->threads_text ? command->threads_text : command->sizes_text,
				&command->sizes))
		return LANDAU_BAD;
	if (command->threads_text && command->sizes.count > LANDAU_SWEEP_MOST_COUNTS)
		return landau_complain("sweep: --threads takes at most %d runs",
				       LANDAU_SWEEP_MOST_COUNTS);
	if (command->runner_text) {
		command->runner = landau_words_split(command->runner_text);
		if (!command->runner)
			return LANDAU_BAD;
		for (char **word = command->runner; *word; word++)
			command->at_once |= landau_sweep_has(*word, "{commands}");
	} else if ((needs_engine(command) && !landau_engine_find(&engine)) ||
		   (!landau_sweep_has(program, "{") && landau_target_check(program) != 0)) {
		return LANDAU_BAD;
	}
	if (!make_if_missing(command->keep) || !make_if_missing(command->keep_profiles))
		return LANDAU_BAD;
	if (!command->quiet && !has_option(command, "--trace-children"))
		landau_target_warn_of_env(program);
	return LANDAU_FINE;
}

/* -- Planning ----------------------------------------------------------------------------------- */

/* Printed text in memory of its own; NULL and a note if there is none. */
static char *text(struct command *command, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static char *text(struct command *command, const char *format, ...)
{
	char *result = NULL;
	va_list values;

	va_start(values, format);
	if (vasprintf(&result, format, values) < 0) {
		result = NULL;
		command->memory = false;
	}
	va_end(values);
	return result;
}

/* A word of the program for this run. */
static char *fill_in(struct command *command, const char *word, const char *number,
		     const char *input)
{
	char *with_number =
		landau_sweep_replace(word, command->threads_text ? "{t}" : "{n}", number);
	char *whole = with_number ? landau_sweep_replace(with_number, "{file}", input) : NULL;

	free(with_number);
	if (!whole)
		command->memory = false;
	return whole;
}

static char **words_of_run(struct command *command, const struct landau_sweep_run *run)
{
	char *const *runner = command->runner && !command->at_once ? command->runner : NULL;
	size_t most = MOST_RECORD_OPTIONS + 9;
	size_t count = 0;
	char number[24];
	char **words;

	for (size_t i = 0; runner && runner[i]; i++)
		most++;
	for (size_t i = 0; command->program[i]; i++)
		most++;
	words = calloc(most, sizeof(*words));
	if (!words) {
		command->memory = false;
		return NULL;
	}
	snprintf(number, sizeof(number), "%" PRIu64, run->n);
	for (size_t i = 0; runner && runner[i]; i++)
		words[count++] = text(command, "%s", runner[i]);
	words[count++] = text(command, "%s", command->self);
	words[count++] = text(command, "record");
	words[count++] = text(command, "-q");
	words[count++] = text(command, "--output=%s/data.%%r", run->folder);
	if (command->threads_text && !has_option(command, "--sources"))
		words[count++] = text(command, "--sources");
	for (size_t i = 0; i < command->record_option_count; i++)
		words[count++] = text(command, "%s", command->record_options[i]);
	words[count++] = text(command, "--");
	for (size_t i = 0; command->program[i]; i++)
		words[count++] =
			fill_in(command, command->program[i], number, run->input ? run->input : "");
	return words;
}

static int plan_run(struct command *command, size_t index)
{
	struct landau_sweep_run *run = &command->sweep.runs[index];

	run->n = command->sizes.values[index];
	run->folder = text(command, "%s/%zu", command->folder, index + 1);
	if (command->standard_input || uses(command, "{file}"))
		run->input = text(command, "%s/input", run->folder);
	run->standard_input = command->standard_input ? run->input : "/dev/null";
	if (command->keep) {
		run->output =
			text(command, "%s/%zu-%" PRIu64 ".out", command->keep, index + 1, run->n);
		run->errors =
			text(command, "%s/%zu-%" PRIu64 ".err", command->keep, index + 1, run->n);
	} else {
		run->output = text(command, "/dev/null");
		run->errors = text(command, "%s/errors", run->folder);
	}
	run->command = words_of_run(command, run);
	if (!command->memory)
		return landau_complain("sweep: out of memory");
	if (mkdir(run->folder, 0777) != 0)
		return landau_complain("%s: %s", run->folder, strerror(errno));
	return LANDAU_FINE;
}

static int make_folder(struct command *command)
{
	char pattern[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", command->self, sizeof(command->self) - 1);
	int written;

	if (length < 0)
		return landau_complain("/proc/self/exe: %s", strerror(errno));
	command->self[length] = '\0';
	if (!landau_output_prepare(command->output_name, pattern))
		return LANDAU_BAD;
	if (!landau_output_expand(pattern, getpid(), command->output))
		return landau_complain("%s: %s", command->output_name, strerror(ENAMETOOLONG));
	written = snprintf(pattern, sizeof(pattern), "%s.sweep-XXXXXX", command->output);
	if (written >= PATH_MAX - LONGEST_NAME)
		return landau_complain("%s: %s", command->output_name, strerror(ENAMETOOLONG));
	if (!mkdtemp(pattern))
		return landau_complain("%s: %s", pattern, strerror(errno));
	snprintf(command->folder, sizeof(command->folder), "%s", pattern);
	return LANDAU_FINE;
}

static int plan(struct command *command)
{
	struct landau_sweep *sweep = &command->sweep;
	int status = make_folder(command);

	if (status != LANDAU_FINE)
		return status;
	sweep->runs = calloc(command->sizes.count, sizeof(*sweep->runs));
	if (!sweep->runs)
		return landau_complain("sweep: out of memory");
	sweep->count = command->sizes.count;
	sweep->jobs = command->jobs;
	sweep->kind = command->kind;
	sweep->sample = command->sample;
	sweep->context = command;
	for (size_t i = 0; status == LANDAU_FINE && i < sweep->count; i++)
		status = plan_run(command, i);
	return status;
}

/* -- Running ------------------------------------------------------------------------------------ */

/* Keeps the profiles of a run, or says what went wrong with it. */
static void judge(struct landau_sweep *sweep, struct landau_sweep_run *run)
{
	struct command *command = sweep->context;
	struct landau_sweep_profiles *profiles = &command->profiles;
	size_t before = profiles->count;
	bool fine = WIFEXITED(run->status) && WEXITSTATUS(run->status) == 0;

	if (!landau_sweep_collect(profiles, run))
		command->memory = false;
	if ((fine || command->ignore_status) && profiles->count > before)
		return;
	landau_progress_clear(&sweep->progress);
	landau_sweep_complain(run, profiles->count > before);
	while (profiles->count > before)
		free(profiles->paths[--profiles->count]);
	command->failed++;
}

static int run_at_once(struct command *command)
{
	struct landau_sweep *sweep = &command->sweep;
	char path[PATH_MAX + 16];
	int status;

	snprintf(path, sizeof(path), "%s/commands", command->folder);
	for (size_t i = 0; i < sweep->count; i++) {
		const struct landau_sweep_run *run = &sweep->runs[i];

		if (run->input &&
		    !landau_sweep_input(run->input, sweep->kind, sweep->sample, run->n))
			return landau_complain("sweep: %s: %s", run->input, strerror(errno));
	}
	if (!landau_sweep_write_commands(sweep, path))
		return landau_complain("sweep: %s: %s", path, strerror(errno));
	for (char **word = command->runner; *word; word++) {
		char *replaced = landau_sweep_replace(*word, "{commands}", path);

		if (!replaced)
			return landau_complain("sweep: out of memory");
		free(*word);
		*word = replaced;
	}
	status = landau_sweep_run_one(sweep, command->runner);
	if (status < 0)
		return LANDAU_BAD;
	for (size_t i = 0; i < sweep->count; i++) {
		landau_sweep_read_status(&sweep->runs[i]);
		judge(sweep, &sweep->runs[i]);
	}
	return LANDAU_FINE;
}

static int run(struct command *command)
{
	struct landau_sweep *sweep = &command->sweep;

	sweep->ended = judge;
	landau_progress_start(&sweep->progress, "", sweep->count);
	sweep->progress.on &= !command->quiet;
	if (command->at_once)
		return run_at_once(command);
	return landau_sweep_run_all(sweep) ? LANDAU_FINE : LANDAU_BAD;
}

/* -- The result --------------------------------------------------------------------------------- */

/* A program that is given both has a file of n, and n. */
static enum landau_run_unit unit_of(const struct command *command)
{
	if (command->threads_text)
		return LANDAU_RUN_THREADS;
	if (!uses(command, "{file}"))
		return LANDAU_RUN_NUMBER;
	return command->kind == LANDAU_INPUT_LINES ? LANDAU_RUN_LINES : LANDAU_RUN_BYTES;
}

static size_t count_executed(const struct landau_profile *profile)
{
	size_t count = 0;

	for (size_t i = 0; i < profile->run_count; i++)
		count += profile->runs[i].exit_kind == LANDAU_EXIT_EXEC;
	return count;
}

static int merge(struct command *command)
{
	struct landau_error error = {0};
	struct landau_profile *profile;
	bool fine;

	if (!command->memory)
		return landau_complain("sweep: out of memory");
	if (command->profiles.count == 0)
		return landau_complain(
			"sweep: no run has written a profile, so there is nothing to merge");
	if (command->keep_profiles &&
	    !landau_sweep_keep(&command->profiles, &command->sweep, command->keep_profiles, &error))
		return landau_complain_error(&error);
	profile = landau_sweep_merge(&command->profiles, unit_of(command), &error);
	if (!profile)
		return landau_complain_error(&error);
	if (!landau_output_keep_old(command->output)) {
		landau_profile_free(profile);
		return LANDAU_BAD;
	}
	if (!has_option(command, "--trace-children"))
		command->executed = count_executed(profile);
	fine = landau_profile_save(profile, command->output, &error);
	landau_profile_free(profile);
	return fine ? LANDAU_FINE : landau_complain_error(&error);
}

static int report(const struct command *command)
{
	char name[] = "report";
	char *words[] = {name, (char *)command->output_name, NULL};
	bool usual = strcmp(command->output_name, "landau.data") == 0;
	struct landau_error error = {0};
	int status;

	fprintf(stderr, "landau: %s: %zu of %zu runs\n", command->output_name,
		command->sweep.count - command->failed, command->sweep.count);
	if (command->executed > 0)
		fprintf(stderr,
			"landau: %zu process%s of these runs executed another program, which was "
			"not "
			"recorded; --trace-children records it\n",
			command->executed, command->executed == 1 ? "" : "es");
	if (command->threads_text) {
		if (!landau_sweep_compare_threads(&command->profiles, &error))
			return landau_complain_error(&error);
		putchar('\n');
		fflush(stdout);
		if (!command->keep_profiles)
			fprintf(stderr,
				"landau: %s has the flows of all runs as one; to see those "
				"of each number of threads by landau flows, sweep again "
				"with --keep-profiles=DIR\n",
				command->output_name);
	}
	status = landau_command_report(usual ? 1 : 2, words);
	fflush(stdout);
	return status;
}

static void release(struct command *command)
{
	if (command->folder[0])
		landau_sweep_remove(command->folder);
	for (size_t i = 0; i < command->sweep.count; i++) {
		struct landau_sweep_run *run = &command->sweep.runs[i];

		free(run->folder);
		free(run->input);
		free(run->output);
		free(run->errors);
		landau_words_free(run->command);
	}
	free(command->sweep.runs);
	free(command->sizes.values);
	for (size_t i = 0; i < command->record_option_count; i++)
		free(command->record_options[i]);
	landau_words_free(command->runner);
	landau_sweep_profiles_free(&command->profiles);
}

int landau_command_sweep(int argc, char **argv)
{
	struct command command = {.output_name = "landau.data", .jobs = 1, .memory = true};
	int status = read_options(&command, argc, argv);

	if (status != LANDAU_GO_ON) {
		release(&command);
		return status;
	}
	status = check(&command);
	if (status == LANDAU_FINE)
		status = plan(&command);
	if (status == LANDAU_FINE)
		status = run(&command);
	/* What could not be started is no reason to lose what has run. */
	if (command.profiles.count > 0 || status == LANDAU_FINE) {
		int merged = merge(&command);

		if (merged == LANDAU_FINE && !command.quiet)
			merged = report(&command);
		status = merged != LANDAU_FINE ? merged : status;
	}
	if (status == LANDAU_FINE && command.failed > 0)
		status = LANDAU_FAILED;
	if (command.sweep.signal)
		status = 128 + command.sweep.signal;
	release(&command);
	return status;
}
