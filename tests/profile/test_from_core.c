/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_from_core.c - what the core has collected, as the profile has it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/core.h"
#include "profile/from_core.h"
#include "text.h"
#include "../core/host.h"

static void name_routine(void *context, uint32_t number, struct landau_routine_source *source)
{
	static const struct landau_routine_source sources[] = {
		{"main", "prog", "prog.c", 40},  {"sum", "prog", "prog.c", 12},
		{"never", "prog", "prog.c", 90}, {"sum", "prog", "prog.c", 10},
		{"read", "libc.so.6", NULL, 0},
	};

	(void)context;
	assert_true(number < sizeof(sources) / sizeof(sources[0]));
	*source = sources[number];
}

static const char *name_thread(void *context, uint32_t id)
{
	(void)context;
	return id == 1 ? "main" : NULL;
}

/* Two threads, external and thread input, recursion, two numbers for one routine. */
static void feed(struct landau_core *core, bool finish)
{
	struct landau_thread *one = landau_thread_start(core, 1);
	struct landau_thread *two;

	landau_switch(one);
	landau_call(one, 0);
	one->cost += 5;
	for (uint64_t n = 1; n <= 3; n++) {
		landau_call(one, true);
		landau_read(one, 0x1000, 4 * n);
		one->cost += 10 * n;
		if (n == 3) {
			landau_call(one, true);
			landau_read(one, 0x1000, 8);
			one->cost += 2;
			landau_return(one);
		}
		landau_return(one);
	}
	landau_kernel_write(one, 0x1000, 16);
	landau_call(one, 3);
	landau_read(one, 0x1000, 16);
	one->cost += 7;
	landau_return(one);
	two = landau_thread_start(core, 2);
	landau_switch(two);
	landau_call(two, 4);
	landau_write(two, 0x1000, 4);
	two->cost += 1;
	landau_return(two);
	landau_switch(one);
	landau_call(one, true);
	landau_read(one, 0x1000, 8);
	one->cost += 20;
	landau_return(one);
	if (finish) {
		landau_thread_finish(one);
		landau_thread_finish(two);
	}
}

static struct test_host host;

static struct landau_core *new_core(bool contexts)
{
	const struct landau_settings settings = {.cell_bytes = 4, .contexts = contexts};
	struct landau_core *core;

	test_host_start(&host);
	core = landau_core_create(&host.host, &settings);
	assert_non_null(core);
	return core;
}

static struct landau_description describe(bool contexts, bool finish)
{
	static const char *const command[] = {"prog", "an argument"};

	return (struct landau_description){
		.program = "/usr/bin/prog",
		.command = command,
		.command_count = 2,
		.engine = "replay",
		.cost_kind = "bb",
		.cell_bytes = 4,
		.contexts = contexts,
		.exit_kind = finish ? LANDAU_EXIT_EXIT : LANDAU_EXIT_RUNNING,
		.routine_count = 5,
		.routine = name_routine,
		.thread_name = name_thread,
		.host = &host.host,
	};
}

static struct text text_of_core(bool contexts, bool finish, bool memory)
{
	static struct landau_writer writer;
	struct landau_core *core = new_core(contexts);
	struct landau_description description = describe(contexts, finish);
	struct text text = {0};

	feed(core, finish);
	if (!memory) /* not even the few bytes that say which routines there are */
		description.host = NULL;
	landau_writer_start(&writer, text_put, &text);
	assert_true(landau_write_core(&writer, core, &description));
	landau_core_destroy(core);
	assert_int_equal(host.in_use, 0);
	return text;
}

static void assert_read_as(struct text text, const char *expected)
{
	struct landau_profile *profile = profile_of_text(&text);
	struct text again = text_of_profile(profile);

	assert_string_equal(again.bytes, expected);
	text_free(&text);
	text_free(&again);
	landau_profile_free(profile);
}

#define HEAD(contexts, how)                                                                        \
	"landau 1\ncost bb\ncell 4\ncontexts " contexts "\n"                                       \
	"run replay " how " 0 /usr/bin/prog prog an%20argument\n"

#define ROUTINES                                                                                   \
	"routine 0 40 main prog prog.c\n"                                                          \
	"routine 1 0 read libc.so.6 -\n"                                                           \
	"routine 2 10 sum prog prog.c\n"

/*
 * sum is called with inputs of 1, 2, 3, once more within the last (2 cells, its own first accesses),
 * then with 4 cells of external input, then with 1 cell of another thread and 1 known.
 */
#define SUM                                                                                        \
	"t 1 1 10 10 10 100 1 0 0\n"                                                               \
	"t 2 3 2 20 42 804 6 1 0\n"                                                                \
	"t 3 1 32 32 32 1024 3 0 0\n"                                                              \
	"t 4 1 7 7 7 49 4 0 4\n"

static void finished_threads(void **state)
{
	(void)state;
	assert_read_as(text_of_core(false, true, true),
		       HEAD("no", "exit") "thread 1 94 1 4 main\n"
					  "thread 2 1 0 0 -\n" ROUTINES
					  "record 0 1 - 1 94 5 differs\n"
					  "t 8 1 94 94 94 8836 4 1 4\n"
					  "r 4 1 94 94 94\n"
					  "record 1 2 - 1 1 1 same\n"
					  "t 0 1 1 1 1 1 0 0 0\n"
					  "record 2 1 - 6 89 89 same\n" SUM "edge 0 2 1 - - 5 89\n"
					  "c 8 2 1 4 5\n"
					  "edge 2 2 1 - - 1 0\n"
					  "c 3 1 1 1 1\n"
					  "end 25\n");
}

/* Without memory to find out which routines are needed all are written. */
static void without_memory(void **state)
{
	struct text with = text_of_core(false, true, true);
	struct text without = text_of_core(false, true, false);

	(void)state;
	assert_null(strstr(with.bytes, "never"));
	assert_non_null(strstr(without.bytes, "never"));
	text_free(&with);
	text_free(&without);
}

/* main has not returned: its record has no points yet, but it has made calls. */
static void snapshot(void **state)
{
	(void)state;
	assert_read_as(
		text_of_core(false, false, true),
		HEAD("no", "running") "thread 1 94 1 4 main\n"
				      "thread 2 1 0 0 -\n" ROUTINES "record 0 1 - 0 0 0 same\n"
				      "record 1 2 - 1 1 1 same\n"
				      "t 0 1 1 1 1 1 0 0 0\n"
				      "record 2 1 - 6 89 89 same\n" SUM "edge 0 2 1 - - 5 89\n"
				      "edge 2 2 1 - - 1 0\n"
				      "c 3 1 1 1 1\n"
				      "end 22\n");
}

static void contexts(void **state)
{
	(void)state;
	assert_read_as(text_of_core(true, true, true),
		       HEAD("yes", "exit") "thread 1 94 1 4 main\n"
					   "thread 2 1 0 0 -\n" ROUTINES "context 0 - 0\n"
					   "context 1 0 2\n"
					   "context 2 - 1\n"
					   "record 0 1 0 1 94 5 differs\n"
					   "t 8 1 94 94 94 8836 4 1 4\n"
					   "r 4 1 94 94 94\n"
					   "record 1 2 2 1 1 1 same\n"
					   "t 0 1 1 1 1 1 0 0 0\n"
					   "record 2 1 1 6 89 89 same\n" SUM "edge 0 2 1 0 1 5 89\n"
					   "c 8 2 1 4 5\n"
					   "edge 2 2 1 1 1 1 0\n"
					   "c 3 1 1 1 1\n"
					   "end 28\n");
}

/* Two cores with a thread each: contexts of one path are one. */
static void several_cores(void **state)
{
	static struct landau_writer writer;
	struct landau_core *cores[2];
	struct landau_description description = describe(true, true);
	struct text text = {0};

	(void)state;
	for (uint32_t i = 0; i < 2; i++) {
		struct landau_thread *thread;

		cores[i] = new_core(true);
		thread = landau_thread_start(cores[i], 1 + i);
		landau_switch(thread);
		landau_call(thread, 0);
		landau_call(thread, 3 + i);
		landau_read(thread, 0x1000, 4 + 4 * i);
		thread->cost += 10 + i;
		landau_thread_finish(thread);
	}
	landau_writer_start(&writer, text_put, &text);
	assert_true(landau_write_cores(&writer, cores, 2, &description));
	for (int i = 0; i < 2; i++)
		landau_core_destroy(cores[i]);
	assert_read_as(text, HEAD("yes", "exit") "thread 1 10 0 0 main\n"
						 "thread 2 11 0 0 -\n" ROUTINES "context 0 - 0\n"
						 "context 1 0 1\n"
						 "context 2 0 2\n"
						 "record 0 1 0 1 10 0 same\n"
						 "t 1 1 10 10 10 100 1 0 0\n"
						 "record 0 2 0 1 11 0 same\n"
						 "t 2 1 11 11 11 121 2 0 0\n"
						 "record 1 2 1 1 11 11 same\n"
						 "t 2 1 11 11 11 121 2 0 0\n"
						 "record 2 1 2 1 10 10 same\n"
						 "t 1 1 10 10 10 100 1 0 0\n"
						 "edge 0 1 2 0 1 1 11\n"
						 "c 2 1 1 1 1\n"
						 "edge 0 2 1 0 2 1 10\n"
						 "c 1 1 1 1 1\n"
						 "end 26\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finished_threads), cmocka_unit_test(without_memory),
		cmocka_unit_test(snapshot),         cmocka_unit_test(contexts),
		cmocka_unit_test(several_cores),
	};

	return cmocka_run_group_tests_name("profile-from-core", tests, NULL, NULL);
}
