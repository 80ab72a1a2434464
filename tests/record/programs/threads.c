/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * threads.c - two threads take turns over semaphores; who wrote a cell last decides.
 *
 *  turn  main            worker
 *   1    writes 10       sum reads 10            10 induced by main
 *   2                    sum reads 10            none: it has read them before
 *   3    writes 4        sum reads 10            4 induced
 *   4    reads 10        sum reads 10            none: reading induces nothing
 *   5    writes 10       overwrite writes 10,
 *                        then sum reads 10       none: its own values
 *   6                    overwrite writes 10
 *        sum reads 10                            10 induced by the worker
 *   7    kernel writes   sum reads 10            3 external: a pipe of 12 bytes
 *   8    kernel writes 10, then main writes 4
 *                        sum reads 10            6 external, 4 by main
 *
 * both_turns is the first three turns: 14 of the cells are induced, and so is what the C library's semaphores
 * read, which is not known.
 *
 * expect: worker_sum calls=7 trms=70 rms=70 thread=18 external=9 points=10:7 threads=1
 * expect: main_sum calls=2 trms=20 rms=20 thread=10 external=0 threads=1
 * expect: overwrite calls=2 trms=0 rms=0
 * expect: byte_sum calls=1 trms=1 rms=1 thread=1 external=0
 * expect: both_turns calls=1 trms>=14 rms>=10
 *
 * variant: cell1 --cell 1
 * expect: byte_sum calls=1 trms=1 rms=1 thread=0 external=0
 * expect: worker_sum calls=7 trms=280 rms=280 thread=72 external=36
 *
 * variant: reference --reference
 * expect: worker_sum calls=7 trms=70 rms=70 thread=18 external=9 points=10:7 threads=1
 * expect: main_sum calls=2 trms=20 rms=20 thread=10 external=0 threads=1
 *
 * variant: renumbering --stamp-limit 64
 * expect: worker_sum calls=7 trms=70 rms=70 thread=18 external=9 points=10:7 threads=1
 * expect: main_sum calls=2 trms=20 rms=20 thread=10 external=0 threads=1
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

#include "parts/raw.h"
#include "parts/routine.h"

static int data[64] __attribute__((aligned(4096)));
static volatile char bytes[8] __attribute__((aligned(4)));
static sem_t to_worker;
static sem_t to_main;

SUMMING_ROUTINE(worker_sum)
SUMMING_ROUTINE(main_sum)
FILLING_ROUTINE(overwrite)

/* Reads one byte of a cell of which the other thread has written another byte. */
ROUTINE int byte_sum(const volatile char *a)
{
	return a[2];
}

static void hand_over(sem_t *to, sem_t *back)
{
	sem_post(to);
	sem_wait(back);
}

ROUTINE void both_turns(void)
{
	sem_wait(&to_worker);
	USE(worker_sum(data, 10)); /* 1 */
	hand_over(&to_main, &to_worker);
	USE(worker_sum(data, 10)); /* 2 */
	hand_over(&to_main, &to_worker);
	USE(worker_sum(data, 10)); /* 3 */
}

static void *worker(void *unused)
{
	both_turns();
	hand_over(&to_main, &to_worker);
	USE(worker_sum(data, 10)); /* 4 */
	hand_over(&to_main, &to_worker);
	overwrite(data, 10, 7);
	USE(worker_sum(data, 10)); /* 5 */
	hand_over(&to_main, &to_worker);
	overwrite(data, 10, 8); /* 6 */
	hand_over(&to_main, &to_worker);
	USE(worker_sum(data, 10)); /* 7 */
	hand_over(&to_main, &to_worker);
	USE(worker_sum(data, 10)); /* 8 */
	USE(byte_sum(bytes));
	sem_post(&to_main);
	return unused;
}

/* Puts so many bytes through a pipe into the data. */
static void from_kernel(int count)
{
	static char zeros[64];
	int ends[2];

	if (pipe(ends) != 0 || write(ends[1], zeros, (size_t)count) != count)
		abort();
	RAW(SYS_read, ends[0], data, 64);
	close(ends[0]);
	close(ends[1]);
}

int main(void)
{
	pthread_t thread;
	volatile int *a = data;

	sem_init(&to_worker, 0, 0);
	sem_init(&to_main, 0, 0);
	pthread_create(&thread, NULL, worker, NULL);
	for (int i = 0; i < 10; i++)
		a[i] = i;
	hand_over(&to_worker, &to_main); /* 1 */
	hand_over(&to_worker, &to_main); /* 2 */
	for (int i = 3; i < 7; i++)
		a[i] = i;
	hand_over(&to_worker, &to_main); /* 3 */
	USE(main_sum(data, 10));
	hand_over(&to_worker, &to_main); /* 4 */
	for (int i = 0; i < 10; i++)
		a[i] = i;
	hand_over(&to_worker, &to_main); /* 5 */
	hand_over(&to_worker, &to_main); /* 6 */
	USE(main_sum(data, 10));
	from_kernel(12);
	hand_over(&to_worker, &to_main); /* 7 */
	from_kernel(40);
	for (int i = 0; i < 4; i++)
		a[i] = i;
	bytes[0] = 1;
	sem_post(&to_worker); /* 8 */
	pthread_join(thread, NULL);
	return 0;
}
