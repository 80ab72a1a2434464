/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_treatment.c - which names are allocators or wait for others, and which are not. */
#include "engine/treatment.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static enum landau_way way_with(const char *names, const char *name)
{
	const struct landau_allocators allocators = {.names = names, .charge = 9};
	struct landau_treatment treatment = landau_treatment_of(&allocators, name, "prog");

	assert_int_equal(treatment.charge, treatment.way == LANDAU_OPAQUE ? 9 : 0);
	return treatment.way;
}

static void allocators_are_opaque(void **state)
{
	static const char *const names[] = {
		"malloc",
		"free",
		"calloc",
		"realloc",
		"reallocarray",
		"memalign",
		"aligned_alloc",
		"posix_memalign",
		"__libc_malloc",
		"__libc_free",
		"je_malloc",
		"tc_calloc",
		"mi_realloc",
		"operator new(unsigned long)",
		"operator new[](unsigned long, std::align_val_t)",
		"operator delete(void*)",
		"operator delete[](void*, unsigned long)",
		"_Znwm",
		"_ZdaPvm",
		"tc_new",
		"tc_deletearray",
		"__rust_alloc_zeroed",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (way_with("", names[i]) != LANDAU_OPAQUE)
			fail_msg("%s", names[i]);
		assert_int_equal(way_with(NULL, names[i]), LANDAU_ORDINARY);
	}
}

static void copies_are_open(void **state)
{
	static const char *const names[] = {
		"memcpy",
		"memmove",
		"memset",
		"mempcpy",
		"bzero",
		"__memcpy_avx_unaligned_erms",
		"__memset_sse2_unaligned",
		"mremap",
		"__mremap",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (way_with("", names[i]) != LANDAU_OPEN)
			fail_msg("%s", names[i]);
		assert_int_equal(way_with(NULL, names[i]), LANDAU_ORDINARY);
	}
}

static void others_are_ordinary(void **state)
{
	static const char *const names[] = {
		"",
		"m",
		"main",
		"mallocs",
		"my_malloc",
		"freeze",
		"freelist",
		"g_malloc",
		"_int_malloc",
		"__malloc_hook",
		"je_",
		"je_mallocs",
		"memcmp",
		"memcpy_all",
		"__memcpy2",
		"operator==(pair const&)",
		"operator new(unsigned long, void*)",
		"Pool::operator new(unsigned long)",
		"_ZnwmPv",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (way_with("", names[i]) != LANDAU_ORDINARY)
			fail_msg("%s", names[i]);
}

static void named_ones_are_opaque(void **state)
{
	static const char list[] = "pool_get,Arena::take,z";

	(void)state;
	assert_int_equal(way_with(list, "pool_get"), LANDAU_OPAQUE);
	assert_int_equal(way_with(list, "z"), LANDAU_OPAQUE);
	assert_int_equal(way_with(list, "malloc"), LANDAU_OPAQUE);
	assert_int_equal(way_with(list, "Arena::take(unsigned long, int)"), LANDAU_OPAQUE);
	assert_int_equal(way_with(list, "Arena::take"), LANDAU_OPAQUE);
	assert_int_equal(way_with(list, "Arena::take_more(int)"), LANDAU_ORDINARY);
	assert_int_equal(way_with(list, "pool_ge"), LANDAU_ORDINARY);
	assert_int_equal(way_with(list, "pool_gets"), LANDAU_ORDINARY);
	assert_int_equal(way_with(list, "pool_get,Arena::take"), LANDAU_ORDINARY);
	assert_int_equal(way_with(list, "take"), LANDAU_ORDINARY);
	assert_int_equal(way_with(list, ""), LANDAU_ORDINARY);
	assert_int_equal(way_with("a,", ""), LANDAU_ORDINARY);
}

/* What waits is free of charge. */
static void waiting_is_opaque(void **state)
{
	static const struct landau_allocators allocators = {.names = "", .charge = 9};
	static const struct landau_allocators raw = {.names = NULL, .charge = 9};
	static const struct {
		const char *name;
		const char *object;
		enum landau_way way;
	} rows[] = {
		{"libgomp.so.1.0.0+0x1f930", "libgomp.so.1.0.0", LANDAU_OPAQUE},
		{"GOMP_barrier", "prog", LANDAU_OPAQUE},
		{"gomp_team_barrier_wait_end", "", LANDAU_OPAQUE},
		{"__kmpc_barrier", "libomp.so.5", LANDAU_OPAQUE},
		{"pthread_spin_lock", "libc.so.6", LANDAU_OPAQUE},
		{"main._omp_fn.0", "prog", LANDAU_OPEN},
		{"work(int*)._omp_fn.12", "prog", LANDAU_OPEN},
		{"main.omp_outlined", "prog", LANDAU_OPEN},
		{".omp_outlined._debug__", "prog", LANDAU_OPEN},
		{"main.cold", "prog", LANDAU_ORDINARY},
		{"my_libgomp", "prog", LANDAU_ORDINARY},
		{"f", "mylibgomp.so.1", LANDAU_ORDINARY},
		{"pthread_spin_lock_all", "prog", LANDAU_ORDINARY},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct landau_treatment found =
			landau_treatment_of(&allocators, rows[i].name, rows[i].object);

		if (found.way != rows[i].way || found.charge != 0)
			fail_msg("%s", rows[i].name);
		assert_int_equal(landau_treatment_of(&raw, rows[i].name, rows[i].object).way,
				 LANDAU_ORDINARY);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(allocators_are_opaque), cmocka_unit_test(copies_are_open),
		cmocka_unit_test(others_are_ordinary),   cmocka_unit_test(named_ones_are_opaque),
		cmocka_unit_test(waiting_is_opaque),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
