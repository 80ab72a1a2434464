/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * same-name.c - static routines of one name in two files are two routines.
 *
 * make: $CC $CFLAGS -c -o same-a.o $PROGRAMS/parts/same-a.c
 * make: $CC $CFLAGS -c -o same-b.o $PROGRAMS/parts/same-b.c
 * link: same-a.o same-b.o
 *
 * expect: helper file=same-a.c calls=2 trms=20 points=10:2
 * expect: helper file=same-b.c calls=3 trms=60 points=20:3
 * expect: from_a calls=2 trms=20
 * expect: from_b calls=3 trms=60
 */
#include "parts/routine.h"

long from_a(const int *a, long n);
long from_b(const int *a, long n);

static int data[20];

int main(void)
{
	for (int i = 0; i < 20; i++)
		((volatile int *)data)[i] = i;
	for (int i = 0; i < 2; i++)
		USE(from_a(data, 10));
	for (int i = 0; i < 3; i++)
		USE(from_b(data, 20));
	return 0;
}
