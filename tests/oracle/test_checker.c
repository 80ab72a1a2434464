/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_checker.c - would the tests notice if the core were wrong?
 *
 * Each fault breaks what the core is told or what it tells. The comparison must find it, the
 * shrinker must bring the trace down to the few events that it takes, and both must be silent
 * without a fault.
 */
#include "check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Events that it takes at most to show a fault; the first trace that shows it may be any. */
static const struct {
	enum fault fault;
	const char *name;
	size_t events;
} faults[] = {
	{FAULT_NO_SWITCH, "switches are lost", 6},
	{FAULT_KERNEL_WRITE_LOST, "kernel writes are lost", 3},
	{FAULT_KERNEL_WRITE_OWN, "kernel writes count as the thread's", 3},
	{FAULT_KERNEL_READ_LOST, "kernel reads are lost", 2},
	{FAULT_FORGET_LOST, "memory never goes away", 4},
	{FAULT_STRADDLE_LOST, "only first cells are accessed", 2},
	{FAULT_WRITE_IS_READ, "writes count as reads", 3},
	{FAULT_CLASSES_SWAPPED, "thread and external are swapped", 3},
	{FAULT_RMS_IS_TRMS, "rms is trms", 4},
	{FAULT_TREATMENT_LOST, "all routines are ordinary", 4},
	{FAULT_COST_OFF_BY_ONE, "one cost is off by one", 18},
	{FAULT_MARK_LOST, "the last mark is lost", 4},
	{FAULT_BLOCK_LOST, "what is freed stays", 4},
	{FAULT_STEP_LOST, "the last step is lost", 4},
	{FAULT_CALLEE_LOST, "a mark names another callee", 5},
	{FAULT_SOURCE_LOST, "some sources are taken for others", 4},
	{FAULT_COPY_LOST, "copies are the copier's", 6},
	{FAULT_LAST_RESULT_LOST, "the last result is lost", 1},
};

enum { TRACES = 60 };

static void each_fault_is_found_and_shrunk(void **state)
{
	(void)state;
	assert_int_equal(sizeof(faults) / sizeof(faults[0]), FAULT_COUNT - 1);
	for (size_t f = 0; f < sizeof(faults) / sizeof(faults[0]); f++) {
		bool found = false;

		for (uint64_t i = 0; !found && i < TRACES; i++) {
			struct generate_options options = {.events = 800};
			struct trace trace = generate(1000 + i, &options);
			struct landau_settings settings;
			struct trace small;

			nth_settings(i, 1, &settings);
			found = !agree(&trace, &settings, faults[f].fault);
			if (!found) {
				trace_free(&trace);
				continue;
			}
			small = shrink_disagreement(&trace, &settings, faults[f].fault);
			assert_false(agree(&small, &settings, faults[f].fault));
			assert_true(agree(&small, &settings, FAULT_NONE));
			if (small.count > faults[f].events) {
				trace_print(&small, stderr);
				fail_msg("'%s' is shrunk to %zu events, %zu would do",
					 faults[f].name, small.count, faults[f].events);
			}
			trace_free(&small);
			trace_free(&trace);
		}
		if (!found)
			fail_msg("'%s' is not noticed in %d traces", faults[f].name, TRACES);
	}
}

/* Any single number of any single result. */
static void each_changed_number_is_found(void **state)
{
	struct generate_options options = {.events = 900};
	struct trace trace = generate(12, &options);
	struct landau_settings settings = {.cell_bytes = 4};
	struct results expected = run_oracle(&trace, 4);
	struct results found = run_core(&trace, &settings, FAULT_NONE);
	static const size_t fields[] = {
		offsetof(struct oracle_result, trms),
		offsetof(struct oracle_result, rms),
		offsetof(struct oracle_result, thread_input),
		offsetof(struct oracle_result, external_input),
		offsetof(struct oracle_result, cost),
		offsetof(struct oracle_result, self),
	};
	size_t marks = 0;

	(void)state;
	assert_true(expected.count > 10);
	assert_true(results_differ(&expected, &found) == SIZE_MAX);
	for (size_t i = 0; i < found.count; i++) {
		for (size_t k = 0; k < sizeof(fields) / sizeof(fields[0]); k++) {
			uint64_t *number = (uint64_t *)((char *)&found.items[i] + fields[k]);

			*number += 1;
			assert_int_equal(results_differ(&expected, &found), i);
			*number -= 1;
		}
		for (size_t k = 0; k < found.items[i].mark_count * 5; k++) {
			uint64_t *number = (uint64_t *)found.items[i].marks + k;

			*number += 1;
			assert_int_equal(results_differ(&expected, &found), i);
			*number -= 1;
			marks++;
		}
		found.items[i].routine ^= 1;
		assert_int_equal(results_differ(&expected, &found), i);
		found.items[i].routine ^= 1;
		found.items[i].thread ^= 1;
		assert_int_equal(results_differ(&expected, &found), i);
		found.items[i].thread ^= 1;
	}
	assert_true(marks > 100);
	found.count--;
	assert_int_equal(results_differ(&expected, &found), found.count);
	found.count++;
	results_free(&expected);
	results_free(&found);
	trace_free(&trace);
}

/* The report of a disagreement has the seed, the settings, the trace and both outputs. */
static void disagreement_is_printed(void **state)
{
	struct landau_settings settings = {.cell_bytes = 8, .stamp_limit = 64};
	struct trace trace = {0};
	char *text = NULL;
	size_t length = 0;
	FILE *file = open_memstream(&text, &length);

	(void)state;
	trace_add(&trace, (struct oracle_event){.kind = ORACLE_COST, .thread = 1, .address = 7});
	trace_add(&trace, (struct oracle_event){.kind = ORACLE_CALL, .thread = 1, .routine = 3});
	trace_add(&trace, (struct oracle_event){
				  .kind = ORACLE_KWRITE, .thread = 1, .address = 64, .size = 8});
	trace_add(&trace, (struct oracle_event){
				  .kind = ORACLE_READ, .thread = 1, .address = 64, .size = 8});
	trace_add(&trace, (struct oracle_event){.kind = ORACLE_RETURN, .thread = 1});
	print_disagreement(&trace, &settings, FAULT_KERNEL_WRITE_LOST, 42, file);
	fclose(file);
	assert_string_equal(text,
			    "The core is wrong. Seed 42, settings: --cell 8 --stamp-limit 64\n"
			    "The trace, 3 of 5 events:\n"
			    "call 1 r0\n"
			    "kwrite 1 0x40 1\n"
			    "read 1 0x40 1\n"
			    "What it should be:\n"
			    "1 r0 trms 1 rms 1 thread 0 external 1 cost 0 self 0\n"
			    "What the core says:\n"
			    "1 r0 trms 1 rms 1 thread 0 external 0 cost 0 self 0\n");
	free(text);
	trace_free(&trace);
}

static void generator_repeats_itself_and_varies(void **state)
{
	struct generate_options options = {0};
	struct trace one = generate(1, &options);
	struct trace again = generate(1, &options);
	struct trace other = generate(2, &options);

	(void)state;
	assert_int_equal(one.count, again.count);
	for (size_t i = 0; i < one.count; i++) {
		assert_int_equal(one.events[i].kind, again.events[i].kind);
		assert_int_equal(one.events[i].thread, again.events[i].thread);
		assert_int_equal(one.events[i].address, again.events[i].address);
		assert_int_equal(one.events[i].size, again.events[i].size);
	}
	assert_true(one.count != other.count ||
		    memcmp(one.events, other.events, one.count * sizeof(*one.events)) != 0);
	trace_free(&one);
	trace_free(&again);
	trace_free(&other);
}

/* The series as a whole has everything that is hard. */
static void generated_traces_have_everything(void **state)
{
	size_t kinds[ORACLE_SPEND + 1] = {0};
	size_t deep = 0;
	size_t many_threads = 0;
	size_t high = 0;
	size_t straddling = 0;
	size_t large = 0;
	size_t thread_induced = 0;
	size_t external = 0;
	size_t rms_below_trms = 0;
	size_t treated = 0;
	size_t charged_otherwise = 0;
	size_t long_curves = 0;
	size_t marks_after_returns = 0;

	(void)state;
	for (uint64_t i = 0; i < 100; i++) {
		struct generate_options options = {.with_finish = i % 2 != 0};
		struct trace trace = generate(20120611 + i, &options);
		struct results results = run_oracle(&trace, 4);
		uint32_t threads[64];
		size_t thread_count = 0;
		uint32_t depths[64] = {0};

		for (size_t k = 0; k < trace.count; k++) {
			const struct oracle_event *event = &trace.events[k];
			size_t t = 0;

			while (t < thread_count && threads[t] != event->thread)
				t++;
			assert_true(t < 64);
			if (t == thread_count)
				threads[thread_count++] = event->thread;
			kinds[event->kind]++;
			treated += event->kind == ORACLE_CALL && trace.ways[event->routine] != 0;
			depths[t] += event->kind == ORACLE_CALL;
			depths[t] -= event->kind == ORACLE_RETURN;
			deep += depths[t] == 200 && event->kind == ORACLE_CALL;
			if (event->kind < ORACLE_READ || event->kind > ORACLE_FORGET)
				continue;
			high += event->address + event->size == (uint64_t)1 << 47;
			straddling +=
				event->size > 0 &&
				event->address >> 12 != (event->address + event->size - 1) >> 12;
			large += event->size >= 2 * 4096;
		}
		many_threads += thread_count >= 8;
		for (size_t k = 0; k < results.count; k++) {
			thread_induced += results.items[k].thread_input > 0;
			external += results.items[k].external_input > 0;
			rms_below_trms += results.items[k].rms < results.items[k].trms;
			charged_otherwise += results.items[k].charged != results.items[k].cost;
			long_curves += results.items[k].mark_count >= 8;
			for (uint64_t m = 1; m < results.items[k].mark_count; m++)
				marks_after_returns +=
					results.items[k].marks[m].trms >
					results.items[k].marks[m - 1].trms * 9 / 8 + 1;
		}
		results_free(&results);
		trace_free(&trace);
	}
	for (int kind = 0; kind <= ORACLE_FINISH; kind++)
		assert_true(kinds[kind] > 10);
	assert_true(deep >= 3);
	assert_true(many_threads >= 3);
	assert_true(high >= 10);
	assert_true(straddling >= 1000);
	assert_true(large >= 20);
	assert_true(thread_induced >= 1000);
	assert_true(external >= 1000);
	assert_true(rms_below_trms >= 1000);
	assert_true(treated >= 1000);
	assert_true(charged_otherwise >= 500);
	assert_true(long_curves >= 50);
	assert_true(marks_after_returns >= 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_fault_is_found_and_shrunk),
		cmocka_unit_test(each_changed_number_is_found),
		cmocka_unit_test(disagreement_is_printed),
		cmocka_unit_test(generator_repeats_itself_and_varies),
		cmocka_unit_test(generated_traces_have_everything),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
