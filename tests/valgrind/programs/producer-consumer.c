/* SPDX-License-Identifier: GPL-2.0-or-later */
/* producer-consumer.c - one cell, handed over by semaphores. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

enum { ROUNDS = 300 };

static sem_t empty, full;
static int cell;
static long total;

static __attribute__((noinline)) void produce(int value)
{
	cell = value;
}

static __attribute__((noinline)) int consume(void)
{
	return cell;
}

static void *produce_all(void *argument)
{
	for (int i = 0; i < ROUNDS; i++) {
		sem_wait(&empty);
		produce(i);
		sem_post(&full);
	}
	return argument;
}

static void *consume_all(void *argument)
{
	for (int i = 0; i < ROUNDS; i++) {
		sem_wait(&full);
		total += consume();
		sem_post(&empty);
	}
	return argument;
}

int main(void)
{
	pthread_t producer, consumer;

	sem_init(&empty, 0, 1);
	sem_init(&full, 0, 0);
	pthread_create(&producer, NULL, produce_all, NULL);
	pthread_create(&consumer, NULL, consume_all, NULL);
	pthread_join(producer, NULL);
	pthread_join(consumer, NULL);
	printf("%ld\n", total);
	return 0;
}
