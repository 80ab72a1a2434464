/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_loops.c - loops: read, written and merged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "text.h"

#define HEAD                                                                                       \
	"landau 1\ncost bb\ncell 4\ncontexts no\nrun replay exit 0 p p\n"                          \
	"thread 1 0 0 0 -\nthread 2 0 0 0 -\nroutine 0 0 f p c\nroutine 1 0 g p c\n"

static void loops_are_read(void **state)
{
	static const char sorted[] = HEAD "x-loop 0 16 0 0 9 c 4 0 7 3 1 2 8 2 5\n"
					  "x-loop 1 32 16 1 5 c 4 1 h d.h 7 70 3 1 4\n"
					  "x-loop 1 16 0 0 41 c 41 0 70\n"
					  "x-loop 1 48 0 0 41 c 41 0 71\n"
					  "end 14\n";
	struct landau_profile *profile = parse(HEAD "x-loop 1 48 0 0 41 c 41 0 71\n"
						    "x-loop 1 16 0 0 41 c 41 0 70\n"
						    "x-loop 0 16 0 0 9 c 4 0 7 3 1 2 8 2 5\n"
						    "x-loop 1 32 16 1 5 c 4 1 h d.h 7 70 3 1 4\n"
						    "end 14\n");
	const struct landau_loop *loop;
	size_t first, last;

	(void)state;
	assert_int_equal(profile->loop_count, 4);
	landau_profile_loops_of(profile, 1, &first, &last);
	assert_int_equal(last - first, 3);
	loop = &profile->loops[first];
	assert_int_equal(loop->position, 32);
	assert_int_equal(loop->parent, 16);
	assert_true(loop->at_most);
	assert_int_equal(loop->line.line, 4);
	assert_string_equal(loop->line.inlined[0].name, "h");
	assert_int_equal(loop->line.executions, 70);
	assert_int_equal(loop->line.points[0].executions, 4);
	assert_text(profile, sorted);
	landau_profile_free(profile);
}

/* Those of one place and position, whatever the order and the grouping. */
static void loops_are_added(void **state)
{
	static const char expected[] = HEAD "x-loop 0 16 8 1 9 c 4 0 24 3 2 4 5 1 1 8 4 10\n"
					    "x-loop 0 24 0 0 4 c 4 0 2\n"
					    "end 12\n";
	struct landau_profile *parts[] = {
		parse(HEAD "x-loop 0 16 0 0 9 c 4 0 7 3 1 2 8 2 5\nend 11\n"),
		parse(HEAD "x-loop 0 16 4 1 6 c 4 0 10 5 1 1\nx-loop 0 24 0 0 4 c 4 0 2\nend 12\n"),
		parse(HEAD "x-loop 0 16 8 0 7 c 4 0 7 3 1 2 8 2 5\nend 11\n"),
	};

	(void)state;
	assert_merged_in_any_order(parts, expected);
}

static void damage_is_named(void **state)
{
	static const struct damage damage[] = {
		{"x-loop 7 1 0 0 1 c 1 0 1\n", "there is no routine 7 above this line"},
		{"x-loop 0\n", "the position of the loop is missing"},
		{"x-loop 0 1 0 2 1 c 1 0 1\n", "whether its trips are a bound is not 0 or 1"},
		{"x-loop 0 1 0 0 3 c 4 0 1\n", "the last line of a loop is above its first one"},
		{"x-loop 0 1 1 0 1 c 1 0 1\n", "a loop is inside of itself"},
		{"x-loop 0 1 0 0 1 c 1 0\n", "the number of trips is missing"},
		{"x-loop 0 1 0 0 1 c 1 0 1 5\n", "the number of activations is missing"},
		{"x-loop 0 1 0 0 1 c 1 0 1 5 0 1\n", "a point of a loop has no activations"},
		{"x-loop 0 1 0 0 1 c 1 0 9 5 1 1 5 1 1\n",
		 "the points of a loop are not sorted by size"},
		{"x-loop 0 1 0 0 1 c 1 0 1 5 1 1 6 1 1\n",
		 "the points of a loop have more trips than the loop"},
	};

	(void)state;
	assert_damage(HEAD, damage, sizeof(damage) / sizeof(damage[0]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loops_are_read),
		cmocka_unit_test(loops_are_added),
		cmocka_unit_test(damage_is_named),
	};

	return cmocka_run_group_tests_name("profile-loops", tests, NULL, NULL);
}
