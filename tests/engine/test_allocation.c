/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_allocation.c - what allocators are asked for, by their names. */
#include "engine/allocation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void names_have_forms(void **state)
{
	static const struct {
		const char *name;
		enum landau_form form;
	} names[] = {
		{"malloc", LANDAU_FORM_MALLOC},
		{"__libc_malloc", LANDAU_FORM_MALLOC},
		{"je_mallocx", LANDAU_FORM_MALLOC},
		{"tc_malloc_size", LANDAU_FORM_NONE},
		{"malloc_usable_size", LANDAU_FORM_NONE},
		{"malloc_trim", LANDAU_FORM_NONE},
		{"mallocs", LANDAU_FORM_NONE},
		{"_int_malloc", LANDAU_FORM_NONE},
		{"new", LANDAU_FORM_NONE},
		{"delete", LANDAU_FORM_NONE},
		{"tc_newarray", LANDAU_FORM_MALLOC},
		{"tc_deletearray_sized", LANDAU_FORM_FREE},
		{"mi_zalloc", LANDAU_FORM_MALLOC},
		{"mi_heap_malloc", LANDAU_FORM_MEMALIGN},
		{"calloc", LANDAU_FORM_CALLOC},
		{"__libc_memalign", LANDAU_FORM_MEMALIGN},
		{"posix_memalign", LANDAU_FORM_POSIX_MEMALIGN},
		{"reallocarray", LANDAU_FORM_REALLOCARRAY},
		{"free", LANDAU_FORM_FREE},
		{"operator new(unsigned long)", LANDAU_FORM_MALLOC},
		{"operator new[](unsigned long, std::nothrow_t const&)", LANDAU_FORM_MALLOC},
		{"operator new(unsigned long, void*)", LANDAU_FORM_NONE},
		{"operator delete(void*, unsigned long)", LANDAU_FORM_FREE},
		{"operator delete(void*, void*)", LANDAU_FORM_NONE},
		{"_Znwm", LANDAU_FORM_MALLOC},
		{"_ZdaPvm", LANDAU_FORM_FREE},
		{"__rust_alloc_zeroed", LANDAU_FORM_MALLOC},
		{"__rdl_realloc", LANDAU_FORM_RUST_REALLOC},
		{"__rust_dealloc", LANDAU_FORM_FREE},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_int_equal(landau_form_of("", names[i].name), names[i].form);
	assert_int_equal(landau_form_of(NULL, "malloc"), LANDAU_FORM_MALLOC);
}

static void programs_have_their_own(void **state)
{
	static const char list[] = "get,pool_get=malloc,Pool::put=free,odd=nothing";

	(void)state;
	assert_int_equal(landau_form_of(list, "pool_get"), LANDAU_FORM_MALLOC);
	assert_int_equal(landau_form_of(list, "Pool::put(void*)"), LANDAU_FORM_FREE);
	assert_int_equal(landau_form_of(list, "get"), LANDAU_FORM_NONE);
	assert_int_equal(landau_form_of(list, "pool"), LANDAU_FORM_NONE);
	assert_int_equal(landau_form_of(list, "pool_gets"), LANDAU_FORM_NONE);
	assert_int_equal(landau_form_of(list, "odd"), LANDAU_FORM_NONE);
	assert_int_equal(landau_form_of(list, "calloc"), LANDAU_FORM_CALLOC);
}

static void bytes_are_what_is_asked_for(void **state)
{
	static const uint64_t arguments[] = {3, 5, 7, 11};
	static const uint64_t too_many[] = {UINT64_MAX / 2, 3, 3, 0};

	(void)state;
	assert_int_equal(landau_form_bytes(LANDAU_FORM_MALLOC, arguments), 3);
	assert_int_equal(landau_form_bytes(LANDAU_FORM_CALLOC, arguments), 15);
	assert_int_equal(landau_form_bytes(LANDAU_FORM_MEMALIGN, arguments), 5);
	assert_int_equal(landau_form_bytes(LANDAU_FORM_POSIX_MEMALIGN, arguments), 7);
	assert_int_equal(landau_form_bytes(LANDAU_FORM_REALLOC, arguments), 5);
	assert_int_equal(landau_form_bytes(LANDAU_FORM_REALLOCARRAY, arguments), 35);
	assert_int_equal(landau_form_bytes(LANDAU_FORM_RUST_REALLOC, arguments), 11);
	assert_int_equal(landau_form_bytes(LANDAU_FORM_CALLOC, too_many), UINT64_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_have_forms),
		cmocka_unit_test(programs_have_their_own),
		cmocka_unit_test(bytes_are_what_is_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
