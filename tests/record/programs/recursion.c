/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recursion.c - 200,000 activations of one routine pending at once.
 *
 * flags: -fno-optimize-sibling-calls
 * expect: deep calls=200001 trms=0 rms=0 points=0:200001
 * expect: walk calls=200001 trms=20000100000 rms=20000100000 sizes=200001
 * expect: sum calls=1 trms=10
 */
#include "parts/routine.h"

enum { DEPTH = 200000 };

static int data[DEPTH + 1];

SUMMING_ROUTINE(sum)

ROUTINE long deep(long n)
{
	if (n == 0)
		return 0;
	return 1 + deep(n - 1);
}

/* An activation at depth d reads all cells behind d, itself or below. */
ROUTINE long walk(const int *a, long n)
{
	if (n == 0)
		return 0;
	long own = *(volatile const int *)a;
	return own + walk(a + 1, n - 1);
}

int main(void)
{
	for (int i = 0; i < DEPTH; i++)
		((volatile int *)data)[i] = i;
	USE(deep(DEPTH));
	USE(walk(data, DEPTH));
	USE(sum(data, 10));
	return 0;
}
