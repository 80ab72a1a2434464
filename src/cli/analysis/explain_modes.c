/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * explain_modes.c - two curves instead of one; see explain.h.
 *
 * The costs are split by their distance from the one curve, each half gets a curve of its own, each cost goes to
 * the curve that is nearer, and so on until nothing changes. Any cloud can be split in two; the halves count as
 * modes only if there is a gap between them that is wide compared with what they scatter, and if both are met with
 * over the same range of sizes, in turns: a cost that jumps at one size, as behind a cache, has one mode on each side.
 */
#include "cli/analysis/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 8, LEAST_OF_A_MODE = 8, LEAST_TURNS = 6 };

/* Costs of one size that are within this of each other are one cost. */
static const double same_cost = 1.1;
/* Of all costs, in each mode. */
static const double least_part = 0.2;
/* Of the range of sizes, in logarithms, that both modes are in. */
static const double least_overlap = 0.6;
/* Logarithms: what a mode may scatter, and how far apart the modes are at least. */
static const double most_spread = 0.15, least_gap = 0.4, least_gap_by_spread = 4;

struct split {
	struct landau_group *costs; /* each of one cost, sorted by n */
	bool *upper;
	size_t count;
	struct landau_group *part; /* room for one mode */
	struct landau_sample *samples;
	struct landau_model models[2];
};

static void add_cost(struct split *split, double n, double cost, double calls)
{
	if (n >= 1 && cost > 0)
		split->costs[split->count++] = (struct landau_group){n, cost, cost, cost, calls};
}

/* A size with two costs has some calls of the one and some of the other: as many as make up the mean. */
static void add_costs(struct split *split, const struct landau_group *group)
{
	double upper;

	if (!(group->high > same_cost * group->low)) {
		add_cost(split, group->n, group->mean, group->calls);
		return;
	}
	upper = group->calls * (group->mean - group->low) / (group->high - group->low);
	add_cost(split, group->n, group->low, group->calls - upper);
	add_cost(split, group->n, group->high, upper);
}

static double distance(const struct landau_model *model, const struct landau_group *cost)
{
	double curve = landau_model_predict(model, cost->n);

	return curve > 0 ? log(cost->mean / curve) : INFINITY;
}

/* By the distance from one curve: above the middle between the means of what is above and below. */
static bool split_first(struct split *split, const struct landau_model *model)
{
	double threshold = 0;

	if (model->best_guess == LANDAU_GROWTH_NONE)
		return false;
	for (int round = 0; round < MOST_ROUNDS; round++) {
		double sums[2] = {0}, counts[2] = {0};

		for (size_t i = 0; i < split->count; i++) {
			double at = distance(model, &split->costs[i]);

			if (!isfinite(at))
				return false;
			split->upper[i] = at > threshold;
			sums[split->upper[i]] += at;
			counts[split->upper[i]]++;
		}
		if (!(counts[0] > 0) || !(counts[1] > 0))
			return false;
		threshold = (sums[0] / counts[0] + sums[1] / counts[1]) / 2;
	}
	return true;
}

/* The costs of one mode; their number. */
static size_t take_part(struct split *split, bool upper)
{
	size_t count = 0;

	for (size_t i = 0; i < split->count; i++)
		if (split->upper[i] == upper)
			split->part[count++] = split->costs[i];
	return count;
}

static bool fit_both(struct split *split)
{
	for (int upper = 0; upper < 2; upper++) {
		size_t count = take_part(split, upper);

		if (count < LEAST_OF_A_MODE || (double)count < least_part * (double)split->count)
			return false;
		split->models[upper] = landau_groups_fit(split->part, count, split->samples);
		if (split->models[upper].best_guess == LANDAU_GROWTH_NONE)
			return false;
	}
	return true;
}

/* Does any cost change its side? */
static bool reassign(struct split *split)
{
	bool changed = false;

	for (size_t i = 0; i < split->count; i++) {
		bool upper = fabs(distance(&split->models[1], &split->costs[i])) <
			     fabs(distance(&split->models[0], &split->costs[i]));

		changed |= upper != split->upper[i];
		split->upper[i] = upper;
	}
	return changed;
}

/* Is each mode a class that its costs keep to? The greater of what they scatter. */
static bool are_clear(struct split *split, double *spread)
{
	*spread = 0;
	for (int upper = 0; upper < 2; upper++) {
		size_t count = take_part(split, upper);
		double own = landau_groups_spread(split->part, count, &split->models[upper]);

		*spread = fmax(*spread, own);
		if (split->models[upper].statement != LANDAU_STATEMENT_CLASS || own > most_spread)
			return false;
	}
	return true;
}

/* Is there room between the curves wherever a cost is? */
static bool are_apart(const struct split *split, double spread)
{
	double gap = fmax(least_gap, least_gap_by_spread * spread);

	for (size_t i = 0; i < split->count; i++) {
		double n = split->costs[i].n;
		double lower = landau_model_predict(&split->models[0], n);
		double upper = landau_model_predict(&split->models[1], n);

		if (!(lower > 0) || !(upper > 0) || log(upper / lower) < gap)
			return false;
	}
	return true;
}

/* Are both met with in turns, over the same sizes? */
static bool are_together(const struct split *split)
{
	double first[2] = {INFINITY, INFINITY}, last[2] = {0};
	size_t turns = 0;

	for (size_t i = 0; i < split->count; i++) {
		int upper = split->upper[i];

		first[upper] = fmin(first[upper], log(split->costs[i].n));
		last[upper] = fmax(last[upper], log(split->costs[i].n));
		turns += i > 0 && split->upper[i] != split->upper[i - 1];
	}
	return turns >= LEAST_TURNS &&
	       fmin(last[0], last[1]) - fmax(first[0], first[1]) >=
		       least_overlap * (fmax(last[0], last[1]) - fmin(first[0], first[1]));
}

static bool find(struct split *split, struct landau_modes *modes)
{
	struct landau_model one = landau_groups_fit(split->costs, split->count, split->samples);
	double spread;

	if (!split_first(split, &one))
		return false;
	for (int round = 0; round < MOST_ROUNDS; round++) {
		if (!fit_both(split))
			return false;
		if (!reassign(split))
			break;
	}
	if (!fit_both(split) || !are_clear(split, &spread) || !are_apart(split, spread) ||
	    !are_together(split))
		return false;
	*modes = (struct landau_modes){.models = {split->models[0], split->models[1]}};
	for (size_t i = 0; i < split->count; i++)
		modes->calls[split->upper[i]] += split->costs[i].calls;
	return true;
}

bool landau_find_modes(const struct landau_group *groups, size_t count, struct landau_modes *modes,
		       bool *memory)
{
	size_t most = 2 * count + 1;
	struct split split = {.costs = calloc(most, sizeof(*split.costs)),
			      .upper = calloc(most, sizeof(*split.upper)),
			      .part = calloc(most, sizeof(*split.part)),
			      .samples = calloc(most, sizeof(*split.samples))};
	bool found = false;

	if (!split.costs || !split.upper || !split.part || !split.samples) {
		*memory = false;
	} else {
		for (size_t i = 0; i < count; i++)
			add_costs(&split, &groups[i]);
		found = split.count >= (size_t)2 * LEAST_OF_A_MODE && find(&split, modes);
	}
	free(split.costs);
	free(split.upper);
	free(split.part);
	free(split.samples);
	return found;
}
