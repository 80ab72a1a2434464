/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inlined.c - functions that were inlined into routines; see inlined.h.
 *
 * A line says which functions were inlined into each other there. So each function of a chain has a part in the line: one
 * membership for each. Memberships of one function at one call in one routine make a row. The call counts with its place alone and not
 * with the chain around it, since compilers inline one function into many others.
 */
#include "cli/analysis/inlined.h"

#include <stdlib.h>
#include <string.h>

#include "cli/analysis/analysis.h"
#include "cli/analysis/lines.h"
#include "core/saturate.h"
#include "profile/unite.h"

struct membership {
	const struct landau_line *line;
	const struct landau_inlined *function;
	bool innermost; /* the line is the function's own */
};

static int compare_functions(const struct membership *a, const struct membership *b)
{
	int order = landau_order_of(a->line->routine, b->line->routine);

	if (!order)
		order = strcmp(a->function->name, b->function->name);
	if (!order)
		order = strcmp(a->function->file, b->function->file);
	return order ? order : landau_order_of(a->function->line, b->function->line);
}

/* Recursion that was inlined has a line twice: these are neighbours, with the innermost last. */
static int compare_memberships(const void *first, const void *second)
{
	const struct membership *a = first;
	const struct membership *b = second;
	int order = compare_functions(a, b);

	if (!order)
		order = landau_order_of((uintptr_t)a->line, (uintptr_t)b->line);
	return order ? order : a->innermost - b->innermost;
}

static struct landau_model fit(const struct membership *members, size_t count, bool *fine)
{
	const struct landau_line **lines = calloc(count, sizeof(*lines));
	struct landau_line_point *points = NULL;
	struct landau_sample *samples = NULL;
	struct landau_model model = {0};
	size_t point_count = 0;

	for (size_t i = 0; lines && i < count; i++)
		lines[i] = members[i].line;
	if (lines)
		points = landau_lines_together(lines, count, &point_count);
	if (points)
		samples = calloc(point_count + 1, sizeof(*samples));
	for (size_t i = 0; samples && i < point_count; i++)
		samples[i] = (struct landau_sample){
			.n = (double)points[i].size,
			.cost = (double)points[i].cost / (double)points[i].calls,
			.calls = (double)points[i].calls,
		};
	*fine = samples != NULL;
	if (samples)
		model = landau_model_fit(samples, point_count, LANDAU_MERGE_MEAN);
	free(lines);
	free(points);
	free(samples);
	return model;
}

static bool add_row(struct landau_inlined_rows *rows, const struct membership *members,
		    size_t count)
{
	struct landau_inlined_row row = {
		.routine = members[0].line->routine,
		.function = members[0].function,
	};
	bool fine;

	for (size_t i = 0; i < count; i++) {
		const struct landau_line *line = members[i].line;

		if (members[i].innermost)
			row.self = landau_add(row.self, line->self);
		if (i > 0 && line == members[i - 1].line)
			continue;
		row.cost = landau_add(row.cost, line->cost);
		if (line->executions > row.executions)
			row.executions = line->executions;
	}
	row.model = fit(members, count, &fine);
	rows->rows[rows->count++] = row;
	return fine;
}

static double at_ten_times(const struct landau_inlined_row *row)
{
	return (double)row->cost * landau_growth_factor(&row->model);
}

static int compare_rows(const void *first, const void *second)
{
	double a = at_ten_times(first);
	double b = at_ten_times(second);

	if (a != b)
		return a > b ? -1 : 1;
	return landau_order_of((uintptr_t)((const struct landau_inlined_row *)first)->function,
			       (uintptr_t)((const struct landau_inlined_row *)second)->function);
}

bool landau_inlined_rows_of(const struct landau_profile *profile, struct landau_inlined_rows *rows)
{
	struct membership *members;
	size_t count = 0;
	size_t next;
	bool fine = true;

	*rows = (struct landau_inlined_rows){0};
	for (size_t i = 0; i < profile->line_count; i++)
		count += profile->lines[i].inlined_count;
	members = calloc(count + 1, sizeof(*members));
	rows->rows = calloc(count + 1, sizeof(*rows->rows));
	if (!members || !rows->rows) {
		free(members);
		return false;
	}
	count = 0;
	for (size_t i = 0; i < profile->line_count; i++) {
		const struct landau_line *line = &profile->lines[i];

		for (uint32_t k = 0; k < line->inlined_count; k++)
			members[count++] = (struct membership){
				.line = line,
				.function = &line->inlined[k],
				.innermost = k + 1 == line->inlined_count,
			};
	}
	qsort(members, count, sizeof(*members), compare_memberships);
	for (size_t i = 0; fine && i < count; i = next) {
		for (next = i + 1;
		     next < count && compare_functions(&members[i], &members[next]) == 0; next++)
			;
		fine = add_row(rows, &members[i], next - i);
	}
	qsort(rows->rows, rows->count, sizeof(*rows->rows), compare_rows);
	free(members);
	return fine;
}

void landau_inlined_rows_free(struct landau_inlined_rows *rows)
{
	free(rows->rows);
	*rows = (struct landau_inlined_rows){0};
}
