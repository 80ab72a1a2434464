/* SPDX-License-Identifier: GPL-2.0-or-later */
/* change.c - a row of a table of changes; see change.h. */
#include "cli/print/change.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/print/names.h"
#include "cli/print/terminal.h"

/* Columns of a row; a narrow terminal has no room for exponents. */
enum { WIDE = 100, CHANGE_COLUMNS = 7, EXPONENT_COLUMNS = 12, COST_COLUMNS = 11, SIZE_COLUMNS = 6 };

struct landau_change_side landau_change_side_of(const struct landau_finding *finding)
{
	struct landau_change_side side = {
		.growth = "-", .exponent = NAN, .exponent_low = NAN, .exponent_high = NAN};
	const struct landau_model *model;

	if (!finding)
		return side;
	model = landau_told(finding);
	side.is_there = true;
	side.is_within = landau_is_from_within(finding);
	side.share = finding->share;
	landau_growth_column(model, LANDAU_GROWTH_NARROW, side.growth);
	landau_model_statement_text(model, side.statement);
	if (landau_model_has_exponent(model)) {
		side.exponent = model->exponent;
		side.exponent_low = model->exponent_low;
		side.exponent_high = model->exponent_high;
	}
	return side;
}

static void print_growth(const struct landau_change_side *side)
{
	char text[LANDAU_GROWTH_TEXT_BYTES + 2];

	snprintf(text, sizeof(text), "%s%s", side->growth, side->is_within ? " +" : "");
	printf("%-*s", LANDAU_GROWTH_NARROW, text);
}

/* "2.08 -> 1.17", where both are worth a number. */
static void print_exponents(const struct landau_change_row *row)
{
	char text[32] = "";

	if (isfinite(row->before.exponent) && isfinite(row->after.exponent))
		snprintf(text, sizeof(text), "%.2f -> %.2f",
			 landau_hundredths(row->before.exponent),
			 landau_hundredths(row->after.exponent));
	printf(" %-*s", EXPONENT_COLUMNS, text);
}

/* "10.1x less", "2.00x more". */
static void print_cost(const struct landau_comparison *is)
{
	double times = is->factor < 1 ? 1 / is->factor : is->factor;
	char cost[32] = "", size[16] = "";

	if (isfinite(times)) {
		snprintf(cost, sizeof(cost), "%.*fx %s",
			 times < 9.995   ? 2
			 : times < 99.95 ? 1
					 : 0,
			 times, is->factor < 1 ? "less" : "more");
		landau_short_number(is->size, size, sizeof(size));
	}
	printf(" %*s %*s", COST_COLUMNS, cost, SIZE_COLUMNS, size);
}

void landau_print_change(const struct landau_change_row *row, int width)
{
	int others = CHANGE_COLUMNS + 1 + 2 * LANDAU_GROWTH_NARROW + 4 + 1 + COST_COLUMNS + 1 +
		     SIZE_COLUMNS + 2 + (width >= WIDE ? 1 + EXPONENT_COLUMNS : 0) +
		     (row->label ? LANDAU_LABEL_COLUMNS + 1 : 0);
	char name[4096];

	printf("%-*s ", CHANGE_COLUMNS, landau_change_name(row->is.change));
	if (row->label) {
		landau_short_name(row->label, LANDAU_LABEL_COLUMNS, name, sizeof(name));
		printf("%-*s ", LANDAU_LABEL_COLUMNS, name);
	}
	print_growth(&row->before);
	fputs(" -> ", stdout);
	print_growth(&row->after);
	if (width >= WIDE)
		print_exponents(row);
	print_cost(&row->is);
	landau_short_name(row->name, width - others, name, sizeof(name));
	printf("  %s\n", name);
}

void landau_print_change_heading(int width, bool has_labels)
{
	printf("%-*s ", CHANGE_COLUMNS, "change");
	if (has_labels)
		printf("%-*s ", LANDAU_LABEL_COLUMNS, "since");
	printf("%-*s    %-*s", LANDAU_GROWTH_NARROW, "before", LANDAU_GROWTH_NARROW, "after");
	if (width >= WIDE)
		printf(" %-*s", EXPONENT_COLUMNS, "exponent");
	printf(" %*s %*s  %s\n", COST_COLUMNS, "cost", SIZE_COLUMNS, "at n =", "routine");
}
