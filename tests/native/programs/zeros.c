/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory that calloc has fresh from the kernel is new; what it takes from its heap it writes. Prints the peak
 * of memory in KB: a block of which little is used takes little.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { MANY = 1 << 18, FEW = 1 << 10, SPARSE = 1 << 28 };

__attribute__((noinline)) static int sum(const volatile int *cells, int count)
{
	int total = 0;

	for (int i = 0; i < count; i++)
		total += cells[i];
	return total;
}

/* The block goes back to the kernel and comes again. */
__attribute__((noinline)) static int large(void)
{
	int *cells = calloc(MANY, sizeof(*cells));
	int total = sum(cells, MANY);

	cells[MANY / 2] = 1;
	free(cells);
	cells = calloc(MANY, sizeof(*cells));
	total += sum(cells, MANY);
	free(cells);
	return total;
}

__attribute__((noinline)) static int small(void)
{
	int *cells = calloc(FEW, sizeof(*cells));
	int total = sum(cells, FEW);

	free(cells);
	return total;
}

__attribute__((noinline)) static int sparse(void)
{
	char *bytes = calloc(1, SPARSE);
	int total = sum((int *)(void *)(bytes + SPARSE / 2), 10);

	free(bytes);
	return total;
}

int main(void)
{
	struct rusage usage;
	int total;

	mallopt(M_MMAP_THRESHOLD, 1 << 17); /* and it stays there */
	total = large() + small() + sparse();

	getrusage(RUSAGE_SELF, &usage);
	printf("%d %ld\n", total, usage.ru_maxrss);
	return 0;
}
