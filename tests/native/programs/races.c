/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two threads write one half each of a block of memory that neither has used before, at the same time and with different
 * starts; then each reads what the other has written. Nothing of that may get lost, whoever came first.
 */
#include <pthread.h>
#include <stdio.h>

enum { CELLS = 4096, BLOCKS = 3000, TWICE = 2 };

static int blocks[BLOCKS][CELLS] __attribute__((aligned(4 * CELLS)));
static pthread_barrier_t barrier;

__attribute__((noinline)) static int sum_half(const int *block, int half)
{
	int total = 0;

	for (int i = half; i < CELLS; i += 2)
		total += block[i];
	return total;
}

__attribute__((noinline)) static void write_half(int *block, int half)
{
	for (int i = half; i < CELLS; i += 2)
		block[i] = i;
}

/* Reads a cell too, so that what it writes next has been accessed at the same time. */
__attribute__((noinline)) static void raise_half(int *block, int half)
{
	for (int i = half; i < CELLS; i += 2)
		block[i]++;
}

static void *work(void *argument)
{
	int self = *(int *)argument;
	volatile int total = 0;

	for (int i = 0; i < BLOCKS; i++) {
		int *block = blocks[i];

		pthread_barrier_wait(&barrier);
		for (volatile int wait = (i * 7919 + self * 4567) % 3000; wait > 0; wait--)
			;
		if (i % 2)
			write_half(block, self);
		for (int j = 0; j < TWICE; j++) {
			raise_half(block, self);
			pthread_barrier_wait(&barrier);
			total += sum_half(block, !self);
			pthread_barrier_wait(&barrier);
		}
	}
	return argument;
}

int main(void)
{
	int numbers[2] = {0, 1};
	pthread_t other;

	if (pthread_barrier_init(&barrier, NULL, 2) != 0 ||
	    pthread_create(&other, NULL, work, &numbers[1]) != 0)
		return 1;
	work(&numbers[0]);
	pthread_join(other, NULL);
	printf("%d\n", blocks[0][1] + blocks[1][1]);
	return 0;
}
