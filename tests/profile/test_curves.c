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

/* Whom the activation had called, and what was noted at returns. */
static void more_of_a_curve_is_read(void **state)
{
	static const char more[] = HEAD "x-curve 0 1 5 5 0 0 6 9 7 2 0 8 9 7 2 0 8\n"
					"x-called 1 1 2\n"
					"x-curve 1 2 10 8 1 2 70 12 8 1 2 90 12 8 1 2 95\n"
					"x-called 0 0 60 1 1 20\n"
					"x-steps 90 8 3 4 16 10 9 24 10 95\n"
					"end 15\n";
	struct landau_profile *profile = parse(more);
	const struct landau_curve *curve = &profile->curves[1];

	(void)state;
	assert_int_equal(profile->curves[0].marks[0].callee, LANDAU_NONE);
	assert_int_equal(profile->curves[0].marks[0].callee_cost, 0);
	assert_int_equal(profile->curves[0].marks[1].callee, 1);
	assert_int_equal(profile->curves[0].step_count, 0);
	assert_int_equal(curve->marks[0].callee, 0);
	assert_int_equal(curve->marks[0].callee_cost, 60);
	assert_int_equal(curve->returns, 90);
	assert_int_equal(curve->step_count, 3);
	assert_int_equal(curve->steps[1].returns, 16);
	assert_int_equal(curve->steps[1].trms, 10);
	assert_int_equal(curve->steps[2].cost, 95);
	assert_text(profile, more);
	landau_profile_free(profile);
}

/* Routines are others in another profile, and what is told of a curve takes part in the order. */
static void more_of_a_curve_is_merged(void **state)
{
	static const char expected[] =
		"landau 1\ncost bb\ncell 4\ncontexts no\nrun replay exit 0 p p\n"
		"run replay exit 0 p p\nrun replay exit 0 p p\nthread 1 0 0 0 -\nthread 2 0 0 0 -\n"
		"routine 0 0 a p c\nroutine 1 0 f p c\nroutine 2 0 g p c\n"
		"x-curve 1 1 2 2 0 0 40 4 4 0 0 50\nx-called 0 2 30\nx-steps 9 8 3 4\n"
		"x-curve 1 1 2 2 0 0 40 4 4 0 0 50\nx-called 0 2 30\n"
		"x-curve 1 1 2 2 0 0 40 4 4 0 0 50\nx-called 0 0 30\n"
		"end 20\n";
	struct landau_profile *parts[] = {
		parse("landau 1\ncost bb\ncell 4\ncontexts no\nrun replay exit 0 p p\n"
		      "thread 1 0 0 0 -\nroutine 0 0 f p c\nroutine 1 0 a p c\n"
		      "x-curve 0 1 2 2 0 0 40 4 4 0 0 50\nx-called 0 1 30\nend 11\n"),
		parse(HEAD "x-curve 0 1 2 2 0 0 40 4 4 0 0 50\nx-called 0 1 30\n"
			   "x-steps 9 8 3 4\nend 13\n"),
		parse(HEAD "x-curve 0 1 2 2 0 0 40 4 4 0 0 50\nx-called 0 1 30\nend 12\n"),
	};

	(void)state;
	for (int i = 0; i < 6; i++) {
		int second = (i + 1 + i / 3) % 3;
		struct landau_profile *pair[] = {parts[i % 3], parts[second]};
		struct landau_error error;
		struct landau_profile *both = landau_profile_merge(pair, 2, &error);
		struct landau_profile *all[] = {both, parts[3 - i % 3 - second]};
		struct landau_profile *merged = landau_profile_merge(all, 2, &error);

		assert_non_null(merged);
		assert_text(merged, expected);
		landau_profile_free(merged);
		landau_profile_free(both);
	}
	for (int i = 0; i < 3; i++)
		landau_profile_free(parts[i]);
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

static void damage_below_a_curve_is_named(void **state)
{
	static const struct damage damage[] = {
		{"x-called 0\n", "routine is missing"},
		{"x-called 0 7 1\n", "there is no routine 7 above this line"},
		{"x-called 0 1 0\n", "the callee has cost nothing"},
		{"x-called 2 1 1\n", "there is no such mark"},
		{"x-called 1 1 1 0 1 1\n", "the marks are not sorted"},
		{"x-steps 9\n", "the step is missing"},
		{"x-steps 9 10 3 3\n", "a step is behind the end"},
		{"x-steps 9 8 4 3\n", "a step is behind the end"},
		{"x-steps 9 8 3 8\n", "a step is behind the end"},
		{"x-steps 9 8 3 3 8 3 3\n", "the steps are not sorted"},
		{"x-steps 9 8 3 3 9 2 3\n", "the steps are not sorted"},
	};
	struct landau_error error;
	struct text many = {0};

	(void)state;
	assert_damage(HEAD "x-curve 0 1 1 1 0 0 1 2 2 0 0 5 3 3 0 0 7\n", damage,
		      sizeof(damage) / sizeof(damage[0]));
	text_add(&many, HEAD "x-curve 0 1 1 1 0 0 1 3 3 0 0 999\nx-steps 999");
	for (int i = 1; i <= LANDAU_STEPS_MOST + 1; i++) {
		char step[32];

		snprintf(step, sizeof(step), " %d 3 %d", i, i);
		text_add(&many, step);
	}
	text_add(&many, "\nend 99\n");
	assert_null(landau_profile_parse(many.bytes, many.count, "text", &error));
	assert_string_equal(error.text, "there are more than 64 steps");
	text_free(&many);
	text_add(&many, HEAD "x-steps 9 8 3 3\nend 11\n");
	assert_null(landau_profile_parse(many.bytes, many.count, "text", &error));
	assert_string_equal(error.text, "there is no curve above this line");
	text_free(&many);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(curves_are_read),
		cmocka_unit_test(more_of_a_curve_is_read),
		cmocka_unit_test(more_of_a_curve_is_merged),
		cmocka_unit_test(the_most_expensive_stay),
		cmocka_unit_test(damage_is_named),
		cmocka_unit_test(damage_below_a_curve_is_named),
	};

	return cmocka_run_group_tests_name("profile-curves", tests, NULL, NULL);
}
