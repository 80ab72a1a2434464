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
#include "cli/run/children.h"
#include "cli/command.h"
#include "cli/run/engine.h"
#include "cli/run/native.h"
#include "cli/print/output.h"
#include "cli/run/process.h"
#include "cli/run/recorded.h"
#include "cli/run/target.h"
#include "cli/run/words.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char usage[] =
	"usage: landau record [OPTIONS] [--] PROGRAM [ARGUMENTS]\n"
	"\n"
	"Runs PROGRAM and writes a profile: for each routine, how its cost grows with the size of\n"
	"its input. Exits with PROGRAM's own status, or 128 + N if signal N killed it.\n"
	"\n"
	"  -o, --output=FILE      write the profile to FILE (landau.data); an existing one is "
	"moved\n"
	"                         to FILE.old; %p stands for the process id, %r for the MPI rank\n"
	"      --cost=instr|bb|time   count instructions (default of the Valgrind engine), blocks\n"
	"                         (default of the native engine), or ticks (native engine)\n"
	"      --engine=NAME      native, valgrind, or auto (the default): native for programs\n"
	"                         compiled by landau-gcc and its like, valgrind for all others\n"
	"      --cell=N           bytes of a memory cell: 1, 2, 4 (the default), 8 or 16\n"
	"      --metric=trms|rms  what is input: what others wrote too (trms, the default), or "
	"only\n"
	"                         what a call reads for the first time (rms; Valgrind engine)\n"
	"      --allocator=WAY    opaque (the default): what allocators do is no input of their "
	"callers;\n"
	"                         raw: it is; or NAME[,NAME]: these are allocators, too\n"
	"      --contexts         keep routines apart by their calling contexts\n"
	"      --collect=ROUTINE  collect only while ROUTINE is running\n"
	"      --snapshot=N       write the profile so far every N seconds, so that there is one "
	"if\n"
	"                         the program is killed\n"
	"      --trace-children   also record the programs that PROGRAM executes\n"
	"  -q, --quiet            no status line, no summary\n"
	"  -h, --help             this text\n"
	"\n"
	"To examine Landau itself:\n"
	"      --dump-trace=FILE        write all events, for landau replay\n"
	"      --dump-activations=FILE  write a line for each activation as it returns\n"
	"      --stamp-limit=N          renumber when the clock reaches N (at least 64)\n"
	"      --reference              take no short cuts; slower, with the same results\n";

struct record {
	const char *output_name;
	const char *cost; /* NULL: the engine's default */
	const char *engine_name;
	const char *cell;
	const char *metric;
	const char *allocator;
	const char *collect;
	const char *snapshot;
	const char *stamp_limit;
	const char *trace_name;
	const char *activations_name;
	bool contexts;
	bool trace_children;
	bool quiet;
	bool reference;
	char **program;
	bool native;        /* the program profiles itself */
	bool only_children; /* not the program, but some of those that it executes do */
	struct timespec started;

	struct landau_engine engine;
	char output[PATH_MAX];  /* may still hold %p */
	char written[PATH_MAX]; /* what the engine is told to write; see name_output */
	char trace[PATH_MAX];
	char activations[PATH_MAX];
};

enum { FIXED_ARGUMENTS = 32, MOST_SECONDS = 1000000 };

/* At once. Valgrind's own limit is 500; it takes 7 KB of memory for each that there might be. */
#define MOST_THREADS "1000"

/* -- Options ------------------------------------------------------------------------------------
 */

enum option_code {
	OPTION_COST = 256,
	OPTION_CELL,
	OPTION_METRIC,
	OPTION_ALLOCATOR,
	OPTION_ENGINE,
	OPTION_CONTEXTS,
	OPTION_COLLECT,
	OPTION_SNAPSHOT,
	OPTION_TRACE_CHILDREN,
	OPTION_DUMP_TRACE,
	OPTION_DUMP_ACTIVATIONS,
	OPTION_STAMP_LIMIT,
	OPTION_REFERENCE,
};

static const struct option options[] = {
	{"output", required_argument, NULL, 'o'},
	{"cost", required_argument, NULL, OPTION_COST},
	{"cell", required_argument, NULL, OPTION_CELL},
	{"metric", required_argument, NULL, OPTION_METRIC},
	{"allocator", required_argument, NULL, OPTION_ALLOCATOR},
	{"engine", required_argument, NULL, OPTION_ENGINE},
	{"contexts", no_argument, NULL, OPTION_CONTEXTS},
	{"collect", required_argument, NULL, OPTION_COLLECT},
	{"snapshot", required_argument, NULL, OPTION_SNAPSHOT},
	{"trace-children", no_argument, NULL, OPTION_TRACE_CHILDREN},
	{"dump-trace", required_argument, NULL, OPTION_DUMP_TRACE},
	{"dump-activations", required_argument, NULL, OPTION_DUMP_ACTIVATIONS},
	{"stamp-limit", required_argument, NULL, OPTION_STAMP_LIMIT},
	{"reference", no_argument, NULL, OPTION_REFERENCE},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0},
};

enum parsed { PARSED_RUN, PARSED_HELP, PARSED_BAD };

static enum parsed parse(struct record *record, int argc, char **argv)
{
	static const char *const costs[] = {"instr", "bb", "time", NULL};
	static const char *const engines[] = {"auto", "native", "valgrind", NULL};
	static const char *const metrics[] = {"trms", "rms", NULL};
	static const char *const cells[] = {"1", "2", "4", "8", "16", NULL};
	int code;

	optind = 0; /* glibc: start anew */
	opterr = 0;
	/* "+": the first word that is no option is PROGRAM, and what follows belongs to it. */
	while ((code = getopt_long(argc, argv, "+:o:qh", options, NULL)) != -1) {
		switch (code) {
		case 'o':
			record->output_name = optarg;
			break;
		case 'q':
			record->quiet = true;
			break;
		case 'h':
			return PARSED_HELP;
		case OPTION_COST:
			record->cost = optarg;
			break;
		case OPTION_CELL:
			record->cell = optarg;
			break;
		case OPTION_METRIC:
			record->metric = optarg;
			break;
		case OPTION_ALLOCATOR:
			record->allocator = optarg;
			break;
		case OPTION_ENGINE:
			record->engine_name = optarg;
			break;
		case OPTION_CONTEXTS:
			record->contexts = true;
			break;
		case OPTION_COLLECT:
			record->collect = optarg;
			break;
		case OPTION_SNAPSHOT:
			record->snapshot = optarg;
			break;
		case OPTION_TRACE_CHILDREN:
			record->trace_children = true;
			break;
		case OPTION_DUMP_TRACE:
			record->trace_name = optarg;
			break;
		case OPTION_DUMP_ACTIVATIONS:
			record->activations_name = optarg;
			break;
		case OPTION_STAMP_LIMIT:
			record->stamp_limit = optarg;
			break;
		case OPTION_REFERENCE:
			record->reference = true;
			break;
		default:
			landau_complain_option(argv, code, options);
			return PARSED_BAD;
		}
	}
	if (record->cost && !landau_is_one_of(record->cost, costs)) {
		landau_complain("record: --cost is 'instr', 'bb' or 'time', not '%s'",
				record->cost);
		return PARSED_BAD;
	}
	if (!landau_is_one_of(record->engine_name, engines)) {
		landau_complain("record: --engine is 'auto', 'native' or 'valgrind', not '%s'",
				record->engine_name);
		return PARSED_BAD;
	}
	if (!landau_is_one_of(record->cell, cells)) {
		landau_complain("record: --cell is 1, 2, 4, 8 or 16, not '%s'", record->cell);
		return PARSED_BAD;
	}
	if (!landau_is_one_of(record->metric, metrics)) {
		landau_complain("record: --metric is 'trms' or 'rms', not '%s'", record->metric);
		return PARSED_BAD;
	}
	if (!landau_is_list_of_names(record->allocator)) {
		landau_complain("record: --allocator is 'opaque', 'raw' or names with commas "
				"between them, not '%s'",
				record->allocator);
		return PARSED_BAD;
	}
	if (record->collect && record->collect[0] == '\0') {
		landau_complain("record: --collect wants the name of a routine");
		return PARSED_BAD;
	}
	if (record->snapshot && !landau_is_number_from(record->snapshot, 1, MOST_SECONDS)) {
		landau_complain("record: --snapshot is a number of seconds from 1 on, not '%s'",
				record->snapshot);
		return PARSED_BAD;
	}
	if (record->stamp_limit && !landau_is_number_from(record->stamp_limit, 64, UINT32_MAX)) {
		landau_complain("record: --stamp-limit is a number from 64 on, not '%s'",
				record->stamp_limit);
		return PARSED_BAD;
	}
	if (optind >= argc) {
		landau_complain("record: which program? 'landau record --help' says more");
		return PARSED_BAD;
	}
	record->program = argv + optind;
	return PARSED_RUN;
}

/* -- The child process --------------------------------------------------------------------------
 */

static bool is_rms(const struct record *record)
{
	return strcmp(record->metric, "rms") == 0;
}

/* "--name=value", or NULL when there is no memory. */
static char *option_text(const char *name, const char *value)
{
	char *text;

	if (asprintf(&text, "--%s=%s", name, value) < 0)
		return NULL;
	return text;
}

/*
 * A program that was executed does not know that it is not the first one, and would write to the
 * same file. So each process gets a file of its own, and the first one's is renamed in the end.
 */
static void name_output(struct record *record)
{
	bool numbered = record->trace_children && !strstr(record->output, "%p");

	snprintf(record->written, sizeof(record->written), "%.*s%s", PATH_MAX - 8, record->output,
		 numbered ? ".%p" : "");
}

/* The command to look at the profile: the engine prints it behind its summary. */
static char *next_command(const struct record *record, const char *output)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);

	if (!stream)
		return NULL;
	fputs("landau report", stream);
	if (strcmp(record->output_name, "landau.data") != 0) {
		/* As the user wrote it, except that the engine has filled in the patterns. */
		const char *slash = strrchr(output, '/');
		const char *name_slash = strrchr(record->output_name, '/');
		char *shown = NULL;

		if (asprintf(&shown, "%.*s%s",
			     name_slash ? (int)(name_slash - record->output_name) + 1 : 0,
			     record->output_name, slash + 1) > 0) {
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
static const char *cost_for(const struct record *record, bool native)
{
	return record->cost ? record->cost : native ? "bb" : "instr";
}

/* What only the Valgrind engine can do. */
static bool is_for_valgrind(const struct record *record)
{
	return (record->cost && strcmp(record->cost, "instr") == 0) || is_rms(record) ||
	       record->reference || record->trace_name || record->activations_name;
}

/* What is wanted of programs that profile themselves. Runs in the child. */
static void ask_native_programs(const struct record *record)
{
	struct landau_native_wish wish = {
		.output = record->written,
		.cost = cost_for(record, true),
		.cell = record->cell,
		.allocator = record->allocator,
		.stamp_limit = record->stamp_limit,
		.collect = record->collect,
		.snapshot = record->snapshot,
		.contexts = record->contexts,
		.children = record->trace_children,
	};

	if (!landau_native_ask(&wish)) {
		landau_complain("no memory");
		_exit(LANDAU_BAD);
	}
}

/* Runs in the child. The engine keeps the process id, so %p can be filled in here. */
static void execute(void *context)
{
	struct record *record = context;
	char output[PATH_MAX];
	size_t program_count = 0;
	size_t count = 0;

	if (!landau_output_expand(record->output, getpid(), output)) {
		landau_complain("%s: %s", record->output_name, strerror(ENAMETOOLONG));
		_exit(LANDAU_BAD);
	}
	if (!landau_output_keep_old(output))
		_exit(LANDAU_BAD);
	while (record->program[program_count])
		program_count++;
	char **arguments = calloc(FIXED_ARGUMENTS + program_count + 1, sizeof(char *));
	char *next = next_command(record, output);
	if (!arguments || !next) {
		landau_complain("no memory");
		_exit(LANDAU_BAD);
	}

	/* Valgrind does not start without a standard error. */
	if (fcntl(STDERR_FILENO, F_GETFD) < 0) {
		int nowhere = open("/dev/null", O_WRONLY);
		if (nowhere >= 0 && nowhere != STDERR_FILENO)
			dup2(nowhere, STDERR_FILENO);
	}
	bool status_line = !record->quiet && isatty(STDERR_FILENO) && !getenv("LANDAU_NO_STATUS");
	arguments[count++] = record->engine.launcher;
	arguments[count++] = (char *)"--tool=landau";
	/* Options for other tools in ~/.valgrindrc and VALGRIND_OPTS would be errors here. */
	arguments[count++] = (char *)"--command-line-only=yes";
	arguments[count++] = (char *)"-q";
	arguments[count++] = (char *)"--fair-sched=try";
	arguments[count++] = (char *)"--max-threads=" MOST_THREADS;
	arguments[count++] =
		access(LANDAU_VGDB_FOLDER, W_OK) == 0 ? (char *)"--vgdb=yes" : (char *)"--vgdb=no";
	arguments[count++] = (char *)LANDAU_VGDB_PREFIX;
	arguments[count++] = record->trace_children ? (char *)"--trace-children=yes"
						    : (char *)"--trace-children=no";
	arguments[count++] = option_text("out", record->written);
	arguments[count++] = option_text("cost", cost_for(record, false));
	arguments[count++] = option_text("cell", record->cell);
	arguments[count++] = option_text("allocator", record->allocator);
	arguments[count++] = option_text("contexts", record->contexts ? "yes" : "no");
	arguments[count++] = option_text("rms-only", is_rms(record) ? "yes" : "no");
	arguments[count++] = option_text("status", status_line ? "yes" : "no");
	/* With children each process would print one. */
	bool summary = !record->quiet && !record->trace_children;
	arguments[count++] = option_text("summary", summary ? "yes" : "no");
	arguments[count++] = option_text("next-hint", next);
	if (record->collect)
		arguments[count++] = option_text("collect", record->collect);
	if (record->snapshot)
		arguments[count++] = option_text("snapshot", record->snapshot);
	if (record->stamp_limit)
		arguments[count++] = option_text("stamp-limit", record->stamp_limit);
	if (record->reference)
		arguments[count++] = option_text("reference", "yes");
	if (record->trace_name)
		arguments[count++] = option_text("dump-trace", record->trace);
	if (record->activations_name)
		arguments[count++] = option_text("dump-activations", record->activations);
	arguments[count++] = (char *)"--";
	for (size_t i = 0; i < count; i++)
		if (!arguments[i]) {
			landau_complain("no memory");
			_exit(LANDAU_BAD);
		}
	memcpy(arguments + count, record->program, program_count * sizeof(char *));

	/* Programs that it executes may profile themselves. */
	if (record->trace_children && is_for_valgrind(record))
		unsetenv("LANDAU_OUT");
	else if (record->trace_children)
		ask_native_programs(record);
	if (setenv("VALGRIND_LIB", record->engine.folder, 1) == 0)
		execv(record->engine.launcher, arguments);
	landau_complain("%s: %s", record->engine.launcher, strerror(errno));
	_exit(LANDAU_BAD);
}

/* The same for a program that profiles itself. */
static void execute_native(void *context)
{
	struct record *record = context;
	char output[PATH_MAX];

	if (!landau_output_expand(record->output, getpid(), output)) {
		landau_complain("%s: %s", record->output_name, strerror(ENAMETOOLONG));
		_exit(LANDAU_BAD);
	}
	if (!landau_output_keep_old(output))
		_exit(LANDAU_BAD);
	ask_native_programs(record);
	/* It would start itself anew otherwise. */
	personality((unsigned long)personality(0xffffffff) | ADDR_NO_RANDOMIZE);
	execvp(record->program[0], record->program);
	landau_complain("%s: %s", record->program[0], strerror(errno));
	_exit(LANDAU_BAD);
}

/* -- The command --------------------------------------------------------------------------------
 */

/* Which engine it is, and whether that one can do what is wanted. */
static bool choose_engine(struct record *record)
{
	bool can = landau_target_is_native(record->program[0]);
	bool wanted = strcmp(record->engine_name, "native") == 0;

	record->only_children = !can && wanted && record->trace_children;
	record->native =
		record->only_children || (can && strcmp(record->engine_name, "valgrind") != 0);
	if (wanted && !record->native) {
		landau_complain("%s: is not compiled for the native engine; see landau-gcc(1), and "
				"--trace-children for what it executes",
				record->program[0]);
		return false;
	}
	if (can && !record->native) {
		landau_complain("%s: is compiled for the native engine, and needs more address "
				"space than Valgrind has; compile it without landau-gcc",
				record->program[0]);
		return false;
	}
	if (!record->native && record->cost && strcmp(record->cost, "time") == 0) {
		landau_complain("record: --cost=time is for programs compiled by landau-gcc");
		return false;
	}
	if (record->native && is_for_valgrind(record)) {
		landau_complain("record: --cost=instr, --metric=rms, --reference and the dumps are "
				"for programs compiled without landau-gcc");
		return false;
	}
	return true;
}

static void explain_missing(const struct record *record, const char *output, int status)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !record->snapshot)
		landau_complain("%s: no profile was written; --snapshot=SECONDS keeps one while "
				"the program runs",
				output);
	else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
		landau_complain("%s: no profile was written: the program's own filter of system "
				"calls (seccomp) forbids it",
				output);
	else
		landau_complain("%s: no profile was written", output);
}

static int finish(const struct record *record, int status, pid_t child)
{
	char output[PATH_MAX];
	char written[PATH_MAX];
	int result;

	if (WIFSIGNALED(status)) {
		result = 128 + WTERMSIG(status);
		if (!record->quiet)
			landau_complain("%s was killed by signal %d (%s)", record->program[0],
					WTERMSIG(status), strsignal(WTERMSIG(status)));
	} else {
		result = WEXITSTATUS(status);
	}
	if (!landau_output_expand(record->output, child, output) ||
	    !landau_output_expand(record->written, child, written))
		return result;
	if (WIFSIGNALED(status))
		landau_output_remove_unfinished(written, child);
	if (strcmp(written, output) != 0 && rename(written, output) != 0 && errno != ENOENT)
		landau_complain("%s: cannot be renamed to %s: %s", written, output,
				strerror(errno));
	struct stat file;
	bool there = stat(output, &file) == 0 && S_ISREG(file.st_mode);
	if (record->only_children && !there) {
		const char *name =
			strstr(record->output_name, "%r") ? record->output : record->output_name;

		if (!landau_children_tell(record->written, name, &record->started, record->quiet) &&
		    result == 0)
			result = LANDAU_BAD;
	} else if (!there) {
		explain_missing(record, output, status);
		if (result == 0)
			result = LANDAU_BAD;
	} else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !record->quiet) {
		landau_complain("%s: holds the last snapshot", output);
	} else if ((record->trace_children || record->native) && !record->quiet) {
		char *next = next_command(record, output);
		if (record->trace_children)
			landau_complain("%s: written; other processes have profiles of their own "
					"beside it",
					output);
		else
			landau_tell_recorded(output);
		if (next)
			landau_complain("next: %s", next);
		free(next);
	}
	return result;
}

int landau_command_record(int argc, char **argv)
{
	struct record record = {.output_name = "landau.data",
				.cell = "4",
				.metric = "trms",
				.allocator = "opaque",
				.engine_name = "auto"};
	pid_t child;

	switch (parse(&record, argc, argv)) {
	case PARSED_HELP:
		fputs(usage, stdout);
		return LANDAU_FINE;
	case PARSED_BAD:
		return LANDAU_BAD;
	case PARSED_RUN:
		break;
	}
	int refused = landau_target_check(record.program[0]);
	if (refused)
		return refused;
	if (!choose_engine(&record))
		return LANDAU_BAD;
	if (!landau_output_prepare(record.output_name, record.output) ||
	    (record.trace_name && !landau_output_prepare(record.trace_name, record.trace)) ||
	    (record.activations_name &&
	     !landau_output_prepare(record.activations_name, record.activations)))
		return LANDAU_BAD;
	if (!record.native && (!landau_engine_can_start() || !landau_engine_find(&record.engine)))
		return LANDAU_BAD;
	if (!record.quiet && !record.native) {
		landau_engine_warn_of_version(&record.engine);
		if (!record.trace_children)
			landau_target_warn_of_env(record.program[0]);
	}
	name_output(&record);
	clock_gettime(CLOCK_REALTIME_COARSE, &record.started);
	fflush(NULL);
	int status =
		landau_run_in_foreground(record.native ? execute_native : execute, &record, &child);
	if (status < 0)
		return landau_complain("cannot start a process: %s", strerror(errno));
	return finish(&record, status, child);
}
