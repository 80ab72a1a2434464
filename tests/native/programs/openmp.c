/* SPDX-License-Identifier: GPL-2.0-or-later */
/* openmp.c - parallel loops and tasks: what one thread fills another one sums. */
#include <stdio.h>

int numbers[4000];
long out[8];

__attribute__((noinline)) long part(int first, int end)
{
	long total = 0;

	for (int i = first; i < end; i++)
		total += numbers[i];
	return total;
}

__attribute__((noinline)) void fill(int first, int end)
{
	for (int i = first; i < end; i++)
		numbers[i] = i;
}

__attribute__((noinline)) long final(void)
{
	long total = 0;

	for (int i = 0; i < 8; i++)
		total += out[i];
	return total;
}

int main(void)
{
#pragma omp parallel for num_threads(2) schedule(static, 1)
	for (int k = 0; k < 4; k++)
		fill(k * 1000, k * 1000 + 1000);
#pragma omp parallel for num_threads(2) schedule(static, 1)
	for (int k = 0; k < 4; k++)
		out[k] = part(((k + 1) % 4) * 1000, ((k + 1) % 4) * 1000 + 1000);
#pragma omp parallel num_threads(2)
#pragma omp single
	for (int k = 4; k < 8; k++) {
#pragma omp task firstprivate(k)
		out[k] = part(0, 100);
	}
	printf("%ld\n", final());
	return 0;
}
