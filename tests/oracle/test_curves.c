/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_curves.c - progress curves by hand: when marks are taken, and which curves are kept.
 *
 * The core and the oracle have to say what is written here; random traces are in test_property.c and test_points.c.
 */
#include "run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { F, G, MALLOC, H, T1 = 1, T2 = 2 };

static void add(struct trace *trace, enum oracle_kind kind, uint64_t address, uint64_t size)
{
	trace_add(trace, (struct oracle_event){
				 .kind = kind, .thread = T1, .address = address, .size = size});
}

static void call(struct trace *trace, uint32_t routine)
{
	trace_add(trace,
		  (struct oracle_event){.kind = ORACLE_CALL, .thread = T1, .routine = routine});
}

static void give_back(struct trace *trace)
{
	add(trace, ORACLE_RETURN, 0, 0);
}

static void assert_marks(const struct oracle_result *result, const struct oracle_mark *marks,
			 size_t count)
{
	assert_int_equal(result->mark_count, count);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(result->marks[i].trms, marks[i].trms);
		assert_int_equal(result->marks[i].rms, marks[i].rms);
		assert_int_equal(result->marks[i].thread_input, marks[i].thread_input);
		assert_int_equal(result->marks[i].external_input, marks[i].external_input);
		assert_int_equal(result->marks[i].cost, marks[i].cost);
		assert_int_equal(result->marks[i].callee_cost, marks[i].callee_cost);
		if (marks[i].callee_cost > 0)
			assert_int_equal(result->marks[i].callee, marks[i].callee);
	}
}

/* The curve of the last activation that returns, by both. */
static void check(struct trace *trace, const struct oracle_mark *marks, size_t count)
{
	static const struct landau_settings all[] = {
		{.cell_bytes = 4},
		{.cell_bytes = 4, .stamp_limit = 64, .share_all = true, .contexts = true},
		{.cell_bytes = 4, .flat_bits = 32},
	};
	struct results results = run_oracle(trace, 4);

	assert_marks(&results.items[results.count - 1], marks, count);
	results_free(&results);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		results = run_core(trace, &all[i], FAULT_NONE);
		assert_marks(&results.items[results.count - 1], marks, count);
		results_free(&results);
	}
	trace_free(trace);
}

#define CHECK(trace, ...)                                                                          \
	check(trace, (const struct oracle_mark[]){__VA_ARGS__},                                    \
	      sizeof((const struct oracle_mark[]){__VA_ARGS__}) / sizeof(struct oracle_mark))

/* A loop that calls nobody: each new cell costs three, and what is read again is no progress. */
static void a_loop_has_a_curve(void **state)
{
	struct trace trace = {.curve_floor = 8};

	(void)state;
	call(&trace, F);
	for (uint64_t i = 0; i < 14; i++) {
		add(&trace, ORACLE_COST, 3, 0);
		add(&trace, ORACLE_READ, 0x1000 + 4 * i, 4);
		add(&trace, ORACLE_READ, 0x1000, 4);
	}
	give_back(&trace);
	CHECK(&trace, {8, 8, 0, 0, 24, 0, 0}, {10, 10, 0, 0, 30, 0, 0}, {12, 12, 0, 0, 36, 0, 0},
	      {14, 14, 0, 0, 42, 0, 0});
}

/* One read of many cells is one step: of the marks that it passes the last one counts. */
static void a_large_read_is_one_step(void **state)
{
	struct trace trace = {.curve_floor = 4};

	(void)state;
	call(&trace, F);
	add(&trace, ORACLE_COST, 5, 0);
	add(&trace, ORACLE_READ, 0x1000, 4 * 5);
	add(&trace, ORACLE_COST, 1, 0);
	add(&trace, ORACLE_KWRITE, 0x2000, 4 * 3);
	add(&trace, ORACLE_KREAD, 0x2000, 4 * 6);
	give_back(&trace);
	CHECK(&trace, {5, 5, 0, 0, 5, 0, 0}, {10, 10, 0, 3, 6, 0, 0});
}

/* What a callee reads is seen when it has returned; what it reads itself again, too. */
static void a_caller_looks_when_it_is_returned_to(void **state)
{
	struct trace trace = {.curve_floor = 4};

	(void)state;
	call(&trace, F);
	add(&trace, ORACLE_READ, 0x1000, 4 * 3);
	for (int i = 0; i < 2; i++) {
		call(&trace, G);
		add(&trace, ORACLE_COST, 10, 0);
		add(&trace, ORACLE_READ, 0x1000, 4 * 8);
		add(&trace, ORACLE_COST, 10, 0);
		give_back(&trace);
	}
	add(&trace, ORACLE_COST, 1, 0);
	add(&trace, ORACLE_READ, 0x3000, 4);
	give_back(&trace);
	CHECK(&trace, {8, 8, 0, 0, 20, 20, G});
}

/* A call of an allocator has the price that its caller is charged. */
static void a_charge_comes_before_the_mark(void **state)
{
	struct trace trace = {.curve_floor = 2, .ways = {[MALLOC] = ORACLE_OPAQUE}};

	(void)state;
	call(&trace, F);
	add(&trace, ORACLE_READ, 0x1000, 4);
	call(&trace, MALLOC);
	add(&trace, ORACLE_COST, 5000, 0);
	add(&trace, ORACLE_READ, 0x2000, 400);
	call(&trace, G);
	give_back(&trace);
	give_back(&trace);
	add(&trace, ORACLE_READ, 0x3000, 4);
	give_back(&trace);
	CHECK(&trace, {2, 2, 0, 0, trace_charge(MALLOC), trace_charge(MALLOC), MALLOC});
}

static void call_for(struct trace *trace, uint32_t routine, uint64_t cost)
{
	call(trace, routine);
	add(trace, ORACLE_COST, cost, 0);
	give_back(trace);
}

/* Of those that have returned since the mark before, the most expensive. */
static void a_mark_names_who_was_called(void **state)
{
	struct trace trace = {.curve_floor = 1};

	(void)state;
	call(&trace, F);
	call_for(&trace, G, 10);
	call_for(&trace, H, 15);
	call_for(&trace, G, 10);
	add(&trace, ORACLE_READ, 0x1000, 4);
	call_for(&trace, G, 6);
	call_for(&trace, H, 6); /* as much, later */
	add(&trace, ORACLE_READ, 0x2000, 4);
	add(&trace, ORACLE_READ, 0x2000, 4);
	add(&trace, ORACLE_READ, 0x3000, 4); /* has cost nothing: takes the place */
	add(&trace, ORACLE_COST, 1, 0);
	add(&trace, ORACLE_READ, 0x4000, 8);
	give_back(&trace);
	CHECK(&trace, {1, 1, 0, 0, 35, 20, G}, {3, 3, 0, 0, 47, 6, G}, {5, 5, 0, 0, 48, 0, 0});
}

static void assert_steps(const struct results *results)
{
	const struct oracle_result *result = &results->items[results->count - 1];

	assert_int_equal(result->returns, 200);
	/* 3 to 66, each; then every second one up to 128, then every fourth one. */
	assert_int_equal(result->step_count, 200 / 4);
	for (uint64_t i = 0; i < result->step_count; i++) {
		assert_int_equal(result->steps[i].returns, 4 * (i + 1));
		assert_int_equal(result->steps[i].trms, 2);
		assert_int_equal(result->steps[i].cost, 4 * (i + 1));
	}
}

/* However often it is returned to, there is room for the steps, and they are even. */
static void steps_are_even(void **state)
{
	struct landau_settings settings = {.cell_bytes = 4};
	struct trace trace = {.curve_floor = 3};
	struct results results;

	(void)state;
	call(&trace, F);
	add(&trace, ORACLE_READ, 0x1000, 8);
	for (int i = 0; i < 200; i++)
		call_for(&trace, G, 1);
	give_back(&trace);
	results = run_oracle(&trace, 4);
	assert_steps(&results);
	results_free(&results);
	results = run_core(&trace, &settings, FAULT_NONE);
	assert_steps(&results);
	results_free(&results);
	trace_free(&trace);
}

/* -- What is kept ------------------------------------------------------------------------------ */

/* Reads n cells for a price each. */
static void work(struct trace *trace, uint64_t n, uint64_t price)
{
	call(trace, F);
	for (uint64_t i = 0; i < n; i++) {
		add(trace, ORACLE_COST, price, 0);
		add(trace, ORACLE_READ, 0x1000 + 4 * i, 4);
	}
	give_back(trace);
}

static void the_most_expensive_are_kept(void **state)
{
	struct landau_settings settings = {.cell_bytes = 4, .contexts = true};
	struct trace trace = {.curve_floor = 1};
	struct feeder feeder;
	const struct landau_thread *thread;

	(void)state;
	work(&trace, 20, 1);
	call(&trace, G);
	work(&trace, 10, 4);
	give_back(&trace);
	work(&trace, 40, 1); /* as expensive */
	work(&trace, 7, 90); /* too few marks */
	work(&trace, 8, 5);  /* as expensive, too late */
	work(&trace, 9, 9);
	feeder_start(&feeder, &trace, &settings, system_host());
	for (size_t i = 0; i < trace.count; i++)
		feeder_feed(&feeder, &trace.events[i]);
	feeder_end(&feeder);
	thread = landau_first_thread(feeder.core);
	assert_non_null(thread->kept);
	assert_null(thread->kept->next);
	assert_int_equal(thread->kept->routine, F);
	assert_int_equal(thread->kept->count, LANDAU_CURVES_KEPT);
	assert_int_equal(thread->kept->curves[0].end.trms, 9);
	assert_int_equal(thread->kept->curves[1].end.trms, 10);
	assert_int_equal(thread->kept->curves[1].count, 9);
	assert_int_equal(thread->kept->curves[2].end.trms, 40);
	feeder_free(&feeder);
	trace_free(&trace);
}

/* An engine that keeps the cost elsewhere while a routine runs. */
static uint64_t cost_elsewhere;

static uint64_t cost_now(void *context, const struct landau_thread *thread)
{
	(void)context;
	(void)thread;
	return cost_elsewhere;
}

static void the_engine_knows_the_cost(void **state)
{
	const struct landau_settings settings = {
		.cell_bytes = 4, .curve_floor = 1, .cost_now = cost_now};
	struct landau_core *core = landau_core_create(system_host(), &settings);
	struct landau_thread *thread = landau_thread_start(core, T1);
	const struct landau_marks *marks;

	(void)state;
	landau_switch(thread);
	thread->cost = 100;
	landau_call(thread, F);
	for (uint64_t i = 0; i < 8; i++) {
		cost_elsewhere = 100 + i * i;
		landau_read(thread, 0x1000 + 4 * i, 4);
	}
	thread->cost = 170;
	landau_return(thread);
	assert_non_null(thread->kept);
	marks = &thread->kept->curves[0];
	assert_int_equal(marks->count, 8);
	for (uint64_t i = 0; i < 8; i++)
		assert_int_equal(marks->marks[i].cost, i * i);
	assert_int_equal(marks->end.cost, 70);
	landau_core_destroy(core);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_loop_has_a_curve),
		cmocka_unit_test(a_large_read_is_one_step),
		cmocka_unit_test(a_caller_looks_when_it_is_returned_to),
		cmocka_unit_test(a_charge_comes_before_the_mark),
		cmocka_unit_test(a_mark_names_who_was_called),
		cmocka_unit_test(steps_are_even),
		cmocka_unit_test(the_most_expensive_are_kept),
		cmocka_unit_test(the_engine_knows_the_cost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
