/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * end-exit.c - the profile is written when the program ends by _exit.
 *
 * ends: exit 3
 * expect: sum calls=2 trms=20 rms=20 points=10:2
 * expect: last calls=1 trms=10 rms=10
 * expect: main calls=1
 */
#include "parts/raw.h"
#include "parts/routine.h"

static int data[10];

SUMMING_ROUTINE(sum)

ROUTINE void last(const int *a)
{
	USE(sum(a, 10));
	RAW(SYS_exit_group, 3, 0, 0);
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
