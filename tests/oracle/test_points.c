/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_points.c - what the core collects is what a plain list of activations adds up to.
 *
 * Points by trms and by rms, records, edges, calls made by the caller's size, contexts.
 */
#include "rows.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

static void feed_all(struct feeder *feeder, const struct trace *trace,
		     const struct landau_settings *settings)
{
	feeder_start(feeder, trace, settings, system_host());
	assert_non_null(feeder->core);
	for (size_t i = 0; i < trace->count; i++)
		feeder_feed(feeder, &trace->events[i]);
	feeder_end(feeder);
}

static void check_rows(uint64_t seed, const struct landau_settings *settings)
{
	struct generate_options options = {.with_finish = seed % 3 == 0};
	struct trace trace = generate(seed, &options);
	struct results results = run_oracle(&trace, settings->cell_bytes);
	struct rows expected = rows_of_results(&results, settings->contexts);
	struct feeder feeder;
	struct rows found;
	size_t place;

	feed_all(&feeder, &trace, settings);
	found = rows_of_core(feeder.core, settings->contexts);
	place = rows_differ(&expected, &found);
	if (place != SIZE_MAX) {
		fprintf(stderr, "seed %" PRIu64 ", ", seed);
		settings_print(settings, stderr);
		fprintf(stderr, "\n");
		if (place < expected.count)
			row_print(&expected.items[place], stderr);
		if (place < found.count)
			row_print(&found.items[place], stderr);
		fail();
	}
	rows_free(&expected);
	rows_free(&found);
	results_free(&results);
	feeder_free(&feeder);
	trace_free(&trace);
}

static void points_records_and_edges_add_up(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 100; seed++) {
		struct landau_settings settings = {
			.cell_bytes = 4,
			.stamp_limit = seed % 2 == 0 ? 0 : 64 + (uint32_t)seed,
		};

		check_rows(seed, &settings);
	}
}

/* The same rows: contexts roll up to what there is without them. And each context is right. */
static void contexts_roll_up(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 100; seed++) {
		struct landau_settings settings = {.cell_bytes = 8, .contexts = true};

		check_rows(seed, &settings);
	}
}

/* -- By hand ----------------------------------------------------------------------------------- */

static const struct landau_record *find_record(const struct feeder *feeder, uint32_t routine)
{
	const struct landau_record *record = landau_first_thread(feeder->core)->first_record;

	while (record != NULL && record->routine != routine)
		record = record->next;
	assert_non_null(record);
	return record;
}

static void call(struct trace *trace, uint32_t routine)
{
	trace_add(trace,
		  (struct oracle_event){.kind = ORACLE_CALL, .thread = 1, .routine = routine});
}

static void cost(struct trace *trace, uint64_t amount)
{
	trace_add(trace,
		  (struct oracle_event){.kind = ORACLE_COST, .thread = 1, .address = amount});
}

static void give_back(struct trace *trace)
{
	trace_add(trace, (struct oracle_event){.kind = ORACLE_RETURN, .thread = 1});
}

/* f(3) calls f(2) calls f(1), 10 units each before and after; then g calls f once. */
static void recursion_counts_outermost_cost(void **state)
{
	enum { F, G };
	struct landau_settings settings = {.cell_bytes = 4};
	struct trace trace = {0};
	struct feeder feeder;
	const struct landau_record *f;
	const struct landau_record *g;
	const struct landau_edge *edge;
	uint32_t position = 0;

	(void)state;
	for (int i = 0; i < 3; i++) {
		call(&trace, F);
		cost(&trace, 10);
	}
	for (int i = 0; i < 3; i++) {
		cost(&trace, 10);
		give_back(&trace);
	}
	call(&trace, G);
	cost(&trace, 1);
	call(&trace, F);
	cost(&trace, 5);
	give_back(&trace);
	give_back(&trace);
	feed_all(&feeder, &trace, &settings);
	f = find_record(&feeder, F);
	g = find_record(&feeder, G);
	assert_int_equal(f->calls, 4);
	assert_int_equal(f->cost, 65); /* 60 of the outermost, 5 from g; not 60 + 40 + 20 + 5 */
	assert_int_equal(f->self, 65);
	assert_int_equal(g->calls, 1);
	assert_int_equal(g->cost, 6);
	assert_int_equal(g->self, 1);
	edge = landau_next_edge(f, &position);
	assert_ptr_equal(edge->callee, f);
	assert_null(landau_next_edge(f, &position));
	assert_int_equal(edge->calls, 2);
	assert_int_equal(edge->cost, 0); /* all within an outer activation of f */
	position = 0;
	edge = landau_next_edge(g, &position);
	assert_ptr_equal(edge->callee, f);
	assert_int_equal(edge->calls, 1);
	assert_int_equal(edge->cost, 5);
	/* The points are of single activations, whole: 60, 40, 20 and 5 at size 0. */
	assert_int_equal(f->trms.count, 1);
	{
		size_t bytes;
		struct landau_point *points = landau_sorted(feeder.core, &f->trms, &bytes);

		assert_int_equal(points[0].costs.calls, 4);
		assert_int_equal(points[0].costs.min, 5);
		assert_int_equal(points[0].costs.max, 60);
		assert_int_equal(points[0].costs.sum, 125);
		assert_int_equal((uint64_t)points[0].sum_of_squares, 3600 + 1600 + 400 + 25);
		landau_release(feeder.core, points, bytes);
	}
	feeder_free(&feeder);
	trace_free(&trace);
}

/* f reads n cells and calls g n times: calls made grow with the caller's size. */
static void calls_made_by_size_of_the_caller(void **state)
{
	enum { F, G };
	struct landau_settings settings = {.cell_bytes = 4};
	struct trace trace = {0};
	struct feeder feeder;
	const struct landau_edge *edge;
	uint32_t position = 0;
	struct landau_costs *costs;
	size_t bytes;

	(void)state;
	for (uint64_t n = 1; n <= 20; n++) {
		call(&trace, F);
		trace_add(&trace, (struct oracle_event){.kind = ORACLE_READ,
							.thread = 1,
							.address = 0x10000,
							.size = 4 * n});
		for (uint64_t i = 0; i < n; i++) {
			call(&trace, G);
			give_back(&trace);
		}
		give_back(&trace);
	}
	feed_all(&feeder, &trace, &settings);
	edge = landau_next_edge(find_record(&feeder, F), &position);
	assert_int_equal(edge->calls, 210);
	assert_int_equal(edge->by_size.count, 20);
	costs = landau_sorted(feeder.core, &edge->by_size, &bytes);
	for (uint64_t n = 1; n <= 20; n++) {
		assert_int_equal(costs[n - 1].size, n);
		assert_int_equal(costs[n - 1].calls, 1);
		assert_int_equal(costs[n - 1].min, n);
		assert_int_equal(costs[n - 1].max, n);
		assert_int_equal(costs[n - 1].sum, n);
	}
	landau_release(feeder.core, costs, bytes);
	feeder_free(&feeder);
	trace_free(&trace);
}

/* f calls each of many routines alone first, so that all edges are known, then all of them in one activation. */
static void many_callees_of_one_activation(void **state)
{
	enum { F, FIRST, CALLEES = 1000 };
	struct landau_settings settings = {.cell_bytes = 4};
	struct trace trace = {0};
	struct feeder feeder;
	const struct landau_edge *edge;
	uint32_t position = 0, edges = 0;

	(void)state;
	for (uint32_t i = 0; i < 2 * CALLEES; i++) {
		if (i <= CALLEES)
			call(&trace, F);
		call(&trace, FIRST + i % CALLEES);
		give_back(&trace);
		if (i < CALLEES)
			give_back(&trace);
	}
	give_back(&trace);
	feed_all(&feeder, &trace, &settings);
	assert_int_equal(find_record(&feeder, F)->calls, CALLEES + 1);
	while ((edge = landau_next_edge(find_record(&feeder, F), &position))) {
		edges++;
		assert_int_equal(edge->calls, 2);
		assert_int_equal(edge->by_size.count, 1);
		assert_int_equal(edge->by_size.last->calls, 2);
		assert_int_equal(edge->by_size.last->sum, 2);
	}
	assert_int_equal(edges, CALLEES);
	feeder_free(&feeder);
	trace_free(&trace);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_records_and_edges_add_up),
		cmocka_unit_test(contexts_roll_up),
		cmocka_unit_test(recursion_counts_outermost_cost),
		cmocka_unit_test(calls_made_by_size_of_the_caller),
		cmocka_unit_test(many_callees_of_one_activation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
