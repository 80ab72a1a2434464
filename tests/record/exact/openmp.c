/* SPDX-License-Identifier: GPL-2.0-or-later */
/* openmp.c - a loop that OpenMP's threads share, with a reduction and a critical section. */
#include <stdio.h>

enum { COUNT = 2000 };

static double values[COUNT];

static double square(const double *value)
{
	return *value * *value;
}

int main(void)
{
	double total = 0;
	int rounds = 0;

#pragma omp parallel num_threads(4)
	{
#pragma omp for schedule(dynamic, 100)
		for (int i = 0; i < COUNT; i++)
			values[i] = i;
#pragma omp for reduction(+ : total)
		for (int i = 0; i < COUNT; i++)
			total += square(&values[COUNT - 1 - i]);
#pragma omp critical
		rounds++;
	}
	printf("%.0f %d\n", total, rounds);
	return 0;
}
