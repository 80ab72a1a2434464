/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * thread-churn.c - three thousand threads one after another, on the same stack and with the same
 * kernel ids.
 *
 * None knows what those before it have accessed; each reads what main has written, so that all is
 * induced.
 *
 * flags: -pthread
 * expect: work calls=3000 trms=30000 rms=30000 thread=30000 external=0 points=10:3000 threads=3000
 * expect: own calls=3000 trms=0 rms=0 thread=0
 * expect: main_sum calls=3000 trms=30000 rms=30000 thread=3000 external=0 threads=1
 */
#include <pthread.h>

#include "parts/routine.h"

enum { THREADS = 3000 };

static int data[10];

SUMMING_ROUTINE(work)
SUMMING_ROUTINE(main_sum)

/* What the thread itself wrote is not input, though the dead ones before it wrote it too. */
ROUTINE long own(volatile int *a)
{
	long total = 0;

	for (int i = 0; i < 4; i++)
		a[i] = i;
	for (int i = 0; i < 4; i++)
		total += a[i];
	return total;
}

static void *start(void *argument)
{
	int local[4];

	USE(work(data, 10));
	USE(own(local));
	((volatile int *)data)[3] = 1;
	return argument;
}

int main(void)
{
	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	for (int i = 0; i < THREADS; i++) {
		pthread_t thread;

		pthread_create(&thread, NULL, start, NULL);
		pthread_join(thread, NULL);
		USE(main_sum(data, 10));
	}
	return 0;
}
