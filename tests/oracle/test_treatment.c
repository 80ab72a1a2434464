/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_treatment.c - routines that are opaque or open, in small traces with values known by thought.
 *
 * The oracle and the core have to say what is expected, the core under several settings. The random traces of the other tests
 * have such routines, too.
 */
#include "check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

enum { F, MALLOC, COPY, REALLOC, HELPER, G };
enum { T1 = 1, T2 = 2 };
enum { X = 0x1000, Y = 0x2000, Z = 0x3000, W = 0x3004 };

/* What a call of an opaque routine is charged (trace_charge). */
enum { OF_MALLOC = 37, OF_REALLOC = 97 };

#define EVENT(t, k, ...)                                                                           \
	{                                                                                          \
		.kind = (k), .thread = (t), __VA_ARGS__                                            \
	}
#define CALL(t, r)   EVENT(t, ORACLE_CALL, .routine = (r))
#define RETURN(t)    EVENT(t, ORACLE_RETURN, .size = 0)
#define COST(t, n)   EVENT(t, ORACLE_COST, .address = (n))
#define READ(t, a)   EVENT(t, ORACLE_READ, .address = (a), .size = 4)
#define WRITE(t, a)  EVENT(t, ORACLE_WRITE, .address = (a), .size = 4)
#define KWRITE(t, a) EVENT(t, ORACLE_KWRITE, .address = (a), .size = 4)

struct expectation {
	uint32_t routine;
	uint64_t trms;
	uint64_t rms;
	uint64_t thread;
	uint64_t external;
	uint64_t cost;
	uint64_t self;
};

/* In the order in which they return. */
static void check_results(const struct results *results, const struct expectation *expectations,
			  size_t count)
{
	assert_int_equal(results->count, count);
	for (size_t i = 0; i < count; i++) {
		const struct oracle_result *found = &results->items[i];
		const struct expectation *expected = &expectations[i];

		assert_int_equal(found->routine, expected->routine);
		assert_int_equal(found->trms, expected->trms);
		assert_int_equal(found->rms, expected->rms);
		assert_int_equal(found->thread_input, expected->thread);
		assert_int_equal(found->external_input, expected->external);
		assert_int_equal(found->cost, expected->cost);
		assert_int_equal(found->self, expected->self);
	}
}

/* Nothing gets lost: costs of routines themselves add up to all that was added. */
static void check_totals(const struct trace *trace, const struct landau_settings *settings)
{
	struct feeder feeder;
	uint64_t added = 0;
	uint64_t total = 0;
	uint64_t self = 0;

	feeder_start(&feeder, trace, settings, system_host());
	for (size_t i = 0; i < trace->count; i++) {
		feeder_feed(&feeder, &trace->events[i]);
		added += trace->events[i].kind == ORACLE_COST ? trace->events[i].address : 0;
	}
	feeder_end(&feeder);
	for (const struct landau_thread *thread = landau_first_thread(feeder.core); thread != NULL;
	     thread = thread->next) {
		total += landau_total_cost(thread);
		for (const struct landau_record *record = thread->first_record; record != NULL;
		     record = record->next)
			self += record->self;
	}
	assert_int_equal(total, added);
	assert_int_equal(self, added);
	feeder_free(&feeder);
}

static void check(const struct oracle_event *events, size_t event_count,
		  const struct expectation *expectations, size_t count)
{
	static const struct landau_settings all[] = {
		{.cell_bytes = 4},
		{.cell_bytes = 4, .stamp_limit = 64},
		{.cell_bytes = 4, .share_all = true, .contexts = true},
		{.cell_bytes = 4, .flat_bits = 32},
	};
	struct trace trace = {
		.ways = {[MALLOC] = ORACLE_OPAQUE, [COPY] = ORACLE_OPEN, [REALLOC] = ORACLE_OPAQUE},
	};
	struct results results;

	for (size_t i = 0; i < event_count; i++)
		trace_add(&trace, events[i]);
	results = run_oracle(&trace, 4);
	check_results(&results, expectations, count);
	results_free(&results);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		results = run_core(&trace, &all[i], FAULT_NONE);
		check_results(&results, expectations, count);
		results_free(&results);
		check_totals(&trace, &all[i]);
	}
	trace_free(&trace);
}

#define CHECK(events, ...)                                                                         \
	check(events, sizeof(events) / sizeof((events)[0]),                                        \
	      (const struct expectation[]){__VA_ARGS__},                                           \
	      sizeof((const struct expectation[]){__VA_ARGS__}) / sizeof(struct expectation))

/* What malloc reads is its own input, and known to f from then on. f is charged the same for any call. */
static void an_allocator_is_not_the_callers_input(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F), COST(T1, 10), CALL(T1, MALLOC), COST(T1, 100), READ(T1, X),
		READ(T1, Y), WRITE(T1, Z), RETURN(T1),       READ(T1, X),   READ(T1, Z),
		COST(T1, 5), READ(T1, W),  RETURN(T1),
	};

	(void)state;
	CHECK(events, {MALLOC, 2, 2, 0, 0, 100, 100}, {F, 1, 1, 0, 0, 15 + OF_MALLOC, 15});
}

/* What f has read is no input of f again, however malloc reads it. */
static void an_allocator_reads_what_its_caller_has_read(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F), READ(T1, X), CALL(T1, MALLOC), READ(T1, X),
		RETURN(T1),  READ(T1, X), RETURN(T1),
	};

	(void)state;
	CHECK(events, {MALLOC, 1, 1, 0, 0, 0, 0}, {F, 1, 1, 0, 0, OF_MALLOC, 0});
}

/* realloc reads a header, has the block copied, and a helper look around. Only the copy is f's. */
static void what_realloc_copies_is_the_callers(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F),  CALL(T1, REALLOC), COST(T1, 50), READ(T1, X),  CALL(T1, COPY),
		COST(T1, 20), READ(T1, Y),       READ(T1, X),  WRITE(T1, Z), RETURN(T1),
		READ(T1, Y),  CALL(T1, HELPER),  COST(T1, 3),  READ(T1, W),  RETURN(T1),
		RETURN(T1),   RETURN(T1),
	};

	(void)state;
	CHECK(events, {COPY, 2, 2, 0, 0, 20, 20}, {HELPER, 1, 1, 0, 0, 3, 3},
	      {REALLOC, 3, 3, 0, 0, 73, 50}, {F, 1, 1, 0, 0, 20 + OF_REALLOC, 0});
}

/* malloc within the copy is charged to it and to all further out. */
static void an_opaque_routine_within_an_open_one(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F),  CALL(T1, REALLOC), CALL(T1, COPY), COST(T1, 4), CALL(T1, MALLOC),
		COST(T1, 9),  READ(T1, X),       RETURN(T1),     READ(T1, Y), RETURN(T1),
		COST(T1, 11), RETURN(T1),        RETURN(T1),
	};

	(void)state;
	CHECK(events, {MALLOC, 1, 1, 0, 0, 9, 9}, {COPY, 1, 1, 0, 0, 4 + OF_MALLOC, 4},
	      {REALLOC, 1, 1, 0, 0, 15 + OF_MALLOC, 11},
	      {F, 1, 1, 0, 0, 4 + OF_MALLOC + OF_REALLOC, 0});
}

/* The outermost opaque routine is what is charged. */
static void one_opaque_routine_calls_another(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F), CALL(T1, REALLOC), READ(T1, Y), CALL(T1, MALLOC), COST(T1, 9),
		READ(T1, X), RETURN(T1),        COST(T1, 1), RETURN(T1),       RETURN(T1),
	};

	(void)state;
	CHECK(events, {MALLOC, 1, 1, 0, 0, 9, 9}, {REALLOC, 2, 2, 0, 0, 10, 1},
	      {F, 0, 0, 0, 0, OF_REALLOC, 0});
}

/* What others have written is seen by the allocator, and no news to its callers afterwards. */
static void an_allocator_shared_by_threads(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F),  READ(T1, X), CALL(T2, G),   WRITE(T2, X),
		WRITE(T2, Y), RETURN(T2),  KWRITE(T1, Z), CALL(T1, MALLOC),
		READ(T1, X),  READ(T1, Y), READ(T1, Z),   RETURN(T1),
		READ(T1, X),  READ(T1, Y), READ(T1, Z),   RETURN(T1),
	};

	(void)state;
	CHECK(events, {G, 0, 0, 0, 0, 0, 0}, {MALLOC, 3, 3, 2, 1, 0, 0},
	      {F, 1, 1, 0, 0, OF_MALLOC, 0});
}

/* Outside of any other routine there is nobody to be charged. */
static void an_opaque_routine_without_a_caller(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, MALLOC), COST(T1, 8), READ(T1, X), CALL(T1, COPY),
		COST(T1, 2),      READ(T1, Y), RETURN(T1),  RETURN(T1),
		CALL(T1, F),      READ(T1, X), RETURN(T1),
	};

	(void)state;
	CHECK(events, {COPY, 1, 1, 0, 0, 2, 2}, {MALLOC, 2, 2, 0, 0, 10, 8}, {F, 1, 1, 0, 0, 0, 0});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_allocator_is_not_the_callers_input),
		cmocka_unit_test(an_allocator_reads_what_its_caller_has_read),
		cmocka_unit_test(what_realloc_copies_is_the_callers),
		cmocka_unit_test(an_opaque_routine_within_an_open_one),
		cmocka_unit_test(one_opaque_routine_calls_another),
		cmocka_unit_test(an_allocator_shared_by_threads),
		cmocka_unit_test(an_opaque_routine_without_a_caller),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
