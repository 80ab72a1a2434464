/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * waiting.c - how long a thread waits for others in OpenMP, or for a spin lock, is not its routines' cost.
 *
 * What OpenMP has the program's own code do is.
 *
 * flags: -fopenmp
 * environment: OMP_NUM_THREADS=2
 * output: 49995000
 *
 * expect: total calls=40 cost<=cost(total._omp_fn.0)
 * expect: total._omp_fn.0 calls=80 cost>=10000
 * expect: meets._omp_fn.0 calls=2 cost<=100000
 * expect: under_lock calls=20 cost<=600
 * expect: GOMP_barrier calls=100
 */
#include "parts/routine.h"

#include <pthread.h>
#include <stdio.h>

static int data[10000];
static pthread_spinlock_t lock;
static volatile int value;

/* Each thread sums half of it, and waits for the other one at the end. */
ROUTINE long total(const int *a, int n)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum) schedule(static)
	for (int i = 0; i < n; i++)
		sum += a[i];
	return sum;
}

/* One has much to do, the other one waits: 25 times for each. */
ROUTINE void meets(void)
{
#pragma omp parallel
	for (int i = 0; i < 50; i++) {
#pragma omp barrier
	}
}

ROUTINE void under_lock(void)
{
	pthread_spin_lock(&lock);
	value++;
	pthread_spin_unlock(&lock);
}

static void *contender(void *unused)
{
	for (int i = 0; i < 10; i++) {
		under_lock();
		pthread_spin_lock(&lock);
		for (int j = 0; j < 100000; j++)
			value++;
		pthread_spin_unlock(&lock);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;
	long sum = 0;

	for (int i = 0; i < 10000; i++)
		data[i] = i;
	for (int i = 0; i < 40; i++)
		sum = total(data, 10000);
	meets();
	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&thread, NULL, contender, NULL);
	contender(NULL);
	pthread_join(thread, NULL);
	printf("%ld\n", sum);
	return 0;
}
