/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * annotate.c - landau annotate: the source of a routine, and how each line of it grows.
 *
 * Lines of the routine's own file come first, then those that were inlined from others. Source files are looked for by the
 * name that the profile has, here and below. What a file says is printed only if it is there; the numbers are there anyhow.
 */
#include "cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/analysis/find.h"
#include "cli/analysis/find_source.h"
#include "cli/analysis/lines.h"
#include "cli/analysis/load.h"
#include "cli/options.h"
#include "cli/print/growth.h"
#include "cli/print/json.h"
#include "cli/print/terminal.h"

/* A gap of more lines without numbers is left out; a few lines around are there. */
enum { LONGEST_GAP = 8, AROUND = 2 };

struct annotated {
	const struct landau_profile *profile;
	const struct landau_routine *routine;
	struct landau_line_growths growths;
	const char *profile_path;
};

static void print_help(void)
{
	puts("usage: landau annotate [OPTIONS] ROUTINE [FILE...]\n");
	puts("The source of a routine: how often each line ran, its share of the cost with what "
	     "it");
	puts("called, and how both grow with the routine's input. The profile (landau.data by");
	puts("default) must have counts of lines: landau record takes them if it is told to.\n");
	puts("ROUTINE is a name, a glob or a part of a name; NAME@OBJECT where several have it.\n");
	puts("      --json  for programs");
	puts("  -h, --help  this text");
}

/* -- Source files ------------------------------------------------------------------------------- */

/* The text of a plain file, ended by a zero byte and to be freed; NULL: there is none. */
static char *read_source(const struct annotated *annotated, const char *name)
{
	enum { MOST_BYTES = 16 << 20 };
	char *elsewhere = landau_find_source(name);
	const char *path = elsewhere ? elsewhere : name;
	int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status, profile;
	size_t done = 0;
	char *text = NULL;

	if (descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
	    status.st_size < MOST_BYTES)
		text = malloc((size_t)status.st_size + 1);
	while (text && done < (size_t)status.st_size) {
		ssize_t got = read(descriptor, text + done, (size_t)status.st_size - done);

		if (got <= 0)
			break;
		done += (size_t)got;
	}
	if (text) {
		text[done] = '\0';
		if (stat(annotated->profile_path, &profile) == 0 &&
		    status.st_mtime > profile.st_mtime)
			landau_say("%s has changed since %s was written: its lines may have moved",
				   path, annotated->profile_path);
	}
	if (descriptor >= 0)
		close(descriptor);
	free(elsewhere);
	return text;
}

/* Where line `wanted` begins, counted from 1, going on from line *number at `at`; NULL: it is not there. */
static const char *go_to(const char *at, uint32_t *number, uint32_t wanted)
{
	while (at && *number < wanted) {
		at = strchr(at, '\n');
		if (at)
			at++;
		++*number;
	}
	return at && *at ? at : NULL;
}

static void print_source(const char *at)
{
	size_t length = at ? strcspn(at, "\n") : 0;
	char *line = at ? strndup(at, length) : NULL;

	for (char *tab = line; tab && *tab == '\t'; tab++)
		fputs("    ", stdout);
	if (line) {
		landau_make_plain(line + strspn(line, "\t"), false);
		fputs(line + strspn(line, "\t"), stdout);
	}
	free(line);
}

/* -- Text --------------------------------------------------------------------------------------- */

static void print_numbers(const struct landau_line_growth *growth)
{
	char executions[16];
	char by_executions[LANDAU_STATEMENT_BYTES], by_cost[LANDAU_STATEMENT_BYTES];

	landau_short_number((double)growth->line->executions, executions, sizeof(executions));
	landau_model_statement_text(&growth->executions, by_executions);
	landau_model_statement_text(&growth->cost, by_cost);
	printf("%10s  %-16s %5.1f%%  %-16s ", executions, by_executions, 100 * growth->share,
	       by_cost);
}

/* The functions that were inlined there, the innermost first. */
static void print_inlined(const struct landau_line *line)
{
	for (uint32_t i = line->inlined_count; i > 0; i--) {
		fputs(i == line->inlined_count ? "  [in " : ", inlined into ", stdout);
		landau_print_plain(stdout, line->inlined[i - 1].name);
		if (i == 1)
			putchar(']');
	}
}

/* Lines first .. last - 1 of the growths, all of one file. */
static void print_file(const struct annotated *annotated, size_t first, size_t last)
{
	const struct landau_line_growth *lines = annotated->growths.lines;
	const char *name = lines[first].line->file;
	char *text = *name ? read_source(annotated, name) : NULL;
	const char *at = text;
	uint32_t number = 1;
	uint32_t next = lines[first].line->line;

	putchar('\n');
	landau_print_plain(stdout, *name ? name : "(no source line is known)");
	if (*name && !text)
		fputs(": the file is not here", stdout);
	printf("\n%10s  %-16s %6s  %-16s %6s\n", "executions", "growth", "cost", "growth", "line");
	next = next > AROUND ? next - AROUND : 1;
	for (size_t i = first; i < last; i++) {
		uint32_t line = lines[i].line->line;
		bool again = i > first && line == lines[i - 1].line->line;

		if (!again && i > first && line - next > LONGEST_GAP) {
			printf("%53s %6s\n", "", "...");
			next = line > AROUND ? line - AROUND : 1;
		}
		for (; text && !again && next < line; next++) {
			at = go_to(at, &number, next);
			printf("%54s%6" PRIu32 "  ", "", next);
			print_source(at);
			putchar('\n');
		}
		print_numbers(&lines[i]);
		printf("%6" PRIu32 "  ", line);
		at = again || !text ? at : go_to(at, &number, line);
		if (!again && text)
			print_source(at);
		print_inlined(lines[i].line);
		putchar('\n');
		next = line + 1;
	}
	free(text);
}

static void print_text(const struct annotated *annotated)
{
	const struct landau_line_growths *growths = &annotated->growths;
	size_t next;

	landau_print_plain(stdout, annotated->routine->name);
	printf("\n%-11s %" PRIu64 " watched, %zu size%s\n", "calls", growths->activations,
	       growths->sizes, growths->sizes == 1 ? "" : "s");
	if (growths->hottest) {
		printf("%-11s ", "hottest");
		landau_print_hottest(stdout, growths);
		putchar('\n');
	}
	/* Twice over all files: the routine's own, and the others. */
	for (int own = 1; own >= 0; own--)
		for (size_t i = 0; i < growths->count; i = next) {
			const char *file = growths->lines[i].line->file;

			for (next = i; next < growths->count &&
				       strcmp(growths->lines[next].line->file, file) == 0;
			     next++)
				;
			if ((strcmp(file, annotated->routine->file) == 0) == own)
				print_file(annotated, i, next);
		}
}

/* -- JSON --------------------------------------------------------------------------------------- */

static void print_json_line(const struct landau_line_growth *growth)
{
	const struct landau_line *line = growth->line;

	printf("{\"file\": ");
	landau_json_string(stdout, line->file);
	printf(", \"line\": %" PRIu32 ", \"inlined\": [", line->line);
	for (uint32_t i = 0; i < line->inlined_count; i++) {
		fputs(i == 0 ? "" : ", ", stdout);
		landau_json_string(stdout, line->inlined[i].name);
	}
	printf("], \"executions\": %" PRIu64 ", \"cost\": %" PRIu64 ",\n    \"model\": ",
	       line->executions, line->cost);
	landau_model_print_json(stdout, &growth->executions);
	printf(",\n    \"cost_model\": ");
	landau_model_print_json(stdout, &growth->cost);
	printf(",\n    \"points\": [");
	for (size_t i = 0; i < line->point_count; i++)
		printf("%s[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", i == 0 ? "" : ",",
		       line->points[i].size, line->points[i].calls, line->points[i].executions,
		       line->points[i].cost);
	printf("]}");
}

static void print_json(const struct annotated *annotated)
{
	const struct landau_line_growths *growths = &annotated->growths;

	printf("{\"schema\": \"landau-annotate/1\", \"name\": ");
	landau_json_string(stdout, annotated->routine->name);
	printf(", \"object\": ");
	landau_json_string(stdout, annotated->routine->object);
	printf(", \"file\": ");
	landau_json_string(stdout, annotated->routine->file);
	printf(", \"watched\": %" PRIu64 ",\n  \"hottest\": ", growths->activations);
	if (growths->hottest) {
		printf("{\"file\": ");
		landau_json_string(stdout, growths->hottest->line->file);
		printf(", \"line\": %" PRIu32 "}", growths->hottest->line->line);
	} else {
		printf("null");
	}
	printf(",\n  \"lines\": [");
	for (size_t i = 0; i < growths->count; i++) {
		printf("%s\n   ", i == 0 ? "" : ",");
		print_json_line(&growths->lines[i]);
	}
	printf("]}\n");
}

/* -- The command -------------------------------------------------------------------------------- */

static int annotate(struct annotated *annotated, const char *name, bool json)
{
	uint32_t routine = landau_find_routine(annotated->profile, "annotate", name);
	int status = LANDAU_FINE;

	if (routine == LANDAU_NONE)
		return LANDAU_BAD;
	annotated->routine = &annotated->profile->routines[routine];
	if (!landau_line_growths_of(annotated->profile, routine, &annotated->growths))
		return landau_complain("annotate: out of memory");
	if (annotated->growths.count == 0)
		status = landau_complain("annotate: the profile says nothing of the lines of '%s'; "
					 "'landau record --lines' counts them",
					 annotated->routine->name);
	else if (json)
		print_json(annotated);
	else
		print_text(annotated);
	landau_line_growths_free(&annotated->growths);
	return status;
}

int landau_command_annotate(int argc, char **argv)
{
	bool json = false;
	const struct landau_option rows[] = {{"json", .flag = &json}, {0}};
	int status =
		landau_read_options(argc, argv, &(struct landau_options){rows, print_help, false});
	struct annotated annotated = {.profile_path = "landau.data"};
	struct landau_profile *profile;
	struct landau_error error;

	if (status != LANDAU_GO_ON)
		return status;
	if (optind == argc)
		return landau_complain("annotate: no routine is given; 'landau report' lists them");
	profile = landau_load(argv + optind + 1, argc - optind - 1, &error);
	if (!profile)
		return landau_complain_error(&error);
	if (optind + 1 < argc)
		annotated.profile_path = argv[optind + 1];
	annotated.profile = profile;
	status = annotate(&annotated, argv[optind], json);
	landau_profile_free(profile);
	return status;
}
