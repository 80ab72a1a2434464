/* SPDX-License-Identifier: GPL-2.0-or-later */
/* symbols.h - names of routines, from landau-symbolise. */
#ifndef LANDAU_NATIVE_SYMBOLS_H
#define LANDAU_NATIVE_SYMBOLS_H

#include "mappings.h"

/* Finds out where landau-symbolise is. */
void landau_symbols_start(void);

/* Gives names to routines with code in the range that have none yet. */
void landau_symbols_look_up(const struct landau_maps *maps, uintptr_t low, uintptr_t high);

/* Code in a file, by offset. */
struct landau_range_of_code {
	uint64_t start;
	uint64_t size;
};

struct landau_ranges {
	struct landau_range_of_code *ranges;
	size_t count;
	size_t bytes; /* of memory */
};

/* Where the routines are whose names match; false if nobody knows. */
bool landau_symbols_match(const char *path, const char *pattern, struct landau_ranges *ranges);

/* Where allocators are: the usual ones, and those that are named, with commas. */
bool landau_symbols_opaque(const char *path, const char *names, struct landau_ranges *ranges);
void landau_ranges_free(struct landau_ranges *ranges);

#endif
