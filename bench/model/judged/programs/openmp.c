/* SPDX-License-Identifier: GPL-2.0-or-later */
/* openmp.c - loops of OpenMP with two threads. */
#include "judged.h"

/* truth: add_up | n | a reduction */
ROUTINE void add_up(const double *numbers, int n)
{
	double sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += numbers[i];
	judged_sink += (uint64_t)sum;
}

/* truth: count_pairs | n^2 | each pair */
/* truth: count_pairs._omp_fn.0 | n^2 | a half of the pairs each thread */
ROUTINE void count_pairs(const double *numbers, int n)
{
	int count = 0;
#pragma omp parallel for reduction(+ : count)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			count += numbers[i] + numbers[j] > 100;
	judged_sink += (uint64_t)count;
}

/* truth: multiply | n^1.5 | three loops over the sides of matrices of n cells */
ROUTINE void multiply(const double *a, const double *b, double *to, int side)
{
#pragma omp parallel for
	for (int i = 0; i < side; i++)
		for (int j = 0; j < side; j++) {
			double sum = 0;
			for (int k = 0; k < side; k++)
				sum += a[i * side + k] * b[k * side + j];
			to[i * side + j] = sum;
		}
	judged_sink += (uint64_t)to[0];
}

/* truth: relax | n | each cell a fixed number of times */
ROUTINE void relax(const double *from, double *to, int n)
{
#pragma omp parallel for schedule(dynamic, 64)
	for (int i = 1; i < n - 1; i++)
		to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
	judged_sink += (uint64_t)to[1];
}

int main(void)
{
	FOR_SIZES(n, 10, 9000, 22)
	{
		double *numbers = judged_numbers(n), *to = judged_numbers(n);
		add_up(numbers, n);
		relax(numbers, to, n);
		free(numbers);
		free(to);
	}
	FOR_SIZES(n, 10, 600, 20)
	{
		double *numbers = judged_numbers(n);
		count_pairs(numbers, n);
		free(numbers);
	}
	FOR_SIZES(side, 4, 60, 16)
	{
		double *a = judged_numbers(side * side), *b = judged_numbers(side * side);
		double *to = judged_numbers(side * side);
		multiply(a, b, to, side);
		free(a);
		free(b);
		free(to);
	}
	return 0;
}
