/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An ordered loop with a reduction over tasks, whose index is unsigned and long: no function of gcc's library takes more arguments
 * than the one that begins it.
 *
 * flags: -fopenmp -O1
 * output: 2080 64
 * expect: add calls=64
 */
#include <stdio.h>

static volatile unsigned long long last = 64;

__attribute__((noinline)) static void add(unsigned long long *sum, unsigned long long n)
{
	*sum += n;
}

int main(void)
{
	unsigned long long sum = 0, in_order = 0;

#pragma omp parallel num_threads(2)
#pragma omp for ordered reduction(task, + : sum) schedule(monotonic : dynamic, 2)
	for (unsigned long long i = 1; i <= last; i++) {
#pragma omp task in_reduction(+ : sum)
		add(&sum, i);
#pragma omp ordered
		in_order = in_order + 1 == i ? i : 0;
	}
	printf("%llu %llu\n", sum, in_order);
	return 0;
}
