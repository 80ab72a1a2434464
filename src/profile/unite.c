/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unite.c - arrays in canonical order, in which all that is about the same is one element; see unite.h. */
#include "profile/unite.h"

#include <stdlib.h>
#include <string.h>

void landau_sort(void *array, size_t count, size_t element_bytes,
		 int (*compare)(const void *, const void *))
{
	const char *at = array;

	for (size_t i = 1; i < count; i++, at += element_bytes)
		if (compare(at, at + element_bytes) > 0) {
			qsort(array, count, element_bytes, compare);
			return;
		}
}

bool landau_unite(void *array, size_t *count, size_t element_bytes,
		  int (*compare)(const void *, const void *),
		  bool (*unite)(void *context, void *group, size_t group_count), void *context)
{
	char *all = array;
	size_t used = 0;
	size_t next;

	landau_sort(array, *count, element_bytes, compare);
	for (size_t i = 0; i < *count; i = next) {
		char *group = all + i * element_bytes;

		next = i + 1;
		while (next < *count && compare(group, all + next * element_bytes) == 0)
			next++;
		if (!unite(context, group, next - i))
			return false;
		memmove(all + used++ * element_bytes, group, element_bytes);
	}
	*count = used;
	return true;
}

/* An array whose positions are sorted by what stands there. */
struct numbered {
	const char *array;
	size_t element_bytes;
	int (*compare)(const void *, const void *);
};

static int compare_positions(const void *first, const void *second, void *context)
{
	const struct numbered *numbered = context;

	return numbered->compare(
		numbered->array + *(const uint32_t *)first * numbered->element_bytes,
		numbered->array + *(const uint32_t *)second * numbered->element_bytes);
}

static void sort_positions(uint32_t *positions, size_t count, struct numbered *numbered)
{
	for (size_t i = 0; i < count; i++)
		positions[i] = (uint32_t)i;
	for (size_t i = 1; i < count; i++)
		if (compare_positions(&positions[i - 1], &positions[i], numbered) > 0) {
			qsort_r(positions, count, sizeof(*positions), compare_positions, numbered);
			return;
		}
}

bool landau_unite_numbered(void *array, size_t *count, size_t element_bytes,
			   int (*compare)(const void *, const void *),
			   void (*add)(void *sum, const void *more), uint32_t *new_positions)
{
	struct numbered numbered = {array, element_bytes, compare};
	uint32_t *positions = malloc((*count + 1) * sizeof(*positions));
	char *result = malloc((*count + 1) * element_bytes);
	bool fine = positions && result;
	size_t used = 0;

	if (fine) {
		sort_positions(positions, *count, &numbered);
		for (size_t i = 0; i < *count; i++) {
			const char *element = numbered.array + positions[i] * element_bytes;

			if (used == 0 || compare(result + (used - 1) * element_bytes, element) != 0)
				memcpy(result + used++ * element_bytes, element, element_bytes);
			else if (add)
				add(result + (used - 1) * element_bytes, element);
			new_positions[positions[i]] = (uint32_t)(used - 1);
		}
		if (used > 0)
			memcpy(array, result, used * element_bytes);
		*count = used;
	}
	free(positions);
	free(result);
	return fine;
}

/* The first element about this routine or a later one. */
static size_t lower_bound(const char *array, size_t count, size_t element_bytes, uint32_t routine)
{
	size_t low = 0;
	size_t high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (*(const uint32_t *)(const void *)(array + middle * element_bytes) < routine)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void landau_about_routine(const void *array, size_t count, size_t element_bytes, uint32_t routine,
			  size_t *first, size_t *last)
{
	*first = lower_bound(array, count, element_bytes, routine);
	*last = routine == UINT32_MAX ? count
				      : lower_bound(array, count, element_bytes, routine + 1);
}
