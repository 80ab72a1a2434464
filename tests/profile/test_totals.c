/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_totals.c - the sizes of runs and what routines cost in them: read, written, merged and made.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "text.h"

#define HEAD "landau 1\ncost bb\ncell 4\ncontexts no\n"

/* Two threads and two sizes: a run has one sum of each, and the one largest call. */
static void one_run(void **state)
{
	struct landau_profile *profile = parse(HEAD "run replay exit 0 p p 40\n"
						    "thread 1 10 0 0 -\n"
						    "thread 2 50 0 0 -\n"
						    "routine 0 0 f p c\n"
						    "routine 1 0 never p c\n"
						    "record 0 1 - 2 10 9 same\n"
						    "t 5 1 3 3 3 9 5 0 0\n"
						    "t 6 1 7 7 7 49 6 0 0\n"
						    "record 0 2 - 1 50 50 same\n"
						    "t 1 1 50 50 50 2500 1 0 0\n"
						    "end 15\n");
	size_t first, last;

	(void)state;
	assert_int_equal(profile->total_count, 0);
	assert_int_equal(profile->runs[0].unit, LANDAU_RUN_UNSIZED);
	assert_true(landau_profile_set_size(profile, LANDAU_RUN_BYTES, 40));
	assert_text(profile, HEAD "run replay exit 0 p p 40\n"
				  "x-size bytes 40\n"
				  "thread 1 10 0 0 -\n"
				  "thread 2 50 0 0 -\n"
				  "routine 0 0 f p c\n"
				  "routine 1 0 never p c\n"
				  "record 0 1 - 2 10 9 same\n"
				  "t 5 1 3 3 3 9 5 0 0\n"
				  "t 6 1 7 7 7 49 6 0 0\n"
				  "record 0 2 - 1 50 50 same\n"
				  "t 1 1 50 50 50 2500 1 0 0\n"
				  "x-runs 0 40 1 60 3 50\n"
				  "end 17\n");
	landau_profile_totals_of(profile, 0, &first, &last);
	assert_int_equal(last - first, 1);
	assert_int_equal(profile->totals[first].cost.sum, 60);
	landau_profile_totals_of(profile, 1, &first, &last);
	assert_int_equal(last - first, 0);
	landau_profile_free(profile);
}

#define RUN(size) "run replay exit 0 p p\nx-size n " size "\n"
#define ROUTINES  "routine 0 0 f p c\nroutine 1 0 g p c\n"

/* Repeated runs of a size are several observations of it; sizes are kept apart. */
static void runs_of_one_size_are_added(void **state)
{
	struct landau_profile *parts[] = {
		parse(HEAD RUN("8") ROUTINES "x-runs 1 8 1 30 2 20\nend 10\n"),
		parse(HEAD RUN("8") ROUTINES "x-runs 1 8 1 50 4 15\nx-runs 0 8 1 1 1 1\nend 11\n"),
		parse(HEAD RUN("3") ROUTINES
		      "x-runs 1 3 1 5 1 5\nx-runs 1 8 2 7 9 16 1 1 2 7 9 16\nend 11\n"),
	};
	struct landau_error error;
	struct landau_profile *merged = landau_profile_merge(parts, 3, &error);

	(void)state;
	assert_non_null(merged);
	assert_text(merged,
		    HEAD RUN("3") RUN("8") RUN("8") ROUTINES "x-runs 0 8 1 1 1 1\n"
							     "x-runs 1 3 1 5 1 5\n"
							     "x-runs 1 8 4 7 50 96 1 4 8 7 20 51\n"
							     "end 16\n");
	landau_profile_free(merged);
	for (int i = 0; i < 3; i++)
		landau_profile_free(parts[i]);
}

static void damage_is_named(void **state)
{
	static const struct damage damage[] = {
		{"x-size n 3\n", "there is no run above this line, or it has a size"},
		{RUN("8") "x-size n 8\n", "there is no run above this line, or it has a size"},
		{"run replay exit 0 p p\nx-size feet 8\n",
		 "the unit is not n, lines, bytes or threads"},
		{"run replay exit 0 p p\nx-size n -8\n", "the size of the run is not a number"},
		{"run replay exit 0 p p\nx-size n 8 8\n", "the line has too many fields"},
		{RUN("8") "x-runs 0 8 1 1 1 1\n", "there is no routine 0 above this line"},
		{RUN("8") ROUTINES "x-runs 0 8 0\n", "there are no runs"},
		{RUN("8") ROUTINES "x-runs 0 8 1 1 1\n", "the largest call is missing"},
		{RUN("8") ROUTINES "x-runs 0 8 1 1 1 1 1\n", "the line has too many fields"},
		{RUN("8") ROUTINES "x-runs 0 8 2 1 2 5 1 1 2 1 1 2\n",
		 "cost is not possible for so many runs"},
		{RUN("8") ROUTINES "x-runs 0 8 2 2 2 4 2 1 3 1 1 2\n",
		 "calls is not possible for so many runs"},
		{RUN("8") ROUTINES "x-runs 0 8 2 2 2 4 1 1 2 1 2 1\n",
		 "the largest call is not possible for so many runs"},
	};

	(void)state;
	assert_damage(HEAD, damage, sizeof(damage) / sizeof(damage[0]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_run),
		cmocka_unit_test(runs_of_one_size_are_added),
		cmocka_unit_test(damage_is_named),
	};

	return cmocka_run_group_tests_name("profile-totals", tests, NULL, NULL);
}
