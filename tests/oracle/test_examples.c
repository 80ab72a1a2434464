/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_examples.c - small traces with values known by thought, not by another program.
 *
 * Examples 1 to 4 are those of the paper that introduced the metric (Coppa, Demetrescu, Finocchi and
 * Marotta, section 2). Each trace is run by the oracle and by the core under several settings.
 */
#include "check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

enum { F, G, H, PRODUCER, CONSUMER, PRODUCE_DATA, CONSUME_DATA, EXTERNAL_READ };
enum { T1 = 1, T2 = 2 };
enum { X = 0x1000, Y = 0x2000 };

#define CALL(t, r)                                                                                 \
	{                                                                                          \
		.kind = ORACLE_CALL, .thread = (t), .routine = (r)                                 \
	}
#define RETURN(t)                                                                                  \
	{                                                                                          \
		.kind = ORACLE_RETURN, .thread = (t)                                               \
	}
#define READ(t, a)                                                                                 \
	{                                                                                          \
		.kind = ORACLE_READ, .thread = (t), .address = (a), .size = 4                      \
	}
#define WRITE(t, a)                                                                                \
	{                                                                                          \
		.kind = ORACLE_WRITE, .thread = (t), .address = (a), .size = 4                     \
	}
#define KREAD(t, a)                                                                                \
	{                                                                                          \
		.kind = ORACLE_KREAD, .thread = (t), .address = (a), .size = 4                     \
	}
#define KWRITE(t, a, n)                                                                            \
	{                                                                                          \
		.kind = ORACLE_KWRITE, .thread = (t), .address = (a), .size = (n)                  \
	}
#define FORGET(a)                                                                                  \
	{                                                                                          \
		.kind = ORACLE_FORGET, .address = (a), .size = 4                                   \
	}

struct expectation {
	uint32_t routine;
	uint64_t trms;
	uint64_t rms;
	uint64_t thread;
	uint64_t external;
};

/* The n-th result of the routine. */
static void expect(const struct results *results, size_t n, struct expectation e)
{
	for (size_t i = 0; i < results->count; i++) {
		const struct oracle_result *r = &results->items[i];

		if (r->routine != e.routine || n-- > 0)
			continue;
		assert_int_equal(r->trms, e.trms);
		assert_int_equal(r->rms, e.rms);
		assert_int_equal(r->thread_input, e.thread);
		assert_int_equal(r->external_input, e.external);
		return;
	}
	fail_msg("routine %u has not returned so often", e.routine);
}

/* Each expectation is the next return of its routine. */
static void check_results(const struct results *results, const struct expectation *expectations,
			  size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t before = 0;

		for (size_t k = 0; k < i; k++)
			before += expectations[k].routine == expectations[i].routine;
		expect(results, before, expectations[i]);
	}
}

static void check(const struct oracle_event *events, size_t event_count,
		  const struct expectation *expectations, size_t count)
{
	static const struct landau_settings all[] = {
		{.cell_bytes = 4},
		{.cell_bytes = 4, .stamp_limit = 64},
		{.cell_bytes = 4, .share_all = true},
		{.cell_bytes = 4, .share_all = true, .stamp_limit = 64, .contexts = true},
		{.cell_bytes = 4, .flat_bits = 32},
	};
	struct trace trace = {0};
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
	}
	trace_free(&trace);
}

#define CHECK(events, ...)                                                                         \
	check(events, sizeof(events) / sizeof((events)[0]),                                        \
	      (const struct expectation[]){__VA_ARGS__},                                           \
	      sizeof((const struct expectation[]){__VA_ARGS__}) / sizeof(struct expectation))

/* f reads x twice; in between another thread writes it: the second value is new input. */
static void example_1_another_thread_writes_in_between(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F), READ(T1, X), CALL(T2, G), WRITE(T2, X),
		RETURN(T2),  READ(T1, X), RETURN(T1),
	};

	(void)state;
	CHECK(events, {G, 0, 0, 0, 0}, {F, 2, 1, 1, 0});
}

/* The same, but the second read is in h, called by f, and f reads a third time. */
static void example_2_the_new_value_is_seen_by_a_callee(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F), READ(T1, X), CALL(T2, G), WRITE(T2, X), RETURN(T2),
		CALL(T1, H), READ(T1, X), RETURN(T1),  READ(T1, X),  RETURN(T1),
	};

	(void)state;
	/* h's read is first and induced at once: it counts as induced. */
	CHECK(events, {H, 1, 1, 1, 0}, {F, 2, 1, 1, 0});
}

/* n values through one location, one after the other. */
static void example_3_producer_and_consumer(void **state)
{
	enum { N = 50 };
	struct oracle_event events[2 + 6 * N + 2];
	size_t count = 0;

	(void)state;
	events[count++] = (struct oracle_event)CALL(T1, PRODUCER);
	events[count++] = (struct oracle_event)CALL(T2, CONSUMER);
	for (int i = 0; i < N; i++) {
		events[count++] = (struct oracle_event)CALL(T1, PRODUCE_DATA);
		events[count++] = (struct oracle_event)WRITE(T1, X);
		events[count++] = (struct oracle_event)RETURN(T1);
		events[count++] = (struct oracle_event)CALL(T2, CONSUME_DATA);
		events[count++] = (struct oracle_event)READ(T2, X);
		events[count++] = (struct oracle_event)RETURN(T2);
	}
	events[count++] = (struct oracle_event)RETURN(T1);
	events[count++] = (struct oracle_event)RETURN(T2);
	CHECK(events, {PRODUCER, 0, 0, 0, 0}, {CONSUMER, N, 1, N, 0}, {PRODUCE_DATA, 0, 0, 0, 0},
	      {CONSUME_DATA, 1, 1, 1, 0}, {CONSUME_DATA, 1, 1, 1, 0});
}

/* A buffer of two cells is filled n times; only its first cell is read. */
static void example_4_buffered_external_read(void **state)
{
	enum { N = 50 };
	struct oracle_event events[1 + 4 * N + 1];
	size_t count = 0;

	(void)state;
	events[count++] = (struct oracle_event)CALL(T1, EXTERNAL_READ);
	for (int i = 0; i < N; i++) {
		events[count++] = (struct oracle_event)KWRITE(T1, X, 8);
		events[count++] = (struct oracle_event)CALL(T1, CONSUME_DATA);
		events[count++] = (struct oracle_event)READ(T1, X);
		events[count++] = (struct oracle_event)RETURN(T1);
	}
	events[count++] = (struct oracle_event)RETURN(T1);
	CHECK(events, {EXTERNAL_READ, N, 1, 0, N}, {CONSUME_DATA, 1, 1, 0, 1},
	      {CONSUME_DATA, 1, 1, 0, 1});
}

/* -- Further consequences of the definition ---------------------------------------------------- */

static void what_is_written_first_is_no_input(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F), WRITE(T1, X), READ(T1, X), CALL(T1, G),
		READ(T1, X), RETURN(T1),   RETURN(T1),
	};

	(void)state;
	CHECK(events, {G, 1, 1, 0, 0}, {F, 0, 0, 0, 0});
}

static void what_a_callee_read_is_known_to_the_caller(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F), CALL(T1, G), READ(T1, X), RETURN(T1), READ(T1, X),
		CALL(T1, H), READ(T1, X), READ(T1, Y), RETURN(T1), RETURN(T1),
	};

	(void)state;
	CHECK(events, {G, 1, 1, 0, 0}, {H, 2, 2, 0, 0}, {F, 2, 2, 0, 0});
}

/* Who wrote last decides: the kernel after a thread, a thread after the kernel. */
static void last_writer_decides_the_class(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F), WRITE(T2, X),     KWRITE(T2, X, 4), READ(T1, X), RETURN(T1),
		CALL(T1, F), KWRITE(T1, X, 4), WRITE(T2, X),     READ(T1, X), RETURN(T1),
	};

	(void)state;
	CHECK(events, {F, 1, 1, 0, 1}, {F, 1, 1, 1, 0});
}

/* Output is read by the kernel, on behalf of the thread. */
static void kernel_reads_are_reads(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F), KREAD(T1, X), KREAD(T1, X), READ(T1, X), RETURN(T1),
		CALL(T1, G), WRITE(T1, Y), KREAD(T1, Y), RETURN(T1),
	};

	(void)state;
	CHECK(events, {F, 1, 1, 0, 0}, {G, 0, 0, 0, 0});
}

/* A kernel write is no access: what f had read remains read, for rms. */
static void kernel_writes_do_not_touch_rms(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F), READ(T1, X),      KWRITE(T1, X, 4), KWRITE(T1, X, 4),
		READ(T1, X), KWRITE(T1, X, 4), RETURN(T1),
	};

	(void)state;
	CHECK(events, {F, 2, 1, 0, 1});
}

/* Overwriting what came from outside without looking at it makes it no input. */
static void overwritten_input_is_no_input(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F),  KWRITE(T1, X, 4), WRITE(T1, X), READ(T1, X),
		WRITE(T2, Y), WRITE(T1, Y),     READ(T1, Y),  RETURN(T1),
	};

	(void)state;
	CHECK(events, {F, 0, 0, 0, 0});
}

/* A thread that comes late finds what others wrote; what they only read is plain input. */
static void a_late_thread_finds_what_others_wrote(void **state)
{
	static const struct oracle_event events[] = {
		WRITE(T1, X), READ(T1, Y), CALL(T2, F), READ(T2, X), READ(T2, Y), RETURN(T2),
	};

	(void)state;
	CHECK(events, {F, 2, 2, 1, 0});
}

/* What appears where memory went away is new, and nobody wrote it. */
static void forgotten_memory_is_new(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F),      READ(T1, X), WRITE(T2, X), FORGET(X),   READ(T1, X), RETURN(T1),
		KWRITE(T1, Y, 4), FORGET(Y),   CALL(T1, G),  READ(T1, Y), RETURN(T1),
	};

	(void)state;
	CHECK(events, {F, 2, 2, 0, 0}, {G, 1, 1, 0, 0});
}

/* One access that touches two cells is two reads. */
static void straddling_access_counts_twice(void **state)
{
	static const struct oracle_event events[] = {
		CALL(T1, F),
		{.kind = ORACLE_READ, .thread = T1, .address = X + 2, .size = 4},
		{.kind = ORACLE_READ, .thread = T1, .address = X + 6, .size = 1},
		{.kind = ORACLE_READ, .thread = T1, .address = X + 8, .size = 0},
		RETURN(T1),
	};

	(void)state;
	CHECK(events, {F, 2, 2, 0, 0});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(example_1_another_thread_writes_in_between),
		cmocka_unit_test(example_2_the_new_value_is_seen_by_a_callee),
		cmocka_unit_test(example_3_producer_and_consumer),
		cmocka_unit_test(example_4_buffered_external_read),
		cmocka_unit_test(what_is_written_first_is_no_input),
		cmocka_unit_test(what_a_callee_read_is_known_to_the_caller),
		cmocka_unit_test(last_writer_decides_the_class),
		cmocka_unit_test(kernel_reads_are_reads),
		cmocka_unit_test(kernel_writes_do_not_touch_rms),
		cmocka_unit_test(overwritten_input_is_no_input),
		cmocka_unit_test(a_late_thread_finds_what_others_wrote),
		cmocka_unit_test(forgotten_memory_is_new),
		cmocka_unit_test(straddling_access_counts_twice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
