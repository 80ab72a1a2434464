/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * contend.c - threads that share memory by every means of synchronisation, without a race.
 *
 * usage: contend THREADS ROUNDS SEED
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { CELLS = 64, OBJECTS = 4 };

static int under_mutex[OBJECTS][CELLS];
static pthread_mutex_t mutexes[OBJECTS];
static int under_rwlock[CELLS];
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static int under_spinlock[CELLS];
static pthread_spinlock_t spinlock;
static int in_queue[CELLS];
static int queue_used;
static pthread_cond_t queue_changed = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t queue_mutex = PTHREAD_MUTEX_INITIALIZER;
static int by_barrier[8][CELLS];
static pthread_barrier_t barrier;
static int through_pipe[CELLS];
static int files[2];
static atomic_int counter;
static int rounds;
static int threads;

static unsigned next(unsigned *seed)
{
	*seed = *seed * 1103515245u + 12345u;
	return *seed >> 16;
}

__attribute__((noinline)) static long read_some(const int *cells, unsigned *seed)
{
	unsigned first = next(seed) % CELLS;
	unsigned count = next(seed) % (CELLS - first + 1);
	long sum = 0;

	for (unsigned i = 0; i < count; i++)
		sum += cells[first + i];
	return sum;
}

__attribute__((noinline)) static void write_some(int *cells, unsigned *seed)
{
	unsigned first = next(seed) % CELLS;
	unsigned count = next(seed) % (CELLS - first + 1);

	for (unsigned i = 0; i < count; i++)
		cells[first + i] = (int)next(seed);
}

__attribute__((noinline)) static long nested(int *cells, unsigned *seed, int depth)
{
	long sum = read_some(cells, seed);

	if (depth > 0)
		sum += nested(cells, seed, depth - 1);
	if (next(seed) % 2)
		write_some(cells, seed);
	return sum + read_some(cells, seed);
}

__attribute__((noinline)) static long use_mutex(unsigned *seed)
{
	unsigned which = next(seed) % OBJECTS;
	long sum;

	pthread_mutex_lock(&mutexes[which]);
	sum = nested(under_mutex[which], seed, (int)(next(seed) % 4));
	pthread_mutex_unlock(&mutexes[which]);
	return sum;
}

__attribute__((noinline)) static long use_rwlock(unsigned *seed)
{
	long sum = 0;

	if (next(seed) % 3 == 0) {
		pthread_rwlock_wrlock(&rwlock);
		write_some(under_rwlock, seed);
	} else {
		pthread_rwlock_rdlock(&rwlock);
		sum = read_some(under_rwlock, seed);
	}
	pthread_rwlock_unlock(&rwlock);
	return sum;
}

__attribute__((noinline)) static long use_spinlock(unsigned *seed)
{
	long sum;

	pthread_spin_lock(&spinlock);
	sum = nested(under_spinlock, seed, 1);
	pthread_spin_unlock(&spinlock);
	return sum;
}

__attribute__((noinline)) static long use_queue(unsigned *seed)
{
	long sum = 0;

	pthread_mutex_lock(&queue_mutex);
	if (queue_used < CELLS / 2) {
		in_queue[queue_used++] = (int)next(seed);
		pthread_cond_signal(&queue_changed);
	} else {
		while (queue_used == 0)
			pthread_cond_wait(&queue_changed, &queue_mutex);
		while (queue_used > 0)
			sum += in_queue[--queue_used];
	}
	pthread_mutex_unlock(&queue_mutex);
	return sum;
}

/* Everybody writes, everybody waits, everybody reads what a neighbour wrote, everybody waits. */
__attribute__((noinline)) static long use_barrier(int number, unsigned *seed)
{
	long sum;

	write_some(by_barrier[number], seed);
	pthread_barrier_wait(&barrier);
	sum = read_some(by_barrier[(number + 1) % threads], seed);
	pthread_barrier_wait(&barrier);
	return sum;
}

/* A token in a pipe passes the cells on; the token itself is input from the kernel. */
__attribute__((noinline)) static long use_pipe(unsigned *seed)
{
	char token;
	long sum;

	if (read(files[0], &token, 1) != 1)
		abort();
	sum = token + nested(through_pipe, seed, 1);
	if (write(files[1], &token, 1) != 1)
		abort();
	return sum;
}

static void *work(void *argument)
{
	int number = *(int *)argument;
	unsigned seed = (unsigned)number * 7919u + 17u;
	long sum = 0;

	for (int i = 0; i < rounds; i++) {
		switch (next(&seed) % 6) {
		case 0:
			sum += use_mutex(&seed);
			break;
		case 1:
			sum += use_rwlock(&seed);
			break;
		case 2:
			sum += use_spinlock(&seed);
			break;
		case 3:
			sum += use_queue(&seed);
			break;
		case 4:
			sum += use_pipe(&seed);
			break;
		default:
			sum += atomic_fetch_add(&counter, 1);
		}
		if (i % 8 == 7)
			sum += use_barrier(number, &seed);
	}
	*(int *)argument = (int)sum;
	return NULL;
}

int main(int count, char **arguments)
{
	pthread_t handles[8];
	int numbers[8];
	char token = 1;

	if (count != 3)
		return 2;
	threads = atoi(arguments[1]);
	rounds = atoi(arguments[2]);
	for (int i = 0; i < OBJECTS; i++)
		pthread_mutex_init(&mutexes[i], NULL);
	pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE);
	pthread_barrier_init(&barrier, NULL, (unsigned)threads);
	if (pipe(files) != 0 || write(files[1], &token, 1) != 1)
		return 2;
	for (int i = 0; i < CELLS; i++)
		under_rwlock[i] = i;
	for (int i = 0; i < threads; i++) {
		numbers[i] = i;
		pthread_create(&handles[i], NULL, work, &numbers[i]);
	}
	for (int i = 0; i < threads; i++)
		pthread_join(handles[i], NULL);
	printf("%d\n", atomic_load(&counter) > 0 && numbers[0] != 12345678);
	return 0;
}
