/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_steps.c - what is said of the calls that an activation makes when it has read its input: of prices that rise or fall
 * with their number, and of all others, of which nothing is said.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/steps.h"

#include <math.h>
#include <string.h>

enum { CALLS = 3000, CELLS = 3 * CALLS };

/* What the i-th of all calls costs. */
typedef double price_of(double i, uint32_t *state);

/* Between 0 and 1, the same everywhere. */
static double next_noise(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return (double)*state / 4294967296.0;
}

struct run {
	struct landau_step steps[LANDAU_STEPS_MOST];
	size_t count;
	struct landau_mark end;
};

/* Steps as the core notes them; the input has been read before the call `read_by`, in even parts. */
static struct run run_of(price_of *price, double read_by, uint32_t seed)
{
	struct run run = {0};
	uint64_t stride = 64;
	double cost = 5000;

	for (uint64_t i = 1; i <= CALLS; i++) {
		double read = fmin((double)i / read_by, 1);

		cost += price((double)i, &seed);
		if (i >= 256 && i % stride == 0)
			run.steps[run.count++] =
				(struct landau_step){i, (uint64_t)(read * CELLS), (uint64_t)cost};
	}
	run.end = (struct landau_mark){.trms = CELLS, .rms = CELLS, .cost = (uint64_t)cost};
	return run;
}

static struct landau_steps look_at(const struct run *run)
{
	return landau_steps_of(run->steps, run->count, CALLS, &run->end);
}

static double falling(double i, uint32_t *state)
{
	return 10 + (CALLS - i) * (1 + 0.2 * next_noise(state));
}

static double rising(double i, uint32_t *state)
{
	return 10 + i * (1 + 0.2 * next_noise(state));
}

static double even(double i, uint32_t *state)
{
	(void)i;
	return 100 + 20 * next_noise(state);
}

/* Each takes one of all sizes, and which is chance. */
static double any(double i, uint32_t *state)
{
	(void)i;
	return CALLS * next_noise(state);
}

/* As in a tree that gets deeper. */
static double logarithmic(double i, uint32_t *state)
{
	return 50 * log2(i + 1) + next_noise(state);
}

/* Half of it is one thing, half another. */
static double two_things(double i, uint32_t *state)
{
	return i < CALLS / 2.0 ? 10 : 1000 + next_noise(state);
}

static void prices_that_fall_or_rise(void **state)
{
	struct run run = run_of(falling, 1, 7);
	struct landau_steps steps = look_at(&run);

	(void)state;
	assert_int_equal(steps.within.kind, LANDAU_WITHIN_GROWTH);
	assert_int_equal(steps.within.model.growth, LANDAU_GROWTH_QUADRATIC);
	assert_true(steps.of_rest);
	/* The whole is that of the call from the first step on. */
	assert_int_equal(steps.points[steps.point_count - 1].trms, CELLS);
	assert_int_equal(steps.points[steps.point_count - 1].cost,
			 run.end.cost - run.steps[0].cost);
	for (size_t i = 1; i < steps.point_count; i++)
		assert_true(steps.points[i].trms > steps.points[i - 1].trms &&
			    steps.points[i].cost >= steps.points[i - 1].cost);

	run = run_of(rising, 1, 7);
	steps = look_at(&run);
	assert_int_equal(steps.within.kind, LANDAU_WITHIN_GROWTH);
	assert_false(steps.of_rest);
	assert_true(steps.within.model.power_low > 1);
}

static void other_prices(void **state)
{
	static price_of *const prices[] = {even, any, logarithmic, two_things};

	(void)state;
	for (size_t i = 0; i < sizeof(prices) / sizeof(*prices); i++)
		for (uint32_t seed = 1; seed <= 40; seed++) {
			struct run run = run_of(prices[i], 1, seed);

			assert_int_equal(look_at(&run).within.kind, LANDAU_WITHIN_NONE);
		}
}

/* Prices that wander by no law: hardly ever an alarm. */
static double level;

static double wandering(double i, uint32_t *state)
{
	level = i < 2 ? 5 : level + 0.06 * (next_noise(state) - 0.5);
	return exp(level);
}

static void prices_that_wander(void **state)
{
	unsigned alarms = 0;

	(void)state;
	for (uint32_t seed = 1; seed <= 100; seed++) {
		struct run run = run_of(wandering, 1, seed * 7919);

		alarms += look_at(&run).within.kind == LANDAU_WITHIN_GROWTH;
	}
	assert_true(alarms <= 5);
}

/* Where the input is read on the way, the curve by n tells; of less input than calls nothing is said. */
static void no_standstill(void **state)
{
	struct run run = run_of(falling, CALLS, 7);

	(void)state;
	assert_int_equal(look_at(&run).within.kind, LANDAU_WITHIN_NONE);
	run = run_of(falling, 1, 7);
	run.end.trms = CALLS - 1;
	assert_int_equal(look_at(&run).within.kind, LANDAU_WITHIN_NONE);
	run = run_of(falling, 1, 7);
	assert_int_equal(landau_steps_of(run.steps, 10, CALLS, &run.end).within.kind,
			 LANDAU_WITHIN_NONE);
	assert_int_equal(landau_steps_of(NULL, 0, CALLS, &run.end).within.kind, LANDAU_WITHIN_NONE);
	/* Most of the cost came before or behind the calls. */
	run.end.cost *= 4;
	for (size_t i = 0; i < run.count; i++)
		run.steps[i].cost += 3 * run.end.cost / 4;
	assert_int_equal(look_at(&run).within.kind, LANDAU_WITHIN_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prices_that_fall_or_rise),
		cmocka_unit_test(other_prices),
		cmocka_unit_test(prices_that_wander),
		cmocka_unit_test(no_standstill),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
