/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_property.c - the core agrees with the oracle on random traces.
 *
 * Two series: one from a fixed seed, one from the clock. LANDAU_SEED sets the second one, and
 * LANDAU_TRACES the number of traces in each. Whatever fails is shrunk and printed.
 */
#include "check.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>
#include <cmocka.h>

enum {
	TRACES = 450,
	LEAST_ACTIVATIONS = 100000,
};

static const uint64_t fixed_seed = 20120611;

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

/* Returns the number of different activations that were compared, under all settings of a trace. */
static size_t check_series(uint64_t seed, uint64_t traces)
{
	size_t activations = 0;

	for (uint64_t i = 0; i < traces; i++) {
		struct generate_options options = {.with_finish = i % 2 != 0};
		struct trace trace = generate(seed + i, &options);
		struct landau_settings settings;
		struct results expected;

		nth_settings(i, 0, &settings);
		expected = run_oracle(&trace, settings.cell_bytes);
		for (unsigned variant = 0; nth_settings(i, variant, &settings); variant++) {
			if (!agrees_with(&expected, &trace, &settings, FAULT_NONE)) {
				print_disagreement(&trace, &settings, FAULT_NONE, seed + i, stderr);
				fail();
			}
		}
		activations += expected.count;
		results_free(&expected);
		trace_free(&trace);
	}
	return activations;
}

static void core_agrees_with_oracle(void **state)
{
	uint64_t traces = from_environment("LANDAU_TRACES", TRACES);
	size_t activations = check_series(fixed_seed, traces);

	(void)state;
	printf("# fixed seed %" PRIu64 ": %zu activations are equal under 4 settings\n", fixed_seed,
	       activations);
	assert_true(activations >= LEAST_ACTIVATIONS);
}

static void core_agrees_with_oracle_today(void **state)
{
	uint64_t seed = from_environment("LANDAU_SEED", (uint64_t)time(NULL) << 16);
	uint64_t traces = from_environment("LANDAU_TRACES", TRACES);

	(void)state;
	printf("# LANDAU_SEED=%" PRIu64 "\n", seed);
	printf("# %zu activations are equal\n", check_series(seed, traces));
}

static void pending_values_are_sums_of_partial_counters(void **state)
{
	(void)state;
	for (uint64_t i = 0; i < 40; i++) {
		struct generate_options options = {.events = 400};
		struct trace trace = generate(fixed_seed * 3 + i, &options);
		struct landau_settings settings;

		for (unsigned variant = 0; nth_settings(i, variant, &settings); variant++) {
			if (!agree_while_pending(&trace, &settings)) {
				fprintf(stderr, "seed %" PRIu64 ": ", fixed_seed * 3 + i);
				settings_print(&settings, stderr);
				fail_msg("a pending activation is wrong");
			}
		}
		trace_free(&trace);
	}
}

static void trms_is_at_least_rms(void **state)
{
	(void)state;
	for (uint64_t i = 0; i < 40; i++) {
		struct generate_options options = {0};
		struct trace trace = generate(fixed_seed * 5 + i, &options);
		struct landau_settings settings;
		struct results results;

		nth_settings(i, 1, &settings);
		results = run_core(&trace, &settings, FAULT_NONE);
		for (size_t k = 0; k < results.count; k++) {
			const struct oracle_result *r = &results.items[k];

			assert_true(r->trms >= r->rms);
			assert_true(r->trms >= r->thread_input + r->external_input);
			assert_true(r->trms <= r->rms + r->thread_input + r->external_input);
		}
		results_free(&results);
		trace_free(&trace);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(core_agrees_with_oracle),
		cmocka_unit_test(core_agrees_with_oracle_today),
		cmocka_unit_test(pending_values_are_sums_of_partial_counters),
		cmocka_unit_test(trms_is_at_least_rms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
