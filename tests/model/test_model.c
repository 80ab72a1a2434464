/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_model.c - what the model promises: the class of clean data, invariances, and an answer for
 * whatever it is given. How often it is right on noisy data is bench_model's to say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 40 };

typedef double cost_function(double n);

static double cost_of_class(enum landau_growth growth, double n)
{
	switch (growth) {
	case LANDAU_GROWTH_LOG:
		return 50 * log2(n);
	case LANDAU_GROWTH_SQRT:
		return 20 * sqrt(n);
	case LANDAU_GROWTH_LINEAR:
		return 12 + 3 * n;
	case LANDAU_GROWTH_LINEAR_LOG:
		return 12 + 3.1 * n * log2(n);
	case LANDAU_GROWTH_THREE_HALVES:
		return 7 * pow(n, 1.5);
	case LANDAU_GROWTH_QUADRATIC:
		return 100 * n + 2 * n * n;
	case LANDAU_GROWTH_QUADRATIC_LOG:
		return n * n * log2(n);
	case LANDAU_GROWTH_CUBIC:
		return 0.5 * n * n * n;
	case LANDAU_GROWTH_EXPONENTIAL:
		return 5 * exp2(n);
	default:
		return 1234;
	}
}

/* Sizes over three decades, or 1 to COUNT where the cost doubles each time. */
static void fill(struct landau_sample *samples, enum landau_growth growth)
{
	for (size_t i = 0; i < COUNT; i++) {
		double n = growth == LANDAU_GROWTH_EXPONENTIAL ? (double)i + 1
							       : round(20 * pow(1.2, (double)i));
		samples[i] = (struct landau_sample){n, cost_of_class(growth, n), 1};
	}
}

/* Small deterministic noise: a factor between 1 - share and 1 + share. */
static void disturb(struct landau_sample *samples, size_t count, double share)
{
	uint32_t state = 12345;

	for (size_t i = 0; i < count; i++) {
		state = state * 1664525 + 1013904223;
		samples[i].cost *= 1 + share * ((double)state / 2147483648.0 - 1);
	}
}

static void shuffle(struct landau_sample *samples, size_t count, uint32_t state)
{
	for (size_t i = count; i > 1; i--) {
		state = state * 1664525 + 1013904223;
		size_t j = (size_t)((uint64_t)state * i >> 32);
		struct landau_sample kept = samples[i - 1];
		samples[i - 1] = samples[j];
		samples[j] = kept;
	}
}

static struct landau_model fit(struct landau_sample *samples, size_t count)
{
	return landau_model_fit(samples, count, LANDAU_MERGE_MEAN);
}

static struct landau_model fit_function(cost_function *function, size_t count, double step)
{
	struct landau_sample *samples = calloc(count, sizeof(*samples));

	assert_non_null(samples);
	for (size_t i = 0; i < count; i++) {
		double n = step * (double)(i + 1);
		samples[i] = (struct landau_sample){n, function(n), 1};
	}
	struct landau_model model = fit(samples, count);
	free(samples);
	return model;
}

static void assert_close(double value, double expected, double relative)
{
	if (!(fabs(value - expected) <= relative * fabs(expected)))
		fail_msg("%.10g where %.10g is expected", value, expected);
}

static void assert_class(const struct landau_model *model, enum landau_growth growth)
{
	assert_int_equal(model->verdict, LANDAU_VERDICT_OK);
	assert_string_equal(landau_growth_name(model->growth), landau_growth_name(growth));
	assert_int_equal(model->best_guess, growth);
	assert_int_not_equal(model->runner_up, growth);
	assert_true(model->formula[0]);
}

static void assert_unknown(const struct landau_model *model, enum landau_verdict verdict)
{
	assert_string_equal(landau_verdict_name(model->verdict), landau_verdict_name(verdict));
	assert_int_equal(model->growth, LANDAU_GROWTH_NONE);
	assert_int_equal(model->runner_up, LANDAU_GROWTH_NONE);
	assert_string_equal(model->formula, "");
}

static void exact_classes(void **state)
{
	(void)state;
	for (enum landau_growth growth = LANDAU_GROWTH_CONSTANT; growth < LANDAU_GROWTH_COUNT;
	     growth++) {
		struct landau_sample samples[COUNT];
		fill(samples, growth);
		struct landau_model model = fit(samples, COUNT);
		assert_class(&model, growth);
		/* The curve goes through the points, and on beyond them. */
		for (double n = 25; n < 40; n++)
			assert_close(landau_model_predict(&model, n), cost_of_class(growth, n),
				     0.02);
		double far = growth == LANDAU_GROWTH_EXPONENTIAL ? 50 : 1e6;
		assert_close(landau_model_predict(&model, far), cost_of_class(growth, far), 0.01);
	}
}

static void formulas(void **state)
{
	struct landau_sample samples[COUNT];
	static const struct {
		enum landau_growth growth;
		const char *formula;
	} expected[] = {
		{LANDAU_GROWTH_CONSTANT, "1.23e+03"},
		{LANDAU_GROWTH_LOG, "50·log2(n)"},
		{LANDAU_GROWTH_SQRT, "20·sqrt(n)"},
		{LANDAU_GROWTH_LINEAR, "12 + 3·n"},
		{LANDAU_GROWTH_LINEAR_LOG, "12 + 3.1·n·log2(n)"},
		{LANDAU_GROWTH_THREE_HALVES, "7·n^1.5"},
		{LANDAU_GROWTH_QUADRATIC, "100·n + 2·n^2"},
		{LANDAU_GROWTH_QUADRATIC_LOG, "1·n^2·log2(n)"},
		{LANDAU_GROWTH_CUBIC, "0.5·n^3"},
		{LANDAU_GROWTH_EXPONENTIAL, "5·2^n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		fill(samples, expected[i].growth);
		struct landau_model model = fit(samples, COUNT);
		assert_string_equal(model.formula, expected[i].formula);
	}
}

static double fibonacci_calls(double n)
{
	return 5 + 3 * pow(1.618034, n);
}

static double triangle(double n)
{
	return n * (n - 1) / 2;
}

static double binary_search(double n)
{
	return 3 + 5 * floor(log2(n) + 1);
}

static double shifted(double n)
{
	return n > 4 ? 5 * (n - 4) : 0;
}

static double step_at_200(double n)
{
	return n < 200 ? n : 3 * n;
}

static double falling(double n)
{
	return 1e6 / sqrt(n);
}

static double between_classes(double n)
{
	return pow(n, 2.5);
}

static double one_point(double n)
{
	return n == 25 ? 7 : 0;
}

/* Costs as routines have them: not of a class to the letter. */
static void realistic_costs(void **state)
{
	(void)state;
	struct landau_model model = fit_function(fibonacci_calls, 30, 1);
	assert_class(&model, LANDAU_GROWTH_EXPONENTIAL);
	assert_close(model.base, 1.618034, 0.001);
	assert_string_equal(model.formula, "5 + 3·1.618^n");

	model = fit_function(triangle, 60, 10);
	assert_class(&model, LANDAU_GROWTH_QUADRATIC);
	model = fit_function(binary_search, 1000, 1);
	assert_class(&model, LANDAU_GROWTH_LOG);
	model = fit_function(shifted, 100, 1);
	assert_class(&model, LANDAU_GROWTH_LINEAR);

	/* Small sizes under another law: the upper ones decide, and it is said. */
	model = fit_function(step_at_200, 600, 5);
	assert_class(&model, LANDAU_GROWTH_LINEAR);
	assert_true(model.fitted_from >= 200);
	assert_close(model.leading, 3, 0.01);
}

static void no_class_describes(void **state)
{
	(void)state;
	struct landau_model model = fit_function(falling, 50, 10);
	assert_unknown(&model, LANDAU_VERDICT_NO_TREND);
	assert_close(model.exponent, -0.5, 0.01);
	model = fit_function(between_classes, 50, 10);
	assert_unknown(&model, LANDAU_VERDICT_NO_TREND);
	assert_close(model.exponent, 2.5, 0.01);
	model = fit_function(one_point, 50, 1);
	assert_unknown(&model, LANDAU_VERDICT_NO_TREND);

	/* Pure noise. */
	struct landau_sample samples[COUNT];
	for (size_t i = 0; i < COUNT; i++)
		samples[i] = (struct landau_sample){(double)(i + 1) * 10, 1000, 1};
	disturb(samples, COUNT, 0.95);
	model = fit(samples, COUNT);
	assert_unknown(&model, LANDAU_VERDICT_NO_TREND);
}

static void too_few_or_too_narrow(void **state)
{
	struct landau_sample samples[COUNT];

	(void)state;
	struct landau_model model = fit(NULL, 0);
	assert_unknown(&model, LANDAU_VERDICT_TOO_FEW);
	assert_false(landau_model_has_exponent(&model));
	assert_true(isnan(landau_model_predict(&model, 10)));
	double low, high;
	assert_false(landau_model_interval(&model, 10, &low, &high));

	/* Five sizes, however often each; sizes below 1 do not help. */
	for (size_t i = 0; i < COUNT; i++)
		samples[i] = (struct landau_sample){pow(10, (double)(i % 5)), 7, 1};
	model = fit(samples, COUNT);
	assert_unknown(&model, LANDAU_VERDICT_TOO_FEW);
	assert_int_equal(model.sizes, 5);
	for (size_t i = 0; i < 6; i++)
		samples[i] = (struct landau_sample){i == 0 ? 0 : pow(10, (double)i), 7, 1};
	model = fit(samples, 6);
	assert_unknown(&model, LANDAU_VERDICT_TOO_FEW);

	for (size_t i = 0; i < COUNT; i++) {
		double n = 100 + 20 * (double)i;
		samples[i] = (struct landau_sample){n, n * n, 1};
	}
	model = fit(samples, COUNT);
	assert_unknown(&model, LANDAU_VERDICT_TOO_NARROW);
	assert_int_equal(model.best_guess, LANDAU_GROWTH_QUADRATIC);
	assert_close(model.exponent, 2, 0.001);

	/* But what doubles with every cell shows. */
	for (size_t i = 0; i < 20; i++)
		samples[i] = (struct landau_sample){10 + (double)i, exp2(10 + (double)i), 1};
	model = fit(samples, 20);
	assert_class(&model, LANDAU_GROWTH_EXPONENTIAL);
}

static void order_does_not_matter(void **state)
{
	(void)state;
	for (enum landau_growth growth = LANDAU_GROWTH_CONSTANT; growth < LANDAU_GROWTH_COUNT;
	     growth++) {
		struct landau_sample samples[2 * COUNT], shuffled[2 * COUNT];
		fill(samples, growth);
		fill(samples + COUNT, growth); /* so that sizes occur twice, with unlike costs */
		disturb(samples, 2 * COUNT, 0.1);
		memcpy(shuffled, samples, sizeof(samples));
		struct landau_model model = fit(samples, 2 * COUNT);
		for (uint32_t seed = 1; seed <= 3; seed++) {
			shuffle(shuffled, 2 * COUNT, seed);
			struct landau_sample copy[2 * COUNT];
			memcpy(copy, shuffled, sizeof(copy));
			struct landau_model other = fit(copy, 2 * COUNT);
			assert_memory_equal(&model, &other, sizeof(model));
		}
	}
}

static void unit_does_not_matter(void **state)
{
	(void)state;
	for (enum landau_growth growth = LANDAU_GROWTH_CONSTANT; growth < LANDAU_GROWTH_COUNT;
	     growth++) {
		static const double units[] = {1e-6, 0.3, 1000, 1e12};
		struct landau_sample samples[COUNT];
		fill(samples, growth);
		disturb(samples, COUNT, 0.05);
		struct landau_model model = fit(samples, COUNT);
		assert_class(&model, growth);
		for (size_t u = 0; u < 4; u++) {
			fill(samples, growth);
			disturb(samples, COUNT, 0.05);
			for (size_t i = 0; i < COUNT; i++)
				samples[i].cost *= units[u];
			struct landau_model other = fit(samples, COUNT);
			assert_class(&other, growth);
			assert_int_equal(model.runner_up, other.runner_up);
			assert_close(landau_model_predict(&other, 30),
				     units[u] * landau_model_predict(&model, 30), 1e-6);
		}
	}
}

static void same_size_is_one_point(void **state)
{
	struct landau_sample once[COUNT], thrice[3 * COUNT];

	(void)state;
	fill(once, LANDAU_GROWTH_LINEAR_LOG);
	for (size_t i = 0; i < COUNT; i++) {
		/* 1 call of half the cost, 2 of the cost, 1 of one and a half. */
		thrice[3 * i] = (struct landau_sample){once[i].n, 0.5 * once[i].cost, 1};
		thrice[3 * i + 1] = (struct landau_sample){once[i].n, once[i].cost, 2};
		thrice[3 * i + 2] = (struct landau_sample){once[i].n, 1.5 * once[i].cost, 1};
	}
	struct landau_model mean = landau_model_fit(thrice, 3 * COUNT, LANDAU_MERGE_MEAN);
	assert_class(&mean, LANDAU_GROWTH_LINEAR_LOG);
	assert_int_equal(mean.sizes, COUNT);
	struct landau_model plain = fit(once, COUNT);
	assert_string_equal(mean.formula, plain.formula);

	for (size_t i = 0; i < COUNT; i++)
		for (size_t j = 0; j < 3; j++)
			thrice[3 * i + j] = (struct landau_sample){
				once[i].n, (1 + 0.5 * (double)j) * once[i].cost, 1};
	struct landau_model worst = landau_model_fit(thrice, 3 * COUNT, LANDAU_MERGE_WORST);
	assert_class(&worst, LANDAU_GROWTH_LINEAR_LOG);
	assert_close(landau_model_predict(&worst, 1000), 2 * landau_model_predict(&plain, 1000),
		     0.001);
}

static void points_of_a_profile(void **state)
{
	struct landau_point points[COUNT];
	struct landau_costs costs[COUNT];

	(void)state;
	memset(points, 0, sizeof(points));
	/* The worst case is quadratic, the mean linear. */
	for (size_t i = 0; i < COUNT; i++) {
		uint64_t n = (uint64_t)round(20 * pow(1.2, (double)i));
		costs[i] = (struct landau_costs){n, n, n, n * n, n * n * 5};
		points[i].costs = costs[i];
	}
	struct landau_model worst = landau_model_fit_points(points, COUNT, LANDAU_MERGE_WORST);
	assert_class(&worst, LANDAU_GROWTH_QUADRATIC);
	struct landau_model mean = landau_model_fit_points(points, COUNT, LANDAU_MERGE_MEAN);
	assert_class(&mean, LANDAU_GROWTH_LINEAR);
	assert_string_equal(mean.formula, "5·n");
	struct landau_model of_costs = landau_model_fit_costs(costs, COUNT, LANDAU_MERGE_WORST);
	assert_memory_equal(&worst, &of_costs, sizeof(worst));
	struct landau_model none = landau_model_fit_points(NULL, 0, LANDAU_MERGE_WORST);
	assert_unknown(&none, LANDAU_VERDICT_TOO_FEW);
}

static void a_million_sizes(void **state)
{
	const size_t count = 1000000;
	struct landau_sample *samples = calloc(count, sizeof(*samples));

	(void)state;
	assert_non_null(samples);
	for (int rule = LANDAU_MERGE_MEAN; rule <= LANDAU_MERGE_WORST; rule++) {
		for (size_t i = 0; i < count; i++) {
			double n = (double)(i + 1);
			samples[i] = (struct landau_sample){n, 40 + 3 * n, 1};
		}
		disturb(samples, count, 0.2);
		/* One size in a thousand is ten times as bad: the worst case shows it. */
		for (size_t i = 100; i < count; i += 1000)
			samples[i].cost *= 10;
		struct landau_model model =
			landau_model_fit(samples, count, (enum landau_merge_rule)rule);
		assert_class(&model, LANDAU_GROWTH_LINEAR);
		assert_int_equal(model.sizes, count);
		assert_true(model.smallest == 1 && model.largest >= 999990);
		if (rule == LANDAU_MERGE_WORST)
			assert_true(landau_model_predict(&model, 1e6) > 10e6);
		else
			assert_close(landau_model_predict(&model, 1e6), 3e6, 0.03);
	}
	free(samples);
}

static void outlier_does_not_bend(void **state)
{
	(void)state;
	for (size_t at = 0; at < COUNT; at++) {
		struct landau_sample samples[COUNT];
		fill(samples, LANDAU_GROWTH_LINEAR);
		disturb(samples, COUNT, 0.03);
		samples[at].cost *= 100;
		struct landau_model model = fit(samples, COUNT);
		assert_class(&model, LANDAU_GROWTH_LINEAR);
		assert_close(landau_model_predict(&model, 10000), 30012, 0.05);
	}
}

static void whatever_numbers(void **state)
{
	static const double odd[] = {0,       -0.0,       -1,   NAN,  INFINITY, -INFINITY,
				     1e-320,  1e-300,     1e-9, 0.5,  1,        2,
				     1e18,    1.8e19,     1e59, 1e60, 1e149,    1e300,
				     1.7e308, 4294967296, 1e9,  3,    1000,     7e7};
	enum { ODD = sizeof(odd) / sizeof(odd[0]) };
	uint32_t random = 1;

	(void)state;
	for (int trial = 0; trial < 3000; trial++) {
		struct landau_sample samples[64];
		double low = 0, high = 0;
		for (size_t i = 0; i < 64; i++) {
			double values[3];
			for (size_t j = 0; j < 3; j++) {
				random = random * 1664525 + 1013904223;
				values[j] = odd[(random >> 8) % ODD] * ((random >> 30) + 1);
			}
			samples[i] = (struct landau_sample){values[0], values[1], values[2]};
			if (trial % 3 == 0)
				samples[i].n = (double)i;
			if (trial % 5 == 0)
				samples[i].calls = 1;
		}
		struct landau_model model = landau_model_fit(
			samples, 64, trial % 2 ? LANDAU_MERGE_WORST : LANDAU_MERGE_MEAN);
		assert_true(model.verdict <= LANDAU_VERDICT_NO_TREND);
		assert_true((model.growth != LANDAU_GROWTH_NONE) ==
			    (model.verdict == LANDAU_VERDICT_OK));
		assert_true(strlen(model.formula) < sizeof(model.formula) - 1);
		if (landau_model_interval(&model, 100, &low, &high))
			assert_true(low >= 0 && low <= high);
		if (landau_model_has_exponent(&model))
			assert_true(model.exponent_low <= model.exponent &&
				    model.exponent <= model.exponent_high);
	}
}

static void huge_numbers(void **state)
{
	struct landau_sample samples[COUNT];

	(void)state;
	for (size_t i = 0; i < COUNT; i++) {
		double n = 1e15 * pow(1.2, (double)i);
		samples[i] = (struct landau_sample){n, 1e3 * n * n, 1e18};
	}
	struct landau_model model = fit(samples, COUNT);
	assert_class(&model, LANDAU_GROWTH_QUADRATIC);
	assert_close(model.leading, 1000, 0.001);
	struct landau_costs costs[COUNT];
	for (size_t i = 0; i < COUNT; i++)
		costs[i] = (struct landau_costs){UINT64_MAX - 1000 * i, 1, UINT64_MAX, UINT64_MAX,
						 UINT64_MAX};
	model = landau_model_fit_costs(costs, COUNT, LANDAU_MERGE_WORST);
	assert_int_not_equal(model.verdict, LANDAU_VERDICT_OK);
}

static void constant_and_zero(void **state)
{
	struct landau_sample samples[COUNT];

	(void)state;
	for (double cost = 0; cost < 2e18; cost = cost * 1000 + 1) {
		for (size_t i = 0; i < COUNT; i++)
			samples[i] = (struct landau_sample){(double)i * 10, cost, 1};
		struct landau_model model = fit(samples, COUNT);
		assert_class(&model, LANDAU_GROWTH_CONSTANT);
		assert_true(fabs(model.exponent) < 1e-9);
		assert_close(landau_model_predict(&model, 1e9), cost, 1e-9);
	}
}

static void interval_widens(void **state)
{
	struct landau_sample samples[COUNT];
	double low_near, high_near, low_far, high_far;

	(void)state;
	fill(samples, LANDAU_GROWTH_QUADRATIC);
	disturb(samples, COUNT, 0.1);
	struct landau_model model = fit(samples, COUNT);
	assert_true(landau_model_interval(&model, 1e3, &low_near, &high_near));
	assert_true(landau_model_interval(&model, 1e9, &low_far, &high_far));
	double near = landau_model_predict(&model, 1e3), far = landau_model_predict(&model, 1e9);
	assert_true(low_near < near && near < high_near);
	assert_true(high_near / low_near > 1.1 && high_near / low_near < 1.6);
	assert_true(high_far / low_far >= high_near / low_near);
	assert_true(low_far < far && far < high_far);
}

static void names(void **state)
{
	static const char *const promised[] = {"1",     "log n", "sqrt n",    "n",   "n log n",
					       "n^1.5", "n^2",   "n^2 log n", "n^3", "2^n"};

	(void)state;
	for (size_t i = 0; i < 10; i++) {
		enum landau_growth growth = landau_growth_parse(promised[i]);
		assert_int_equal(growth, LANDAU_GROWTH_CONSTANT + i);
		assert_string_equal(landau_growth_name(growth), promised[i]);
	}
	assert_int_equal(landau_growth_parse(""), LANDAU_GROWTH_NONE);
	assert_int_equal(landau_growth_parse("n^4"), LANDAU_GROWTH_NONE);
	assert_string_equal(landau_growth_name(LANDAU_GROWTH_NONE), "");
	assert_string_equal(landau_verdict_name(LANDAU_VERDICT_NO_TREND), "no clear trend");
}

static void json(void **state)
{
	struct landau_sample samples[COUNT];
	char *text = NULL;
	size_t length;

	(void)state;
	fill(samples, LANDAU_GROWTH_LINEAR);
	struct landau_model model = fit(samples, COUNT);
	FILE *stream = open_memstream(&text, &length);
	assert_non_null(stream);
	landau_model_print_json(stream, &model);
	fclose(stream);
	assert_non_null(
		strstr(text, "{\"class\": \"n\", \"formula\": \"12 + 3·n\", \"exponent\": "));
	assert_non_null(
		strstr(text, "\"runner_up\": \"n log n\", \"verdict\": \"ok\", "
			     "\"statement\": \"class\", \"classes\": [\"n\"], \"reason\": \"\"}"));
	free(text);

	model = fit(samples, 3);
	stream = open_memstream(&text, &length);
	assert_non_null(stream);
	landau_model_print_json(stream, &model);
	fclose(stream);
	assert_string_equal(text, "{\"class\": null, \"formula\": null, \"exponent\": null, "
				  "\"exponent_low\": null, \"exponent_high\": null, "
				  "\"runner_up\": null, \"verdict\": \"too few sizes\", "
				  "\"statement\": \"unknown\", \"classes\": [], "
				  "\"reason\": \"it was seen with 3 sizes\"}");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exact_classes),
		cmocka_unit_test(formulas),
		cmocka_unit_test(realistic_costs),
		cmocka_unit_test(no_class_describes),
		cmocka_unit_test(too_few_or_too_narrow),
		cmocka_unit_test(order_does_not_matter),
		cmocka_unit_test(unit_does_not_matter),
		cmocka_unit_test(same_size_is_one_point),
		cmocka_unit_test(points_of_a_profile),
		cmocka_unit_test(a_million_sizes),
		cmocka_unit_test(outlier_does_not_bend),
		cmocka_unit_test(whatever_numbers),
		cmocka_unit_test(huge_numbers),
		cmocka_unit_test(constant_and_zero),
		cmocka_unit_test(interval_widens),
		cmocka_unit_test(names),
		cmocka_unit_test(json),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
