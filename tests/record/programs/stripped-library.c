/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stripped-library.c - a routine without a symbol gets a name made of object and offset.
 *
 * make: $CC $CFLAGS -shared -fPIC -s -o libstripped.so $PROGRAMS/parts/stripped-library.c
 * link: -L. -lstripped -Wl,-rpath,.
 *
 * expect: exported calls=3 trms=30 points=10:3
 * expect: /^libstripped.so\+0x[0-9a-f]+$/ calls=6 trms=60 points=10:6
 * absent: nameless
 */
#include "parts/routine.h"

long exported(const int *a, long n);

static int data[10];

int main(void)
{
	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	for (int i = 0; i < 3; i++)
		USE(exported(data, 10));
	return 0;
}
