/* SPDX-License-Identifier: GPL-2.0-or-later */
/* check.c - is the core right about a trace? See check.h. */
#include "check.h"

#include "shrink.h"

#include <inttypes.h>
#include <stdlib.h>

bool agrees_with(const struct results *expected, const struct trace *trace,
		 const struct landau_settings *settings, enum fault fault)
{
	struct results found = run_core(trace, settings, fault);
	bool equal = results_differ(expected, &found) == SIZE_MAX;

	results_free(&found);
	return equal;
}

bool agree(const struct trace *trace, const struct landau_settings *settings, enum fault fault)
{
	struct results expected = run_oracle(trace, settings->cell_bytes);
	bool equal = agrees_with(&expected, trace, settings, fault);

	results_free(&expected);
	return equal;
}

static bool pending_agrees(const struct landau_thread *thread, struct oracle *oracle)
{
	uint32_t depth = oracle_depth(oracle, thread->id);
	int64_t plain = 0;
	int64_t induced_first = 0;
	uint64_t thread_input = 0;
	uint64_t external_input = 0;

	if (landau_depth(thread) != depth)
		return false;
	for (uint32_t level = depth; level > 0; level--) {
		const struct landau_activation *activation = &thread->activations[level];
		struct oracle_result expected = oracle_pending(oracle, thread->id, level);

		plain += activation->counters.plain;
		induced_first += activation->counters.induced_first;
		thread_input += activation->counters.thread;
		external_input += activation->counters.external;
		if ((uint64_t)plain + thread_input + external_input != expected.trms ||
		    (uint64_t)(plain + induced_first) != expected.rms ||
		    thread_input != expected.thread_input ||
		    external_input != expected.external_input)
			return false;
		/* What an opaque routine costs is not taken off before it returns. */
		if (thread->region_count == 0 &&
		    thread->cost - activation->cost_at_call != expected.cost)
			return false;
	}
	return true;
}

static void ignore(void *context, const struct oracle_result *result)
{
	(void)context;
	(void)result;
}

bool agree_while_pending(const struct trace *trace, const struct landau_settings *settings)
{
	struct oracle *oracle = oracle_create(settings->cell_bytes, ignore, NULL);
	struct feeder feeder;
	bool equal = true;

	trace_treat(trace, oracle);
	feeder_start(&feeder, trace, settings, system_host());
	if (feeder.core == NULL)
		abort();
	for (size_t i = 0; equal && i < trace->count; i++) {
		feeder_feed(&feeder, &trace->events[i]);
		oracle_feed(oracle, &trace->events[i]);
		for (size_t t = 0; equal && t < feeder.thread_count; t++)
			equal = pending_agrees(feeder.threads[t], oracle);
	}
	feeder_free(&feeder);
	oracle_destroy(oracle);
	return equal;
}

struct disagreement {
	const struct landau_settings *settings;
	enum fault fault;
};

static bool disagrees(const struct trace *trace, void *context)
{
	const struct disagreement *disagreement = context;

	return !agree(trace, disagreement->settings, disagreement->fault);
}

struct trace shrink_disagreement(const struct trace *trace, const struct landau_settings *settings,
				 enum fault fault)
{
	struct disagreement disagreement = {settings, fault};

	return shrink(trace, disagrees, &disagreement);
}

void print_disagreement(const struct trace *trace, const struct landau_settings *settings,
			enum fault fault, uint64_t seed, FILE *file)
{
	struct trace small = shrink_disagreement(trace, settings, fault);
	struct results expected = run_oracle(&small, settings->cell_bytes);
	struct results found = run_core(&small, settings, fault);

	fprintf(file, "The core is wrong. Seed %" PRIu64 ", settings: ", seed);
	settings_print(settings, file);
	fprintf(file, "\nThe trace, %zu of %zu events:\n", small.count, trace->count);
	trace_print(&small, file);
	fprintf(file, "What it should be:\n");
	results_print(&expected, file);
	fprintf(file, "What the core says:\n");
	results_print(&found, file);
	results_free(&expected);
	results_free(&found);
	trace_free(&small);
}

bool nth_settings(uint64_t i, unsigned variant, struct landau_settings *settings)
{
	static const unsigned flat_bits[] = {0, 0, 13, 32};

	*settings = (struct landau_settings){.cell_bytes = 1u << i % 5};
	switch (variant) {
	case 0:
		return true;
	case 1: /* each limit from 64 to 100 in turn */
		settings->stamp_limit = 64 + (uint32_t)(i / 5 % 37);
		settings->contexts = i % 2 != 0;
		return true;
	case 2:
		settings->stamp_limit = i % 3 == 0 ? 1000 : 64 + (uint32_t)(i % 7);
		settings->share_all = true;
		settings->flat_bits = flat_bits[i / 2 % 4];
		return true;
	case 3:
		settings->stamp_limit = i % 4 == 0 ? 0 : 64 + (uint32_t)(i * 7 % 150);
		settings->flat_bits = i % 2 != 0 ? 32 : 14;
		settings->contexts = i / 2 % 2 != 0;
		return true;
	default:
		return false;
	}
}
