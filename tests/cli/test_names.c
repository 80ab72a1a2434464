/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_names.c - names as people want to read them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/print/names.h"
#include "cli/print/terminal.h"

#define STRING "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

static void assert_name(const char *name, int width, const char *expected)
{
	char text[512];

	landau_short_name(name, width, text, sizeof(text));
	assert_string_equal(text, expected);
	assert_true(landau_text_width(text) <= (size_t)width);
}

static void what_is_not_the_name_goes(void **state)
{
	(void)state;
	assert_name("main", 40, "main");
	assert_name("JOIN::exec(THD*, List<Item>&) const", 40, "JOIN::exec");
	assert_name("void std::sort<int*>(int*, int*)", 40, "std::sort<int*>");
	assert_name("unsigned long (anonymous namespace)::count(int)", 40, "count");
	assert_name("a::(anonymous namespace)::b::c(int)", 40, "a::b::c");
	assert_name("f[abi:cxx11](int)", 40, "f");
	assert_name("f(int) [clone .part.0]", 40, "f.part.0");
	assert_name("f.isra.0", 40, "f.isra.0");
	assert_name("mariadbd+0x727f80", 40, "mariadbd+0x727f80");
	assert_name("T<long, (kind)18>::T(bool (*)(sys_var*, THD*), int)", 40, "T<long, 18>::T");
	assert_name("std::map<" STRING ", int>::clear()", 40, "std::map<std::string, int>::clear");
	assert_name(STRING "::_M_mutate(unsigned long)", 40, "std::string::_M_mutate");
}

static void operators_keep_their_signs(void **state)
{
	(void)state;
	assert_name("std::ostream& std::operator<< <char>(std::ostream&, char)", 40,
		    "std::operator<< <char>");
	assert_name("bool operator< <int>(A<int> const&, A<int> const&)", 40, "operator< <int>");
	assert_name("A::operator()(int, int) const", 40, "A::operator()");
	assert_name("A::operator->() const", 40, "A::operator->");
	assert_name("operator new(unsigned long)", 40, "operator new");
	assert_name("operator delete[](void*)", 40, "operator delete[]");
	assert_name("A::operator bool() const", 40, "A::operator bool");
	assert_name("my_operator(int)", 40, "my_operator");
	assert_name("f(int)::{lambda(int, A const&)#1}::operator()(int, A const&) const", 40,
		    "f::{lambda#1}::operator()");
	assert_name("f<int>(int)::'lambda'(int)::operator()(int) const", 40,
		    "f<int>::'lambda'::operator()");
}

static void long_names_are_cut(void **state)
{
	(void)state;
	assert_name("std::vector<std::pair<int, int>, A<int> >::insert(int)", 30,
		    "std::vector<…>::insert");
	assert_name("f(int (*)(A<b>), int)::g<X<Y> >::h()", 12, "f::g<…>::h");
	assert_name("JOIN_CACHE::join_matching_records(bool)", 30,
		    "…_CACHE::join_matching_records");
	assert_name("first::second::third_of_all()", 14, "…third_of_all");
	assert_name("__memcpy_avx_unaligned_erms", 16, "__mem…igned_erms");
	assert_name("äöüäöüäöü", 4, "ä…öü");
	assert_name("abc", 1, "…");
}

/* Whatever the bytes, the result is text that fits. */
static void nonsense(void **state)
{
	static const char *const names[] = {"",   "(",  ")",     "<", ">",        ">>",
					    "((", "<(", "[abi:", "[", " [clone ", "operator",
					    " ",  "  ", "::",    "()"};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		for (int width = 0; width < 12; width++) {
			char text[64];
			landau_short_name(names[i], width, text, sizeof(text));
			assert_true(landau_text_width(text) <= (size_t)(width > 1 ? width : 1));
		}
	assert_name("(anything)", 40, "(anything)");
	assert_name("\033[31mred", 40, "?[31mred");
	assert_name("a\xc2\x9b"
		    "31m\x9b"
		    "b\xe2\x80\xae"
		    "c\xe2\x81\xa6\x7f",
		    40, "a?31m?b?c??");
}

static void objects(void **state)
{
	char text[64];

	(void)state;
	landau_short_object("/usr/lib/libstdc++.so.6.0.30", 40, text, sizeof(text));
	assert_string_equal(text, "libstdc++");
	landau_short_object("mod.socket", 40, text, sizeof(text));
	assert_string_equal(text, "mod.socket");
	landau_short_object("ld-linux-x86-64.so.2", 9, text, sizeof(text));
	assert_string_equal(text, "ld…x86-64");
	landau_short_object("", 9, text, sizeof(text));
	assert_string_equal(text, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_the_name_goes),
		cmocka_unit_test(operators_keep_their_signs),
		cmocka_unit_test(long_names_are_cut),
		cmocka_unit_test(nonsense),
		cmocka_unit_test(objects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
