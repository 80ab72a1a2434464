/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * prepare.c - from what was measured to the points that are fitted.
 *
 * Each size becomes one point. Where there are more than MAX_POINTS sizes they are gathered in
 * geometric bins: for the mean a bin is the mean of its sizes and costs, for the worst case its
 * greatest cost at the size where it occurred. So a fit takes the same time for a hundred points
 * and for a million, and the order of the samples does not matter.
 */
#include "model/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A size seen k times weighs k / (k + SINGLE_PENALTY), up to a factor. */
#define SINGLE_PENALTY 3.0

/* For the worst case: about so many groups of neighbouring sizes, each with its maximum. */
enum { GROUPS = 2048 };

/* Samples in order of size, from one kind of array or another. */
struct source {
	const char *first;
	size_t stride;
	size_t count;
	bool are_samples;
	enum landau_merge_rule rule;
};

static bool usable(const struct landau_sample *sample)
{
	return sample->n >= 0 && sample->n <= LANDAU_MODEL_MAX_SIZE && sample->cost >= 0 &&
	       sample->cost <= LANDAU_MODEL_MAX_COST && sample->calls > 0 &&
	       sample->calls <= LANDAU_MODEL_MAX_CALLS;
}

static struct landau_sample source_at(const struct source *source, size_t index)
{
	const char *at = source->first + index * source->stride;

	if (source->are_samples)
		return *(const struct landau_sample *)at;

	const struct landau_costs *costs = (const struct landau_costs *)at;
	double calls = (double)costs->calls;
	double cost = source->rule == LANDAU_MERGE_WORST ? (double)costs->max
							 : (double)costs->sum / calls;
	return (struct landau_sample){(double)costs->size, cost, calls};
}

/* Adds a sample to one that may be empty (calls 0). */
static void gather(struct landau_sample *into, const struct landau_sample *sample,
		   enum landau_merge_rule rule)
{
	if (into->calls == 0) {
		*into = *sample;
		return;
	}
	double calls = into->calls + sample->calls;
	if (rule == LANDAU_MERGE_WORST) {
		if (sample->cost > into->cost) {
			into->cost = sample->cost;
			into->n = sample->n;
		}
	} else {
		double share = sample->calls / calls;
		into->n += (sample->n - into->n) * share;
		into->cost += (sample->cost - into->cost) * share;
	}
	into->calls = calls;
}

static void append(struct points *points, const struct landau_sample *sample)
{
	points->n[points->count] = sample->n;
	points->cost[points->count] = sample->cost;
	points->weight[points->count] = sample->calls / (sample->calls + SINGLE_PENALTY);
	points->count++;
}

static void put_in_bin(struct landau_sample *bins, const struct points *points,
		       const struct landau_sample *sample)
{
	double share = log(sample->n / points->smallest) / log(points->largest / points->smallest);
	double position = share * BINS;
	size_t bin = position >= BINS ? BINS - 1 : position > 0 ? (size_t)position : 0;

	gather(&bins[bin], sample, LANDAU_MERGE_MEAN);
}

/* `sizes` is how many sizes from 1 on there are. */
static void thin(struct points *points, const struct source *source, size_t sizes)
{
	bool worst = source->rule == LANDAU_MERGE_WORST;
	size_t group_length = worst ? 1 + sizes / GROUPS : 1, in_group = 0;
	struct landau_sample bins[BINS], group;

	memset(bins, 0, sizeof(bins));
	for (size_t i = 0; i < source->count; i++) {
		struct landau_sample sample = source_at(source, i);
		if (!usable(&sample) || sample.n < 1)
			continue;
		if (in_group == 0)
			group = sample;
		else
			gather(&group, &sample, LANDAU_MERGE_WORST);
		if (++in_group < group_length)
			continue;
		if (worst)
			group.calls = 1;
		put_in_bin(bins, points, &group);
		in_group = 0;
	}
	for (size_t bin = 0; bin < BINS; bin++)
		if (bins[bin].calls > 0)
			append(points, &bins[bin]);
}

static void normalise(struct points *points)
{
	double greatest = 0;
	double weights = 0;

	for (size_t i = 0; i < points->count; i++) {
		if (points->cost[i] > greatest)
			greatest = points->cost[i];
		weights += points->weight[i];
	}
	points->scale = greatest > 0 ? greatest : 1;
	for (size_t i = 0; i < points->count; i++) {
		points->cost[i] /= points->scale;
		points->weight[i] *= (double)points->count / weights;
	}
}

static void prepare(struct points *points, const struct source *source)
{
	double previous = -1;
	size_t growing = 0;

	memset(points, 0, sizeof(*points));
	for (size_t i = 0; i < source->count; i++) {
		struct landau_sample sample = source_at(source, i);
		if (!usable(&sample))
			continue;
		if (sample.n != previous)
			points->sizes++;
		previous = sample.n;
		if (sample.n < 1)
			continue;
		if (growing == 0)
			points->smallest = sample.n;
		points->largest = sample.n;
		growing++;
	}
	if (growing > MAX_POINTS) {
		thin(points, source, growing);
	} else {
		for (size_t i = 0; i < source->count; i++) {
			struct landau_sample sample = source_at(source, i);
			if (usable(&sample) && sample.n >= 1)
				append(points, &sample);
		}
	}
	normalise(points);
}

static int by_size(const void *left, const void *right)
{
	const struct landau_sample *a = left, *b = right;

	/* A total order, so that the sums below come out the same whatever the order was. */
	if (a->n != b->n)
		return a->n < b->n ? -1 : 1;
	if (a->cost != b->cost)
		return a->cost < b->cost ? -1 : 1;
	return (a->calls > b->calls) - (a->calls < b->calls);
}

void prepare_samples(struct points *points, struct landau_sample *samples, size_t count,
		     enum landau_merge_rule rule)
{
	size_t kept = 0, merged = 0;

	for (size_t i = 0; i < count; i++)
		if (usable(&samples[i]))
			samples[kept++] = samples[i];
	if (kept > 1)
		qsort(samples, kept, sizeof(*samples), by_size);
	for (size_t i = 0; i < kept; i++) {
		struct landau_sample sample = samples[i];
		if (merged > 0 && samples[merged - 1].n == sample.n)
			gather(&samples[merged - 1], &sample, rule);
		else
			samples[merged++] = sample;
	}
	struct source source = {(const char *)samples, sizeof(*samples), merged, true, rule};
	prepare(points, &source);
}

void prepare_costs(struct points *points, const struct landau_costs *first, size_t stride,
		   size_t count, enum landau_merge_rule rule)
{
	struct source source = {(const char *)first, stride, count, false, rule};

	prepare(points, &source);
}
