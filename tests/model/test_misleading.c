/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_misleading.c - points about which a class could be named, and a wrong one was.
 *
 * They are of synthetic data whose class is known, and of routines of real programs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/model.h"

static void misleading_points(void **state)
{
	enum { MOST = 36 };
	static const struct {
		const char *what;
		enum landau_verdict verdict;
		double points[MOST][2];
	} cases[] = {
		{"n with a heavy tail, looks like n^3",
		 LANDAU_VERDICT_NO_TREND,
		 {{240, 33200},
		  {411, 64300},
		  {1032, 118000},
		  {1921, 201000},
		  {4053, 845000},
		  {6519, 943000},
		  {18149, 2.68e6},
		  {27686, 5e6},
		  {61125, 7.41e6},
		  {111041, 1.39e7},
		  {258792, 8.36e7},
		  {533644, 4.65e8}}},
		{"n with a heavy tail that looks like a background below n^2 log n",
		 LANDAU_VERDICT_NO_TREND,
		 {{4, 3360},
		  {8, 7830},
		  {12, 78800},
		  {16, 9880},
		  {32, 44500},
		  {41, 172000},
		  {75, 47700},
		  {102, 65200},
		  {189, 125000},
		  {247, 160000},
		  {395, 259000},
		  {754, 622000},
		  {1180, 824000},
		  {1896, 1.41e6},
		  {2573, 2.57e6},
		  {4206, 3.91e6},
		  {6238, 9.43e6}}},
		{"n^1.5 in a few small sizes, n log n in the others",
		 LANDAU_VERDICT_NO_TREND,
		 {{12, 5950},
		  {18, 2470},
		  {29, 23200},
		  {52, 9440},
		  {83, 112000},
		  {150, 269000},
		  {272, 674000},
		  {443, 124000},
		  {821, 266000},
		  {1529, 553000},
		  {2047, 746000},
		  {3845, 1.5e6},
		  {7546, 3.34e6},
		  {13173, 5.75e6},
		  {21519, 1.04e7},
		  {31052, 1.5e7}}},
		{"n or log n, the largest sixteen by chance log n",
		 LANDAU_VERDICT_NO_TREND,
		 {{536, 6441},     {648, 74046},    {781, 86346},    {887, 103004},
		  {1034, 119818},  {1310, 7512},    {1484, 174956},  {1824, 207076},
		  {2035, 224049},  {2483, 7954},    {3099, 354910},  {3567, 8552},
		  {4221, 487096},  {4818, 543837},  {6144, 8793},    {6961, 772902},
		  {8827, 9318},    {10240, 9676},   {11875, 9227},   {14258, 1662281},
		  {17245, 9512},   {20103, 10192},  {25036, 10310},  {27231, 10732},
		  {32237, 10695},  {41580, 11295},  {47971, 11312},  {57202, 11380},
		  {67316, 10947},  {79522, 12173},  {93980, 11895},  {112611, 11485},
		  {129322, 12281}, {154141, 12708}, {199613, 12477}, {223724, 12318}}},
		{"a cluster, and one size at either end of it (_nl_find_locale of the C library)",
		 LANDAU_VERDICT_TOO_NARROW,
		 {{22, 9},
		  {468, 1964},
		  {505, 1694},
		  {509, 1714},
		  {538, 1962},
		  {547, 2092},
		  {580, 2077},
		  {584, 2187},
		  {629, 2316},
		  {689, 2444},
		  {788, 2921},
		  {1504, 11563}}},
		{"all but the largest size are linear (vips_type_find)",
		 LANDAU_VERDICT_NO_TREND,
		 {{71, 100}, {72, 105}, {74, 110}, {3958, 21512}, {5848, 33576}, {28931, 3067187}}},
		{"linear but for the two largest sizes (of a Python interpreter)",
		 LANDAU_VERDICT_NO_TREND,
		 {{9, 5},
		  {15, 8},
		  {21, 12},
		  {27, 16},
		  {33, 20},
		  {39, 24},
		  {45, 28},
		  {57, 36},
		  {63, 40},
		  {75, 48},
		  {122, 172},
		  {141, 145}}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct landau_sample samples[MOST];
		size_t count = 0;

		for (; count < MOST && cases[i].points[count][0] > 0; count++)
			samples[count] = (struct landau_sample){cases[i].points[count][0],
								cases[i].points[count][1], 1};
		struct landau_model model = landau_model_fit(samples, count, LANDAU_MERGE_MEAN);
		if (model.verdict != cases[i].verdict)
			print_message("%s: %s %s\n", cases[i].what,
				      landau_verdict_name(model.verdict),
				      landau_growth_name(model.growth));
		assert_int_equal(model.verdict, cases[i].verdict);
		assert_int_equal(model.growth, LANDAU_GROWTH_NONE);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(misleading_points),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
