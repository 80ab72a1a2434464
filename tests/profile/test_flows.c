/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_flows.c - whose the input was: flows read, written and merged.
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

/* From a routine, from outside of all routines, from a file, and from nobody. */
static void flows_are_read(void **state)
{
	static const char sorted[] = HEAD "x-external 0 file /a\n"
					  "x-external 1 file /b%20c\n"
					  "x-flow 0 1 2 1 5 2 4 2 1 3 4 8 1 8 8 8\n"
					  "x-flow 0 1 2 - 0 0 4 1 1 1 1\n"
					  "x-flow 0 1 - 0 3 3 4 2 1 2 3\n"
					  "x-flow 1 2 - - 1 0 7 1 7 7 7\n"
					  "end 16\n";
	struct landau_profile *profile = parse(HEAD "x-external 9 file /b%20c\n"
						    "x-external 3 file /a\n"
						    "x-flow 1 2 - - 1 0 7 1 7 7 7\n"
						    "x-flow 0 1 - 3 3 3 4 2 1 2 3\n"
						    "x-flow 0 1 2 - 0 0 4 1 1 1 1\n"
						    "x-flow 0 1 2 1 5 2 4 2 1 3 4 8 1 8 8 8\n"
						    "end 16\n");
	const struct landau_profile_flow *flow;
	size_t first, last;

	(void)state;
	assert_int_equal(profile->external_count, 2);
	assert_string_equal(profile->externals[1].kind, "file");
	assert_string_equal(profile->externals[1].name, "/b c");
	assert_int_equal(profile->flow_count, 4);
	landau_profile_flows_of(profile, 0, &first, &last);
	assert_int_equal(first, 0);
	assert_int_equal(last, 3);
	flow = &profile->flows[0];
	assert_int_equal(profile->threads[flow->from_thread].id, 2);
	assert_int_equal(flow->from, 1);
	assert_int_equal(flow->self, 5);
	assert_int_equal(flow->induced, 2);
	assert_int_equal(flow->point_count, 2);
	assert_int_equal(flow->points[0].calls, 2);
	assert_int_equal(landau_flow_cells(flow), 12);
	flow = &profile->flows[3];
	assert_int_equal(flow->from_thread, LANDAU_NONE);
	assert_int_equal(flow->from, LANDAU_NONE);
	assert_text(profile, sorted);
	landau_profile_free(profile);
}

/* Whatever the order and the grouping, and though files have other numbers. */
static void flows_are_added(void **state)
{
	static const char expected[] =
		HEAD "x-external 0 file /a\n"
		     "x-external 1 pipe -\n"
		     "x-flow 0 1 1 0 18446744073709551615 2 18446744073709551615 3 1 "
		     "18446744073709551615 18446744073709551615\n"
		     "x-flow 0 1 - 0 5 3 3 2 1 2 3 4 1 1 1 1 5 1 2 2 2\n"
		     "x-flow 0 1 - 1 1 1 3 1 1 1 1\n"
		     "end 15\n";
	struct landau_profile *parts[] = {
		parse(HEAD "x-external 0 file /a\nx-flow 0 1 - 0 2 2 3 1 2 2 2 4 1 1 1 1\n"
			   "x-flow 0 1 1 0 1 1 18446744073709551615 1 1 1 1\nend 13\n"),
		parse(HEAD "x-external 0 pipe -\nx-external 1 file /a\n"
			   "x-flow 0 1 - 0 1 1 3 1 1 1 1\nx-flow 0 1 - 1 1 0 3 1 1 1 1\n"
			   "x-flow 0 1 1 0 18446744073709551615 1 18446744073709551615 1 "
			   "18446744073709551615 18446744073709551615 18446744073709551615\n"
			   "end 15\n"),
		parse(HEAD "x-external 5 file /a\nx-flow 0 1 - 5 2 1 5 1 2 2 2\n"
			   "x-flow 0 1 1 0 1 0 18446744073709551615 1 2 2 2\nend 13\n"),
	};

	(void)state;
	assert_merged_in_any_order(parts, expected);
}

static void damage_is_named(void **state)
{
	static const struct damage damage[] = {
		{"x-flow 7 1 - - 1 0 7 1 7 7 7\n", "there is no routine 7 above this line"},
		{"x-flow 0 7 - - 1 0 7 1 7 7 7\n", "there is no thread 7 above this line"},
		{"x-flow 0 1 7 - 1 0 7 1 7 7 7\n", "there is no thread 7 above this line"},
		{"x-flow 0 1 1 7 1 0 7 1 7 7 7\n", "there is no routine 7 above this line"},
		{"x-flow 0 1 - 7 1 0 7 1 7 7 7\n", "there is no external 7 above this line"},
		{"x-flow 0 1 - - 1 0\n", "a flow has no points"},
		{"x-flow 0 1 - - 1 0 7 1 7 7\n", "the number of cells is missing"},
		{"x-flow 0 1 - - 1 0 7 0 7 7 7\n", "a point of a flow has no activations"},
		{"x-flow 0 1 - - 1 0 7 2 2 3 7\n",
		 "the cells are not possible for so many activations"},
		{"x-flow 0 1 - - 1 0 7 2 2 3 3\n",
		 "the cells are not possible for so many activations"},
		{"x-flow 0 1 - - 1 0 6 1 7 7 7\n",
		 "an activation has more cells from a source than input"},
		{"x-flow 0 1 - - 1 0 7 1 1 1 1 7 1 1 1 1\n",
		 "the points of a flow are not sorted by size"},
		{"x-flow 0 1 - - 8 0 7 1 7 7 7\n",
		 "a part of the cells of a flow is larger than the whole"},
		{"x-flow 0 1 - - 1 2 7 1 7 7 7\n",
		 "a part of the cells of a flow is larger than the whole"},
		{"x-external 4294967296 file a\n", "the number of an external is too large"},
		{"x-external 0 file\n", "its name is missing"},
		{"x-external 0 file a b\n", "the line has too many fields"},
	};

	(void)state;
	assert_damage(HEAD, damage, sizeof(damage) / sizeof(damage[0]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flows_are_read),
		cmocka_unit_test(flows_are_added),
		cmocka_unit_test(damage_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
