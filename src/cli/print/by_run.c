/* SPDX-License-Identifier: GPL-2.0-or-later */
/* by_run.c - growth with the size of the runs of a sweep, for people; see by_run.h. */
#include "cli/print/by_run.h"

#include <math.h>
#include <stdio.h>

#include "cli/analysis/by_run.h"
#include "cli/print/growth.h"
#include "cli/print/json.h"
#include "cli/print/names.h"
#include "cli/print/terminal.h"

enum { MOST_ROWS = 6, WIDE = 100, LEAST_NAME_COLUMNS = 16, SENTENCE_NAME_COLUMNS = 40 };
enum { NAME_BYTES = 4096 };

/* Of what the first row is predicted to cost: rows with less are left out. */
static const double smallest_part = 0.01;
/* A routine with so much of the cost need not be told from the whole program. */
static const double nearly_all = 0.95;
/* A caller spends hardly more than its callee. */
static const double hardly_more = 1.05;

/* -- The report --------------------------------------------------------------------------------- */

static void short_name(const struct landau_profile *profile, const struct landau_by_run_row *row,
		       int columns, char name[NAME_BYTES])
{
	landau_short_name(profile->routines[row->routine].name, columns, name, NAME_BYTES);
}

static void print_sizes(const struct landau_by_run_table *table)
{
	char smallest[16], largest[16];

	landau_short_number((double)table->smallest, smallest, sizeof(smallest));
	landau_short_number((double)table->largest, largest, sizeof(largest));
	printf("against %s", landau_by_run_unit_text(table->unit));
	if (table->sizes == 1)
		printf(", %s:", smallest);
	else
		printf(", %zu sizes from %s to %s:", table->sizes, smallest, largest);
}

/* "against {n}, 10 sizes from 20 to 769: main grows as n^2, 98 % of its cost is in insert" */
static void print_sentence(const struct landau_profile *profile,
			   const struct landau_by_run_table *table)
{
	const struct landau_by_run_row *top = &table->rows[0], *culprit = top + table->culprit;
	const struct landau_model *model = &top->by_run.models[LANDAU_BY_RUN_COST];
	char name[NAME_BYTES], growth[LANDAU_GROWTH_TEXT_BYTES];

	print_sizes(table);
	short_name(profile, top, SENTENCE_NAME_COLUMNS, name);
	if (model->statement == LANDAU_STATEMENT_UNKNOWN) {
		printf(" the growth of %s is not known; %s\n", name, model->reason);
		return;
	}
	landau_growth_phrase(model, growth);
	printf(" %s", name);
	if (top->share < nearly_all)
		printf(", %.0f %% of the cost at %ju,", floor(100 * top->share),
		       (uintmax_t)table->largest);
	printf(" %s", growth);
	if (culprit != top) {
		short_name(profile, culprit, SENTENCE_NAME_COLUMNS, name);
		printf(", %.0f %% of it in %s", floor(100 * culprit->share / top->share), name);
	}
	putchar('\n');
}

static void print_row(const struct landau_profile *profile, const struct landau_by_run_row *row,
		      int columns, int name_columns)
{
	bool colour = landau_terminal_colour();
	char name[NAME_BYTES];

	for (int kind = 0; kind < LANDAU_BY_RUN_KINDS; kind++) {
		const struct landau_model *model = &row->by_run.models[kind];
		char growth[LANDAU_GROWTH_TEXT_BYTES];

		landau_growth_column(model, columns, growth);
		printf("%s%-*s%s ", colour && kind == 0 ? landau_growth_colour(model) : "", columns,
		       growth, colour && kind == 0 ? "\033[0m" : "");
	}
	short_name(profile, row, name_columns, name);
	printf("%5.1f%%  %s\n", 100 * row->share, name);
}

/* Is a caller called as often as the row before, which it calls, and spends hardly more? */
static bool adds_nothing(const struct landau_by_run_row *caller,
			 const struct landau_by_run_row *callee)
{
	const struct landau_model *a = &caller->by_run.models[LANDAU_BY_RUN_CALLS];
	const struct landau_model *b = &callee->by_run.models[LANDAU_BY_RUN_CALLS];

	return caller->share < hardly_more * callee->share && a->statement == b->statement &&
	       a->open == b->open;
}

/* The one to blame and then its callers, from the inside to the outside; the others follow. */
static void print_rows(const struct landau_profile *profile,
		       const struct landau_by_run_table *table)
{
	int width = landau_terminal_width();
	int columns = width >= WIDE ? LANDAU_GROWTH_COLUMNS : LANDAU_GROWTH_NARROW;
	int name_columns = width - 3 * (columns + 1) - 8;
	const struct landau_by_run_row *shown = NULL;
	size_t rows = 0;

	if (name_columns < LEAST_NAME_COLUMNS)
		name_columns = LEAST_NAME_COLUMNS;
	printf("\n%-*s %-*s %-*s %6s  %s\n", columns, "all calls", columns, "calls", columns,
	       "largest call", "cost", "routine");
	for (size_t i = 0; i < table->count && rows < MOST_ROWS; i++) {
		size_t index = i <= table->culprit ? table->culprit - i : i;
		const struct landau_by_run_row *row = &table->rows[index];

		if (row->predicted < smallest_part * table->rows[0].predicted)
			break;
		if (index > 0 && index < table->culprit && adds_nothing(row, shown))
			continue;
		print_row(profile, row, columns, name_columns);
		shown = row;
		rows++;
	}
	printf("\nof one run: cost of all calls, their number, the largest; cost: share at %ju\n\n",
	       (uintmax_t)table->largest);
}

bool landau_by_run_print_table(const struct landau_profile *profile, bool *printed)
{
	struct landau_by_run_table table;
	bool fine = landau_by_run_rank(profile, &table);

	*printed = false;
	if (fine && table.count > 0) {
		print_sentence(profile, &table);
		*printed = table.rows[0].by_run.models[LANDAU_BY_RUN_COST].statement !=
			   LANDAU_STATEMENT_UNKNOWN;
		if (*printed)
			print_rows(profile, &table);
		else
			putchar('\n');
	}
	landau_by_run_table_free(&table);
	return fine;
}

/* -- One routine -------------------------------------------------------------------------------- */

bool landau_by_run_print_routine(const struct landau_profile *profile, uint32_t routine)
{
	static const char *const titles[LANDAU_BY_RUN_KINDS] = {"all calls", "their number",
								"the largest"};
	struct landau_by_run by_run;
	bool fine = landau_by_run_of(profile, routine, &by_run);

	for (int kind = 0; fine && by_run.count > 0 && kind < LANDAU_BY_RUN_KINDS; kind++) {
		const struct landau_model *model = &by_run.models[kind];
		char statement[LANDAU_STATEMENT_BYTES];

		if (kind == 0)
			printf("\nagainst %s, %zu size%s of runs:\n",
			       landau_by_run_unit_text(landau_by_run_unit(profile)), by_run.count,
			       by_run.count == 1 ? "" : "s");
		landau_model_statement_text(model, statement);
		printf("  %-14s", titles[kind]);
		if (model->statement == LANDAU_STATEMENT_UNKNOWN)
			printf(" not known; %s\n", model->reason);
		else
			printf(" %s%s%s\n", statement, model->formula[0] ? "   " : "",
			       model->formula);
	}
	landau_by_run_free(&by_run);
	return fine;
}

/* -- JSON --------------------------------------------------------------------------------------- */

static void print_points(FILE *stream, const struct landau_costs *points, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const uint64_t numbers[] = {points[i].size, points[i].calls, points[i].min,
					    points[i].max, points[i].sum};

		for (size_t j = 0; j < sizeof(numbers) / sizeof(numbers[0]); j++) {
			fputs(j > 0 ? "," : i > 0 ? ",[" : "[", stream);
			landau_json_number(stream, numbers[j]);
		}
		putc(']', stream);
	}
}

bool landau_by_run_print_json(FILE *stream, const char *separator,
			      const struct landau_profile *profile, uint32_t routine)
{
	struct landau_by_run by_run;
	bool fine = landau_by_run_of(profile, routine, &by_run);

	for (int kind = 0; fine && by_run.count > 0 && kind < LANDAU_BY_RUN_KINDS; kind++) {
		if (kind == 0)
			fprintf(stream, "%s\"by_run\": {", separator);
		fprintf(stream, "%s\"%s\": {\"points\": [", kind > 0 ? ", " : "",
			landau_by_run_name((enum landau_by_run_kind)kind));
		print_points(stream, by_run.points[kind], by_run.count);
		fputs("], \"model\": ", stream);
		landau_model_print_json(stream, &by_run.models[kind]);
		fputs(kind == LANDAU_BY_RUN_KINDS - 1 ? "}}" : "}", stream);
	}
	landau_by_run_free(&by_run);
	return fine;
}
