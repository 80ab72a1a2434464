/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_curves.c - progress curves: read, written and merged.
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

static void curves_are_read(void **state)
{
	struct landau_profile *profile =
		parse(HEAD "x-curve 1 2 10 8 1 2 70 12 8 1 2 90 12 8 1 2 95\n"
			   "x-curve 0 1 5 5 0 0 6 9 7 2 0 8\n"
			   "end 12\n");
	const struct landau_curve *curve;
	size_t first, last;

	(void)state;
	assert_int_equal(profile->curve_count, 2);
	landau_profile_curves_of(profile, 1, &first, &last);
	assert_int_equal(last - first, 1);
	curve = &profile->curves[first];
	assert_int_equal(profile->threads[curve->thread].id, 2);
	assert_int_equal(curve->mark_count, 2);
	assert_int_equal(curve->marks[0].trms, 10);
	assert_int_equal(curve->marks[0].rms, 8);
	assert_int_equal(curve->marks[0].thread_input, 1);
	assert_int_equal(curve->marks[0].external_input, 2);
	assert_int_equal(curve->marks[0].cost, 70);
	assert_int_equal(curve->marks[1].cost, 90);
	assert_int_equal(curve->end.trms, 12);
	assert_int_equal(curve->end.cost, 95);
	assert_text(profile, HEAD "x-curve 0 1 5 5 0 0 6 9 7 2 0 8\n"
				  "x-curve 1 2 10 8 1 2 70 12 8 1 2 90 12 8 1 2 95\n"
				  "end 12\n");
	landau_profile_free(profile);
}

/* Of each routine and thread, whatever the order and the grouping. */
static void the_most_expensive_stay(void **state)
{
	static const char expected[] = HEAD "x-curve 0 1 3 3 0 0 40 4 4 0 0 50\n"
					    "x-curve 0 1 2 2 0 0 40 4 4 0 0 50\n"
					    "x-curve 0 1 2 2 0 0 10 9 9 0 0 30\n"
					    "x-curve 0 2 1 1 0 0 1 1 1 0 0 1\n"
					    "end 14\n";
	struct landau_profile *parts[] = {
		parse(HEAD "x-curve 0 1 2 2 0 0 10 9 9 0 0 30\nx-curve 0 1 2 2 0 0 40 4 4 0 0 "
			   "50\nend 12\n"),
		parse(HEAD "x-curve 0 1 2 2 0 0 10 8 8 0 0 30\nx-curve 0 2 1 1 0 0 1 1 1 0 0 "
			   "1\nend 12\n"),
		parse(HEAD "x-curve 0 1 3 3 0 0 40 4 4 0 0 50\nx-curve 0 1 2 2 0 0 9 9 9 0 0 "
			   "29\nend 12\n"),
	};

	(void)state;
	assert_merged_in_any_order(parts, expected);
}

static void damage_is_named(void **state)
{
	static const struct damage damage[] = {
		{"x-curve 7 1 1 1 0 0 1 2 2 0 0 2\n", "there is no routine 7 above this line"},
		{"x-curve 0 7 1 1 0 0 1 2 2 0 0 2\n", "there is no thread 7 above this line"},
		{"x-curve 0 1\n", "the size is missing"},
		{"x-curve 0 1 1 1 0 0 1\n", "a curve has no marks"},
		{"x-curve 0 1 1 1 0 0 1 2 2 0 0\n", "cost is missing"},
		{"x-curve 0 1 1 2 0 0 1 2 2 0 0 2\n", "rms is larger than trms"},
		{"x-curve 0 1 2 1 1 2 1 3 2 1 2 2\n",
		 "thread and external input are larger than trms"},
		{"x-curve 0 1 2 1 0 0 1 2 1 0 0 2 3 1 0 0 2\n",
		 "the marks of a curve are not sorted by size"},
		{"x-curve 0 1 2 1 0 0 1 1 1 0 0 2\n",
		 "the marks of a curve are not sorted by size"},
		{"x-curve 0 1 2 2 0 0 1 3 1 0 0 2\n", "a curve falls"},
		{"x-curve 0 1 2 2 0 1 1 3 2 0 0 2\n", "a curve falls"},
		{"x-curve 0 1 2 2 0 0 3 3 2 0 0 2\n", "a curve falls"},
	};

	(void)state;
	assert_damage(HEAD, damage, sizeof(damage) / sizeof(damage[0]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(curves_are_read),
		cmocka_unit_test(the_most_expensive_stay),
		cmocka_unit_test(damage_is_named),
	};

	return cmocka_run_group_tests_name("profile-curves", tests, NULL, NULL);
}
