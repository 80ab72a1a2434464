/* SPDX-License-Identifier: GPL-2.0-or-later */
/* many.c - many threads one after another, many at once, and a deep recursion. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { IN_TURN = 1000, AT_ONCE = 300, DEPTH = 200000 };

static pthread_barrier_t barrier;
int numbers[10];
static int given[AT_ONCE];

__attribute__((noinline)) static int step(int count)
{
	int total = 0;

	for (int i = 0; i < count; i++)
		total += numbers[i];
	__asm__ volatile("" ::: "memory"); /* not to be taken for a pure function */
	return total;
}

static void *short_work(void *argument)
{
	(void)argument;
	return (void *)(intptr_t)step(5);
}

__attribute__((noinline)) static int take(void)
{
	int total = 0;

	for (int i = 0; i < AT_ONCE; i++)
		total += given[i];
	return total;
}

/* Twice each of them takes what all have given. */
static void *long_work(void *argument)
{
	volatile int total = step(7);

	for (int i = 0; i < 2; i++) {
		pthread_barrier_wait(&barrier);
		*(int *)argument = i;
		pthread_barrier_wait(&barrier);
		total += take();
	}
	return argument;
}

__attribute__((noinline)) static long recurse(int depth)
{
	return depth == 0 ? 0 : recurse(depth - 1) + numbers[depth % 10];
}

int main(void)
{
	static pthread_t handles[AT_ONCE];
	pthread_attr_t attributes;

	for (int i = 0; i < IN_TURN; i++) {
		if (pthread_create(&handles[0], NULL, short_work, NULL) != 0)
			return 2;
		pthread_join(handles[0], NULL);
	}
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 1 << 18);
	pthread_barrier_init(&barrier, NULL, AT_ONCE);
	for (int i = 0; i < AT_ONCE; i++)
		if (pthread_create(&handles[i], &attributes, long_work, &given[i]) != 0)
			return 2;
	for (int i = 0; i < AT_ONCE; i++)
		pthread_join(handles[i], NULL);
	printf("%ld\n", recurse(DEPTH));
	return 0;
}
