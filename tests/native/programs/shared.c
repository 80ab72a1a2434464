/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Accesses of 4, 8 and 16 bytes, and of structures, by three threads that take turns at a barrier: to what was written
 * before there were threads, by another thread, by the kernel, and parts of it by each.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 300, THREADS = 3, ROUNDS = 6 };

typedef long long pair __attribute__((vector_size(16)));

struct triple {
	double at[3];
};

static double numbers[COUNT];
static struct triple triples[COUNT];
static struct triple copies[THREADS][COUNT]; /* each thread has one, which the next one reads */
static struct triple seen[THREADS];
static long long own[THREADS][1 << 12]
	__attribute__((aligned(1 << 15))); /* nobody else comes near */
static pair pairs[COUNT];
static float halves[2 * COUNT];
static char text[8 * COUNT];
static int ends[2];
static int zeros;
static pthread_barrier_t barrier;

__attribute__((noinline)) static double sum_numbers(int from, int to)
{
	double total = 0;

	for (int i = from; i < to; i++)
		total += numbers[i];
	return total;
}

__attribute__((noinline)) static long long sum_pairs(int from, int to)
{
	pair total = {0, 0};

	for (int i = from; i < to; i++)
		total += pairs[i];
	return total[0] + total[1];
}

/* As two cells at once, of which one or none may have been written by another thread. */
__attribute__((noinline)) static double sum_halves(int from, int to)
{
	double total = 0;

	for (int i = from; i < to; i++) {
		double both;

		__builtin_memcpy(&both, __builtin_assume_aligned(&halves[2 * i], 8), 8);
		total += both != 0;
	}
	return total;
}

__attribute__((noinline)) static long long sum_text(int from, int to)
{
	long long total = 0;

	for (int i = from; i < to; i++)
		total += *(const long long *)(const void *)&text[8 * i] & 1;
	return total;
}

__attribute__((noinline)) static void copy_triples(int part, int from, int to)
{
	for (int i = from; i < to; i++)
		copies[part][i] = triples[i];
}

__attribute__((noinline)) static void see_copies(int part)
{
	for (int i = 0; i < COUNT; i++)
		seen[part] = copies[(part + 1) % THREADS][i];
}

/* What the kernel brings was accessed before, by the same activation and by others. */
__attribute__((noinline)) static long long refill(int part, int from)
{
	long long total = 0;

	for (int i = from; i < COUNT; i++)
		total += own[part][i];
	if (read(zeros, own[part], 8 * COUNT) != 8 * COUNT)
		return -1;
	for (int i = 0; i < COUNT; i++)
		total += own[part][i];
	return total;
}

__attribute__((noinline)) static void write_some(int part, int round)
{
	for (int i = part; i < COUNT; i += THREADS) {
		numbers[i] += round;
		pairs[i] += (pair){i, round};
		halves[2 * i + (i + round) % 2] = (float)i;
		triples[i].at[(i + round) % 3] = i;
	}
}

__attribute__((noinline)) static void use_all(int part, int round)
{
	volatile double total = sum_numbers(part, COUNT) + (double)sum_pairs(round, COUNT);

	total += sum_halves(0, COUNT - round) + (double)sum_text(0, COUNT);
	total += sum_numbers(0, COUNT) + (double)sum_pairs(0, COUNT);
	copy_triples(part, round, COUNT);
	copy_triples(part, 0, COUNT);
}

static void *work(void *argument)
{
	int part = *(int *)argument;

	for (int round = 0; round < ROUNDS; round++) {
		use_all(part, round);
		if (refill(part, 10 * round) == -1)
			return NULL;
		pthread_barrier_wait(&barrier);
		if (part == round % THREADS && read(ends[0], text, sizeof(text)) < 0)
			return NULL;
		write_some(part, round);
		see_copies(part);
		pthread_barrier_wait(&barrier);
		use_all(part, round);
	}
	return argument;
}

int main(void)
{
	static char block[8 * COUNT];
	pthread_t threads[THREADS];
	int parts[THREADS] = {0, 1, 2};

	memset(block, 'x', sizeof(block));
	zeros = open("/dev/zero", O_RDONLY);
	if (zeros < 0 || pipe(ends) != 0)
		return 1;
	for (int round = 0; round < ROUNDS; round++)
		if (write(ends[1], block, sizeof(block)) != sizeof(block))
			return 1;
	for (int i = 0; i < COUNT; i += 2) {
		numbers[i] = i;
		pairs[i] = (pair){i, i};
		halves[2 * i] = 1;
		triples[i].at[i % 3] = i;
	}
	pthread_barrier_init(&barrier, NULL, THREADS);
	/* The first part is the first thread's own. */
	for (int i = 1; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, &parts[i]);
	work(&parts[0]);
	for (int i = 1; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%.0f %lld %.0f\n", sum_numbers(0, COUNT), sum_pairs(0, COUNT), seen[0].at[0]);
	return 0;
}
