/* SPDX-License-Identifier: GPL-2.0-or-later */
/* openmp.c - a stencil on four threads: each reads what its neighbours wrote. */
#include <stdio.h>

enum { COUNT = 800, ROUNDS = 3 };

static int cells[2][COUNT + 2];

static __attribute__((noinline)) int neighbours(const int *row, int i)
{
	return row[i - 1] + row[i] + row[i + 1];
}

int main(void)
{
	long total = 0;

	for (int i = 0; i < COUNT + 2; i++)
		cells[0][i] = i;
	for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel for num_threads(4) reduction(+ : total)
		for (int i = 1; i <= COUNT; i++) {
			cells[(round + 1) % 2][i] = neighbours(cells[round % 2], i) & 1023;
			total += cells[(round + 1) % 2][i];
		}
	}
	printf("%ld\n", total);
	return 0;
}
