/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * thread-exit.c - threads that end in the middle of a stack: what is pending then has returned.
 *
 * What pthread_exit reads is the C library's, and the unwinder's; the first time it loads that. It is all that the
 * routines have beside the five cells that they sum, but for what they themselves have written. So
 * is what happens at a cancellation.
 *
 * flags: -pthread
 * expect: sum calls=60 trms=300 rms=300 thread=300 points=5:60
 * expect: library_inner calls=20 sizes=2 thread=100+thread(pthread_exit) external=external(pthread_exit)
 * expect: library_outer calls=20 sizes=2 thread=100+thread(pthread_exit) external=external(pthread_exit)
 * expect: raw_inner calls=20 trms=100 rms=100 thread=100 points=5:20 threads=20
 * expect: raw_outer calls=20 trms=100 rms=100 thread=100 points=5:20
 * expect: cancelled calls=20 trms>=100 trms<=20000
 * expect: after calls=1 trms=1000
 */
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include "parts/raw.h"
#include "parts/routine.h"

static int data[1000];
static sem_t ready;

SUMMING_ROUTINE(sum)

ROUTINE void library_inner(const int *a)
{
	USE(sum(a, 5));
	pthread_exit(NULL);
}

ROUTINE void *library_outer(void *argument)
{
	library_inner(argument);
	USE(argument);
	return NULL;
}

ROUTINE void raw_inner(const int *a)
{
	USE(sum(a, 5));
	RAW(SYS_exit, 0, 0, 0);
	USE(a);
}

ROUTINE void *raw_outer(void *argument)
{
	raw_inner(argument);
	USE(argument);
	return NULL;
}

ROUTINE void *cancelled(void *argument)
{
	USE(sum(argument, 5));
	sem_post(&ready);
	for (;;)
		pause();
	return NULL;
}

ROUTINE long after(const int *a)
{
	long total = 0;

	for (int i = 0; i < 1000; i++)
		total += ((volatile const int *)a)[i];
	return total;
}

int main(void)
{
	pthread_t thread;

	sem_init(&ready, 0, 0);
	for (int i = 0; i < 1000; i++)
		((volatile int *)data)[i] = i;
	for (int i = 0; i < 20; i++) {
		pthread_create(&thread, NULL, library_outer, data);
		pthread_join(thread, NULL);
		pthread_create(&thread, NULL, raw_outer, data);
		pthread_join(thread, NULL);
		pthread_create(&thread, NULL, cancelled, data);
		sem_wait(&ready);
		pthread_cancel(thread);
		pthread_join(thread, NULL);
	}
	USE(after(data));
	return 0;
}
