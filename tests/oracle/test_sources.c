/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_sources.c - where input comes from, by hand: flows whose cells are known by construction.
 *
 * The core and the oracle have to say what is written here; random traces are in test_property.c and test_points.c.
 */
#include "run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

enum { MAIN, PARSE, CONSUME, COPY, MALLOC, T1 = 1, T2 = 2, T3 = 3, FILE7 = 7 };

#define BY(thread, routine) oracle_writer(thread, (routine) + 1)
#define NOBODY              0
#define EXTERNAL(number)    (ORACLE_EXTERNAL | (number))

static void add(struct trace *trace, uint32_t thread, enum oracle_kind kind, uint64_t address,
		uint64_t cells)
{
	trace_add(trace, (struct oracle_event){.kind = kind,
					       .thread = thread,
					       .address = address,
					       .size = 4 * cells,
					       .source = kind == ORACLE_KWRITE ? FILE7 : 0});
}

static void call(struct trace *trace, uint32_t thread, uint32_t routine)
{
	trace_add(trace,
		  (struct oracle_event){.kind = ORACLE_CALL, .thread = thread, .routine = routine});
}

static void give_back(struct trace *trace, uint32_t thread)
{
	add(trace, thread, ORACLE_RETURN, 0, 0);
}

static void assert_shares(const struct oracle_result *result, const struct oracle_share *shares,
			  size_t count)
{
	assert_int_equal(result->share_count, count);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(result->shares[i].source, shares[i].source);
		assert_int_equal(result->shares[i].cells, shares[i].cells);
		assert_int_equal(result->shares[i].self, shares[i].self);
		assert_int_equal(result->shares[i].induced, shares[i].induced);
	}
}

/* What the last activation that returns has, by both. */
static void check(struct trace *trace, const struct oracle_share *shares, size_t count)
{
	static const struct landau_settings all[] = {
		{.cell_bytes = 4},
		{.cell_bytes = 4, .stamp_limit = 64, .share_all = true, .contexts = true},
		{.cell_bytes = 4, .flat_bits = 32},
	};
	struct results results;

	trace->sources = true;
	results = run_oracle(trace, 4);
	assert_shares(&results.items[results.count - 1], shares, count);
	results_free(&results);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		results = run_core(trace, &all[i], FAULT_NONE);
		assert_shares(&results.items[results.count - 1], shares, count);
		results_free(&results);
	}
	trace_free(trace);
}

#define CHECK(trace, ...)                                                                          \
	check(trace, (const struct oracle_share[]){__VA_ARGS__},                                   \
	      sizeof((const struct oracle_share[]){__VA_ARGS__}) / sizeof(struct oracle_share))

/* A file is read by one thread, parsed by another, and a third one takes what that has made of it. */
static void a_pipeline_of_three_threads(void **state)
{
	struct trace trace = {0};

	(void)state;
	call(&trace, T1, MAIN);
	add(&trace, T1, ORACLE_KWRITE, 0x1000, 10);
	call(&trace, T2, PARSE);
	add(&trace, T2, ORACLE_READ, 0x1000, 10);
	add(&trace, T2, ORACLE_WRITE, 0x2000, 4);
	call(&trace, T3, CONSUME);
	add(&trace, T3, ORACLE_READ, 0x2000, 4);
	add(&trace, T3, ORACLE_READ, 0x1000, 2);
	add(&trace, T3, ORACLE_READ, 0x9000, 1);
	give_back(&trace, T3);
	trace_add(&trace, (struct oracle_event){.kind = ORACLE_FINISH, .thread = T1});
	trace_add(&trace, (struct oracle_event){.kind = ORACLE_FINISH, .thread = T2});
	call(&trace, T3, MAIN);
	call(&trace, T3, CONSUME);
	add(&trace, T3, ORACLE_READ, 0x2000, 4);
	give_back(&trace, T3);
	add(&trace, T3, ORACLE_READ, 0x1004, 3);
	give_back(&trace, T3);
	CHECK(&trace, {BY(T2, PARSE), 4, 0, 0}, {EXTERNAL(FILE7), 3, 3, 2});
}

/* Each worker leaves a result; who collects them has them from the workers, and again when they are new. */
static void a_pool_of_workers(void **state)
{
	struct trace trace = {0};

	(void)state;
	call(&trace, T1, MAIN);
	add(&trace, T1, ORACLE_WRITE, 0x1000, 8);
	for (int round = 0; round < 2; round++) {
		for (uint32_t thread = T2; thread <= T3; thread++) {
			call(&trace, thread, PARSE);
			add(&trace, thread, ORACLE_READ, 0x1000, 8);
			add(&trace, thread, ORACLE_WRITE, 0x2000 + 0x100 * thread, 3);
			give_back(&trace, thread);
		}
		call(&trace, T1, CONSUME);
		add(&trace, T1, ORACLE_READ, 0x2200, 3);
		add(&trace, T1, ORACLE_READ, 0x2300, 3);
		add(&trace, T1, ORACLE_READ, 0x1000, 1);
		give_back(&trace, T1);
	}
	give_back(&trace, T1);
	CHECK(&trace, {BY(T2, PARSE), 6, 0, 0}, {BY(T3, PARSE), 6, 0, 0});
}

/* The copier is the producer of the copy. */
static void who_copies_is_the_source(void **state)
{
	struct trace trace = {0};

	(void)state;
	call(&trace, T1, PARSE);
	add(&trace, T1, ORACLE_WRITE, 0x1000, 5);
	give_back(&trace, T1);
	call(&trace, T1, COPY);
	add(&trace, T1, ORACLE_READ, 0x1000, 5);
	add(&trace, T1, ORACLE_WRITE, 0x2000, 5);
	give_back(&trace, T1);
	call(&trace, T1, CONSUME);
	add(&trace, T1, ORACLE_READ, 0x2000, 5);
	give_back(&trace, T1);
	CHECK(&trace, {BY(T1, COPY), 5, 5, 0});
}

/* A file of several chunks that is mapped, partly written to, and partly given back. */
static void a_mapped_file(void **state)
{
	struct trace trace = {0};

	(void)state;
	call(&trace, T1, PARSE);
	add(&trace, T1, ORACLE_KWRITE, 0x10000, 8 * 1024);
	add(&trace, T1, ORACLE_WRITE, 0x11000, 100);
	add(&trace, T1, ORACLE_FORGET, 0x12000, 1024 + 10);
	add(&trace, T1, ORACLE_FORGET, 0x14008, 1);
	give_back(&trace, T1);
	call(&trace, T1, CONSUME);
	add(&trace, T1, ORACLE_READ, 0x10000, 8 * 1024);
	give_back(&trace, T1);
	CHECK(&trace, {NOBODY, 1024 + 11, 1024 + 11, 0}, {BY(T1, PARSE), 100, 100, 0},
	      {EXTERNAL(FILE7), 7 * 1024 - 111, 7 * 1024 - 111, 7 * 1024 - 111});
}

/* What an allocator reads is no input of its caller, from wherever it comes. */
static void an_allocator_has_sources_of_its_own(void **state)
{
	struct trace trace = {.ways = {[MALLOC] = ORACLE_OPAQUE}};

	(void)state;
	call(&trace, T1, PARSE);
	add(&trace, T1, ORACLE_WRITE, 0x1000, 5);
	give_back(&trace, T1);
	call(&trace, T1, CONSUME);
	call(&trace, T1, MALLOC);
	add(&trace, T1, ORACLE_READ, 0x1000, 5);
	add(&trace, T1, ORACLE_WRITE, 0x3000, 2);
	give_back(&trace, T1);
	add(&trace, T1, ORACLE_READ, 0x1000, 6);
	give_back(&trace, T1);
	CHECK(&trace, {NOBODY, 1, 1, 0});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pipeline_of_three_threads),
		cmocka_unit_test(a_pool_of_workers),
		cmocka_unit_test(who_copies_is_the_source),
		cmocka_unit_test(a_mapped_file),
		cmocka_unit_test(an_allocator_has_sources_of_its_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
