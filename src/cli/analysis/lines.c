/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lines.c - how the source lines of a routine grow with its input; see lines.h. */
#include "cli/analysis/lines.h"

#include <stdlib.h>

#include "core/saturate.h"

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

static uint64_t cost_at(const struct landau_line *line, uint64_t size)
{
	for (size_t i = line->point_count; i > 0; i--)
		if (line->points[i - 1].size == size)
			return line->points[i - 1].cost;
	return 0;
}

/* What is the same for all lines, unless the profile was merged of some that have lines and others that have not. */
static void look_at_sizes(struct landau_line_growths *growths)
{
	for (size_t i = 0; i < growths->count; i++) {
		const struct landau_line *line = growths->lines[i].line;
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
	uint64_t most = 0;
	double all = 0;

	for (size_t i = 0; i < growths->count; i++) {
		uint64_t cost = cost_at(growths->lines[i].line, growths->largest);

		all += (double)cost;
		if (cost > most) {
			most = cost;
			growths->hottest = &growths->lines[i];
		}
	}
	growths->hottest_share = all > 0 ? (double)most / all : 0;
	for (size_t i = 0; all > 0 && i < growths->count; i++)
		growths->lines[i].largest_share =
			(double)cost_at(growths->lines[i].line, growths->largest) / all;
}

const struct landau_line *landau_hottest_line(const struct landau_profile *profile,
					      uint32_t routine)
{
	const struct landau_line *hottest = NULL;
	uint64_t largest = 0;
	size_t first, last;

	landau_profile_lines_of(profile, routine, &first, &last);
	for (size_t i = first; i < last; i++) {
		const struct landau_line *line = &profile->lines[i];

		if (line->point_count > 0 && line->points[line->point_count - 1].size > largest)
			largest = line->points[line->point_count - 1].size;
	}
	for (size_t i = first; i < last; i++)
		if (!hottest || cost_at(&profile->lines[i], largest) > cost_at(hottest, largest))
			hottest = &profile->lines[i];
	return hottest && *hottest->file && hottest->line > 0 ? hottest : NULL;
}

bool landau_line_growths_of(const struct landau_profile *profile, uint32_t routine,
			    struct landau_line_growths *growths)
{
	struct landau_sample *samples;
	size_t first, last;
	size_t most_points = 0;
	double all = 0;

	*growths = (struct landau_line_growths){0};
	landau_profile_lines_of(profile, routine, &first, &last);
	for (size_t i = first; i < last; i++) {
		if (profile->lines[i].point_count > most_points)
			most_points = profile->lines[i].point_count;
		all += (double)profile->lines[i].cost;
	}
	if (first >= last)
		return true;
	samples = malloc((most_points + 1) * sizeof(*samples));
	growths->lines = calloc(last - first, sizeof(*growths->lines));
	if (!samples || !growths->lines) {
		free(samples);
		landau_line_growths_free(growths);
		return false;
	}
	for (size_t i = first; i < last; i++) {
		const struct landau_line *line = &profile->lines[i];

		growths->lines[growths->count++] = (struct landau_line_growth){
			.line = line,
			.share = all > 0 ? (double)line->cost / all : 0,
			.executions = fit(line, samples, true),
			.cost = fit(line, samples, false),
		};
	}
	free(samples);
	look_at_sizes(growths);
	find_hottest(growths);
	return true;
}

void landau_line_growths_free(struct landau_line_growths *growths)
{
	free(growths->lines);
	*growths = (struct landau_line_growths){0};
}
