/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lines.c - how the source lines of a routine grow with its input; see lines.h. */
#include "cli/analysis/lines.h"

#include <stdlib.h>
#include <string.h>

#include "core/saturate.h"
#include "profile/unite.h"

/* `executions`: of these, otherwise of the cost. */
static struct landau_model fit(const struct landau_line *line, struct landau_sample *samples,
			       bool executions)
{
	for (size_t i = 0; i < line->point_count; i++) {
		const struct landau_line_point *point = &line->points[i];
		double sum = (double)(executions ? point->executions : point->cost);

		samples[i] = (struct landau_sample){
			.n = (double)point->size,
			.cost = sum / (double)point->calls,
			.calls = (double)point->calls,
		};
	}
	return landau_model_fit(samples, line->point_count, LANDAU_MERGE_MEAN);
}

bool landau_line_is_address(const struct landau_line *line)
{
	return line->line == 0 && strncmp(line->file, "0x", 2) == 0;
}

bool landau_line_fit(const struct landau_line *line, struct landau_model *model)
{
	struct landau_sample *samples = calloc(line->point_count + 1, sizeof(*samples));

	if (samples)
		*model = fit(line, samples, true);
	free(samples);
	return samples != NULL;
}

static uint64_t cost_at(const struct landau_line *line, uint64_t size)
{
	for (size_t i = line->point_count; i > 0; i--)
		if (line->points[i - 1].size == size)
			return line->points[i - 1].cost;
	return 0;
}

/* What is the same for all lines, unless the profile was merged of some that have lines and others that have not. */
static void look_at_sizes(struct landau_line_growths *growths, const struct landau_line *lines,
			  size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct landau_line *line = &lines[i];
		uint64_t activations = 0;

		for (size_t j = 0; j < line->point_count; j++) {
			activations = landau_add(activations, line->points[j].calls);
			if (line->points[j].size > growths->largest)
				growths->largest = line->points[j].size;
		}
		if (activations > growths->activations)
			growths->activations = activations;
		if (line->point_count > growths->sizes)
			growths->sizes = line->point_count;
	}
}

static void find_hottest(struct landau_line_growths *growths)
{
	for (size_t i = 0; i < growths->place_count; i++)
		if (growths->places[i].largest_share >
		    (growths->hottest ? growths->hottest->largest_share : 0))
			growths->hottest = &growths->places[i];
}

/* -- Together ---------------------------------------------------------------------------------- */

static int compare_points(const void *first, const void *second)
{
	return landau_order_of(((const struct landau_line_point *)first)->size,
			       ((const struct landau_line_point *)second)->size);
}

struct landau_line_point *landau_lines_together(const struct landau_line *const *lines,
						size_t count, size_t *point_count)
{
	struct landau_line_point *points;
	size_t total = 0, used = 0;

	for (size_t i = 0; i < count; i++)
		total += lines[i]->point_count;
	points = calloc(total + 1, sizeof(*points));
	if (!points)
		return NULL;
	total = 0;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0;
		     k < lines[i]->point_count && (i == 0 || lines[i] != lines[i - 1]); k++)
			points[total++] = lines[i]->points[k];
	qsort(points, total, sizeof(*points), compare_points);
	for (size_t i = 0; i < total; i++) {
		struct landau_line_point *last = &points[used - (used > 0)];

		if (used == 0 || last->size != points[i].size) {
			points[used++] = points[i];
			continue;
		}
		last->executions = landau_add(last->executions, points[i].executions);
		last->cost = landau_add(last->cost, points[i].cost);
		if (points[i].calls > last->calls)
			last->calls = points[i].calls;
	}
	*point_count = used;
	return points;
}

/* -- Places ------------------------------------------------------------------------------------ */

struct member {
	const struct landau_line *line;
	const char *file; /* the place */
	uint32_t number;
};

/* The innermost place in the routine's own file, of the code itself or of a call that was inlined; else that of the code. */
void landau_line_place(const struct landau_line *line, const char *own_file, const char **file,
		       uint32_t *number)
{
	*file = line->file;
	*number = line->line;
	for (uint32_t i = line->inlined_count; i > 0 && strcmp(*file, own_file) != 0; i--)
		if (strcmp(line->inlined[i - 1].file, own_file) == 0) {
			*file = line->inlined[i - 1].file;
			*number = line->inlined[i - 1].line;
		}
}

static int compare_places(const struct member *a, const struct member *b)
{
	int order = strcmp(a->file, b->file);

	return order ? order : landau_order_of(a->number, b->number);
}

static bool is_own(const struct member *member)
{
	return member->number == member->line->line &&
	       strcmp(member->file, member->line->file) == 0;
}

/* Own code last, so that its chain is easily found. */
static int compare_members(const void *first, const void *second)
{
	const struct member *a = first;
	const struct member *b = second;
	int order = compare_places(a, b);

	if (!order)
		order = is_own(a) - is_own(b);
	return order ? order : landau_order_of((uintptr_t)a->line, (uintptr_t)b->line);
}

/* Executions are of the own code alone, the rest of all. */
static bool make_place(const struct member *members, size_t count, struct landau_line *place)
{
	const struct landau_line **lines = calloc(count, sizeof(*lines));
	size_t own = count;
	struct landau_line_point *points;

	*place = (struct landau_line){.routine = members[0].line->routine,
				      .line = members[0].number};
	place->file = (char *)(uintptr_t)members[0].file;
	if (!lines)
		return false;
	for (size_t i = count; i > 0; i--) {
		const struct landau_line *line = members[i - 1].line;

		lines[i - 1] = line;
		place->cost = landau_add(place->cost, line->cost);
		place->self = landau_add(place->self, line->self);
		if (!is_own(&members[i - 1]))
			continue;
		own = i - 1;
		place->executions = landau_add(place->executions, line->executions);
	}
	if (own + 1 == count) {
		place->inlined = members[own].line->inlined;
		place->inlined_count = members[own].line->inlined_count;
	}
	points = landau_lines_together(lines, count, &place->point_count);
	place->points = points;
	for (size_t i = 0; points && i < place->point_count; i++) {
		points[i].executions = 0;
		for (size_t k = own; k < count; k++)
			for (size_t m = 0; m < lines[k]->point_count; m++)
				if (lines[k]->points[m].size == points[i].size)
					points[i].executions =
						landau_add(points[i].executions,
							   lines[k]->points[m].executions);
	}
	free(lines);
	return points != NULL;
}

/* Makes the lines of the places. */
static bool make_places(struct landau_line_growths *growths, const struct landau_line *lines,
			size_t count, const char *own_file)
{
	struct member *members = calloc(count, sizeof(*members));
	size_t next;
	bool fine = true;

	growths->place_lines = calloc(count, sizeof(*growths->place_lines));
	if (!members || !growths->place_lines) {
		free(members);
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		members[i].line = &lines[i];
		landau_line_place(&lines[i], own_file, &members[i].file, &members[i].number);
	}
	qsort(members, count, sizeof(*members), compare_members);
	for (size_t i = 0; fine && i < count; i = next) {
		for (next = i + 1; next < count && compare_places(&members[i], &members[next]) == 0;
		     next++)
			;
		fine = make_place(&members[i], next - i,
				  &growths->place_lines[growths->place_count++]);
	}
	free(members);
	return fine;
}

/* -- The whole --------------------------------------------------------------------------------- */

/* How these lines grow; NULL: no memory. */
static struct landau_line_growth *growths_of(const struct landau_line *lines, size_t count,
					     uint64_t largest)
{
	struct landau_line_growth *growths = calloc(count, sizeof(*growths));
	struct landau_sample *samples;
	size_t most_points = 0;
	double all = 0, all_largest = 0;

	for (size_t i = 0; i < count; i++) {
		if (lines[i].point_count > most_points)
			most_points = lines[i].point_count;
		all += (double)lines[i].cost;
		all_largest += (double)cost_at(&lines[i], largest);
	}
	samples = malloc((most_points + 1) * sizeof(*samples));
	for (size_t i = 0; growths && samples && i < count; i++)
		growths[i] = (struct landau_line_growth){
			.line = &lines[i],
			.share = all > 0 ? (double)lines[i].cost / all : 0,
			.largest_share = all_largest > 0
						 ? (double)cost_at(&lines[i], largest) / all_largest
						 : 0,
			.executions = fit(&lines[i], samples, true),
			.cost = fit(&lines[i], samples, false),
		};
	if (!samples) {
		free(growths);
		growths = NULL;
	}
	free(samples);
	return growths;
}

bool landau_line_growths_of(const struct landau_profile *profile, uint32_t routine,
			    struct landau_line_growths *growths)
{
	size_t first, last;

	*growths = (struct landau_line_growths){0};
	landau_profile_lines_of(profile, routine, &first, &last);
	if (first >= last)
		return true;
	growths->count = last - first;
	look_at_sizes(growths, &profile->lines[first], growths->count);
	growths->lines = growths_of(&profile->lines[first], growths->count, growths->largest);
	if (growths->lines && make_places(growths, &profile->lines[first], growths->count,
					  profile->routines[routine].file))
		growths->places =
			growths_of(growths->place_lines, growths->place_count, growths->largest);
	if (!growths->places) {
		landau_line_growths_free(growths);
		return false;
	}
	find_hottest(growths);
	return true;
}

bool landau_hottest_place(const struct landau_profile *profile, uint32_t routine, const char **file,
			  uint32_t *line)
{
	struct landau_line_growths growths;
	bool known = landau_line_growths_of(profile, routine, &growths) && growths.hottest &&
		     *growths.hottest->line->file && growths.hottest->line->line > 0;

	if (known) {
		*file = growths.hottest->line->file;
		*line = growths.hottest->line->line;
	}
	landau_line_growths_free(&growths);
	return known;
}

void landau_line_growths_free(struct landau_line_growths *growths)
{
	for (size_t i = 0; growths->place_lines && i < growths->place_count; i++)
		free(growths->place_lines[i].points);
	free(growths->place_lines);
	free(growths->places);
	free(growths->lines);
	*growths = (struct landau_line_growths){0};
}
