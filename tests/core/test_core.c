/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_core.c - the core at its limits: depth, sizes, threads, memory, the clock.
 *
 * That the numbers are right for any trace is shown against the oracle; here stands what random
 * traces do not reach.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/core.h"
#include "core/fresh.h"
#include "core/memory.h"
#include "core/metric.h"
#include "core/state.h"
#include "host.h"

struct fixture {
	struct test_host host;
	struct landau_core *core;
	struct landau_thread *thread;
};

static struct fixture *start(void **state, struct landau_settings settings)
{
	static struct fixture fixture;

	test_host_start(&fixture.host);
	if (settings.cell_bytes == 0)
		settings.cell_bytes = 4;
	fixture.core = landau_core_create(&fixture.host.host, &settings);
	assert_non_null(fixture.core);
	fixture.thread = landau_thread_start(fixture.core, 1);
	landau_switch(fixture.thread);
	*state = &fixture;
	return &fixture;
}

/* Nothing that was got from the host is left when the core is gone. */
static int finish(void **state)
{
	struct fixture *fixture = *state;

	if (!fixture)
		return 0;
	landau_core_destroy(fixture->core);
	assert_int_equal(fixture->host.in_use, 0);
	return 0;
}

static const struct landau_record *record_of(const struct landau_thread *thread, uint32_t routine)
{
	const struct landau_record *record = thread->first_record;

	while (record && record->routine != routine)
		record = record->next;
	assert_non_null(record);
	return record;
}

static void refuses_bad_settings(void **state)
{
	static const struct landau_settings bad[] = {
		{.cell_bytes = 0},
		{.cell_bytes = 3},
		{.cell_bytes = 32},
		{.cell_bytes = 4, .stamp_limit = 63},
		{.cell_bytes = 4, .flat_bits = 12},
		{.cell_bytes = 4, .flat_bits = 48},
	};
	struct test_host host;

	(void)state;
	test_host_start(&host);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_null(landau_core_create(&host.host, &bad[i]));
	assert_int_equal(host.in_use, 0);
}

static void map_keeps_what_is_not_removed(void **state)
{
	enum { KEYS = 20000 };
	struct fixture *fixture = start(state, (struct landau_settings){0});
	struct landau_map map = {0};

	for (uint64_t i = 1; i <= KEYS; i++)
		landau_map_add(fixture->core, &map, i * 4096, (void *)(uintptr_t)i);
	for (uint64_t i = 1; i <= KEYS; i += 3)
		assert_ptr_equal(landau_map_remove(&map, i * 4096), (void *)(uintptr_t)i);
	assert_null(landau_map_remove(&map, 4096));
	for (uint64_t i = 1; i <= KEYS; i++)
		assert_ptr_equal(landau_map_get(&map, i * 4096),
				 i % 3 == 1 ? NULL : (void *)(uintptr_t)i);
	assert_int_equal(map.count, KEYS - (KEYS + 2) / 3);
	landau_map_clear(fixture->core, &map);
	assert_null(landau_map_get(&map, 2 * 4096));
}

/* Ranges against a plain array of flags. */
static void fresh_ranges_equal_flags(void **state)
{
	enum { CHUNKS = 64, STEPS = 4000 };
	struct fixture *fixture = start(state, (struct landau_settings){0});
	bool flags[CHUNKS] = {false};
	uint32_t random = 12345;

	for (int step = 0; step < STEPS; step++) {
		uint64_t first, end;
		bool add;

		random = random * 1664525 + 1013904223;
		first = (random >> 8) % CHUNKS;
		end = first + 1 + (random >> 16) % 9;
		end = end < CHUNKS ? end : CHUNKS;
		add = random >> 31;
		if (add)
			landau_fresh_add(fixture->core, first, end);
		else
			landau_fresh_remove(fixture->core, first, end);
		for (uint64_t i = first; i < end; i++)
			flags[i] = add;
		for (uint64_t i = 0; i < CHUNKS; i++)
			assert_int_equal(landau_fresh_contains(fixture->core, i), flags[i]);
		for (uint32_t i = 0; i + 1 < fixture->core->fresh_count; i++)
			assert_true(fixture->core->fresh[i].end <
				    fixture->core->fresh[i + 1].first);
	}
}

static void a_million_sizes(void **state)
{
	enum { SIZES = 1000000, ROUTINE = 7 };
	struct fixture *fixture = start(state, (struct landau_settings){0});
	struct landau_core *core = fixture->core;
	const struct landau_record *record;
	struct landau_point *points;
	size_t bytes;

	landau_call(fixture->thread, ROUTINE);
	landau_return(fixture->thread);
	record = record_of(fixture->thread, ROUTINE);
	for (uint64_t n = 1; n < SIZES; n++) {
		/* The input of an activation is the partial counters on top of the stack. */
		landau_call(fixture->thread, ROUTINE);
		fixture->thread->activations[1].counters.plain = (int64_t)(SIZES - n);
		fixture->thread->cost += 2;
		landau_return(fixture->thread);
	}
	points = landau_sorted(core, &record->trms, &bytes);
	assert_int_equal(bytes, SIZES * sizeof(*points));
	for (uint64_t n = 0; n < SIZES; n++) {
		assert_int_equal(points[n].costs.size, n);
		assert_int_equal(points[n].costs.calls, 1);
		assert_int_equal(points[n].costs.sum, n == 0 ? 0 : 2);
	}
	assert_false(record->rms_differs);
	landau_release(core, points, bytes);
}

static void sums_saturate(void **state)
{
	struct fixture *fixture = start(state, (struct landau_settings){0});
	const struct landau_point *point;
	size_t bytes;

	for (int i = 0; i < 5; i++) {
		landau_call(fixture->thread, 0);
		fixture->thread->activations[1].cost_at_call = fixture->thread->cost - UINT64_MAX;
		landau_return(fixture->thread);
	}
	point = landau_sorted(fixture->core, &record_of(fixture->thread, 0)->trms, &bytes);
	assert_int_equal(point->costs.calls, 5);
	assert_true(point->costs.max == UINT64_MAX);
	assert_true(point->costs.sum == UINT64_MAX);
	assert_true(point->sum_of_squares == ~(unsigned __int128)0);
	landau_release(fixture->core, (void *)point, bytes);
}

/* Deeper than a clock of 64 can number, so that the limit must give way. */
static void a_million_deep_with_a_tiny_clock(void **state)
{
	enum { DEPTH = 1000000 };
	struct fixture *fixture = start(state, (struct landau_settings){.stamp_limit = 64});
	struct landau_thread *thread = fixture->thread;
	const struct landau_record *record;
	struct landau_point *points;
	size_t bytes;

	for (uint32_t i = 0; i < DEPTH; i++) {
		landau_call(thread, i & 1);
		landau_read(thread, 0x10000 + 4 * (uint64_t)i, 4);
		thread->cost++;
	}
	assert_int_equal(landau_depth(thread), DEPTH);
	landau_read(thread, 0x10000, 4); /* seen by the outermost, new to all others */
	landau_thread_finish(thread);
	assert_true(landau_renumberings(fixture->core) > 0);

	record = record_of(thread, 0);
	assert_int_equal(record->calls, DEPTH / 2);
	assert_int_equal(record->cost, DEPTH);
	assert_int_equal(record->self, DEPTH / 2);
	points = landau_sorted(fixture->core, &record->trms, &bytes);
	/* The outermost has DEPTH cells; those of routine 0 at level i have DEPTH - i and one. */
	assert_int_equal(points[0].costs.size, 3);
	assert_int_equal(points[DEPTH / 2 - 1].costs.size, DEPTH);
	assert_int_equal(points[DEPTH / 2 - 1].costs.max, DEPTH);
	landau_release(fixture->core, points, bytes);
}

/* What a thread that is gone has written stays foreign; its shadow does not stay. */
static void thousands_of_threads(void **state)
{
	enum { THREADS = 5000 };
	struct fixture *fixture = start(state, (struct landau_settings){.flat_bits = 37});
	uint64_t shadow = 0;

	for (uint32_t i = 0; i < THREADS; i++) {
		struct landau_thread *thread = landau_thread_start(fixture->core, i + 2);

		landau_switch(thread);
		landau_call(thread, 0);
		landau_read(thread, 0x5000, 4);
		landau_write(thread, 0x5000, 4);
		landau_return(thread);
		assert_int_equal(landau_thread_input(thread), i == 0 ? 0 : 1);
		landau_thread_finish(thread);
		if (i == 10)
			shadow = landau_shadow_bytes(fixture->core);
	}
	assert_int_equal(landau_shadow_bytes(fixture->core), shadow);
	landau_switch(fixture->thread);
	landau_read(fixture->thread, 0x5000, 4);
	assert_int_equal(landau_thread_input(fixture->thread), 1);
}

/* No loan is left where the words may go. */
static void loans_end_in_time(void **state)
{
	struct fixture *fixture =
		start(state, (struct landau_settings){.flat_bits = 37, .share_all = true});
	struct landau_thread *other = landau_thread_start(fixture->core, 2);
	struct landau_loans *loans = &fixture->core->loans;

	landau_switch(other);
	landau_write(other, 0x5000, 4);
	landau_lend(other->loans, other->last_words, 0);
	landau_switch(other);
	assert_int_equal(loans->count, 1);
	assert_int_equal(other->last_words[0], other->threshold | LANDAU_BY_OWNER);
	landau_switch(fixture->thread);
	assert_int_equal(loans->count, 0);
	assert_int_equal(other->last_words[0], other->threshold);

	landau_lend(other->loans, other->last_words, 0);
	landau_thread_finish(other);
	assert_int_equal(loans->count, 0);

	landau_write(fixture->thread, 0x5000, 4);
	landau_lend(loans, fixture->thread->last_words, 0);
	landau_drop_shadow(fixture->core);
	assert_int_equal(loans->count, 0);
}

/* A mapped file of a terabyte takes shadow only where it is read. */
static void large_kernel_writes_are_lazy(void **state)
{
	const uint64_t base = UINT64_C(1) << 41, length = UINT64_C(1) << 40;
	struct fixture *fixture = start(state, (struct landau_settings){0});
	struct landau_thread *thread = fixture->thread;

	landau_call(thread, 0);
	landau_kernel_write(thread, base, length);
	assert_int_equal(landau_shadow_bytes(fixture->core), 0);
	landau_read(thread, base + length / 2, 8);
	landau_read(thread, base + length, 8); /* just behind it */
	assert_int_equal(landau_external_input(thread), 2);
	assert_int_equal(landau_shadow_bytes(fixture->core), 2 * LANDAU_CHUNK_BYTES);

	landau_forget(fixture->core, base, length);
	assert_int_equal(landau_shadow_bytes(fixture->core), LANDAU_CHUNK_BYTES);
	landau_read(thread, base + length / 2, 8);
	assert_int_equal(landau_external_input(thread), 2);
}

static void addresses_up_to_47_bits(void **state)
{
	const uint64_t last = (UINT64_C(1) << LANDAU_ADDRESS_BITS) - 1;
	struct fixture *fixture =
		start(state, (struct landau_settings){.cell_bytes = 1, .flat_bits = 37});
	struct landau_thread *thread = fixture->thread;

	landau_call(thread, 0);
	landau_read(thread, last, 1);
	landau_read(thread, last - 1, 2);
	landau_read(thread, 0, 1);
	assert_int_equal(thread->activations[1].counters.plain, 3);
}

static void memory_runs_out_and_points_stay(void **state)
{
	struct fixture *fixture = start(state, (struct landau_settings){0});
	struct landau_thread *thread = fixture->thread;
	struct landau_point *points;
	size_t bytes;

	for (int i = 0; i < 3; i++) {
		landau_call(thread, 0);
		landau_read(thread, 0x1000, 40);
		landau_return(thread);
	}
	fixture->host.limit = fixture->host.in_use + (8 << 20);
	if (setjmp(fixture->host.died) == 0) {
		landau_read(thread, 0x100000, UINT64_C(1) << 40);
		fail_msg("a terabyte of shadow was had in %zu bytes", fixture->host.limit);
	}
	assert_string_equal(fixture->host.what, "out of memory");
	assert_int_equal(fixture->host.bytes_told, landau_bytes_in_use(fixture->core));
	assert_true(fixture->host.in_use <= fixture->host.limit);

	fixture->host.limit = 0;
	landau_drop_shadow(fixture->core);
	points = landau_sorted(fixture->core, &record_of(thread, 0)->trms, &bytes);
	assert_int_equal(points[0].costs.size, 10);
	assert_int_equal(points[0].costs.calls, 3);
	landau_release(fixture->core, points, bytes);
}

/* What cannot be numbered is called by its name. */
static void too_many_of_what_is_said(void **state)
{
	struct fixture *fixture = start(state, (struct landau_settings){0});
	uint32_t count = UINT32_MAX / 2 + 1;

	if (setjmp(fixture->host.died) == 0) {
		landau_memory_double(fixture->core, NULL, &count, 8, "more routines than fit");
		fail_msg("%u elements were doubled", count);
	}
	assert_string_equal(fixture->host.what, "more routines than fit");
}

/* A call to a routine that is pending leads back to its node. */
static void recursion_does_not_deepen_contexts(void **state)
{
	enum { A, B };
	struct fixture *fixture = start(state, (struct landau_settings){.contexts = true});
	struct landau_thread *thread = fixture->thread;

	for (int i = 0; i < 1000; i++) {
		landau_call(thread, A);
		landau_call(thread, B);
	}
	while (landau_depth(thread) > 0)
		landau_return(thread);
	landau_call(thread, B);
	landau_return(thread);
	assert_int_equal(thread->record_count, 3); /* A, A;B and B */
	assert_int_equal(thread->first_record->calls, 1000);
	assert_ptr_equal(thread->first_record->next->parent, thread->first_record);
	assert_null(thread->last_record->parent);
}

/* Routine 1 is opaque; it has a barrier while it runs. */
static struct landau_treatment opaque_one(void *context, uint32_t routine)
{
	(void)context;
	return (struct landau_treatment){.way = routine == 1 ? LANDAU_OPAQUE : LANDAU_ORDINARY};
}

static void what_is_taken_back_has_not_happened(void **state)
{
	struct fixture *fixture =
		start(state, (struct landau_settings){.curve_floor = 1,
						      .treatment = opaque_one,
						      .further = 1 << LANDAU_COST_BYTES_IN});
	struct landau_thread *thread = fixture->thread;

	for (uint32_t routine = 0; routine < 2; routine++) {
		landau_call(thread, routine);
		landau_read(thread, 4096, 40);
		thread->cost += 5;
		landau_spend(thread, LANDAU_COST_BYTES_IN, 8);
		landau_take_back(thread);
		assert_int_equal(landau_depth(thread), 0);
		assert_int_equal(record_of(thread, routine)->calls, 0);
		assert_true(record_of(thread, routine)->taken_back);
		assert_int_equal(landau_trms_of(&thread->activations[0]), 10);
	}
	assert_int_equal(thread->barrier, 0);
	/* Once more, as if nothing had been called: the caller is charged, and all of its input is its own. */
	landau_call(thread, 2);
	landau_call(thread, 0);
	landau_read(thread, 4096, 40);
	thread->cost += 5;
	landau_return(thread);
	landau_return(thread);
	assert_int_equal(record_of(thread, 0)->calls, 1);
	assert_int_equal(record_of(thread, 0)->cost, 5);
	assert_int_equal(record_of(thread, 2)->trms.last->size, 10);
	assert_int_equal(landau_further_total(thread, LANDAU_COST_BYTES_IN), 16);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refuses_bad_settings),
		cmocka_unit_test_teardown(map_keeps_what_is_not_removed, finish),
		cmocka_unit_test_teardown(fresh_ranges_equal_flags, finish),
		cmocka_unit_test_teardown(a_million_sizes, finish),
		cmocka_unit_test_teardown(sums_saturate, finish),
		cmocka_unit_test_teardown(a_million_deep_with_a_tiny_clock, finish),
		cmocka_unit_test_teardown(thousands_of_threads, finish),
		cmocka_unit_test_teardown(loans_end_in_time, finish),
		cmocka_unit_test_teardown(large_kernel_writes_are_lazy, finish),
		cmocka_unit_test_teardown(addresses_up_to_47_bits, finish),
		cmocka_unit_test_teardown(memory_runs_out_and_points_stay, finish),
		cmocka_unit_test_teardown(too_many_of_what_is_said, finish),
		cmocka_unit_test_teardown(recursion_does_not_deepen_contexts, finish),
		cmocka_unit_test_teardown(what_is_taken_back_has_not_happened, finish),
	};

	return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
