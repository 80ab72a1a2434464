/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * renumbering.c - a day's worth of clock: what was read at its beginning is known at its end.
 *
 * Each call takes a stamp, and there are 2^28 of them before the cells are numbered anew: some ten
 * seconds of nothing but calls. A day is so some thousand renumberings. With a limit of 64 stamps,
 * 400,000 calls are as many.
 *
 * flags: -pthread
 * expect: all calls=2 trms=2010 rms=2010 thread=2010 external=0 points=1005:2 threads=2
 * expect: sum calls=4 trms=4000 rms=4000 thread=2000 points=1000:4
 * expect: outer calls=200000 trms=1000000 rms=1000000 thread=10 points=5:200000
 * expect: inner calls=200000 trms=1000000 rms=1000000 thread=10 points=5:200000
 * variant: day --stamp-limit 64
 * expect: all calls=2 trms=2010 rms=2010 thread=2010 external=0 points=1005:2 threads=2
 * expect: sum calls=4 trms=4000 rms=4000 thread=2000 points=1000:4
 * expect: outer calls=200000 trms=1000000 rms=1000000 thread=10 points=5:200000
 * expect: inner calls=200000 trms=1000000 rms=1000000 thread=10 points=5:200000
 */
#include <pthread.h>

#include "parts/routine.h"

enum { ROUNDS = 100000, SIZE = 1000 };

static int data[2][SIZE + 5];

SUMMING_ROUTINE(sum)
SUMMING_ROUTINE(inner)

ROUTINE long outer(const int *a)
{
	long first = inner(a, 5);
	long second = 0;

	for (int i = 0; i < 5; i++)
		second += ((volatile const int *)a)[i];
	return first - second;
}

ROUTINE void *all(void *argument)
{
	const int *a = argument;

	USE(sum(a, SIZE));
	for (int i = 0; i < ROUNDS; i++)
		USE(outer(a + SIZE));
	USE(sum(a, SIZE));
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < SIZE + 5; i++) {
		((volatile int *)data[0])[i] = i;
		((volatile int *)data[1])[i] = i;
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, all, data[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
