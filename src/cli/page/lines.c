/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/lines.c - source lines that were counted, and loops; see page/lines.h.
 *
 * A row is a place in the routine's own file, with what was inlined there, or one of those inlined lines of another file: it names the
 * place that it is a part of.
 */
#include "cli/page/lines.h"

#include <string.h>

#include "cli/analysis/lines.h"
#include "cli/analysis/loops.h"
#include "cli/print/json.h"
#include "cli/print/loops.h"

struct output {
	FILE *stream;
	const char *own_file;
	bool any; /* row so far */
};

static void print_statement(FILE *stream, const struct landau_model *model)
{
	char text[LANDAU_STATEMENT_BYTES];

	landau_model_statement_text(model, text);
	putc(',', stream);
	landau_json_string(stream, text);
}

/* Of an activation, in the mean: executions, or where there are none of its own what it cost. */
static void print_points(FILE *stream, const struct landau_line *line)
{
	fputs(",[", stream);
	for (size_t i = 0; i < line->point_count; i++) {
		if (i > 0)
			putc(',', stream);
		landau_json_number(stream, line->points[i].size);
	}
	fputs("],[", stream);
	for (size_t i = 0; i < line->point_count; i++) {
		const struct landau_line_point *point = &line->points[i];
		uint64_t sum = line->executions > 0 ? point->executions : point->cost;

		if (i > 0)
			putc(',', stream);
		landau_json_real(stream, (double)sum / (double)point->calls);
	}
	putc(']', stream);
}

/* `place`: the line of the own file that it is a part of. */
static void print_row(struct output *output, const struct landau_line_growth *growth,
		      uint32_t place)
{
	const struct landau_line *line = growth->line;
	FILE *stream = output->stream;

	fprintf(stream, "%s[%u,", output->any ? "," : "", (unsigned)place);
	output->any = true;
	landau_json_string(stream, strcmp(line->file, output->own_file) == 0 ? "" : line->file);
	fprintf(stream, ",%u,", (unsigned)line->line);
	landau_json_string(stream,
			   line->inlined_count ? line->inlined[line->inlined_count - 1].name : "");
	putc(',', stream);
	landau_json_number(stream, line->executions);
	putc(',', stream);
	landau_json_real(stream, growth->share);
	print_statement(stream, &growth->executions);
	print_statement(stream, &growth->cost);
	fprintf(stream, ",%d,%u", (int)growth->cost.statement, growth->cost.open);
	print_points(stream, line);
	putc(']', stream);
}

/* Loops in the routine's own file, with the first line of the loop around it, 0: there is none. */
static void print_loops(struct output *output, const struct landau_loop_growths *loops)
{
	FILE *stream = output->stream;

	fputs(",[", stream);
	output->any = false;
	for (size_t i = 0; i < loops->count; i++) {
		const struct landau_loop_growth *growth = &loops->loops[i];
		const struct landau_line *line = &growth->loop->line;
		char trips[LANDAU_TRIPS_BYTES];

		if (strcmp(growth->file, output->own_file) != 0 || growth->line == 0)
			continue;
		landau_trips_text(growth, trips);
		fprintf(stream, "%s[%u,%u,%u,%u,", output->any ? "," : "", (unsigned)growth->line,
			(unsigned)growth->last_line, (unsigned)growth->depth,
			(unsigned)(growth->parent ? growth->parent->line : 0));
		output->any = true;
		landau_json_string(stream, line->inlined_count
						   ? line->inlined[line->inlined_count - 1].name
						   : "");
		putc(',', stream);
		landau_json_string(stream, trips);
		print_points(stream, line);
		putc(']', stream);
	}
	putc(']', stream);
}

static void print_routine(FILE *stream, const struct landau_profile *profile, uint32_t routine,
			  const struct landau_line_growths *growths,
			  const struct landau_loop_growths *loops)
{
	struct output output = {.stream = stream, .own_file = profile->routines[routine].file};
	uint32_t hottest = 0;

	if (growths->hottest && strcmp(growths->hottest->line->file, output.own_file) == 0)
		hottest = growths->hottest->line->line;
	fprintf(stream, "[%u,", (unsigned)routine);
	landau_json_number(stream, growths->activations);
	fprintf(stream, ",%u,[", (unsigned)hottest);
	for (size_t i = 0; i < growths->place_count; i++) {
		const struct landau_line *line = growths->places[i].line;

		if (strcmp(line->file, output.own_file) == 0)
			print_row(&output, &growths->places[i], line->line);
	}
	for (size_t i = 0; i < growths->count; i++) {
		const char *file;
		uint32_t place;

		landau_line_place(growths->lines[i].line, output.own_file, &file, &place);
		if (strcmp(growths->lines[i].line->file, output.own_file) != 0)
			print_row(&output, &growths->lines[i],
				  strcmp(file, output.own_file) == 0 ? place : 0);
	}
	putc(']', stream);
	print_loops(&output, loops);
	putc(']', stream);
}

bool landau_page_print_lines(const struct landau_profile *profile, FILE *stream)
{
	const char *separator = "";

	if (profile->line_count == 0)
		return true;
	fputs(",\"lines\":[", stream);
	for (size_t i = 0; i < profile->line_count; i++) {
		struct landau_line_growths growths;
		struct landau_loop_growths loops;
		uint32_t routine = profile->lines[i].routine;

		if (i > 0 && profile->lines[i - 1].routine == routine)
			continue;
		if (!landau_line_growths_of(profile, routine, &growths) ||
		    !landau_loop_growths_of(profile, routine, &loops))
			return false;
		fputs(separator, stream);
		separator = ",";
		print_routine(stream, profile, routine, &growths, &loops);
		landau_line_growths_free(&growths);
		landau_loop_growths_free(&loops);
	}
	putc(']', stream);
	return true;
}

struct landau_page_range landau_page_range_of(const struct landau_profile *profile,
					      uint32_t routine)
{
	/* Helpers of it that are not farther above. */
	enum { ABOVE = 40 };
	uint32_t begin = profile->routines[routine].line;
	const char *own_file = profile->routines[routine].file;
	struct landau_page_range range = {0};
	size_t first, end;

	landau_profile_lines_of(profile, routine, &first, &end);
	for (size_t i = first; i < end; i++) {
		const struct landau_line *line = &profile->lines[i];
		const char *file;
		uint32_t number;

		landau_line_place(line, own_file, &file, &number);
		if (strcmp(file, own_file) != 0 || number == 0)
			continue;
		if (line->inlined_count == 0 && number > range.last)
			range.last = number;
		if (number < begin && begin - number <= ABOVE &&
		    (range.first == 0 || number < range.first))
			range.first = number;
	}
	return range;
}
