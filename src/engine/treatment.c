/* SPDX-License-Identifier: GPL-2.0-or-later */
/* treatment.c - allocators, and what waits, by name; see treatment.h. */
#include "engine/treatment.h"

#include "engine/name.h"

/* What allocators are called, alone or behind one of the prefixes. */
static const char *const allocating[] = {
	"malloc",
	"free",
	"calloc",
	"realloc",
	"reallocarray",
	"memalign",
	"valloc",
	"aligned_alloc",
	"pvalloc",
	"posix_memalign",
	"malloc_usable_size",
	"cfree",
	"malloc_trim",
};

static const char *const prefixes[] = {
	"__libc_",               /* of the GNU C library, and musl's */
	"je_",                   /* jemalloc */
	"tc_",                   /* tcmalloc */
	"mi_",                   /* mimalloc */
	"rtld_",   "__minimal_", /* the dynamic linker's */
};

/* Names that begin so are allocators. */
static const char *const beginnings[] = {
	"operator new(",
	"operator new[](",
	"operator delete(",
	"operator delete[](",
	"_Znw",
	"_Zna",
	"_Zdl",
	"_Zda",          /* the same */
	"__libc_malloc", /* musl has parts of it */
	"tc_new",
	"tc_delete",
	"tc_free_",
	"tc_malloc_",
	"mi_new",
	"mi_free_",
	"mi_malloc_",
	"mi_zalloc",
	"mi_realloc_",
	"mi_recalloc",
	"mi_heap_malloc",
	"mi_heap_zalloc",
	"__rust_alloc",
	"__rust_dealloc",
	"__rust_realloc",
	"__rdl_alloc",
	"__rdl_dealloc",
	"__rdl_realloc",
};

/* What moves and clears memory, the kernel too; the C library has many of each. */
static const char *const moving[] = {"memcpy", "memmove", "mempcpy", "memset", "bzero", "mremap"};

/* Those that copy, with the same parameters. */
static const char *const copying[] = {"memcpy", "memmove", "mempcpy"};

/* What waits for other threads: by the beginning of its object's name, or of its own. */
static const char *const waiting_objects[] = {"libgomp.so", "libomp.so", "libiomp5.so"};
static const char *const waiting[] = {"GOMP_", "gomp_", "__kmpc_", "__kmp_"};
static const char *const locks[] = {"pthread_spin_lock", "pthread_barrier_wait", "sched_yield"};

/* In the names that gcc and clang give to the parts of a function that OpenMP calls. */
static const char *const outlined[] = {"._omp_fn.", "._omp_cpyfn.", ".omp_outlined",
				       ".omp_task_entry"};

bool landau_is_allocator(const char *name)
{
	if (landau_name_is_one_of(name, allocating, LANDAU_COUNT(allocating)))
		return true;
	for (size_t i = 0; i < LANDAU_COUNT(prefixes); i++) {
		size_t length = landau_name_begins(name, prefixes[i]);

		if (length > 0 &&
		    landau_name_is_one_of(name + length, allocating, LANDAU_COUNT(allocating)))
			return true;
	}
	for (size_t i = 0; i < LANDAU_COUNT(beginnings); i++)
		if (landau_name_begins(name, beginnings[i]) > 0)
			return !landau_name_is_placement(name);
	return false;
}

/* memcpy, and __memcpy_avx_unaligned and the like. */
static bool is_variant_of(const char *name, const char *const *words, size_t count)
{
	size_t underscores = landau_name_begins(name, "__");
	const char *inner = name + underscores;

	if (landau_name_is_one_of(name, words, count))
		return true;
	for (size_t i = 0; underscores > 0 && i < count; i++) {
		size_t length = landau_name_begins(inner, words[i]);

		if (length > 0 && (inner[length] == '\0' || inner[length] == '_'))
			return true;
	}
	return false;
}

static bool begins_with_one_of(const char *text, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (landau_name_begins(text, words[i]) > 0)
			return true;
	return false;
}

static bool waits(const char *name, const char *object)
{
	return begins_with_one_of(object, waiting_objects, LANDAU_COUNT(waiting_objects)) ||
	       begins_with_one_of(name, waiting, LANDAU_COUNT(waiting)) ||
	       landau_name_is_one_of(name, locks, LANDAU_COUNT(locks));
}

static bool is_outlined(const char *name)
{
	for (; *name; name++)
		if (*name == '.' && begins_with_one_of(name, outlined, LANDAU_COUNT(outlined)))
			return true;
	return false;
}

/* Is the name, or what stands before its parameters in C++, among those of a list with commas, "=malloc" behind it or not? */
static bool is_listed(const char *list, const char *name)
{
	while (*list) {
		const char *rest = list;
		const char *letter = name;

		while (*rest && *rest != ',' && *rest != '=' && *rest == *letter) {
			rest++;
			letter++;
		}
		if ((!*letter || *letter == '(') && rest != list &&
		    (!*rest || *rest == ',' || *rest == '='))
			return true;
		while (*rest && *rest != ',')
			rest++;
		list = *rest ? rest + 1 : rest;
	}
	return false;
}

struct landau_treatment landau_treatment_of(const struct landau_allocators *allocators,
					    const char *name, const char *object)
{
	struct landau_treatment treatment = {.way = LANDAU_ORDINARY};

	if (!allocators->names)
		return treatment;
	if (landau_is_allocator(name) || is_listed(allocators->names, name)) {
		treatment.way = LANDAU_OPAQUE;
		treatment.charge = allocators->charge;
	} else if (waits(name, object)) {
		treatment.way = LANDAU_OPAQUE;
	} else if (is_variant_of(name, moving, LANDAU_COUNT(moving)) || is_outlined(name)) {
		treatment.way = LANDAU_OPEN;
	}
	return treatment;
}

bool landau_looks_through(const char *list, const char *name)
{
	return is_listed(list, name) ||
	       (is_listed(list, "memcpy") && is_variant_of(name, copying, LANDAU_COUNT(copying)));
}
