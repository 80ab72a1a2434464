/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * treatment.h - which routines are allocators or wait for other threads, by their names; freestanding.
 *
 * Allocators are opaque to their callers (core/core.h), in whatever library they are: the C library's, one that is preloaded
 * or linked in place of it, the operators of C++, what Rust calls. Names are symbols or, as Valgrind has those of C++, what
 * they stand for. What an allocator calls to move or clear its caller's memory is open. docs/algorithm.md says why, and
 * what the charges were made of.
 *
 * The run-time libraries of OpenMP are opaque, too, and free of charge: they spin while others work, for as long as it takes.
 * The program's own code that they call, which compilers have made functions of, is open. Spin locks are the same.
 */
#ifndef LANDAU_ENGINE_TREATMENT_H
#define LANDAU_ENGINE_TREATMENT_H

#include "core/core.h"

struct landau_allocators {
	const char *
		names; /* the program's own, with commas between them; NULL: no routine is opaque */
	uint32_t charge; /* for a call */
};

/* Charges, by what costs are counted in. */
enum { LANDAU_CHARGE_BLOCKS = 10, LANDAU_CHARGE_INSTRUCTIONS = 50, LANDAU_CHARGE_TICKS = 50 };

/* `object` is the file that the routine is in, without folders, or "". */
struct landau_treatment landau_treatment_of(const struct landau_allocators *allocators,
					    const char *name, const char *object);

/* Is it one of the functions that allocators are known by: of the C library, C++, Rust, and the usual replacements? */
bool landau_is_allocator(const char *name);

/*
 * Is the routine among those that are looked through (core/copies.h), a list with commas? "memcpy" stands for memmove and mempcpy, too,
 * and for the C library's variants of all three, which are often the same code. All have the parameters of memcpy.
 */
bool landau_looks_through(const char *list, const char *name);

#endif
