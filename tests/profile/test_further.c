/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_further.c - memory, input and output: further costs read, written, merged, and taken for the main cost.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "text.h"

#define START "landau 1\ncost bb\ncell 4\ncontexts no\n"
#define NAMES                                                                                      \
	"run replay exit 0 p p\nthread 1 50 0 0 -\nthread 2 0 0 0 -\n"                             \
	"routine 0 0 f p c\nroutine 1 0 g p c\n"
#define COSTS "x-costs alloc peak\n"
enum { HEAD_LINES = 10 };

static void further_costs_are_sorted(void **state)
{
	struct landau_profile *profile =
		parse(START "x-costs peak alloc\n" NAMES "x-cost peak - 1 - 70 0\n"
			    "x-cost peak 1 1 - 3 3 4 1 3 3 3\n"
			    "x-cost peak 0 1 - 7 2 1 1 2 2 2 8 2 3 4 7\n"
			    "x-cost alloc 0 2 - 9 9 8 1 9 9 9\n"
			    "x-cost alloc 0 1 - 9 9 8 1 9 9 9\n"
			    "end 16\n");
	size_t first, last;

	(void)state;
	assert_int_equal(profile->further_costs, 1 << LANDAU_COST_ALLOC | 1 << LANDAU_COST_PEAK);
	landau_profile_further_of(profile, 0, &first, &last);
	assert_int_equal(first, 0);
	assert_int_equal(last, 3);
	assert_int_equal(profile->further[1].cost, LANDAU_COST_PEAK);
	assert_int_equal(profile->further[1].total, 7);
	assert_int_equal(profile->further[1].self, 2);
	assert_int_equal(profile->further[1].point_count, 2);
	assert_int_equal(profile->further[1].points[1].max, 4);
	landau_profile_further_of(profile, LANDAU_NONE, &first, &last);
	assert_int_equal(first, 4);
	assert_int_equal(last, 5);
	assert_text(profile, START COSTS NAMES "x-cost alloc 0 1 - 9 9 8 1 9 9 9\n"
					       "x-cost peak 0 1 - 7 2 1 1 2 2 2 8 2 3 4 7\n"
					       "x-cost alloc 0 2 - 9 9 8 1 9 9 9\n"
					       "x-cost peak 1 1 - 3 3 4 1 3 3 3\n"
					       "x-cost peak - 1 - 70 0\n"
					       "end 16\n");
	landau_profile_free(profile);
}

/* Whatever the order and the grouping. */
static void further_costs_are_added(void **state)
{
	struct landau_profile *parts[] = {
		parse(START COSTS NAMES "x-cost peak 0 1 - 7 2 1 1 2 2 2 8 2 3 4 7\nend 12\n"),
		parse(START COSTS NAMES "x-cost peak 0 1 - 9 1 8 1 9 9 9\nend 12\n"),
		parse(START COSTS NAMES "x-cost peak 0 1 - 1 18446744073709551615 9 1 1 1 1\n"
					"x-cost peak - 2 - 5 0\nend 13\n"),
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
		merged->run_count = 1;
		merged->threads[0].cost = 50;
		assert_text(merged,
			    START COSTS NAMES "x-cost peak 0 1 - 17 18446744073709551615 1 1 2 2 2 "
					      "8 3 3 9 16 9 1 1 1 1\n"
					      "x-cost peak - 2 - 5 0\nend 13\n");
		landau_profile_free(merged);
		landau_profile_free(both);
	}
	for (int i = 0; i < 3; i++)
		landau_profile_free(parts[i]);
}

static void other_costs_are_not_merged(void **state)
{
	struct landau_profile *parts[] = {
		parse(START COSTS NAMES "end 11\n"),
		parse(START NAMES "end 10\n"),
	};
	struct landau_error error;

	(void)state;
	assert_null(landau_profile_merge(parts, 2, &error));
	assert_string_equal(error.text,
			    "cannot be merged: its further costs are none, those of the "
			    "first are alloc,peak");
	for (int i = 0; i < 2; i++)
		landau_profile_free(parts[i]);
}

/* Activations that have none of a cost have 0. */
static void a_further_cost_becomes_the_main_one(void **state)
{
	static const char text[] =
		START COSTS NAMES "record 0 1 - 4 50 40 differs\n"
				  "t 3 1 5 5 5 25 3 0 0\nt 8 3 15 15 45 675 20 0 0\n"
				  "r 3 1 5 5 5\nr 6 1 15 15 15\nr 7 2 15 15 30\n"
				  "record 1 1 - 1 5 5 same\nt 1 1 5 5 5 25 1 0 0\n"
				  "edge 0 1 1 - - 1 5\nc 8 1 1 1 1\n"
				  "x-cost peak 0 1 - 7 2 8 2 3 4 7\n"
				  "x-cost peak - 1 - 70 0\nend 23\n";
	struct landau_profile *profile = parse(text);

	(void)state;
	assert_false(landau_profile_switch(profile, "live"));
	assert_false(landau_profile_switch(profile, "instr"));
	assert_true(landau_profile_switch(profile, "bb"));
	assert_text(profile, text);
	assert_true(landau_profile_switch(profile, "peak"));
	assert_string_equal(profile->cost_kind, "peak");
	assert_int_equal(landau_profile_cost(profile, LANDAU_NONE), 70);
	assert_int_equal(profile->records[0].cost, 7);
	assert_int_equal(profile->records[0].self, 2);
	assert_int_equal(profile->records[0].trms[0].costs.max, 0);
	assert_int_equal(profile->records[0].trms[1].costs.min, 0);
	assert_int_equal(profile->records[0].trms[1].costs.max, 4);
	assert_int_equal(profile->records[0].trms[1].costs.sum, 7);
	assert_int_equal(profile->records[0].trms[1].costs.calls, 3);
	assert_int_equal(profile->records[1].cost, 0);
	assert_int_equal(profile->records[1].trms[0].costs.max, 0);
	landau_profile_free(profile);
}

static void damage_is_named(void **state)
{
	static const struct {
		const char *line;
		const char *message;
	} damage[] = {
		{"x-cost live 0 1 - 1 1\n", "no x-costs line above names this cost"},
		{"x-cost love 0 1 - 1 1\n", "this further cost is not known"},
		{"x-costs live\n", "the profile has two x-costs lines"},
		{"x-cost peak 7 1 - 1 1\n", "there is no routine 7 above this line"},
		{"x-cost peak 0 7 - 1 1\n", "there is no thread 7 above this line"},
		{"x-cost peak 0 1 0 1 1\n", "there is no context 0 above this line"},
		{"x-cost peak 0 1 - 1\n", "self is missing"},
		{"x-cost peak 0 1 - 1 1 4 1 1 1\n", "sum is missing"},
		{"x-cost peak 0 1 - 1 1 4 0 1 1 1\n", "a point of a further cost has nothing"},
		{"x-cost peak 0 1 - 1 1 4 2 0 1 1\n", "a point of a further cost has nothing"},
		{"x-cost peak 0 1 - 1 1 4 1 2 1 1\n",
		 "the sum is not possible with these calls, min and max"},
		{"x-cost peak 0 1 - 1 1 4 1 1 1 1 4 1 1 1 1\n",
		 "the points are not sorted by size"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(damage) / sizeof(damage[0]); i++) {
		struct landau_error error;
		struct text text = {0};

		text_add(&text, START COSTS NAMES);
		text_add(&text, damage[i].line);
		text_add(&text, "end 99\n");
		assert_null(landau_profile_parse(text.bytes, text.count, "text", &error));
		assert_string_equal(error.text, damage[i].message);
		assert_int_equal(error.line, HEAD_LINES + 1);
		text_free(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(further_costs_are_sorted),
		cmocka_unit_test(further_costs_are_added),
		cmocka_unit_test(other_costs_are_not_merged),
		cmocka_unit_test(a_further_cost_becomes_the_main_one),
		cmocka_unit_test(damage_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
