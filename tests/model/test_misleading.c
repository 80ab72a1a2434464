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
	enum { MOST = 104 };
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
		 LANDAU_VERDICT_TOO_NARROW,
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
		{"small inputs of a merge sort are bent, looks like n^1.5 (GNU sort)",
		 LANDAU_VERDICT_NO_TREND,
		 {{19, 9},      {33, 39},      {34, 32},     {35, 32},     {36, 32},
		  {37, 32},     {38, 35},      {39, 32},     {40, 36},     {41, 38},
		  {42, 33},     {43, 33},      {44, 38},     {45, 68},     {46, 68},
		  {47, 33},     {48, 99},      {49, 106},    {53, 66},     {54, 97},
		  {55, 130},    {56, 53},      {57, 161},    {58, 100},    {59, 132},
		  {61, 171},    {63, 158},     {64, 66},     {65, 97},     {66, 170},
		  {67, 171},    {68, 184},     {69, 162},    {70, 162},    {71, 168},
		  {72, 164},    {73, 268},     {74, 269},    {75, 162},    {76, 268},
		  {77, 259},    {78, 162},     {80, 131},    {81, 258},    {82, 164},
		  {83, 265},    {84, 261},     {86, 247},    {87, 228},    {88, 228},
		  {89, 273},    {94, 258},     {105, 559},   {109, 564},   {116, 653},
		  {119, 496},   {121, 503},    {122, 541},   {123, 693},   {124, 601},
		  {125, 549},   {126, 550},    {127, 498},   {128, 630},   {129, 620},
		  {130, 612},   {131, 695},    {132, 614},   {133, 656},   {134, 623},
		  {136, 703},   {137, 650},    {138, 672},   {140, 651},   {144, 662},
		  {147, 699},   {207, 1706},   {211, 1766},  {224, 1651},  {238, 1629},
		  {239, 1750},  {240, 1758},   {243, 1792},  {246, 1579},  {247, 1777},
		  {248, 1568},  {249, 1832},   {250, 1728},  {254, 1615},  {257, 1673},
		  {433, 4503},  {438, 4319},   {441, 4316},  {464, 4429},  {466, 4599},
		  {481, 4264},  {484, 4603},   {859, 10934}, {905, 11109}, {910, 11216},
		  {942, 11009}, {1784, 26294}, {1800, 26671}}},
		{"linear, looks like a sum of n and n^1.5 (GNU grep)",
		 LANDAU_VERDICT_NO_TREND,
		 {{17, 18},
		  {43, 56},
		  {44, 56},
		  {45, 56},
		  {46, 58},
		  {48, 67},
		  {50, 58},
		  {57, 63},
		  {65, 75},
		  {83, 88},
		  {93, 107},
		  {108, 125},
		  {120, 137},
		  {277, 397},
		  {443, 756},
		  {900, 1670},
		  {1205, 2244},
		  {2939, 5958}}},
		{"two clusters, looks like n^3 (PyNumber_And)",
		 LANDAU_VERDICT_NO_TREND,
		 {{12, 13},    {17, 13},    {29, 25},    {31, 26},    {33, 40},    {35, 38},
		  {41, 53},    {70, 75},    {96, 100},   {657, 1071}, {659, 1071}, {692, 1180},
		  {694, 1180}, {697, 1247}, {709, 1298}, {710, 1247}, {712, 1229}, {719, 1298},
		  {727, 1321}, {792, 1631}, {910, 2483}}},
		{"set-up calls, and a line that does not begin at 0 (vips_image_generate)",
		 LANDAU_VERDICT_TOO_NARROW,
		 {{149, 354},      {151, 357},      {154, 366},      {164, 417},
		  {209, 458},      {213, 476},      {234, 493},      {235, 506},
		  {237, 505},      {238, 518},      {239, 524},      {5059, 73695},
		  {6045, 92209},   {7191, 110585},  {7383, 122942},  {7505, 119442},
		  {7572, 124455},  {7862, 142515},  {8071, 155438},  {8250, 172147},
		  {9154, 194655},  {10003, 224458}, {10800, 259980}, {11987, 313070},
		  {12941, 376982}, {15096, 457836}, {18180, 571303}}},
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
