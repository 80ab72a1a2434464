/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * thread-many.c - five hundred threads at once, all alive while each does its work.
 *
 * flags: -pthread
 * expect: work calls=500 trms=5000 rms=5000 thread=5000 external=0 points=10:500 threads=500
 * expect: shared calls=500 trms=32000 rms=32000 thread=32000 points=64:500
 * expect: main_sum calls=1 trms=5000 rms=5000 thread=500
 */
#include <pthread.h>
#include <stdlib.h>

#include "parts/routine.h"

enum { THREADS = 500 };

static int data[THREADS * 10];
static int common[64];
static pthread_barrier_t barrier;

SUMMING_ROUTINE(work)
SUMMING_ROUTINE(shared)
SUMMING_ROUTINE(main_sum)

static void *start(void *argument)
{
	int *own = argument;

	pthread_barrier_wait(&barrier);
	USE(work(own, 10));
	USE(shared(common, 64));
	*(volatile int *)own = 1;
	pthread_barrier_wait(&barrier);
	return argument;
}

int main(void)
{
	static pthread_t threads[THREADS];
	pthread_attr_t attributes;

	for (int i = 0; i < THREADS * 10; i++)
		((volatile int *)data)[i] = i;
	for (int i = 0; i < 64; i++)
		((volatile int *)common)[i] = i;
	pthread_barrier_init(&barrier, NULL, THREADS);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 65536);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], &attributes, start, data + i * 10) != 0)
			abort();
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	USE(main_sum(data, THREADS * 10));
	return 0;
}
