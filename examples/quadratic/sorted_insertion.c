/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sorted_insertion.c - an array that is kept sorted while it grows.
 *
 * Each value moves all that are greater. The fix sorts once, at the end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sizes.h"

#ifdef FIXED
static int compare(const void *first, const void *second)
{
	int a = *(const int *)first, b = *(const int *)second;

	return (a > b) - (a < b);
}
#endif

ROUTINE static void read_sorted(int *sorted, const int *values, size_t count)
{
#ifdef FIXED
	memcpy(sorted, values, count * sizeof(*sorted));
	qsort(sorted, count, sizeof(*sorted), compare);
#else
	for (size_t i = 0; i < count; i++) {
		size_t place = i;

		for (; place > 0 && sorted[place - 1] > values[i]; place--)
			sorted[place] = sorted[place - 1];
		sorted[place] = values[i];
	}
#endif
}

int main(void)
{
	long sum = 0;

	srand(1);
	FOR_EACH_SIZE(n, 30, 1500)
	{
		int *values = malloc(n * sizeof(*values)), *sorted = malloc(n * sizeof(*sorted));

		if (!values || !sorted)
			return 1;
		for (size_t i = 0; i < n; i++)
			values[i] = rand();
		read_sorted(sorted, values, n);
		sum += sorted[n / 2];
		free(values);
		free(sorted);
	}
	printf("%ld\n", sum);
	return 0;
}
