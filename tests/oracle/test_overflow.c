/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_overflow.c - the clock overflows by itself, after 2^28 calls.
 *
 * Forced overflows are tested elsewhere; this is the real one, with the largest stamps there are. Each
 * activation of the inner routine reads three cells; now and then another thread writes one of them.
 */
#include "run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

enum { OUTER, INNER, SHARED = 0x1000, PRIVATE = 0x2000, WRITE_EVERY = 1 << 20 };

struct count {
	uint64_t returns;
	uint64_t wrong;
	uint64_t thread_input;
	uint64_t outer_thread_input;
	uint64_t outer_rms;
};

static void take(void *context, const struct landau_thread *thread,
		 const struct landau_result *result)
{
	struct count *count = context;

	if (result->routine == OUTER && thread->id == 1) {
		count->outer_thread_input = result->thread_input;
		count->outer_rms = result->rms;
	}
	if (result->routine != INNER)
		return;
	count->returns++;
	count->wrong += result->trms != 3 || result->rms != 3 || result->external_input != 0;
	count->thread_input += result->thread_input;
}

static void clock_overflows_by_itself(void **state)
{
	const uint64_t calls = ((uint64_t)1 << 28) + 5 * WRITE_EVERY;
	struct count count = {0};
	struct landau_settings settings = {
		.cell_bytes = 4, .on_return = take, .on_return_context = &count};
	struct landau_core *core = landau_core_create(system_host(), &settings);
	struct landau_thread *reader;
	struct landau_thread *writer;

	(void)state;
	assert_non_null(core);
	reader = landau_thread_start(core, 1);
	writer = landau_thread_start(core, 2);
	landau_switch(writer);
	landau_call(writer, OUTER);
	landau_switch(reader);
	landau_call(reader, OUTER);
	landau_read(reader, PRIVATE, 404);
	for (uint64_t i = 0; i < calls; i++) {
		if (i % WRITE_EVERY == 0) {
			landau_switch(writer);
			landau_write(writer, SHARED, 4);
			landau_switch(reader);
		}
		landau_call(reader, INNER);
		landau_read(reader, SHARED, 4);
		landau_read(reader, PRIVATE + i % 100 * 4, 8);
		landau_return(reader);
	}
	landau_thread_finish(reader);
	landau_thread_finish(writer);
	assert_true(landau_renumberings(core) >= 1);
	assert_int_equal(count.returns, calls);
	assert_int_equal(count.wrong, 0);
	assert_int_equal(count.thread_input, calls / WRITE_EVERY);
	assert_int_equal(count.outer_thread_input, calls / WRITE_EVERY);
	assert_int_equal(count.outer_rms, 102);
	landau_core_destroy(core);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clock_overflows_by_itself),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
