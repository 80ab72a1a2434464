/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * collect.c - with --collect only what happens inside of the routine is collected.
 *
 * expect: sum calls=5 trms=50
 *
 * variant: inside --collect inside
 * expect: inside calls=2 trms=20 points=10:2
 * expect: sum calls=2 trms=20 points=10:2
 */
#include "parts/routine.h"

static int data[10];

SUMMING_ROUTINE(sum)

ROUTINE long inside(const int *a)
{
	return sum(a, 10) + 1;
}

int main(void)
{
	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	USE(sum(data, 10));
	USE(inside(data));
	USE(sum(data, 10));
	USE(inside(data));
	USE(sum(data, 10));
	return 0;
}
