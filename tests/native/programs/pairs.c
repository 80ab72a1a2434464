/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pairs.c - a producer and a consumer with semaphores, then two threads and a mutex. */
#include <pthread.h>
#include <stdio.h>
#include <semaphore.h>

int cells[100];
sem_t full, empty;
int rounds = 50;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
long shared;

__attribute__((noinline)) void produce(int first)
{
	for (int i = 0; i < 100; i++)
		cells[i] = first + i;
}

__attribute__((noinline)) long consume(void)
{
	long total = 0;

	for (int i = 0; i < 100; i++)
		total += cells[i];
	return total;
}

__attribute__((noinline)) long consume_all(void)
{
	long total = 0;

	for (int i = 0; i < rounds; i++) {
		sem_wait(&full);
		total += consume();
		sem_post(&empty);
	}
	return total;
}

void *run_producer(void *unused)
{
	(void)unused;
	for (int i = 0; i < rounds; i++) {
		sem_wait(&empty);
		produce(i);
		sem_post(&full);
	}
	return 0;
}

__attribute__((noinline)) void increment(void)
{
	pthread_mutex_lock(&mutex);
	shared++;
	pthread_mutex_unlock(&mutex);
}

void *run_increments(void *unused)
{
	(void)unused;
	for (int i = 0; i < 1000; i++)
		increment();
	return 0;
}

int main(void)
{
	sem_init(&full, 0, 0);
	sem_init(&empty, 0, 1);
	pthread_t one, two;
	pthread_create(&one, 0, run_producer, 0);
	long total = consume_all();
	pthread_join(one, 0);
	pthread_create(&one, 0, run_increments, 0);
	pthread_create(&two, 0, run_increments, 0);
	pthread_join(one, 0);
	pthread_join(two, 0);
	printf("%ld %ld\n", total, shared);
	return 0;
}
