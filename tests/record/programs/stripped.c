/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stripped.c - a program without any symbol: its routines are told apart by where they are called.
 *
 * link: -s
 * expect: /^stripped\+0x[0-9a-f]+$/ calls=6 trms=60 points=10:6
 * expect: /^stripped\+0x[0-9a-f]+$/ calls=3 trms=45 points=15:3
 * absent: first
 */
#include "parts/routine.h"

static int data[20];

SUMMING_ROUTINE(first)

ROUTINE long second(const int *a)
{
	long total = first(a, 10);

	total += first(a, 10);
	for (int i = 0; i < 15; i++)
		total += ((volatile const int *)a)[i];
	return total;
}

int main(void)
{
	for (int i = 0; i < 20; i++)
		((volatile int *)data)[i] = i;
	for (int i = 0; i < 3; i++)
		USE(second(data));
	return 0;
}
