/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sscanf.c - numbers read from a long string by sscanf, as a game once loaded its shop.
 *
 * sscanf looks for the end of the whole string before it reads a word of it. So each number costs as
 * much as all the text behind it is long. strtol stops where the number does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sizes.h"

enum { LINE = 96 };

ROUTINE static long load_prices(const char *text, size_t lines)
{
	long sum = 0;

	for (size_t i = 0; i < lines; i++) {
#ifdef FIXED
		sum += strtol(text + i * LINE, NULL, 10);
#else
		long price;

		if (sscanf(text + i * LINE, "%ld", &price) == 1)
			sum += price;
#endif
	}
	return sum;
}

static void fill(char *text, size_t lines)
{
	for (size_t i = 0; i < lines; i++)
		sprintf(text + i * LINE, "%-8u%*s", (unsigned)(i % 1000), LINE - 8,
			"an item of the shop\n");
}

int main(void)
{
	long sum = 0;

	FOR_EACH_SIZE(n, 100, 3000)
	{
		char *text = malloc(n * LINE + 1);

		if (!text)
			return 1;
		fill(text, n);
		sum += load_prices(text, n);
		free(text);
	}
	printf("%ld\n", sum);
	return 0;
}
