/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inlined.c - inlined code belongs to the routine that it was inlined into.
 *
 * Its line is its own, that of its head or of the brace behind it, though its first instruction may be of
 * the inlined part.
 *
 * expect: caller file=inlined.c line>=24 line<=25 calls=2 trms=20 points=10:2
 * absent: inlined
 */
#include "parts/routine.h"

static int data[10];

static inline __attribute__((always_inline)) long inlined(const int *a, long n)
{
	long total = 0;

	for (long i = 0; i < n; i++)
		total += a[i];
	return total;
}

ROUTINE long caller(const int *a, long n)
{
	return inlined(a, n) + inlined(a, n / 2);
}

int main(void)
{
	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	USE(caller(data, 10));
	USE(caller(data, 10));
	return 0;
}
