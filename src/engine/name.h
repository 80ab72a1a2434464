/* SPDX-License-Identifier: GPL-2.0-or-later */
/* name.h - what the tables of routines' names share: how a name begins, operators that allocate nothing; freestanding. */
#ifndef LANDAU_ENGINE_NAME_H
#define LANDAU_ENGINE_NAME_H

#include <stdbool.h>
#include <stddef.h>

#define LANDAU_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Letters of `start`, if the text begins so; else 0. */
static inline size_t landau_name_begins(const char *text, const char *start)
{
	size_t length = 0;

	for (; start[length]; length++)
		if (text[length] != start[length])
			return 0;
	return length;
}

static inline bool landau_name_is(const char *name, const char *word)
{
	size_t length = landau_name_begins(name, word);

	return length > 0 && name[length] == '\0';
}

static inline bool landau_name_is_one_of(const char *name, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (landau_name_is(name, words[i]))
			return true;
	return false;
}

/* Operators of C++ that make or end an object at a place of the caller's: nothing is allocated. */
static inline bool landau_name_is_placement(const char *name)
{
	static const char *const placements[] = {
		"operator new(unsigned long, void*)",
		"operator new[](unsigned long, void*)",
		"operator delete(void*, void*)",
		"operator delete[](void*, void*)",
		"_ZnwmPv",
		"_ZnamPv",
		"_ZdlPvS_",
		"_ZdaPvS_",
	};

	return landau_name_is_one_of(name, placements, LANDAU_COUNT(placements));
}

#endif
