/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * header.c - a routine is where its source is, even if its first instruction was inlined from a header.
 *
 * expect: caller file=header.c line>=13 line<=14 calls=2 trms=20 points=10:2
 * absent: inlined
 */
#include "parts/routine.h"
#include "parts/inlined.h"

static int data[10];

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
