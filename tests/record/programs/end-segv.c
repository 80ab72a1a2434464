/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * end-segv.c - the profile is written when the program dies of a bad access.
 *
 * The access itself does not count, but the pointer does, which comes from the program's file.
 *
 * ends: signal 11
 * expect: sum calls=2 trms=20 rms=20 points=10:2
 * expect: last calls=1 trms=12 rms=12 external=2
 * expect: main calls=1
 */
#include "parts/routine.h"

static int data[10];

SUMMING_ROUTINE(sum)

static int *volatile nowhere = (int *)16;

ROUTINE void last(const int *a)
{
	USE(sum(a, 10));
	*nowhere = 1;
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
