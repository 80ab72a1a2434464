/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * print/lines.c - the lines of a routine; see print/lines.h.
 *
 * Source files are looked for by the name that the profile has, here and below. What a file says is printed only if it is
 * there; the numbers are there anyhow.
 */
#include "cli/print/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/analysis/find_source.h"
#include "cli/command.h"
#include "cli/print/json.h"
#include "cli/print/loops.h"
#include "cli/print/terminal.h"

/* Source is printed so many lines around one that is wanted: all of it where gaps are small. */
enum { AROUND_ALL = 4, AROUND_FASTEST = 2, MOST_FASTEST = 3 };

static const char no_debug_information[] =
	"(no source line is known: compile with -g, or install the package with debug information)";

/* Lines with less of the cost at the largest size are not among the fastest. */
static const double least_share = 0.05;

/* -- Source files ------------------------------------------------------------------------------- */

/* Compiled code that is older than its source may have other lines. */
static void say_if_changed(const struct landau_lines_view *view, const char *path,
			   const struct stat *source)
{
	const char *program = view->profile->runs[0].program;
	struct stat status;

	if (view->path && stat(view->path, &status) == 0 && source->st_mtime > status.st_mtime)
		landau_say("%s has changed since %s was written: its lines may have moved", path,
			   view->path);
	else if (*program == '/' && stat(program, &status) == 0 &&
		 source->st_mtime > status.st_mtime)
		landau_say("%s has changed since %s was built: its lines may have moved", path,
			   program);
}

/* The text of a plain file, ended by a zero byte and to be freed; NULL: there is none. */
static char *read_source(const struct landau_lines_view *view, const char *name)
{
	enum { MOST_BYTES = 16 << 20 };
	char *elsewhere = landau_find_source(name);
	const char *path = elsewhere ? elsewhere : name;
	int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status;
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
		say_if_changed(view, path, &status);
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
	/* A call of which nothing but what was inlined is left. */
	if (growth->line->executions == 0 && growth->line->cost > 0) {
		executions[0] = '\0';
		by_executions[0] = '\0';
	}
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

/* Where the source of a file is printed; rows first .. last - 1 are of it. */
struct walk {
	const struct landau_lines_view *view;
	const struct landau_line_growth *rows;
	const bool *wanted; /* by row; NULL: all */
	size_t first, last;
	uint32_t around;
};

/* The first line of the file, from `number` on, that is not farther from a wanted one; 0: there is none. */
static uint32_t next_shown(const struct walk *walk, uint32_t number)
{
	const struct landau_line_growth *lines = walk->rows;

	for (size_t i = walk->first; i < walk->last; i++) {
		uint32_t line = lines[i].line->line;
		uint32_t low = line > walk->around ? line - walk->around : 1;

		/* What stands behind the last line is not of the routine. */
		if ((walk->wanted && !walk->wanted[i]) ||
		    (uint64_t)number > (uint64_t)line + (i + 1 < walk->last ? walk->around : 0))
			continue;
		return number > low ? number : low;
	}
	return 0;
}

/* All that is known of one line of the file; *i is the first growth that is not above it. */
static void print_number_rows(const struct walk *walk, size_t *i, uint32_t number, const char *at)
{
	const struct landau_line_growth *lines = walk->rows;
	const char *file = lines[walk->first].line->file;
	bool again = false;

	for (; *i < walk->last && lines[*i].line->line == number; ++*i) {
		print_numbers(&lines[*i]);
		printf("%6" PRIu32 "  ", number);
		landau_print_brackets(walk->view->loops, file, number);
		if (!again)
			print_source(at);
		print_inlined(lines[*i].line);
		putchar('\n');
		again = true;
	}
	if (!again && at) {
		printf("%54s%6" PRIu32 "  ", "", number);
		landau_print_brackets(walk->view->loops, file, number);
		print_source(at);
		putchar('\n');
	}
}

static void print_file(const struct walk *walk)
{
	const struct landau_line_growth *lines = walk->rows;
	const char *name = lines[walk->first].line->file;
	char *text = *name ? read_source(walk->view, name) : NULL;
	const char *at = text;
	uint32_t read = 1;
	uint32_t before = 0;
	size_t i = walk->first;

	putchar('\n');
	landau_print_plain(stdout, *name ? name : no_debug_information);
	if (*name && !text)
		fputs(": the file is not in this directory or below it; run the command where the "
		      "source is",
		      stdout);
	printf("\n%10s  %-16s %6s  %-16s %6s\n", "executions", "growth", "cost", "growth", "line");
	/* Line 0 is code of no line. */
	if (lines[i].line->line == 0 && (!walk->wanted || walk->wanted[i]))
		print_number_rows(walk, &i, 0, NULL);
	for (uint32_t number = next_shown(walk, 1); number;
	     number = number < UINT32_MAX ? next_shown(walk, number + 1) : 0) {
		while (i < walk->last && lines[i].line->line < number)
			i++;
		if (i == walk->last)
			break;
		if (!text && lines[i].line->line != number) {
			number = lines[i].line->line - 1;
			continue;
		}
		at = go_to(at, &read, number);
		if (before > 0 && number != before + 1 && text)
			printf("%53s %6s\n", "", "...");
		before = number;
		print_number_rows(walk, &i, number, at);
	}
	free(text);
}

/* A file after the other; `own`: the routine's, or all others. */
static void print_files(const struct landau_lines_view *view, const struct landau_line_growth *rows,
			size_t count, const bool *wanted, bool own)
{
	const char *own_file = view->profile->routines[view->routine].file;
	uint32_t around = wanted ? AROUND_FASTEST : AROUND_ALL;
	size_t next;

	for (size_t i = 0; i < count; i = next) {
		const char *file = rows[i].line->file;
		bool any = !wanted;

		for (next = i; next < count && strcmp(rows[next].line->file, file) == 0; next++)
			any = any || wanted[next];
		if (landau_line_is_address(rows[i].line))
			continue;
		if (any && (strcmp(file, own_file) == 0) == own &&
		    (!view->only_file || strcmp(file, view->only_file) == 0))
			print_file(&(struct walk){view, rows, wanted, i, next, around});
	}
}

/* Code of which no line is known, by address in the object. */
static void print_addresses(const struct landau_lines_view *view, const bool *wanted)
{
	const struct landau_line_growths *growths = view->growths;
	const char *object = view->profile->routines[view->routine].object;
	bool any = false;

	for (size_t i = 0; i < growths->place_count && !view->only_file; i++) {
		const struct landau_line_growth *growth = &growths->places[i];

		if (!landau_line_is_address(growth->line) || (wanted && !wanted[i]))
			continue;
		if (!any) {
			printf("\n%s\n%10s  %-16s %6s  %-16s address in ", no_debug_information,
			       "executions", "growth", "cost", "growth");
			landau_print_plain(stdout, *object ? object : "its object");
			putchar('\n');
		}
		any = true;
		print_numbers(growth);
		landau_print_plain(stdout, growth->line->file);
		putchar('\n');
	}
	if (any && !wanted)
		puts("'objdump -d' shows the code at these addresses");
}

void landau_print_lines(const struct landau_lines_view *view)
{
	const struct landau_line_growths *growths = view->growths;

	print_files(view, growths->places, growths->place_count, NULL, true);
	print_files(view, growths->lines, growths->count, NULL, false);
	print_addresses(view, NULL);
}

/* The least power of n that it grows with for sure. */
static double sure_power(const struct landau_model *model)
{
	return model->statement == LANDAU_STATEMENT_UNKNOWN ||
			       model->statement == LANDAU_STATEMENT_AT_MOST
		       ? 0
		       : model->power_low;
}

/* The one of two lines that grows faster for sure; of equal ones the more expensive one. */
static bool is_faster(const struct landau_line_growth *a, const struct landau_line_growth *b)
{
	double difference = sure_power(&a->cost) - sure_power(&b->cost);

	if (difference != 0)
		return difference > 0;
	return a->largest_share > b->largest_share;
}

void landau_print_fastest_lines(const struct landau_lines_view *view)
{
	const struct landau_line_growths *growths = view->growths;
	bool *wanted = calloc(growths->place_count + 1, sizeof(*wanted));
	size_t hottest = growths->hottest ? (size_t)(growths->hottest - growths->places) : 0;

	if (!wanted || !growths->hottest) {
		free(wanted);
		return;
	}
	wanted[hottest] = true;
	for (int chosen = 1; chosen < MOST_FASTEST; chosen++) {
		size_t best = growths->place_count;

		for (size_t i = 0; i < growths->place_count; i++)
			if (!wanted[i] && growths->places[i].largest_share >= least_share &&
			    (best == growths->place_count ||
			     is_faster(&growths->places[i], &growths->places[best])))
				best = i;
		if (best < growths->place_count)
			wanted[best] = true;
	}
	for (int own = 1; own >= 0; own--)
		print_files(view, growths->places, growths->place_count, wanted, own);
	print_addresses(view, wanted);
	free(wanted);
}

/* -- JSON --------------------------------------------------------------------------------------- */

static void print_json_line(FILE *stream, const struct landau_line_growth *growth,
			    const char *indent)
{
	const struct landau_line *line = growth->line;

	fputs("{\"file\": ", stream);
	landau_json_string(stream, line->file);
	fprintf(stream, ", \"line\": %" PRIu32 ", \"inlined\": [", line->line);
	for (uint32_t i = 0; i < line->inlined_count; i++) {
		fputs(i == 0 ? "" : ", ", stream);
		landau_json_string(stream, line->inlined[i].name);
	}
	fprintf(stream, "], \"executions\": %" PRIu64 ", \"cost\": %" PRIu64 ",\n%s \"model\": ",
		line->executions, line->cost, indent);
	landau_model_print_json(stream, &growth->executions);
	fprintf(stream, ",\n%s \"cost_model\": ", indent);
	landau_model_print_json(stream, &growth->cost);
	fprintf(stream, ",\n%s \"points\": [", indent);
	for (size_t i = 0; i < line->point_count; i++)
		fprintf(stream, "%s[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]",
			i == 0 ? "" : ",", line->points[i].size, line->points[i].calls,
			line->points[i].executions, line->points[i].cost);
	fputs("]}", stream);
}

void landau_print_json_lines(FILE *stream, const struct landau_line_growths *growths,
			     const char *only_file, const char *indent)
{
	bool any = false;

	putc('[', stream);
	for (size_t i = 0; i < growths->count; i++) {
		if (only_file && strcmp(growths->lines[i].line->file, only_file) != 0)
			continue;
		fprintf(stream, "%s\n%s", any ? "," : "", indent);
		print_json_line(stream, &growths->lines[i], indent);
		any = true;
	}
	putc(']', stream);
}
