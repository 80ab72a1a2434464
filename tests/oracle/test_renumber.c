/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_renumber.c - renumbering changes stamps, and no order among them that counts.
 *
 * These are: the stamp of a cell against those of its thread's pending activations and against the
 * write stamp of the cell; the stamps of all pending activations among each other; and the clock, which
 * is above all.
 */
#include "check.h"

#include "core/state.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

/* What is to be kept, as a list of numbers in a fixed order of walking. */
struct facts {
	uint64_t *items;
	size_t count;
	size_t limit;
};

static void add_fact(struct facts *facts, uint64_t fact)
{
	if (facts->count == facts->limit) {
		facts->limit = facts->limit * 2 + 1024;
		facts->items = realloc(facts->items, facts->limit * sizeof(fact));
		assert_non_null(facts->items);
	}
	facts->items[facts->count++] = fact;
}

static void facts_of_word(struct facts *facts, const struct landau_thread *thread, landau_word word,
			  const landau_word *write)
{
	uint32_t stamp = landau_stamp_of(word);
	uint64_t place = 0; /* number of pending activations that were called before */
	uint64_t against_write = 0;

	for (uint32_t i = 0; i <= thread->top; i++)
		place += thread->stamps[i] <= stamp;
	if (write != NULL) {
		uint32_t write_stamp = landau_write_stamp_of(*write);

		against_write = stamp < write_stamp ? 1 : stamp == write_stamp ? 2 : 3;
		add_fact(facts, write_stamp == 0);
		add_fact(facts, *write & LANDAU_WRITE_BY_KERNEL);
		assert_true(write_stamp <= thread->core->clock);
	}
	add_fact(facts, place);
	add_fact(facts, against_write);
	add_fact(facts, word & (LANDAU_LIVE | LANDAU_STATE));
	add_fact(facts, stamp == LANDAU_STAMP_NEVER);
	assert_true(stamp <= thread->core->clock);
}

static void facts_of_cells(struct facts *facts, const struct landau_thread *thread)
{
	const struct landau_core *core = thread->core;

	for (uint64_t i = 0; i < thread->chunks.capacity; i++) {
		const struct landau_map_slot *slot = &thread->chunks.slots[i];
		const struct landau_chunk *chunk;
		const landau_word *words = slot->value;

		if (words == NULL)
			continue;
		chunk = landau_map_get(&core->chunks, slot->key);
		assert_non_null(chunk);
		for (uint32_t k = 0; k < core->chunk_cells; k++)
			facts_of_word(facts, thread, words[k],
				      chunk->writes != NULL ? &chunk->writes[k] : NULL);
	}
}

/* For each pending activation of any thread, how many are older. */
static void facts_of_activations(struct facts *facts, const struct landau_core *core)
{
	for (const struct landau_thread *a = core->first_thread; a != NULL; a = a->next) {
		for (uint32_t i = 0; !a->finished && i <= a->top; i++) {
			uint64_t older = 0;

			for (const struct landau_thread *b = core->first_thread; b != NULL;
			     b = b->next)
				for (uint32_t k = 0; !b->finished && k <= b->top; k++)
					older += b->stamps[k] < a->stamps[i];
			add_fact(facts, older);
			assert_true(a->stamps[i] <= core->clock);
		}
	}
}

static struct facts facts_of(const struct landau_core *core)
{
	struct facts facts = {0};

	for (const struct landau_thread *thread = core->first_thread; thread != NULL;
	     thread = thread->next)
		if (!thread->finished)
			facts_of_cells(&facts, thread);
	facts_of_activations(&facts, core);
	return facts;
}

/* After it nothing that was accessed before may be skipped without a look. */
static void check_thresholds(const struct landau_core *core)
{
	for (const struct landau_thread *thread = core->first_thread; thread != NULL;
	     thread = thread->next) {
		if (thread->finished)
			continue;
		for (uint64_t i = 0; i < thread->chunks.capacity; i++) {
			const landau_word *words = thread->chunks.slots[i].value;

			for (uint32_t k = 0; words != NULL && k < core->chunk_cells; k++)
				assert_true(words[k] < thread->threshold);
		}
	}
}

static void order_is_preserved(void **state)
{
	size_t lowered = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 60; seed++) {
		struct generate_options options = {.with_finish = true, .events = 700};
		struct trace trace = generate(seed * 7 + 3, &options);
		struct landau_settings settings;
		struct feeder feeder;

		nth_settings(seed, seed % 4 == 1 ? 0 : (unsigned)(seed % 4), &settings);
		feeder_start(&feeder, &trace, &settings, system_host());
		for (size_t i = 0; i < trace.count; i++) {
			struct facts before;
			struct facts after;
			uint32_t clock;

			feeder_feed(&feeder, &trace.events[i]);
			if (i % 97 != seed % 97)
				continue;
			before = facts_of(feeder.core);
			clock = feeder.core->clock;
			landau_renumber(feeder.core);
			after = facts_of(feeder.core);
			lowered += feeder.core->clock < clock;
			check_thresholds(feeder.core);
			assert_int_equal(before.count, after.count);
			for (size_t k = 0; k < before.count; k++)
				if (before.items[k] != after.items[k])
					fail_msg("seed %" PRIu64 ", event %zu, fact %zu", seed, i,
						 k);
			free(before.items);
			free(after.items);
		}
		feeder_free(&feeder);
		trace_free(&trace);
	}
	assert_true(lowered > 50);
}

/* Whenever it happens, even after each event. */
static void any_moment_will_do(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 40; seed++) {
		struct generate_options options = {.with_finish = true, .events = 500};
		struct trace trace = generate(seed * 11 + 5, &options);
		struct landau_settings settings;
		struct results expected;
		struct feeder feeder;

		nth_settings(seed, (unsigned)(seed % 4), &settings);
		expected = run_oracle(&trace, settings.cell_bytes);
		feeder_start(&feeder, &trace, &settings, system_host());
		for (size_t i = 0; i < trace.count; i++) {
			feeder_feed(&feeder, &trace.events[i]);
			landau_renumber(feeder.core);
		}
		feeder_end(&feeder);
		assert_true(landau_renumberings(feeder.core) >= trace.count);
		if (results_differ(&expected, &feeder.results) != SIZE_MAX)
			fail_msg("seed %" PRIu64, seed);
		results_free(&expected);
		feeder_free(&feeder);
		trace_free(&trace);
	}
}

/* It happens when the clock gets to its limit, as often as that. */
static void limit_forces_it(void **state)
{
	struct landau_settings settings = {.cell_bytes = 4, .stamp_limit = 64};
	struct feeder feeder;

	(void)state;
	feeder_start(&feeder, &(struct trace){0}, &settings, system_host());
	for (int i = 0; i < 6400; i++) {
		struct oracle_event call = {.kind = ORACLE_CALL, .thread = 1};
		struct oracle_event give_back = {.kind = ORACLE_RETURN, .thread = 1};

		feeder_feed(&feeder, &call);
		feeder_feed(&feeder, &give_back);
		assert_true(feeder.core->clock < 64);
	}
	assert_true(landau_renumberings(feeder.core) >= 100);
	feeder_free(&feeder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order_is_preserved),
		cmocka_unit_test(any_moment_will_do),
		cmocka_unit_test(limit_forces_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
