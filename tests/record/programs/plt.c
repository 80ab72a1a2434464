/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plt.c - calls into and within a shared object: stubs and lazy binding are part of nobody's input.
 *
 * make: $CC $CFLAGS -shared -fPIC -Wl,-z,lazy -o libplt.so $PROGRAMS/parts/plt-library.c
 * link: -L. -lplt -Wl,-rpath,. -Wl,-z,lazy
 *
 * expect: library_sum calls=9 trms=93 rms=93 points=10:6,11:3
 * expect: library_outer calls=3 trms=30 rms=30 points=10:3
 * expect: library_tail calls=3 trms=33 rms=33 points=11:3
 * expect: drive calls=1 trms=11 rms=11 thread=0 external=0
 * absent: /_dl_runtime_resolve/
 */
#include "parts/routine.h"

long library_outer(const int *a, long n);
long library_tail(const int *a, long n);

static int data[64];

ROUTINE long drive(const int *a)
{
	long total = 0;

	for (int i = 0; i < 3; i++) {
		total += library_outer(a, 10);
		total += library_tail(a, 10);
	}
	return total;
}

int main(void)
{
	for (int i = 0; i < 64; i++)
		((volatile int *)data)[i] = i;
	USE(drive(data));
	return 0;
}
