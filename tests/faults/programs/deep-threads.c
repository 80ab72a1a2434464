/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * deep-threads.c - a stack of a hundred thousand calls in each of eight threads, at the same time.
 *
 * flags: -pthread
 * expect: deeper calls=800000 threads=8
 * expect: bottom calls=8 trms=80 rms=80 thread=80 external=0 points=10:8 threads=8
 * expect: main_sum calls=1 trms=8
 */
#include <pthread.h>
#include <stdlib.h>

#include "parts/routine.h"

enum { THREADS = 8, DEPTH = 100000, STACK = 64 << 20 };

static int data[10];
static int results[THREADS];
static pthread_barrier_t barrier;

SUMMING_ROUTINE(bottom)
SUMMING_ROUTINE(main_sum)

/* NOLINTNEXTLINE(misc-no-recursion) */
ROUTINE long deeper(int depth)
{
	long below;

	if (depth > 1) {
		below = deeper(depth - 1);
	} else {
		pthread_barrier_wait(&barrier); /* all are at the bottom */
		below = bottom(data, 10);
		pthread_barrier_wait(&barrier);
	}
	USE(below);
	return below;
}

static void *start(void *argument)
{
	int *result = argument;

	*(volatile int *)result = (int)deeper(DEPTH);
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	pthread_attr_t attributes;

	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	pthread_barrier_init(&barrier, NULL, THREADS);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], &attributes, start, results + i) != 0)
			abort();
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return main_sum(results, THREADS) != 45 * THREADS;
}
