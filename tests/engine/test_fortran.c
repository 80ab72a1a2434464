/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_fortran.c - names of Fortran procedures, and names that only look like some. */
#include "engine/fortran.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

static void procedures_have_their_names(void **state)
{
	static const char *const rows[][2] = {
		{"__m_MOD_pairs", "m::pairs"},
		{"__m_MOD_pairs._omp_fn.0", "m::pairs._omp_fn.0"},
		{"__linear_algebra_MOD_solve_2", "linear_algebra::solve_2"},
		{"__odd__MOD_f", "odd_::f"},
		{"__m_MOD_f.constprop.0", "m::f.constprop.0"},
		{"__m_MOD___copy_m_T", NULL},
		{"__m_MOD_", NULL},
		{"___MOD_f", NULL},
		{"__MOD_f", NULL},
		{"_m_MOD_f", NULL},
		{"__m_mod_f", NULL},
		{"__m_", NULL},
		{"__", NULL},
		{"", NULL},
		{"__Cpp_MOD_f", NULL},
		{"pairs_", NULL},
		{"MAIN__", NULL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char name[64];

		snprintf(name, sizeof(name), "%s", rows[i][0]);
		assert_int_equal(landau_decode_fortran(name), rows[i][1] != NULL);
		assert_string_equal(name, rows[i][1] ? rows[i][1] : rows[i][0]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(procedures_have_their_names)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
