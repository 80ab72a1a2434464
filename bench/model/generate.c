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
	[KIND_BENT] = "bent at small sizes",
	[KIND_SET_UP] = "set-up calls",
	[KIND_NARROW] = "narrow range",
	[KIND_COUNTS] = "small counts",
	[KIND_STEPS] = "steps",
	[KIND_DRIFT] = "drift",
	[KIND_SHORT] = "less than a decade",
	[KIND_FEW] = "6 to 11 sizes",
	[KIND_CELLS] = "constant cells",
	[KIND_LATE] = "late leading term",
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

/* Decades that the sizes span. */
static double choose_decades(struct random *random, enum kind kind)
{
	switch (kind) {
	case KIND_NARROW:
		return between(random, 1.1, 1.6);
	case KIND_SET_UP:
		return between(random, 1.5, 2);
	case KIND_SHORT:
		return between(random, 0.5, 1);
	case KIND_FEW:
		return between(random, 1, 2.5);
	default:
		return between(random, 2, 3.5);
	}
}

static void choose_sizes(struct trial *trial, struct random *random, enum kind kind)
{
	bool small = trial->growth == LANDAU_GROWTH_EXPONENTIAL;
	double wanted = kind == KIND_FEW ? floor(between(random, 6, 12))
					 : floor(between(random, 12, small ? 31 : 61));
	double first = kind == KIND_SHORT ? 10 : 1;
	double least = exp(between(random, log(kind == KIND_OFFSET ? 3 : 4),
				   log(kind == KIND_OFFSET ? 200 : 1000)));
	double ratio = pow(10, choose_decades(random, kind));
	double step = log(ratio) / (wanted - 1);

	trial->count = 0;
	for (double i = 0; i < wanted; i++) {
		double jitter = between(random, -0.3, 0.3);
		double n = round(least * exp((i + jitter) * step));
		if (small) /* spread evenly, up to 40 at the most */
			n = first + i + floor(i * (40 - wanted) / wanted * (ratio / 3200));
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

/* The upper sizes start late; those below them are set-up calls, all of about one size. */
static void add_set_up(struct trial *trial, struct random *random)
{
	size_t set_up = (size_t)(between(random, 0.1, 0.5) * (double)trial->count);
	double largest = trial->samples[trial->count - 1].n;
	double shift = between(random, 0.2, 0.7) * trial->samples[set_up].n;
	double small = trial->samples[set_up].n / between(random, 5, 20);
	double least_cost = 0.3 * trial->samples[set_up].cost;

	for (size_t i = set_up; i < trial->count; i++) {
		struct landau_sample *sample = &trial->samples[i];
		sample->cost *= grow(trial->growth, sample->n - shift + 1) /
				grow(trial->growth, sample->n) * grow(trial->growth, largest) /
				grow(trial->growth, largest - shift + 1);
	}
	for (size_t i = 0; i < set_up; i++) {
		trial->samples[i].n =
			fmax(round(small * (1 + (double)i / (double)set_up)), (double)i + 1);
		trial->samples[i].cost = least_cost * between(random, 0.02, 0.2);
	}
}

/* What a trait makes of the cost without noise at n. */
static double with_trait(double cost, double n, enum kind kind, const double *trait,
			 struct random *random)
{
	if (kind == KIND_BENT)
		return cost * (1 - trait[0] / (1 + n / trait[1]));
	if (kind == KIND_STEPS) {
		double since = log2(n) + trait[1] - floor(log2(n) + trait[1]);
		cost *= 1 + trait[0] * (1 - since);
		return random_uniform(random) < 0.1 ? 1.5 * cost : cost;
	}
	return cost;
}

void generate(struct trial *trial, struct random *random, enum landau_growth growth, enum kind kind)
{
	trial->growth = growth;
	choose_sizes(trial, random, kind);

	double coefficient = exp(between(random, log(20), log(2000)));
	double middle = sqrt(trial->samples[0].n * trial->samples[trial->count - 1].n);
	double middle_cost;
	enum landau_growth lower =
		growth > LANDAU_GROWTH_LINEAR ? LANDAU_GROWTH_LINEAR : LANDAU_GROWTH_CONSTANT;
	if (kind == KIND_LATE && growth == LANDAU_GROWTH_LINEAR_LOG)
		lower = LANDAU_GROWTH_CONSTANT; /* n beside n log n is seen over many decades only */
	double relative = kind == KIND_NOISE_20 ? 0.2
			  : kind == KIND_EXACT || kind == KIND_ADDITIVE || kind == KIND_HEAVY_TAIL
				  ? 0
				  : 0.03;
	double offset = 0, drift = 0, trait[2] = {0, 0};
	double largest = trial->samples[trial->count - 1].n;
	if (kind == KIND_BENT) {
		trait[0] = between(random, 0.3, 0.9);
		trait[1] = trial->samples[0].n *
			   pow(middle / trial->samples[0].n, random_uniform(random));
	} else if (kind == KIND_STEPS) {
		trait[0] = between(random, 0.1, 0.5);
		trait[1] = random_uniform(random);
	} else if (kind == KIND_COUNTS) {
		coefficient = exp(between(random, log(30), log(3000))) / grow(growth, largest);
	}
	if (kind == KIND_CELLS)
		offset = floor(between(random, 1, 4) * trial->samples[0].n);
	if (kind == KIND_LATE)
		middle = largest * between(random, 0.3, 1);
	middle_cost = coefficient * grow(growth, middle);
	if (kind == KIND_OFFSET)
		offset = floor(between(random, 1, fmax(trial->samples[0].n, 7)));

	for (size_t i = 0; i < trial->count; i++) {
		struct landau_sample *sample = &trial->samples[i];
		double cost = coefficient * grow(growth, sample->n);
		if (kind == KIND_LOWER_ORDER || kind == KIND_LATE)
			cost += middle_cost * grow(lower, sample->n) / grow(lower, middle);
		cost = with_trait(cost, sample->n, kind, trait, random);
		cost *= fmax(1 + relative * random_normal(random), 0.05);
		if (kind == KIND_DRIFT) {
			cost *= exp(0.1 * drift);
			drift = 0.8 * drift + 0.6 * random_normal(random);
		}
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
	if (kind == KIND_SET_UP && growth != LANDAU_GROWTH_EXPONENTIAL)
		add_set_up(trial, random);
	for (size_t i = 0; i < trial->count; i++)
		trial->samples[i].cost = fmax(round(trial->samples[i].cost), 1);
}
