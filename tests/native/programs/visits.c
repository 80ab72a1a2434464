/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads that write memory of their own, and as many that visit it meanwhile, a cell here and there that nobody writes.
 * There are more of them than processors, so that one may be interrupted anywhere. Then all is read: nothing that was
 * written while a visitor came may be missing.
 */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 6, BLOCKS = 64, CELLS = 4096, ROUNDS = 12, ALL = BLOCKS * CELLS };

static int memory[ROUNDS][THREADS][ALL] __attribute__((aligned(4 * CELLS)));
static pthread_barrier_t barrier;

/* All but the first cell of each block. */
__attribute__((noinline)) static void write_most(int *cells)
{
	for (int i = 0; i < ALL; i++)
		if (i % CELLS)
			cells[i] = i;
}

__attribute__((noinline)) static int visit(const int *cells)
{
	int total = 0;

	for (int i = 0; i < ALL; i += CELLS)
		total += cells[i];
	return total;
}

__attribute__((noinline)) static int read_all(const int *cells)
{
	int total = 0;

	for (int i = 0; i < ALL; i++)
		total += cells[i] & 1;
	return total;
}

static void *work(void *argument)
{
	int self = *(int *)argument;
	volatile int total = 0;

	for (int round = 0; round < ROUNDS; round++) {
		pthread_barrier_wait(&barrier);
		if (self % 2 == 0) {
			write_most(memory[round][self]);
		} else {
			for (volatile int wait = (round * 7919 + self * 131) % 20000 * 20; wait > 0;
			     wait--)
				;
			for (int i = 0; i < THREADS; i += 2)
				total += visit(memory[round][i]);
		}
		pthread_barrier_wait(&barrier);
		/* Of another one that writes. */
		total += read_all(memory[round][(self / 2 * 2 + 2) % THREADS]);
	}
	return argument;
}

int main(void)
{
	pthread_t threads[THREADS];
	int numbers[THREADS];

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < THREADS; i++) {
		numbers[i] = i;
		if (i > 0 && pthread_create(&threads[i], NULL, work, &numbers[i]) != 0)
			return 1;
	}
	work(&numbers[0]);
	for (int i = 1; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", memory[ROUNDS - 1][0][1]);
	return 0;
}
