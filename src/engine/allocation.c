/* SPDX-License-Identifier: GPL-2.0-or-later */
/* allocation.c - allocators by name, and what they are asked for; see allocation.h. */
#include "engine/allocation.h"

#include "engine/name.h"

struct form {
	const char *name;
	enum landau_form form;
};

/* Alone, or behind one of the prefixes. */
static const struct form forms[] = {
	{"malloc", LANDAU_FORM_MALLOC},
	{"free", LANDAU_FORM_FREE},
	{"calloc", LANDAU_FORM_CALLOC},
	{"realloc", LANDAU_FORM_REALLOC},
	{"reallocarray", LANDAU_FORM_REALLOCARRAY},
	{"memalign", LANDAU_FORM_MEMALIGN},
	{"aligned_alloc", LANDAU_FORM_MEMALIGN},
	{"posix_memalign", LANDAU_FORM_POSIX_MEMALIGN},
	{"valloc", LANDAU_FORM_MALLOC},
	{"pvalloc", LANDAU_FORM_MALLOC},
	{"cfree", LANDAU_FORM_FREE},
	/* of jemalloc */
	{"mallocx", LANDAU_FORM_MALLOC},
	{"rallocx", LANDAU_FORM_REALLOC},
	{"dallocx", LANDAU_FORM_FREE},
	{"sdallocx", LANDAU_FORM_FREE},
	/* of mimalloc */
	{"zalloc", LANDAU_FORM_MALLOC},
	{"malloc_aligned", LANDAU_FORM_MALLOC},
	{"zalloc_aligned", LANDAU_FORM_MALLOC},
	{"calloc_aligned", LANDAU_FORM_CALLOC},
	{"realloc_aligned", LANDAU_FORM_REALLOC},
	{"malloc_small", LANDAU_FORM_MALLOC},
	{"zalloc_small", LANDAU_FORM_MALLOC},
	{"heap_malloc", LANDAU_FORM_MEMALIGN},
	{"heap_zalloc", LANDAU_FORM_MEMALIGN},
	{"free_size", LANDAU_FORM_FREE},
	{"free_aligned", LANDAU_FORM_FREE},
	{"free_size_aligned", LANDAU_FORM_FREE},
	{"new_n", LANDAU_FORM_CALLOC},
	{"new_realloc", LANDAU_FORM_REALLOC},
	{"new", LANDAU_FORM_MALLOC},
	{"new_nothrow", LANDAU_FORM_MALLOC},
	{"new_aligned", LANDAU_FORM_MALLOC},
	/* of tcmalloc */
	{"free_sized", LANDAU_FORM_FREE},
	{"newarray", LANDAU_FORM_MALLOC},
	{"newarray_nothrow", LANDAU_FORM_MALLOC},
	{"newarray_aligned", LANDAU_FORM_MALLOC},
	{"delete", LANDAU_FORM_FREE},
	{"deletearray", LANDAU_FORM_FREE},
	{"delete_sized", LANDAU_FORM_FREE},
	{"deletearray_sized", LANDAU_FORM_FREE},
	{"delete_nothrow", LANDAU_FORM_FREE},
	{"deletearray_nothrow", LANDAU_FORM_FREE},
	{"delete_aligned", LANDAU_FORM_FREE},
	{"deletearray_aligned", LANDAU_FORM_FREE},
	/* of Rust, behind __rust_ and __rdl_ */
	{"alloc", LANDAU_FORM_MALLOC},
	{"alloc_zeroed", LANDAU_FORM_MALLOC},
	{"dealloc", LANDAU_FORM_FREE},
};

/* So many of them are what programs call without a prefix. */
enum { WITHOUT_PREFIX = 11 };

static const char *const prefixes[] = {
	"__libc_", "je_", "tc_", "mi_", "rtld_", "__minimal_", "__rust_", "__rdl_",
};

/* By how the name begins: parameters follow. */
static const struct form operators[] = {
	{"operator new(", LANDAU_FORM_MALLOC},
	{"operator new[](", LANDAU_FORM_MALLOC},
	{"operator delete(", LANDAU_FORM_FREE},
	{"operator delete[](", LANDAU_FORM_FREE},
	{"_Znwm", LANDAU_FORM_MALLOC},
	{"_Znam", LANDAU_FORM_MALLOC},
	{"_ZdlPv", LANDAU_FORM_FREE},
	{"_ZdaPv", LANDAU_FORM_FREE},
	{"__rust_realloc", LANDAU_FORM_RUST_REALLOC},
	{"__rdl_realloc", LANDAU_FORM_RUST_REALLOC},
};

static bool ends_item(char letter)
{
	return letter == '\0' || letter == ',';
}

/* The word, up to its end or a comma. */
static enum landau_form form_named(const char *word, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t length = landau_name_begins(word, forms[i].name);

		if (length > 0 && ends_item(word[length]))
			return forms[i].form;
	}
	return LANDAU_FORM_NONE;
}

/* What a list with commas says that the name is like. */
static enum landau_form form_listed(const char *list, const char *name)
{
	while (*list) {
		const char *item = list;
		const char *letter = name;

		while (*item && *item == *letter) {
			item++;
			letter++;
		}
		if ((*letter == '\0' || *letter == '(') && item != list && *item == '=')
			return form_named(item + 1, WITHOUT_PREFIX);
		while (!ends_item(*list))
			list++;
		list += *list == ',';
	}
	return LANDAU_FORM_NONE;
}

static enum landau_form form_of_operator(const char *name)
{
	if (landau_name_is_placement(name))
		return LANDAU_FORM_NONE;
	for (size_t i = 0; i < LANDAU_COUNT(operators); i++)
		if (landau_name_begins(name, operators[i].name) > 0)
			return operators[i].form;
	return LANDAU_FORM_NONE;
}

enum landau_form landau_form_of(const char *names, const char *name)
{
	enum landau_form form = names ? form_listed(names, name) : LANDAU_FORM_NONE;

	if (form == LANDAU_FORM_NONE)
		form = form_named(name, WITHOUT_PREFIX);
	if (form == LANDAU_FORM_NONE)
		form = form_of_operator(name);
	for (size_t i = 0; form == LANDAU_FORM_NONE && i < LANDAU_COUNT(prefixes); i++) {
		size_t length = landau_name_begins(name, prefixes[i]);

		if (length > 0)
			form = form_named(name + length, LANDAU_COUNT(forms));
	}
	return form;
}

static uint64_t product(uint64_t a, uint64_t b)
{
	uint64_t bytes;

	return __builtin_mul_overflow(a, b, &bytes) ? UINT64_MAX : bytes;
}

uint64_t landau_form_bytes(enum landau_form form, const uint64_t arguments[LANDAU_FORM_ARGUMENTS])
{
	switch (form) {
	case LANDAU_FORM_MALLOC:
		return arguments[0];
	case LANDAU_FORM_CALLOC:
		return product(arguments[0], arguments[1]);
	case LANDAU_FORM_MEMALIGN:
	case LANDAU_FORM_REALLOC:
		return arguments[1];
	case LANDAU_FORM_POSIX_MEMALIGN:
		return arguments[2];
	case LANDAU_FORM_REALLOCARRAY:
		return product(arguments[1], arguments[2]);
	case LANDAU_FORM_RUST_REALLOC:
		return arguments[3];
	default:
		return 0;
	}
}
