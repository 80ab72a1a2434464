/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.c - the table that landau report prints for people; see table.h. */
#include "cli/print/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analysis/advice.h"
#include "cli/command.h"
#include "cli/analysis/explain.h"
#include "cli/analysis/lines.h"
#include "cli/analysis/loops.h"
#include "cli/print/growth.h"
#include "cli/print/names.h"
#include "cli/print/space.h"
#include "cli/print/terminal.h"

enum {
	WIDE = 100, /* columns from which there is room for everything */
	MOST_SPARK_COLUMNS = 12,
	LEAST_OBJECT_COLUMNS = 8,
	LEAST_NAME_COLUMNS = 12, /* beside the place of a line */
	HEADLINE_NAME_COLUMNS = 48,
	MOST_PROGRAMS = 3, /* that are named */
	NAME_BYTES = 4096,
	MOST_NOTES = 3, /* on rows whose growth is by another n */
	NOTE_NAME_COLUMNS = 32,
	ONCE_NAME_COLUMNS = 18,
};

/* An exponent below that of two classes by so much seems to contradict them. */
static const double confusing = 0.15;

/* -- Rows --------------------------------------------------------------------------------------- */

/* What a row has room for. */
struct layout {
	int width;
	int growth;  /* columns */
	int spark;   /* columns */
	int numbers; /* columns of a number */
	bool sizes;  /* is there a column for them? */
	bool colour;
	const char *own_object; /* the program itself, which is not named in its rows */
};

static struct layout choose_layout(const struct landau_profile *profile)
{
	int width = landau_terminal_width();
	bool wide = width >= WIDE;

	return (struct layout){.width = width,
			       .growth = wide ? LANDAU_GROWTH_COLUMNS : LANDAU_GROWTH_NARROW,
			       .spark = wide ? MOST_SPARK_COLUMNS : 8,
			       .numbers = wide ? 6 : 5,
			       .sizes = wide,
			       .colour = landau_terminal_colour(),
			       .own_object = landau_own_object(profile)};
}

/* Columns of a row before the name. */
static int prefix_columns(const struct layout *layout)
{
	return layout->growth + 6 + 7 + (layout->sizes ? 3 : 2) * (layout->numbers + 1) +
	       layout->spark + 4;
}

/* The loop that the line is in: ", loop :38", or ", loop" where it begins there. */
static void find_loop(const struct landau_profile *profile, uint32_t routine, const char *file,
		      uint32_t line, char *text, size_t bytes)
{
	struct landau_loop_growths loops;
	const struct landau_loop_growth *loop = NULL;

	*text = '\0';
	if (landau_loop_growths_of(profile, routine, &loops))
		loop = landau_loop_around(&loops, file, line);
	if (loop && loop->line == line)
		snprintf(text, bytes, ", loop");
	else if (loop)
		snprintf(text, bytes, ", loop :%" PRIu32, loop->line);
	landau_loop_growths_free(&loops);
}

/* Where most of the cost of a routine that grows fast is spent, if lines were counted, as far as it fits: "  sort.c:41, loop :38". */
static void find_line(const struct landau_analysis *analysis, const struct landau_finding *finding,
		      int columns, char *text, size_t bytes)
{
	const char *file;
	uint32_t line;
	char loop[32];

	*text = '\0';
	if (!landau_grows_fast(landau_told(finding)) ||
	    !landau_hottest_place(analysis->profile, finding->routine, &file, &line))
		return;
	snprintf(text, bytes, "  %s:%" PRIu32, file, line);
	landau_make_plain(text, false);
	if ((int)landau_text_width(text) > columns - LEAST_NAME_COLUMNS)
		*text = '\0';
	find_loop(analysis->profile, finding->routine, file, line, loop, sizeof(loop));
	if (*text && (int)(landau_text_width(text) + strlen(loop)) <= columns - LEAST_NAME_COLUMNS)
		snprintf(text + strlen(text), bytes - strlen(text), "%s", loop);
}

/* The name and its line, and at the right the object unless it is the program or stands in the name. */
static void print_name(const struct landau_analysis *analysis, const struct landau_finding *finding,
		       const char *own_object, int columns)
{
	const struct landau_routine *routine = &analysis->profile->routines[finding->routine];
	char short_name[NAME_BYTES], object[64] = "", line[256], name[NAME_BYTES + sizeof(line)];
	int name_columns, object_columns;

	find_line(analysis, finding, columns, line, sizeof(line));
	landau_short_name(routine->name, columns - (int)landau_text_width(line), short_name,
			  sizeof(short_name));
	snprintf(name, sizeof(name), "%s%s", short_name, line);
	landau_short_object(routine->object, columns, object, sizeof(object));
	if (*object == '\0' || strcmp(routine->object, own_object) == 0 ||
	    strncmp(routine->name, routine->object, strlen(routine->object)) == 0) {
		printf("%s\n", name);
		return;
	}
	/* The name comes first: an object of which little would be left is left out. */
	name_columns = (int)landau_text_width(name);
	object_columns = (int)landau_text_width(object);
	if (object_columns > columns - name_columns - 1) {
		object_columns = columns - name_columns - 1;
		if (object_columns < LEAST_OBJECT_COLUMNS) {
			printf("%s\n", name);
			return;
		}
		landau_short_object(routine->object, object_columns, object, sizeof(object));
		object_columns = (int)landau_text_width(object);
	}
	printf("%s%*s%s\n", name, columns - name_columns - object_columns, "", object);
}

/* Is there more to say of the growth than the row says? */
static bool has_note(const struct landau_finding *finding)
{
	const struct landau_explanation *explanation = finding->explanation;

	return explanation && !landau_is_from_within(finding) &&
	       explanation->kind != LANDAU_EXPLANATION_DISPATCHER &&
	       finding->worst.statement <= LANDAU_STATEMENT_AT_LEAST;
}

static void growth_of(const struct landau_finding *finding, int columns,
		      char text[LANDAU_GROWTH_TEXT_BYTES])
{
	const struct landau_explanation *explanation = finding->explanation;
	size_t length;

	bool within = landau_is_from_within(finding);

	if (!within && explanation && explanation->kind == LANDAU_EXPLANATION_DISPATCHER &&
	    finding->worst.statement == LANDAU_STATEMENT_UNKNOWN) {
		snprintf(text, LANDAU_GROWTH_TEXT_BYTES, "? dispatcher");
		return;
	}
	landau_growth_column(landau_told(finding), columns, text);
	length = strlen(text);
	if (within || has_note(finding))
		snprintf(text + length, LANDAU_GROWTH_TEXT_BYTES - length, within ? " +" : " *");
}

/* Does the exponent seem to contradict what is told? `landau show` explains it, a number here does not. */
static bool is_confusing(const struct landau_model *model)
{
	return (model->statement == LANDAU_STATEMENT_CLASS && *model->reason) ||
	       (model->statement == LANDAU_STATEMENT_BETWEEN &&
		model->exponent_high < model->power_low - confusing);
}

static void print_row(const struct landau_analysis *analysis, const struct landau_finding *finding,
		      const struct layout *layout)
{
	const struct landau_model *model = landau_told(finding);
	char spark[MOST_SPARK_COLUMNS * 3 + 1], calls[16], sizes[16], largest[16],
		exponent[24] = "", growth[LANDAU_GROWTH_TEXT_BYTES];

	landau_spark_line(finding->summary.trms, finding->summary.trms_count, layout->spark, spark);
	landau_short_number((double)finding->summary.calls, calls, sizeof(calls));
	landau_short_number((double)finding->summary.trms_count, sizes, sizeof(sizes));
	landau_short_number(finding->worst.largest, largest, sizeof(largest));
	if (landau_exponent_tells(model) && !is_confusing(model))
		snprintf(exponent, sizeof(exponent), "%.2f", landau_hundredths(model->exponent));
	growth_of(finding, layout->growth, growth);
	printf("%s%-*s%s %5s %5.1f%% %*s", layout->colour ? landau_growth_colour(model) : "",
	       layout->growth, growth, layout->colour ? "\033[0m" : "", exponent,
	       100 * finding->share, layout->numbers, calls);
	if (layout->sizes)
		printf(" %*s", layout->numbers, sizes);
	printf(" %*s  %s  ", layout->numbers, largest, spark);
	print_name(analysis, finding, layout->own_object, layout->width - prefix_columns(layout));
}

static void print_header(const struct layout *layout)
{
	printf("\n%-*s %5s %6s %*s", layout->growth, "growth", "exp.", "cost", layout->numbers,
	       "calls");
	if (layout->sizes)
		printf(" %*s", layout->numbers, "sizes");
	printf(" %*s  %-*s  %s\n", layout->numbers, "max n", layout->spark,
	       layout->spark < 9 ? "cost" : "cost by n", "routine");
}

/* -- The headline ------------------------------------------------------------------------------- */

/* "83 %", "7.4 %" */
static void print_percent(FILE *stream, double share)
{
	static const double few = 9.95;

	fprintf(stream, "%.*f %%", 100 * share < few ? 1 : 0, 100 * share);
}

/* What is known of is never said to be more than it is: nearly all is not all. */
static double rounded_down(double share)
{
	return share < 0.1 ? floor(1000 * share) / 1000 : floor(100 * share + 1e-9) / 100;
}

/* Of a routine's cost: with less, no line is the one to look at. */
static const double most_of_it = 0.5;
/* Of the cost: a bound for less is not told of in the headline; */
static const double worth_a_word = 0.005;
/* nor is a routine with less, unless it grows fast (LANDAU_WORTH_NAMING). */
static const double worth_naming = 0.1;

/* The programs of all runs, each once, in the order of the runs; their number. */
static size_t find_programs(const struct landau_profile *profile,
			    const char *programs[MOST_PROGRAMS])
{
	size_t count = 0;

	/* Runs are sorted by engine and exit first, so that those of one program may lie apart. */
	for (size_t i = 0; i < profile->run_count; i++) {
		const char *program = profile->runs[i].program;
		size_t before = 0;

		while (before < i && strcmp(profile->runs[before].program, program) != 0)
			before++;
		if (before < i)
			continue;
		if (count < MOST_PROGRAMS)
			programs[count] = program;
		count++;
	}
	return count;
}

/* A file's name without its folder. */
static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

static void print_title(FILE *stream, const struct landau_profile *profile, bool without_folder)
{
	const char *programs[MOST_PROGRAMS];
	size_t count = find_programs(profile, programs);

	if (count > 1)
		fprintf(stream, "%zu programs, ", count);
	for (size_t i = 0; i < count && i < MOST_PROGRAMS; i++) {
		if (i > 0)
			fputs(i + 1 == count ? " and " : ", ", stream);
		landau_print_plain(stream, without_folder ? base_name(programs[i]) : programs[i]);
	}
	if (count > MOST_PROGRAMS)
		fputs(", ...", stream);
	if (profile->run_count > 1)
		fprintf(stream, ", %zu runs", profile->run_count);
}

/* The first part of the headline: how much is known. */
static void print_known(FILE *stream, const struct landau_rows *table, bool without_folder)
{
	const struct landau_analysis *analysis = table->analysis;

	print_title(stream, analysis->profile, without_folder);
	if (landau_costs_are_levels(analysis->profile)) {
		fprintf(stream, ": growth known for %zu of %zu routine%s", table->known.routines,
			analysis->count, analysis->count == 1 ? "" : "s");
		return;
	}
	fputs(": growth known for ", stream);
	print_percent(stream, rounded_down(table->known.share));
	fprintf(stream, " of the cost (%zu of %zu routine%s)", table->known.routines,
		analysis->count, analysis->count == 1 ? "" : "s");
	if (table->known.bounded - table->known.share >= worth_a_word) {
		fputs(", bounded for ", stream);
		print_percent(stream, rounded_down(table->known.bounded - table->known.share));
		fputs(" more", stream);
	}
}

/* ", 89 % of it in sort.c:7": where its lines were counted, and one of them has most of the cost of its largest input. */
static void print_line(FILE *stream, const struct landau_profile *profile, uint32_t routine)
{
	struct landau_line_growths growths;

	if (!landau_line_growths_of(profile, routine, &growths))
		return;
	if (growths.hottest && growths.hottest->largest_share >= most_of_it &&
	    *growths.hottest->line->file) {
		fputs(", ", stream);
		print_percent(stream, rounded_down(growths.hottest->largest_share));
		fputs(" of it in ", stream);
		landau_print_plain(stream, growths.hottest->line->file);
		if (!landau_line_is_address(growths.hottest->line))
			fprintf(stream, ":%" PRIu32, growths.hottest->line->line);
	}
	landau_line_growths_free(&growths);
}

/* "sort_rows, 12 %, grows as n^2" */
static void print_routine(FILE *stream, const struct landau_rows *table,
			  const struct landau_finding *finding)
{
	const struct landau_routine *routine =
		&table->analysis->profile->routines[finding->routine];
	char name[NAME_BYTES], growth[NAME_BYTES];

	landau_short_name(routine->name, HEADLINE_NAME_COLUMNS, name, sizeof(name));
	landau_told_phrase(finding, growth, sizeof(growth));
	fprintf(stream, "%s%s, ", name, landau_is_unnamed(routine) ? " (no name)" : "");
	print_percent(stream, finding->share);
	fprintf(stream, ", %s", growth);
	print_line(stream, table->analysis->profile, finding->routine);
}

/* How many grow faster than n log n beside the one that was named, if one was. */
static void print_others(FILE *stream, const struct landau_rows *table, bool one_is_named)
{
	size_t others = table->fast - one_is_named;

	if (others == 0)
		return;
	fprintf(stream, "; %zu%s", others, one_is_named ? " more" : "");
	if (!one_is_named) {
		fputs(others == 1 ? " with " : " with at most ", stream);
		print_percent(stream, table->fast_share);
	}
	fprintf(stream, " grow%s faster than n log n", others == 1 ? "s" : "");
}

/* Is it to be said that the number of calls was not examined? Not where something grows fast anyway. */
static bool says_once(const struct landau_rows *table)
{
	return table->once && !table->fast_leader;
}

/* "; how often a larger input calls add was not examined: main ran once" */
static void print_once(FILE *stream, const struct landau_rows *table)
{
	const struct landau_routine *routines = table->analysis->profile->routines;
	char often[NAME_BYTES], once[NAME_BYTES];

	landau_short_name(routines[table->often->routine].name, ONCE_NAME_COLUMNS, often,
			  sizeof(often));
	landau_short_name(routines[table->once->routine].name, ONCE_NAME_COLUMNS, once,
			  sizeof(once));
	fprintf(stream, "; how often a larger input calls %s was not examined: %s ran once", often,
		once);
}

/*
 * The second: what hurts most, and what grows faster than n log n if that is something else. Nothing where nothing
 * is known.
 */
static void print_worst(FILE *stream, const struct landau_rows *table)
{
	const struct landau_finding *leader = table->leader, *fast = table->fast_leader;
	bool name_fast = fast && (fast == leader || fast->share >= LANDAU_WORTH_NAMING);

	if (!fast && table->known.routines > 0)
		fprintf(stream, "none of these is known to grow faster than n log n%s",
			table->above ? ", n being its own input" : "");
	if (says_once(table))
		print_once(stream, table);
	if (leader && leader != fast && (leader->share >= worth_naming || (fast && !name_fast))) {
		fputs(fast ? "" : "; ", stream);
		print_routine(stream, table, leader);
		fputs(name_fast ? "; " : "", stream);
	}
	if (name_fast)
		print_routine(stream, table, fast);
	print_others(stream, table, name_fast);
}

/* What semicolons part, in lines of that width as far as it fits. */
static void print_parts(const char *text, size_t width)
{
	size_t column = 0;

	while (*text) {
		const char *semicolon = strstr(text, "; ");
		size_t bytes = semicolon ? (size_t)(semicolon - text) + 1 : strlen(text);
		char *part = strndup(text, bytes);

		if (!part)
			return;
		size_t columns = landau_text_width(part);

		if (column > 0)
			putchar(column + 1 + columns > width ? '\n' : ' ');
		column = column > 0 && column + 1 + columns <= width ? column + 1 + columns
								     : columns;
		fputs(part, stdout);
		free(part);
		text += bytes + strspn(text + bytes, " ");
	}
	putchar('\n');
}

/* NULL: no memory. */
static char *known_text(const struct landau_rows *table, bool without_folder)
{
	char *text = NULL;
	size_t bytes;
	FILE *stream = open_memstream(&text, &bytes);

	if (stream) {
		print_known(stream, table, without_folder);
		fclose(stream);
	}
	return text;
}

/* In one line if there is room, else what is known in a line of its own; without the folder of a program deep in the tree. */
static void print_headline(const struct landau_rows *table, int width)
{
	char *known = known_text(table, false), *worst = NULL;
	size_t worst_bytes;
	FILE *stream = open_memstream(&worst, &worst_bytes);

	/* A semicolon may follow. */
	if (known && landau_text_width(known) >= (size_t)width) {
		free(known);
		known = known_text(table, true);
	}
	if (stream) {
		print_worst(stream, table);
		fclose(stream);
	}
	if (known && worst) {
		bool fits =
			landau_text_width(known) + landau_text_width(worst) + 2 <= (size_t)width;

		printf("%s%s", known, !*worst ? "\n" : fits ? "; " : ";\n");
		if (*worst)
			print_parts(worst, (size_t)width);
	}
	if (table->fast_and_small > 0)
		printf("(%zu that grow%s faster than n log n %s less than 0.1 %% of the cost)\n",
		       table->fast_and_small, table->fast_and_small == 1 ? "s" : "",
		       table->fast_and_small == 1 ? "has" : "have");
	free(known);
	free(worst);
}

/* -- Below the table ---------------------------------------------------------------------------- */

/* Says where to read what names routines without a symbol, with the first of their objects if there is room. */
static void print_unnamed(const struct landau_rows *table, int width)
{
	const struct landau_analysis *analysis = table->analysis;
	uint32_t first;

	if (table->unnamed == 0 || table->unnamed_share < LANDAU_SMALLEST_SHARE)
		return;
	first = analysis->findings[table->first_unnamed].routine;
	printf("no name: %zu routine%s, ", table->unnamed, table->unnamed == 1 ? "" : "s");
	print_percent(stdout, table->unnamed_share);
	fputs(" of the cost", stdout);
	if (width >= WIDE) {
		fputs(", as in ", stdout);
		landau_print_plain(stdout, analysis->profile->routines[first].object);
	}
	puts("; NAMES in landau-record(1) helps");
}

/* What the marked rows grow with, of the first ones. */
static void print_notes(const struct landau_rows *table)
{
	size_t count = 0;

	for (size_t i = 0; i < table->count; i++) {
		const struct landau_finding *finding =
			&table->analysis->findings[table->indices[i]];
		char name[NAME_BYTES];

		if (!has_note(finding) || count++ >= MOST_NOTES)
			continue;
		landau_short_name(table->analysis->profile->routines[finding->routine].name,
				  NOTE_NAME_COLUMNS, name, sizeof(name));
		printf("* %s: %s\n", name, finding->explanation->text);
	}
	if (count > MOST_NOTES)
		printf("* %zu more: 'landau show ROUTINE' explains them\n", count - MOST_NOTES);
}

/* What the other mark says. */
static void print_within_note(const struct landau_rows *table)
{
	for (size_t i = 0; i < table->count; i++)
		if (landau_is_from_within(&table->analysis->findings[table->indices[i]])) {
			puts("+ within one call, by what each new cell, or each call that it made, "
			     "cost on its way; 'landau show ROUTINE' draws it");
			return;
		}
}

static void print_left_out(const struct landau_rows *table, int width)
{
	if (table->matches == 0)
		puts("No routine matches.");
	if (table->too_many > 0)
		printf("%zu more row%s: --rows=N\n", table->too_many,
		       table->too_many == 1 ? "" : "s");
	if (table->too_small > 0)
		printf("%zu routine%s below 0.1 %% of the cost: --all\n", table->too_small,
		       table->too_small == 1 ? "" : "s");
	if (table->startup > 0) {
		printf("start-up: %zu routine%s of the loader and the C library", table->startup,
		       table->startup == 1 ? "" : "s");
		/* Levels add up to nothing. */
		if (!landau_costs_are_levels(table->analysis->profile)) {
			fputs(", ", stdout);
			print_percent(stdout, table->startup_share);
			fputs(" of the cost", stdout);
		}
		puts(": --all");
	}
	print_unnamed(table, width);
}

void landau_table_print(const struct landau_rows *table, char *const *files, int file_count)
{
	const struct landau_analysis *analysis = table->analysis;
	const struct landau_profile *profile = analysis->profile;
	struct layout layout = choose_layout(profile);
	const char *programs[MOST_PROGRAMS];

	print_headline(table, layout.width);
	if (table->count > 0) {
		print_header(&layout);
		for (size_t i = 0; i < table->count; i++)
			print_row(analysis, &analysis->findings[table->indices[i]], &layout);
	}
	putchar('\n');
	print_notes(table);
	print_within_note(table);
	print_left_out(table, layout.width);
	printf("n: cells of %" PRIu32 " bytes read%s; cost: share of %" PRIu64
	       " %s%s, callees included\n",
	       profile->cell_bytes, profile->rms_only ? " (rms only)" : "", analysis->total_cost,
	       landau_cost_unit(profile->cost_kind),
	       landau_costs_are_levels(profile) ? ", the most at a time" : "");
	if (find_programs(profile, programs) > 1)
		puts("All programs share this table; give a single profile to see one of them.");
	/* What there is to do next is told by the main cost. */
	if (!landau_further_can_be_main(
		    landau_further_named(profile->cost_kind, strlen(profile->cost_kind))))
		return;
	if (!landau_print_space(profile))
		landau_complain("report: out of memory");
	if (!landau_advise_sweep(analysis, &table->known, layout.width) && says_once(table))
		landau_advise_calls(analysis, layout.width);
	if (table->count > 0)
		landau_advise_show(profile, analysis->findings[table->indices[0]].routine,
				   layout.width, files, file_count);
}
