/* SPDX-License-Identifier: GPL-2.0-or-later */
/* generate.c - see generate.h. */
#include "generate.h"

#include <math.h>

const char *const kind_names[KIND_COUNT] = {
	[KIND_EXACT] = "exact",
	[KIND_NOISE_3] = "3 % noise",
	[KIND_NOISE_20] = "20 % noise",
	[KIND_OUTLIER] = "one 10x outlier",
	[KIND_LOWER_ORDER] = "large lower-order term",
	[KIND_ADDITIVE] = "additive noise",
	[KIND_HEAVY_TAIL] = "heavy tail",
	[KIND_TWO_MODES] = "two modes",
	[KIND_OFFSET] = "offset sizes",
};

static uint64_t random_next(struct random *random)
{
	uint64_t z = (random->state += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

double random_uniform(struct random *random)
{
	return ((double)(random_next(random) >> 11) + 0.5) / 9007199254740992.0;
}

static double between(struct random *random, double low, double high)
{
	return low + (high - low) * random_uniform(random);
}

double random_normal(struct random *random)
{
	double radius = sqrt(-2 * log(random_uniform(random)));

	return radius * cos(2 * M_PI * random_uniform(random));
}

static double grow(enum landau_growth growth, double n)
{
	switch (growth) {
	case LANDAU_GROWTH_LOG:
		return log2(n);
	case LANDAU_GROWTH_SQRT:
		return sqrt(n);
	case LANDAU_GROWTH_LINEAR:
		return n;
	case LANDAU_GROWTH_LINEAR_LOG:
		return n * log2(n);
	case LANDAU_GROWTH_THREE_HALVES:
		return pow(n, 1.5);
	case LANDAU_GROWTH_QUADRATIC:
		return n * n;
	case LANDAU_GROWTH_QUADRATIC_LOG:
		return n * n * log2(n);
	case LANDAU_GROWTH_CUBIC:
		return n * n * n;
	case LANDAU_GROWTH_EXPONENTIAL:
		return exp2(n);
	default:
		return 1;
	}
}

static void choose_sizes(struct trial *trial, struct random *random, enum kind kind)
{
	bool small = trial->growth == LANDAU_GROWTH_EXPONENTIAL;
	double wanted = floor(between(random, 12, small ? 31 : 61));
	double least = exp(between(random, log(kind == KIND_OFFSET ? 3 : 4),
				   log(kind == KIND_OFFSET ? 200 : 1000)));
	double ratio = pow(10, between(random, 2, 3.5));
	double step = log(ratio) / (wanted - 1);

	trial->count = 0;
	for (double i = 0; i < wanted; i++) {
		double jitter = between(random, -0.3, 0.3);
		double n = round(least * exp((i + jitter) * step));
		if (small) /* spread evenly from 1 or a little more, up to 40 at the most */
			n = 1 + i + floor(i * (40 - wanted) / wanted * (ratio / 3200));
		if (n < 2 && !small)
			n = 2;
		if (trial->count > 0 && trial->samples[trial->count - 1].n >= n)
			continue;
		trial->samples[trial->count++] = (struct landau_sample){n, 0, 1};
	}
}

static void add_modes(struct trial *trial, struct random *random)
{
	double share = between(random, 0.3, 0.7);
	double factor = between(random, 3, 10);
	bool other_class = random_uniform(random) < 0.5 && trial->growth > LANDAU_GROWTH_CONSTANT;
	size_t cheap = (size_t)round(share * (double)trial->count);
	double least = fmax(trial->samples[0].n, 2);
	enum landau_growth lower =
		(enum landau_growth)floor(between(random, LANDAU_GROWTH_CONSTANT, trial->growth));

	for (size_t i = 0; i < trial->count; i++) {
		struct landau_sample *sample = &trial->samples[i];
		/* Exactly `cheap` of the sizes, each as likely as any other. */
		double left = (double)(trial->count - i);
		if (random_uniform(random) * left >= (double)cheap)
			continue;
		cheap--;
		if (other_class)
			sample->cost *= grow(lower, sample->n) / grow(lower, least) *
					grow(trial->growth, least) / grow(trial->growth, sample->n);
		sample->cost /= factor;
	}
}

void generate(struct trial *trial, struct random *random, enum landau_growth growth, enum kind kind)
{
	trial->growth = growth;
	choose_sizes(trial, random, kind);

	double coefficient = exp(between(random, log(20), log(2000)));
	double middle = sqrt(trial->samples[0].n * trial->samples[trial->count - 1].n);
	double middle_cost = coefficient * grow(growth, middle);
	enum landau_growth lower =
		growth > LANDAU_GROWTH_LINEAR ? LANDAU_GROWTH_LINEAR : LANDAU_GROWTH_CONSTANT;
	double relative = kind == KIND_NOISE_20 ? 0.2
			  : kind == KIND_EXACT || kind == KIND_ADDITIVE || kind == KIND_HEAVY_TAIL
				  ? 0
				  : 0.03;
	double offset = 0;
	if (kind == KIND_OFFSET)
		offset = floor(between(random, 1, fmax(trial->samples[0].n, 7)));

	for (size_t i = 0; i < trial->count; i++) {
		struct landau_sample *sample = &trial->samples[i];
		double cost = coefficient * grow(growth, sample->n);
		if (kind == KIND_LOWER_ORDER)
			cost += middle_cost * grow(lower, sample->n) / grow(lower, middle);
		cost *= fmax(1 + relative * random_normal(random), 0.05);
		if (kind == KIND_HEAVY_TAIL)
			cost *= pow(random_uniform(random), -1 / 1.2);
		if (kind == KIND_ADDITIVE)
			cost += 0.1 * middle_cost * random_normal(random);
		sample->cost = cost;
		sample->n += offset;
	}
	if (kind == KIND_OUTLIER)
		trial->samples[(size_t)(random_uniform(random) * (double)trial->count)].cost *= 10;
	if (kind == KIND_TWO_MODES)
		add_modes(trial, random);
	for (size_t i = 0; i < trial->count; i++)
		trial->samples[i].cost = fmax(round(trial->samples[i].cost), 1);
}
