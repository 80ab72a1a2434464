/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay.c - landau replay: runs the analysis on a recorded event trace.
 *
 * Whatever stops the replay, what was recorded until then is still printed or written.
 */
#include "cli/command.h"
#include "cli/options.h"
#include "cli/print/output.h"

#include "engine/replay/replay.h"
#include "profile/from_core.h"
#include "profile/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_help(void)
{
	puts("usage: landau replay [OPTIONS] [TRACE]\n");
	puts("Runs the analysis on a recorded event trace (standard input by default) and writes "
	     "a");
	puts("profile, or prints the input and the cost of each activation.\n");
	puts("      --activations    print a line for each activation as it returns, and write no");
	puts("                       profile: THREAD ROUTINE trms rms thread external cost,");
	puts("                       then the last five again for each mark of its curve, and");
	puts("                       COST:N for each further cost, as peak:64");
	puts("  -c, --cell=N         size of a memory cell in bytes: 1, 2, 4, 8 or 16 (4)");
	puts("      --curve-floor=N  begin progress curves where trms is N (256; 0: none)");
	puts("      --contexts       collect points by calling context");
	puts("  -o, --output=FILE    write the profile to FILE (landau.data; '-' for standard");
	puts("                       output; %p stands for the process id, %r for the MPI rank)");
	puts("      --stamp-limit=N  renumber whenever the clock reaches N (64 or more)");
	puts("      --sources        collect which routine, thread or file wrote what is read; "
	     "with");
	puts("                       --activations, SOURCE=cells,self,induced for each follow");
	puts("      --share-all      disable the fast path for memory that only one thread uses");
	puts("  -h, --help           print this help\n");
	puts("Events, one a line; '#' starts a comment:");
	puts("  call T ROUTINE       return T             cost T N");
	puts("  read T ADDR SIZE     write T ADDR SIZE [SOURCE]");
	puts("  kread T ADDR SIZE    kwrite T ADDR SIZE [SOURCE]");
	puts("  copy T TO FROM SIZE");
	puts("  forget T ADDR SIZE");
	puts("  alloc T ADDR SIZE    free T ADDR          split T ADDR SIZE");
	puts("  spend T COST N       COST: bytes-in, bytes-out or syscalls");
	puts("  opaque ROUTINE [N]   what it reads is not input of its callers; each call costs N");
	puts("  open ROUTINE         what it reads is input, even where an opaque routine calls "
	     "it");
}

struct options {
	struct landau_settings settings;
	bool activations;
	const char *output; /* "-" or an absolute path */
	const char *trace;  /* NULL: standard input */
};

/* -- Activations ------------------------------------------------------------------------------- */

static char *put_number(char *position, uint64_t number)
{
	char digits[20];
	int count = 0;

	*position++ = ' ';
	do {
		digits[count++] = (char)('0' + number % 10);
		number /= 10;
	} while (number != 0);
	while (count > 0)
		*position++ = digits[--count];
	return position;
}

static void print_values(const struct landau_mark *values)
{
	char text[128];
	char *end = put_number(text, values->trms);

	end = put_number(end, values->rms);
	end = put_number(end, values->thread_input);
	end = put_number(end, values->external_input);
	end = put_number(end, values->cost);
	fwrite_unlocked(text, 1, (size_t)(end - text), stdout);
}

/* ROUTINE@THREAD, <EXTERNAL>; what is not known is '-'. */
static char *name_of_source(const struct landau_replay *replay, uint32_t source)
{
	const struct landau_author *author;
	const char *routine = "-";
	char *text = NULL;

	if (source == LANDAU_SOURCE_NOBODY)
		return strdup(routine);
	if (source == LANDAU_SOURCE_EXTERNAL)
		return strdup("<->");
	if (source & LANDAU_SOURCE_EXTERNAL) {
		source &= ~LANDAU_SOURCE_EXTERNAL;
		return asprintf(&text, "<%s>", replay->sources.names[source - 1].text) < 0 ? NULL
											   : text;
	}
	author = landau_author_at(replay->core, source);
	if (author->routine != LANDAU_NO_ROUTINE)
		routine = replay->routines.names[author->routine].text;
	return asprintf(&text, "%s@%" PRIu32, routine, author->thread->id) < 0 ? NULL : text;
}

static int compare_texts(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

/* In the order of their texts, since the core has none. */
static void print_shares(const struct landau_replay *replay, const struct landau_share *shares)
{
	size_t count = 0;
	size_t limit = 0;
	char **texts;

	for (const struct landau_share *share = shares; share; share = share->next)
		limit++;
	texts = calloc(limit + 1, sizeof(*texts));
	for (const struct landau_share *share = shares; texts && share; share = share->next) {
		char *name = share->cells != 0 ? name_of_source(replay, share->source) : NULL;

		if (name && asprintf(&texts[count], " %s=%" PRId64 ",%" PRIu64 ",%" PRIu64, name,
				     share->cells, share->self, share->induced) >= 0)
			count++;
		free(name);
	}
	if (count > 0)
		qsort(texts, count, sizeof(*texts), compare_texts);
	for (size_t i = 0; i < count; i++) {
		fputs(texts[i], stdout);
		free(texts[i]);
	}
	free(texts);
}

/* printf would take longer than all the rest. */
static void print_activation(void *context, const struct landau_thread *thread,
			     const struct landau_result *result)
{
	const struct landau_replay *replay = context;
	const struct landau_routine_name *name = &replay->routines.names[result->routine];
	const struct landau_mark at_end = landau_mark_at_end(result);
	char line[32];
	char *end = put_number(line, thread->id);

	*end++ = ' ';
	fwrite_unlocked(line + 1, 1, (size_t)(end - line - 1), stdout);
	fwrite_unlocked(name->text, 1, name->length, stdout);
	print_values(&at_end);
	for (uint32_t i = 0; i < result->mark_count; i++)
		print_values(&result->marks[i]);
	if (result->shares)
		print_shares(replay, result->shares);
	for (int i = 0; result->further && i < LANDAU_FURTHER_COSTS; i++)
		if (result->further[i] > 0)
			printf(" %s:%" PRIu64, landau_further_name((enum landau_further)i),
			       result->further[i]);
	fputc_unlocked('\n', stdout);
}

static int finish_activations(void)
{
	if (fflush(stdout) != 0 || ferror(stdout))
		return landau_complain("<stdout>: cannot be written: %s", strerror(errno));
	return LANDAU_FINE;
}

/* -- The profile ------------------------------------------------------------------------------- */

static bool put_bytes(void *context, const void *bytes, size_t count)
{
	return landau_write_all(*(int *)context, bytes, count);
}

static void name_routine(void *context, uint32_t number, struct landau_routine_source *source)
{
	const struct landau_replay *replay = context;

	source->name = replay->routines.names[number].text;
}

static void name_external(void *context, uint32_t number, struct landau_external_source *source)
{
	static const char *const kinds[] = {"file",   "socket", "pipe",    "device", "arguments",
					    "memory", "kernel", "unknown", "atomic"};
	const struct landau_replay *replay = context;
	const char *text = replay->sources.names[number - 1].text;

	source->kind = kinds[0];
	source->name = text;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		size_t length = strlen(kinds[i]);

		if (strncmp(text, kinds[i], length) == 0 && text[length] == ':') {
			source->kind = kinds[i];
			source->name = text + length + 1;
		}
	}
}

struct writing {
	struct landau_replay *replay;
	const struct options *options;
	int descriptor;
	int error; /* errno of the descriptor */
};

static bool write_core(void *context)
{
	struct writing *writing = context;
	struct landau_replay *replay = writing->replay;
	const struct options *options = writing->options;
	const char *program = options->trace != NULL ? options->trace : "<stdin>";
	struct landau_description description = {
		.program = program,
		.command = &program,
		.command_count = 1,
		.engine = "replay",
		.cost_kind = "bb",
		.cell_bytes = options->settings.cell_bytes,
		.contexts = options->settings.contexts,
		.further = replay->further,
		.allocators = replay->has_opaque ? "" : NULL,
		/* Of a trace that breaks off nobody knows how the program ended. */
		.exit_kind = replay->error[0] == '\0' ? LANDAU_EXIT_EXIT : LANDAU_EXIT_RUNNING,
		.routine_count = replay->routines.count,
		.routine = name_routine,
		.context = replay,
		.sources = options->settings.sources,
		.external_count = replay->sources.count,
		.external = name_external,
		.host = &replay->host,
	};
	struct landau_writer writer;

	landau_writer_start(&writer, put_bytes, &writing->descriptor);
	errno = 0;
	if (landau_write_core(&writer, replay->core, &description))
		return true;
	writing->error = errno;
	return false;
}

/* Appears under its name when it is whole; one that is there already is kept, as record does. */
static int write_profile(struct landau_replay *replay, const struct options *options)
{
	bool to_stdout = strcmp(options->output, "-") == 0;
	struct landau_replacement file;
	struct landau_error error = {0};
	struct writing writing = {.replay = replay, .options = options};
	int status = LANDAU_FINE;

	if (!landau_replace_open(&file, options->output, &error)) {
		status = landau_complain("%s: %s", error.file, error.text);
	} else {
		writing.descriptor = file.descriptor;
		if (!landau_replay_guard(replay, write_core, &writing)) {
			status = landau_complain("%s: cannot be written: %s",
						 to_stdout ? "<stdout>" : options->output,
						 writing.error != 0 ? strerror(writing.error)
								    : replay->error);
			landau_replace_discard(&file);
		} else if (file.target && !landau_output_keep_old(file.target)) {
			status = LANDAU_BAD;
			landau_replace_discard(&file);
		} else if (!landau_replace_commit(&file, &error)) {
			status = landau_complain("%s: %s", error.file, error.text);
		}
	}
	return status;
}

/* -- The command ------------------------------------------------------------------------------- */

static int replay_trace(const struct options *options, int descriptor, const char *name)
{
	struct landau_replay replay;
	struct landau_settings settings = options->settings;
	int status = LANDAU_FINE;

	if (options->activations) {
		settings.on_return = print_activation;
		settings.on_return_context = &replay;
	}
	if (!landau_replay_start(&replay, &settings)) {
		landau_replay_free(&replay);
		return landau_complain("%s: %s", name, replay.error);
	}
	landau_replay_run(&replay, descriptor);
	if (replay.error[0] != '\0' && replay.line != 0)
		status = landau_complain("%s:%" PRIu64 ": %s", name, replay.line, replay.error);
	else if (replay.error[0] != '\0')
		status = landau_complain("%s: %s", name, replay.error);
	if ((options->activations ? finish_activations() : write_profile(&replay, options)) !=
	    LANDAU_FINE)
		status = LANDAU_BAD;
	landau_replay_free(&replay);
	return status;
}

static int read_options(int argc, char **argv, struct options *options)
{
	const char *cell = "4";
	unsigned long stamp_limit = 0;
	unsigned long curve_floor = LANDAU_CURVE_FLOOR;
	const struct landau_option rows[] = {
		{"activations", .flag = &options->activations},
		{"cell", 'c', .text = &cell, .choices = "1 2 4 8 16"},
		{"contexts", .flag = &options->settings.contexts},
		{"curve-floor", .number = &curve_floor, .least = 0, .most = UINT32_MAX},
		{"output", 'o', .text = &options->output},
		{"stamp-limit", .number = &stamp_limit, .least = 64, .most = LANDAU_STAMP_LAST},
		{"sources", .flag = &options->settings.sources},
		{"share-all", .flag = &options->settings.share_all},
		{0},
	};
	int status =
		landau_read_options(argc, argv, &(struct landau_options){rows, print_help, false});

	if (status != LANDAU_GO_ON)
		return status;
	options->settings.cell_bytes = (uint32_t)strtoul(cell, NULL, 10);
	options->settings.stamp_limit = (uint32_t)stamp_limit;
	options->settings.curve_floor = curve_floor;
	if (argc - optind > 1)
		return landau_complain("replay: only one trace can be replayed at a time, not also "
				       "'%s'; see 'landau replay --help'",
				       argv[optind + 1]);
	if (options->activations && options->output)
		return landau_complain("replay: --activations prints to standard output; leave out "
				       "-o");
	if (optind < argc && strcmp(argv[optind], "-") != 0)
		options->trace = argv[optind];
	return LANDAU_GO_ON;
}

/* The name of the profile, so that a bad one is known before the work is done. */
static bool find_output(struct options *options, char path[PATH_MAX])
{
	const char *name = options->output != NULL ? options->output : "landau.data";
	char pattern[PATH_MAX];

	options->output = name;
	if (strcmp(name, "-") == 0)
		return true;
	if (!landau_output_prepare(name, pattern))
		return false;
	if (!landau_output_expand(pattern, getpid(), path)) {
		landau_complain("%s: %s", name, strerror(ENAMETOOLONG));
		return false;
	}
	options->output = path;
	return true;
}

int landau_command_replay(int argc, char **argv)
{
	struct options options = {0};
	char path[PATH_MAX];
	int descriptor = STDIN_FILENO;
	int status = read_options(argc, argv, &options);

	if (status != LANDAU_GO_ON)
		return status;
	if (!options.activations && !find_output(&options, path))
		return LANDAU_BAD;
	if (options.trace == NULL)
		return replay_trace(&options, descriptor, "<stdin>");
	descriptor = open(options.trace, O_RDONLY | O_CLOEXEC);
	if (descriptor < 0)
		return landau_complain("%s: %s", options.trace, strerror(errno));
	status = replay_trace(&options, descriptor, options.trace);
	close(descriptor);
	return status;
}
