/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unite.h - arrays in canonical order, in which all that is about the same is one element.
 */
#ifndef LANDAU_PROFILE_UNITE_H
#define LANDAU_PROFILE_UNITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline int landau_order_of(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* qsort of an array that may be empty, and is left alone where it is sorted. */
void landau_sort(void *array, size_t count, size_t element_bytes,
		 int (*compare)(const void *, const void *));

/*
 * Sorts an array and leaves one element of each group of equal ones. `unite` gets the first of the group, and how many
 * follow each other from there, one or more; it makes that first one stand for all. False, also from `unite`: no memory.
 */
bool landau_unite(void *array, size_t *count, size_t element_bytes,
		  int (*compare)(const void *, const void *),
		  bool (*unite)(void *context, void *group, size_t group_count), void *context);

/*
 * The same for elements that others refer to by their positions: new_positions[old position] is the new one. `add` adds
 * an element to an equal one; NULL: there is nothing to add. False: no memory.
 */
bool landau_unite_numbered(void *array, size_t *count, size_t element_bytes,
			   int (*compare)(const void *, const void *),
			   void (*add)(void *sum, const void *more), uint32_t *new_positions);

/* The elements about a routine, in an array that is sorted by routine first: [*first, *last). Each begins with the routine's number. */
void landau_about_routine(const void *array, size_t count, size_t element_bytes, uint32_t routine,
			  size_t *first, size_t *last);

#endif
