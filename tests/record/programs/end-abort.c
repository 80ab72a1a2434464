/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * end-abort.c - the profile is written when the program aborts.
 *
 * ends: signal 6
 * expect: sum calls=2 trms=20 rms=20 points=10:2
 * expect: last calls=1 trms=10+trms(abort)
 * expect: main calls=1
 */
#include <stdlib.h>
#include "parts/routine.h"

static int data[10];

SUMMING_ROUTINE(sum)

ROUTINE void last(const int *a)
{
	USE(sum(a, 10));
	abort();
	USE(a);
}

int main(void)
{
	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	USE(sum(data, 10));
	last(data);
	return 1;
}
