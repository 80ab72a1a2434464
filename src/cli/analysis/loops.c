/* SPDX-License-Identifier: GPL-2.0-or-later */
/* loops.c - how the loops of a routine grow with its input; see loops.h. */
#include "cli/analysis/loops.h"

#include <stdlib.h>
#include <string.h>

#include "cli/analysis/lines.h"
#include "profile/unite.h"

static const struct landau_loop_growth *loop_at(const struct landau_loop_growths *growths,
						uint64_t position)
{
	for (size_t i = 0; position && i < growths->count; i++)
		if (growths->loops[i].loop->position == position)
			return &growths->loops[i];
	return NULL;
}

/* A damaged profile may say that loops are inside of each other. */
static uint32_t depth_of(const struct landau_loop_growths *growths,
			 const struct landau_loop_growth *growth)
{
	uint32_t depth = 1;
	const struct landau_loop_growth *around = loop_at(growths, growth->loop->parent);

	while (around && depth <= growths->count) {
		depth++;
		around = loop_at(growths, around->loop->parent);
	}
	return depth <= growths->count ? depth : 1;
}

static int compare(const void *first, const void *second)
{
	const struct landau_loop_growth *a = first;
	const struct landau_loop_growth *b = second;
	int order = strcmp(a->file, b->file);

	if (!order)
		order = landau_order_of(a->line, b->line);
	if (!order)
		order = landau_order_of(a->depth, b->depth);
	return order ? order : landau_order_of(a->loop->position, b->loop->position);
}

static void find_place(struct landau_loop_growth *growth, const char *own_file)
{
	const struct landau_line *line = &growth->loop->line;

	landau_line_place(line, own_file, &growth->file, &growth->line);
	growth->last_line = growth->line;
	if (growth->line == line->line && strcmp(growth->file, line->file) == 0)
		growth->last_line = growth->loop->last_line;
}

bool landau_loop_growths_of(const struct landau_profile *profile, uint32_t routine,
			    struct landau_loop_growths *growths)
{
	size_t first, last;

	*growths = (struct landau_loop_growths){0};
	landau_profile_loops_of(profile, routine, &first, &last);
	if (first >= last)
		return true;
	growths->loops = calloc(last - first, sizeof(*growths->loops));
	if (!growths->loops)
		return false;
	growths->count = last - first;
	for (size_t i = 0; i < growths->count; i++) {
		growths->loops[i].loop = &profile->loops[first + i];
		find_place(&growths->loops[i], profile->routines[routine].file);
		if (!landau_line_fit(&growths->loops[i].loop->line, &growths->loops[i].trips)) {
			landau_loop_growths_free(growths);
			return false;
		}
	}
	for (size_t i = 0; i < growths->count; i++)
		growths->loops[i].depth = depth_of(growths, &growths->loops[i]);
	qsort(growths->loops, growths->count, sizeof(*growths->loops), compare);
	for (size_t i = 0; i < growths->count; i++)
		if (growths->loops[i].depth > 1)
			growths->loops[i].parent = loop_at(growths, growths->loops[i].loop->parent);
	return true;
}

void landau_loop_growths_free(struct landau_loop_growths *growths)
{
	free(growths->loops);
	*growths = (struct landau_loop_growths){0};
}

const struct landau_loop_growth *landau_loop_around(const struct landau_loop_growths *growths,
						    const char *file, uint32_t line)
{
	const struct landau_loop_growth *around = NULL;

	for (size_t i = 0; i < growths->count; i++) {
		const struct landau_loop_growth *growth = &growths->loops[i];

		if (strcmp(growth->file, file) == 0 && growth->line > 0 && growth->line <= line &&
		    line <= growth->last_line && (!around || growth->depth >= around->depth))
			around = growth;
	}
	return around;
}
