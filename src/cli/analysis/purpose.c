/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * purpose.c - what a flow is for; see purpose.h.
 *
 * Names that are reserved for libraries of threads count in any object, since programs are linked statically, too. Those that a
 * program may use for something of its own count in the C library alone.
 */
#include "cli/analysis/purpose.h"

#include <string.h>

#include "cli/analysis/startup.h"
#include "engine/treatment.h"

static const char *const beginnings[] = {
	"pthread_",
	"__pthread_",
	"_pthread_",
	"__nptl_",
	"__lll_",
	"__futex_",
	"__new_sem_",
	"__old_sem_",
	"__gthread_",
	"GOMP_",
	"gomp_",
	"__kmp_",
	"__kmpc_",
	"omp_set_lock",
	"omp_unset_lock",
	"std::mutex::",
	"std::condition_variable::",
	NULL,
};

static const char *const library_beginnings[] = {
	"sem_", "futex_", "lll_", "mtx_", "cnd_", "thrd_", "tss_", "call_once", NULL,
};

/* Parts of allocators; and those of the C library's, whose names programs may have for something of their own. */
static const char *const allocator_beginnings[] = {
	"_int_malloc",   "_int_free", "_int_realloc", "_int_memalign",
	"_mid_memalign", "je_",       "mi_",          NULL,
};

static const char *const library_allocator_beginnings[] = {
	"malloc_",      "__malloc_",      "tcache_",   "sysmalloc",   "systrim",
	"unlink_chunk", "ptmalloc_",      "arena_get", "new_heap",    "heap_trim",
	"detach_arena", "alloc_new_heap", "grow_heap", "shrink_heap", NULL,
};

/* They write what is in a block, too. */
static const char *const fillers[] = {"calloc",        "realloc",        "reallocarray",
				      "__libc_calloc", "__libc_realloc", NULL};

static const char *const objects[] = {"libgomp.so", "libomp.so", "libiomp5.so", NULL};
static const char *const libraries[] = {"libc.", "libc-", "libpthread", NULL};

/* The kind of external that the engines give to what atomic instructions have written. */
static const char atomic_kind[] = "atomic";

static bool begins_with_one_of(const char *text, const char *const *words)
{
	for (; *words; words++)
		if (strncmp(text, *words, strlen(*words)) == 0)
			return true;
	return false;
}

static const char *object_of(const struct landau_routine *routine)
{
	const char *slash = strrchr(routine->object, '/');

	return slash ? slash + 1 : routine->object;
}

static bool is_of_library(const struct landau_routine *routine, const char *const *words)
{
	return begins_with_one_of(object_of(routine), libraries) &&
	       begins_with_one_of(routine->name, words);
}

static bool is_synchronisation(const struct landau_routine *routine)
{
	return begins_with_one_of(routine->name, beginnings) ||
	       begins_with_one_of(object_of(routine), objects) ||
	       is_of_library(routine, library_beginnings);
}

static bool is_allocation(const struct landau_routine *routine)
{
	return landau_is_allocator(routine->name) ||
	       begins_with_one_of(routine->name, allocator_beginnings) ||
	       is_of_library(routine, library_allocator_beginnings);
}

static bool fills(const struct landau_routine *routine)
{
	for (const char *const *name = fillers; *name; name++)
		if (strcmp(routine->name, *name) == 0)
			return true;
	return false;
}

const char *landau_purpose_name(enum landau_purpose purpose)
{
	static const char *const names[LANDAU_PURPOSES] = {"data", "synchronisation", "start-up",
							   "allocation"};

	return names[purpose];
}

enum landau_purpose landau_purpose_between(const struct landau_profile *profile, uint32_t routine,
					   uint32_t from_thread, uint32_t from)
{
	const struct landau_routine *reader = &profile->routines[routine];
	const struct landau_routine *writer = reader;

	if (from_thread != LANDAU_NONE && from != LANDAU_NONE)
		writer = &profile->routines[from];
	else if (from_thread == LANDAU_NONE && from != LANDAU_NONE &&
		 strcmp(profile->externals[from].kind, atomic_kind) == 0)
		return LANDAU_PURPOSE_SYNCHRONISATION;
	if (landau_is_startup(reader) || landau_is_startup(writer))
		return LANDAU_PURPOSE_STARTUP;
	if (is_synchronisation(reader) || is_synchronisation(writer))
		return LANDAU_PURPOSE_SYNCHRONISATION;
	if (is_allocation(reader) || (is_allocation(writer) && !fills(writer)))
		return LANDAU_PURPOSE_ALLOCATION;
	return LANDAU_PURPOSE_DATA;
}

enum landau_purpose landau_purpose_of(const struct landau_profile *profile,
				      const struct landau_profile_flow *flow)
{
	return landau_purpose_between(profile, flow->routine, flow->from_thread, flow->from);
}
