/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lines.c - source lines: read, written and merged.
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

static void lines_are_read(void **state)
{
	static const char sorted[] = HEAD "x-line 0 c 4 0 7 9 7 3 1 2 4 8 2 5 5\n"
					  "x-line 1 c 41 0 70 90 70\n"
					  "x-line 1 c 41 2 g c 40 h%20h d.h 7 70 90 70 3 1 2 4\n"
					  "end 13\n";
	struct landau_profile *profile =
		parse(HEAD "x-line 1 c 41 2 g c 40 h%20h d.h 7 70 90 70 3 1 2 4\n"
			   "x-line 1 c 41 0 70 90 70\n"
			   "x-line 0 c 4 0 7 9 7 3 1 2 4 8 2 5 5\n"
			   "end 13\n");
	const struct landau_line *line;
	size_t first, last;

	(void)state;
	assert_int_equal(profile->line_count, 3);
	landau_profile_lines_of(profile, 1, &first, &last);
	assert_int_equal(last - first, 2);
	line = &profile->lines[first + 1];
	assert_string_equal(line->file, "c");
	assert_int_equal(line->line, 41);
	assert_int_equal(line->inlined_count, 2);
	assert_string_equal(line->inlined[1].name, "h h");
	assert_string_equal(line->inlined[1].file, "d.h");
	assert_int_equal(line->inlined[1].line, 7);
	assert_int_equal(line->executions, 70);
	assert_int_equal(line->cost, 90);
	line = &profile->lines[0];
	assert_int_equal(line->point_count, 2);
	assert_int_equal(line->points[1].size, 8);
	assert_int_equal(line->points[1].calls, 2);
	assert_int_equal(line->points[1].executions, 5);
	assert_int_equal(line->points[1].cost, 5);
	assert_text(profile, sorted);
	landau_profile_free(profile);
}

/* Those of one place, whatever the order and the grouping. */
static void lines_are_added(void **state)
{
	static const char expected[] =
		HEAD "x-line 0 c 4 0 24 33 24 3 2 4 8 5 1 1 1 8 4 10 10\n"
		     "x-line 0 c 4 1 g c 3 18446744073709551615 2 2 5 18446744073709551615 3 1\n"
		     "end 12\n";
	struct landau_profile *parts[] = {
		parse(HEAD "x-line 0 c 4 0 7 9 7 3 1 2 4 8 2 5 5\nend 11\n"),
		parse(HEAD
		      "x-line 0 c 4 0 10 15 10 5 1 1 1\n"
		      "x-line 0 c 4 1 g c 3 18446744073709551615 1 1 5 18446744073709551615 1 1\n"
		      "end 12\n"),
		parse(HEAD "x-line 0 c 4 1 g c 3 2 1 1 5 1 2 0\n"
			   "x-line 0 c 4 0 7 9 7 3 1 2 4 8 2 5 5\nend 12\n"),
	};

	(void)state;
	assert_merged_in_any_order(parts, expected);
}

static void damage_is_named(void **state)
{
	static const struct damage damage[] = {
		{"x-line 7 c 1 0 1 1 1\n", "there is no routine 7 above this line"},
		{"x-line 0\n", "the file is missing"},
		{"x-line 0 c 1\n", "the number of inlined functions is missing"},
		{"x-line 0 c 1 4000000000 g\n", "the file of its call is missing"},
		{"x-line 0 c 1 1 g c 1 4\n", "cost is missing"},
		{"x-line 0 c 1 0 1 1 1 5\n", "the number of activations is missing"},
		{"x-line 0 c 1 0 1 1 1 5 0 1 1\n", "a point of a line has no activations"},
		{"x-line 0 c 1 0 9 9 9 5 1 1 1 5 1 1 1\n",
		 "the points of a line are not sorted by size"},
		{"x-line 0 c 1 0 1 9 1 5 1 1 1 6 1 1 1\n",
		 "the points of a line have more than the line"},
		{"x-line 0 c 1 0 9 1 1 5 1 1 1 6 1 1 1\n",
		 "the points of a line have more than the line"},
	};

	(void)state;
	assert_damage(HEAD, damage, sizeof(damage) / sizeof(damage[0]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_read),
		cmocka_unit_test(lines_are_added),
		cmocka_unit_test(damage_is_named),
	};

	return cmocka_run_group_tests_name("profile-lines", tests, NULL, NULL);
}
