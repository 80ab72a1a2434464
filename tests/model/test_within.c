/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_within.c - what is said of growth within one call: of clean curves, of noise, and of calls that are no experiment.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/within.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 200 };

struct call {
	struct landau_mark marks[MOST];
	size_t count;
	struct landau_mark end;
};

typedef double cost_of(double n);

/* Between -1 and 1, the same everywhere. */
static double next_noise(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return (double)*state / 2147483648.0 - 1;
}

static struct landau_mark mark_at(uint64_t n, double cost)
{
	return (struct landau_mark){
		.trms = n, .rms = n, .external_input = n / 2, .cost = (uint64_t)llround(cost)};
}

/* Marks as the core takes them; what lies between two of them costs up to `noise` more or less, as a share. */
static struct call call_of(cost_of *cost, uint64_t last, double noise, uint32_t seed)
{
	struct call call = {0};
	double sum = cost(256);
	uint64_t n = 256;

	while (n <= last) {
		uint64_t next = landau_next_mark(n);

		call.marks[call.count++] = mark_at(n, sum);
		sum += (cost((double)next) - cost((double)n)) * (1 + noise * next_noise(&seed));
		n = next;
	}
	call.end = call.marks[call.count - 1];
	return call;
}

static struct landau_within look_at(const struct call *call)
{
	return landau_within_of(call->marks, call->count, &call->end, LANDAU_WITHIN_TRMS);
}

static const char *text_of(const struct landau_model *model)
{
	static char text[LANDAU_STATEMENT_BYTES];

	landau_model_statement_text(model, text);
	return text;
}

static double of_n(double n)
{
	return 5000 + 12 * n;
}

static double of_n_log_n(double n)
{
	return 300 + 8 * n * log2(n);
}

static double of_square(double n)
{
	return 1000 + 40 * n + 0.5 * n * n;
}

static double of_cube(double n)
{
	return 0.01 * n * n * n;
}

static void clean_curves(void **state)
{
	static const struct {
		cost_of *cost;
		const char *expected;
	} cases[] = {{of_n, "n"}, {of_n_log_n, "n log n"}, {of_square, "n^2"}, {of_cube, "n^3"}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct call call = call_of(cases[i].cost, 20000, 0, 1);
		struct landau_within within = look_at(&call);
		double last = (double)call.end.trms;

		assert_int_equal(within.kind, LANDAU_WITHIN_GROWTH);
		assert_string_equal(text_of(&within.model), cases[i].expected);
		assert_string_equal(within.reason, "");
		assert_string_not_equal(within.model.formula, "");
		/* The curve meets the cost at the end, and goes on as the cost does. */
		assert_true(fabs(landau_model_predict(&within.model, last) / cases[i].cost(last) -
				 1) < 0.02);
		assert_true(fabs(landau_model_predict(&within.model, 10 * last) /
					 cases[i].cost(10 * last) -
				 1) < 0.05);
		assert_true(within.model.largest == last && within.model.smallest == 256);
	}
}

/* What is said of noise does not contradict the truth; of a square it is nearly always that it grows fast. */
static void noise(void **state)
{
	unsigned alarms = 0;

	(void)state;
	for (uint32_t seed = 1; seed <= 40; seed++) {
		struct call line = call_of(of_n, 30000, 0.3, seed);
		struct call square = call_of(of_square, 30000, 0.3, seed);
		struct landau_within of_line = look_at(&line);
		struct landau_within of_the_square = look_at(&square);

		assert_true(of_line.model.power_low <= 1);
		assert_true(of_line.model.power_high >= 1);
		assert_true(of_the_square.model.power_low <= 2);
		assert_true(of_the_square.model.power_high >= 2);
		alarms += of_the_square.model.power_low > 1;
	}
	assert_true(alarms >= 36);
}

/* Rates that wander from one mark to the next, by no law: there is no alarm. */
static void wandering(void **state)
{
	unsigned alarms = 0;

	(void)state;
	for (uint32_t seed = 1; seed <= 60; seed++) {
		struct call call = {0};
		uint32_t noise = seed * 7919;
		double level = 3, sum = 5000;
		uint64_t n = 256;

		while (n < 50000) {
			uint64_t next = landau_next_mark(n);

			call.marks[call.count++] = mark_at(n, sum);
			level += 0.25 * next_noise(&noise);
			sum += exp(level) * (double)(next - n);
			n = next;
		}
		call.end = call.marks[call.count - 1];
		alarms += look_at(&call).model.power_low > 1;
	}
	assert_true(alarms <= 6);
}

/* Input that is read first and worked on afterwards is no curve, however much is paid per cell on the way. */
static void input_first(void **state)
{
	struct call call = call_of(of_n, 20000, 0.05, 3);
	struct landau_within within;

	(void)state;
	call.end.cost *= 3;
	within = look_at(&call);
	assert_int_equal(within.kind, LANDAU_WITHIN_READ_FIRST);
	assert_int_equal(within.model.statement, LANDAU_STATEMENT_UNKNOWN);
	assert_true(within.share > 0.6 && within.share < 0.7);
	assert_non_null(strstr(within.reason, "it reads its input first"));

	/* The same on the way. */
	call = call_of(of_n, 20000, 0.05, 3);
	for (size_t i = 20; i < call.count; i++)
		call.marks[i].cost += call.end.cost;
	call.end = call.marks[call.count - 1];
	within = look_at(&call);
	assert_int_equal(within.kind, LANDAU_WITHIN_AT_ONCE);
	assert_true(within.at == (double)call.marks[20].trms);
}

static double in_phases(double n)
{
	return n < 5200 ? 3 * n : 3 * 5200 + 41 * (n - 5200);
}

static double after_start_up(double n)
{
	return n < 600 ? 300 * n : 300 * 600 + 7 * (n - 600);
}

static void phases(void **state)
{
	struct call call = call_of(in_phases, 20000, 0.1, 5);
	struct landau_within within = look_at(&call);

	(void)state;
	assert_int_equal(within.kind, LANDAU_WITHIN_PHASES);
	assert_int_equal(within.model.statement, LANDAU_STATEMENT_UNKNOWN);
	assert_true(within.at > 4500 && within.at < 5900);
	assert_true(within.before > 2.5 && within.before < 3.5);
	assert_true(within.after > 35 && within.after < 45);
	assert_string_equal(landau_within_name(within.kind), "phases");
	assert_non_null(strstr(within.reason, "two phases"));

	/* A first phase that is short beside the rest does not matter. */
	call = call_of(after_start_up, 40000, 0.02, 5);
	within = look_at(&call);
	assert_int_equal(within.kind, LANDAU_WITHIN_GROWTH);
	assert_string_equal(text_of(&within.model), "n");
	assert_true(within.model.smallest > 500 && within.model.smallest < 800);
}

/* Records of 79 cells, each inserted into a sorted array by halving: a cell costs log (n/79), which is steep, but no power. */
static double of_records(double n)
{
	return 5000 + 28.5 * n * (log(n / 79) - 1);
}

static void records_of_many_cells(void **state)
{
	(void)state;
	for (uint32_t seed = 0; seed <= 20; seed++) {
		struct call call = call_of(of_records, 85000, seed > 0 ? 0.03 : 0, seed);
		struct landau_within within = look_at(&call);

		assert_true(within.model.power_low <= 1);
		assert_true(within.model.power_high >= 1);
	}
}

/* A table that doubles now and then is linear, not a cost that comes at once. */
static void amortised(void **state)
{
	struct call call = {0};
	double sum = 1000;

	(void)state;
	for (uint64_t n = 256, doubled = 512; n < 60000; n = landau_next_mark(n)) {
		uint64_t next = landau_next_mark(n);

		call.marks[call.count++] = mark_at(n, sum);
		sum += 20 * (double)(next - n);
		if (next > doubled) {
			sum += 6 * (double)doubled;
			doubled *= 2;
		}
	}
	call.end = call.marks[call.count - 1];
	struct landau_within within = look_at(&call);

	assert_int_equal(within.kind, LANDAU_WITHIN_GROWTH);
	assert_true(within.model.power_low <= 1 && within.model.power_high >= 1);
}

/* Too few marks, no cost, a narrow range: nothing is said, and why. */
static void nothing(void **state)
{
	struct call call = call_of(of_square, 900, 0, 1);
	struct landau_within within = look_at(&call);

	(void)state;
	assert_int_equal(within.kind, LANDAU_WITHIN_NONE);
	assert_non_null(strstr(within.reason, "less than a decade"));
	assert_true(isfinite(within.model.exponent));

	call.count = 4;
	within = look_at(&call);
	assert_int_equal(within.kind, LANDAU_WITHIN_NONE);
	assert_string_equal(within.reason, "its input grew in fewer than 6 steps");
	assert_true(isnan(within.model.exponent));

	within = landau_within_of(NULL, 0, &(struct landau_mark){0}, LANDAU_WITHIN_TRMS);
	assert_int_equal(within.kind, LANDAU_WITHIN_NONE);

	call = call_of(of_n, 20000, 0, 1);
	for (size_t i = 0; i < call.count; i++)
		call.marks[i].cost = 7;
	call.end.cost = 7;
	within = look_at(&call);
	assert_true(within.model.power_low <= 1);

	/* The largest numbers are no matter. */
	call = call_of(of_square, 20000, 0, 1);
	for (size_t i = 0; i < call.count; i++)
		call.marks[i].trms += UINT64_MAX / 2;
	call.end.cost = UINT64_MAX;
	within = look_at(&call);
	assert_true(within.model.power_low <= 1);
}

/* By what came from outside alone, of which there is half as much. */
static void external(void **state)
{
	struct call call = call_of(of_square, 40000, 0, 1);
	struct landau_within within =
		landau_within_of(call.marks, call.count, &call.end, LANDAU_WITHIN_EXTERNAL);

	(void)state;
	assert_string_equal(text_of(&within.model), "n^2");
	assert_true(within.model.largest == (double)call.end.external_input);

	/* Nothing came from outside after a while: what the rest cost is no growth by it. */
	for (size_t i = 30; i < call.count; i++)
		call.marks[i].external_input = call.marks[29].external_input;
	call.end.external_input = call.marks[29].external_input;
	within = landau_within_of(call.marks, call.count, &call.end, LANDAU_WITHIN_EXTERNAL);
	assert_int_equal(within.kind, LANDAU_WITHIN_READ_FIRST);
}

/* Costs per cell that grow with a power of n, and go up and down by so much. */
static struct call waving(double power, double height, uint64_t last, uint32_t seed)
{
	struct call call = {0};
	double sum = 4000;

	for (uint64_t n = 256; n <= last; n = landau_next_mark(n)) {
		double width = (double)(landau_next_mark(n) - n);

		call.marks[call.count++] = mark_at(n, sum);
		sum += 10 * width * pow((double)n, power) * (1 + height * next_noise(&seed));
	}
	call.end = call.marks[call.count - 1];
	return call;
}

/* An interval of an exponent whose ends look the same is said as one number. */
static void ends_of_an_interval_differ(void **state)
{
	int about = 0, between = 0;

	(void)state;
	for (uint32_t seed = 1; seed <= 400; seed++) {
		struct call call = waving(0.1 * (seed % 16), 0.02 * (seed % 49),
					  UINT64_C(1) << (12 + seed % 14), seed);
		struct landau_within within = look_at(&call);
		const char *ends = strstr(within.reason, "between ");
		double low, high;

		about += strstr(within.reason, "exponent is about ") != NULL;
		if (!ends || sscanf(ends, "between %lf and %lf", &low, &high) != 2)
			continue;
		between++;
		assert_true(low < high);
	}
	assert_true(about > 0);
	assert_true(between > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clean_curves),
		cmocka_unit_test(noise),
		cmocka_unit_test(wandering),
		cmocka_unit_test(input_first),
		cmocka_unit_test(phases),
		cmocka_unit_test(amortised),
		cmocka_unit_test(records_of_many_cells),
		cmocka_unit_test(nothing),
		cmocka_unit_test(external),
		cmocka_unit_test(ends_of_an_interval_differ),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
