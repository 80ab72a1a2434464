/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * table.c - a table of n words, by the number that each has, in which half of the cells stay empty: a vector of vectors.
 *
 * As it is, each row grows by one cell at a time and is as long as the table, so that n rows keep n^2 cells. With -DFIXED a row keeps what it has.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUTINE __attribute__((noinline)) static

struct row {
	uint32_t *cells;
	uint32_t count;
};

static uint32_t input[4096];

/* Reads n numbers and makes a row for each. */
ROUTINE struct row *make_table(const uint32_t *numbers, uint32_t n)
{
	struct row *rows = malloc(n * sizeof(*rows));

	for (uint32_t i = 0; i < n; i++) {
#ifdef FIXED
		uint32_t count = 4;
#else
		uint32_t count = n;
#endif

		rows[i].cells = malloc(count * sizeof(uint32_t));
		rows[i].cells[numbers[i] % count] = numbers[i];
		rows[i].count = 1;
	}
	return rows;
}

static void drop_table(struct row *rows, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		free(rows[i].cells);
	free(rows);
}

int main(void)
{
	uint32_t made = 0;

	for (uint32_t i = 0; i < 4096; i++)
		input[i] = i * 2654435761u;
	for (uint32_t n = 32; n <= 2048; n += n / 3) {
		struct row *rows = make_table(input, n);

		made += rows[n - 1].count * n;
		drop_table(rows, n);
	}
	printf("%u rows\n", made);
	return 0;
}
