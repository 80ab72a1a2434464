/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * producer-consumer.c - input that comes from another thread.
 *
 * A producer writes a value to x, a consumer reads it; semaphores make them take turns. Whatever
 * the number n of values, the consumer reads one and the same place. So its rms does not grow, while
 * its trms does: each read sees what the producer has written since the last one.
 *
 *   gcc -O1 -g -pthread -o producer-consumer producer-consumer.c
 *   landau record ./producer-consumer
 *   landau show consumer
 *
 * The thread input of consumeData is the number of values, exactly: 10 + 20 + ... + 100.
 *
 * flags: -O1 -pthread
 * expect: produceData calls=550 trms=0 rms=0
 * expect: consumeData calls=550 trms=550 rms=550 thread=550 external=0 points=1:550
 * expect: consumer calls=10 thread>=550 sizes=10
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static sem_t empty;
static sem_t full;
static sem_t mutex;
static int x;

__attribute__((noinline)) static void produceData(volatile int *place, int value)
{
	*place = value;
}

__attribute__((noinline)) static long consumeData(const volatile int *place)
{
	return *place;
}

__attribute__((noinline)) static void producer(long n)
{
	for (long i = 1; i <= n; i++) {
		sem_wait(&empty);
		sem_wait(&mutex);
		produceData(&x, (int)i);
		sem_post(&mutex);
		sem_post(&full);
	}
}

__attribute__((noinline)) static long consumer(long n)
{
	long total = 0;

	for (long i = 1; i <= n; i++) {
		sem_wait(&full);
		sem_wait(&mutex);
		total += consumeData(&x);
		sem_post(&mutex);
		sem_post(&empty);
	}
	return total;
}

static void *start_producer(void *unused)
{
	for (long n = 10; n <= 100; n += 10)
		producer(n);
	return unused;
}

static void *start_consumer(void *total)
{
	for (long n = 10; n <= 100; n += 10)
		*(long *)total += consumer(n);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	long total = 0;

	sem_init(&empty, 0, 1);
	sem_init(&full, 0, 0);
	sem_init(&mutex, 0, 1);
	if (pthread_create(&threads[0], NULL, start_producer, NULL) != 0 ||
	    pthread_create(&threads[1], NULL, start_consumer, &total) != 0)
		return EXIT_FAILURE;
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	printf("%ld\n", total);
	return EXIT_SUCCESS;
}
