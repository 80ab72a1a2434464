/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads that call exit at the same time: one runs the handlers and writes the profile, the others do not end the process meanwhile.
 *
 * link: -pthread
 * repeat: 20
 * ends: exit 7
 * expect: step calls>=4000
 */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS = 4 };

static pthread_barrier_t barrier;
int numbers[64];

__attribute__((noinline)) static int step(int i)
{
	return numbers[i & 63];
}

static void *work(void *unused)
{
	volatile int sum = 0;

	(void)unused;
	for (int i = 0; i < 1000; i++)
		sum += step(i);
	pthread_barrier_wait(&barrier);
	usleep(1000);
	exit(7 + sum);
}

int main(void)
{
	pthread_t thread;

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 1; i < THREADS; i++)
		pthread_create(&thread, NULL, work, NULL);
	work(NULL);
	return 0;
}
