/* SPDX-License-Identifier: GPL-2.0-or-later */
/* print/loops.c - the loops of a routine; see print/loops.h. */
#include "cli/print/loops.h"

#include <inttypes.h>
#include <string.h>

#include "cli/print/json.h"
#include "cli/print/terminal.h"

/* -- Sentences ---------------------------------------------------------------------------------- */

/* A factor of the class that is worth a word: with two digits, and not 1. */
static void print_class(const struct landau_model *model, char *text, size_t bytes)
{
	char factor[24];

	snprintf(factor, sizeof(factor), "%.2g", model->leading);
	if (model->growth == LANDAU_GROWTH_CONSTANT) {
		if (model->constant < 1)
			snprintf(text, bytes, "%.2g", model->constant);
		else
			landau_short_number(model->constant, text, bytes);
	} else if (model->growth == LANDAU_GROWTH_EXPONENTIAL || strcmp(factor, "1") == 0 ||
		   strchr(factor, 'e') || !(model->leading > 0)) {
		snprintf(text, bytes, "%s", landau_growth_name(model->growth));
	} else {
		snprintf(text, bytes, "%s·%s", factor, landau_growth_name(model->growth));
	}
}

void landau_trips_text(const struct landau_loop_growth *growth, char text[LANDAU_TRIPS_BYTES])
{
	const struct landau_model *model = &growth->trips;
	char statement[LANDAU_STATEMENT_BYTES];

	landau_model_statement_text(model, statement);
	if (model->statement == LANDAU_STATEMENT_CLASS)
		print_class(model, statement, sizeof(statement));
	else if (model->statement == LANDAU_STATEMENT_UNKNOWN)
		landau_short_number((double)growth->loop->line.executions, statement,
				    sizeof(statement));
	snprintf(text, LANDAU_TRIPS_BYTES, "%s%s trips%s",
		 growth->loop->at_most && model->statement == LANDAU_STATEMENT_CLASS ? "at most "
										     : "",
		 statement, model->statement == LANDAU_STATEMENT_UNKNOWN ? " in all" : "");
}

static void print_place(FILE *stream, const struct landau_loop_growth *growth, const char *beside)
{
	if (growth->line == 0) {
		fprintf(stream, "0x%" PRIx64, growth->loop->position);
		return;
	}
	if (!beside || strcmp(beside, growth->file) != 0)
		landau_print_plain(stream, growth->file);
	fprintf(stream, ":%" PRIu32, growth->line);
}

void landau_print_loop(FILE *stream, const struct landau_loop_growth *growth)
{
	const struct landau_line *line = &growth->loop->line;
	char trips[LANDAU_TRIPS_BYTES];

	print_place(stream, growth, NULL);
	if (line->inlined_count > 0) {
		fputs(" in ", stream);
		landau_print_plain(stream, line->inlined[line->inlined_count - 1].name);
	}
	if (growth->parent) {
		fputs(", inside the loop at ", stream);
		print_place(stream, growth->parent, growth->file);
	}
	landau_trips_text(growth, trips);
	fprintf(stream, ": %s", trips);
}

static void print_row(const struct landau_loop_growth *growth)
{
	printf("%-11s ", "loop");
	landau_print_loop(stdout, growth);
	putchar('\n');
}

void landau_print_loops(const struct landau_loop_growths *growths, const char *only_file)
{
	for (size_t i = 0; i < growths->count; i++)
		if (!only_file || strcmp(growths->loops[i].file, only_file) == 0)
			print_row(&growths->loops[i]);
}

void landau_print_loops_around(const struct landau_loop_growths *growths, const char *file,
			       uint32_t line)
{
	const struct landau_loop_growth *inner = landau_loop_around(growths, file, line);

	for (uint32_t depth = 1; inner && depth <= inner->depth; depth++) {
		const struct landau_loop_growth *growth = inner;

		while (growth->parent && growth->depth > depth)
			growth = growth->parent;
		print_row(growth);
	}
}

/* -- Brackets ----------------------------------------------------------------------------------- */

static const char *bracket_of(const struct landau_loop_growth *growth, uint32_t line)
{
	if (line == growth->line)
		return line == growth->last_line ? "[" : "┌";
	return line == growth->last_line ? "└" : "│";
}

void landau_print_brackets(const struct landau_loop_growths *growths, const char *file,
			   uint32_t line)
{
	enum { MOST_BRACKETS = 8 };
	const char *brackets[MOST_BRACKETS] = {0};
	uint32_t deepest = 0;

	for (size_t i = 0; i < growths->count; i++) {
		const struct landau_loop_growth *growth = &growths->loops[i];

		if (growth->line == 0 || growth->depth > MOST_BRACKETS ||
		    strcmp(growth->file, file) != 0)
			continue;
		if (growth->depth > deepest)
			deepest = growth->depth;
		if (growth->line <= line && line <= growth->last_line)
			brackets[growth->depth - 1] = bracket_of(growth, line);
	}
	for (uint32_t i = 0; i < deepest; i++)
		fputs(brackets[i] ? brackets[i] : " ", stdout);
	if (deepest > 0)
		putchar(' ');
}

/* -- JSON --------------------------------------------------------------------------------------- */

static void print_json_loop(FILE *stream, const struct landau_loop_growth *growth,
			    const char *indent)
{
	const struct landau_loop *loop = growth->loop;
	const struct landau_line *line = &loop->line;

	fputs("{\"file\": ", stream);
	landau_json_string(stream, line->file);
	fprintf(stream, ", \"line\": %" PRIu32 ", \"last_line\": %" PRIu32 ", \"inlined\": [",
		line->line, loop->last_line);
	for (uint32_t i = 0; i < line->inlined_count; i++) {
		fputs(i == 0 ? "" : ", ", stream);
		landau_json_string(stream, line->inlined[i].name);
	}
	fprintf(stream, "], \"address\": \"0x%" PRIx64 "\", \"depth\": %" PRIu32 ", \"inside\": ",
		loop->position, growth->depth);
	if (growth->parent)
		fprintf(stream, "\"0x%" PRIx64 "\"", growth->parent->loop->position);
	else
		fputs("null", stream);
	fprintf(stream,
		", \"trips\": %" PRIu64 ", \"at_most\": %s,\n%s \"model\": ", line->executions,
		loop->at_most ? "true" : "false", indent);
	landau_model_print_json(stream, &growth->trips);
	fprintf(stream, ",\n%s \"points\": [", indent);
	for (size_t i = 0; i < line->point_count; i++)
		fprintf(stream, "%s[%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", i == 0 ? "" : ",",
			line->points[i].size, line->points[i].calls, line->points[i].executions);
	fputs("]}", stream);
}

void landau_print_json_loops(FILE *stream, const struct landau_loop_growths *growths,
			     const char *only_file, const char *indent)
{
	bool any = false;

	putc('[', stream);
	for (size_t i = 0; i < growths->count; i++) {
		if (only_file && strcmp(growths->loops[i].loop->line.file, only_file) != 0)
			continue;
		fprintf(stream, "%s\n%s", any ? "," : "", indent);
		print_json_loop(stream, &growths->loops[i], indent);
		any = true;
	}
	putc(']', stream);
}
