/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recycle.c - blocks are made by one thread, read by another and freed by a third; memory comes back to
 * the first by way of the allocator alone.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 300, PLACES = 4 };

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int *places[PLACES];
	unsigned put, taken;
};

static struct queue first = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {NULL}, 0, 0};
static struct queue second = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {NULL}, 0, 0};

static void put(struct queue *queue, int *block)
{
	pthread_mutex_lock(&queue->lock);
	while (queue->put - queue->taken == PLACES)
		pthread_cond_wait(&queue->changed, &queue->lock);
	queue->places[queue->put++ % PLACES] = block;
	pthread_cond_broadcast(&queue->changed);
	pthread_mutex_unlock(&queue->lock);
}

static int *take(struct queue *queue)
{
	int *block;

	pthread_mutex_lock(&queue->lock);
	while (queue->put == queue->taken)
		pthread_cond_wait(&queue->changed, &queue->lock);
	block = queue->places[queue->taken++ % PLACES];
	pthread_cond_broadcast(&queue->changed);
	pthread_mutex_unlock(&queue->lock);
	return block;
}

__attribute__((noinline)) static long sum(const int *block)
{
	long total = 0;

	for (int i = 1; i < block[0]; i++)
		total += block[i];
	return total;
}

static void *read_all(void *argument)
{
	long *total = argument;

	for (int i = 0; i < BLOCKS; i++) {
		int *block = take(&first);

		*total += sum(block);
		put(&second, block);
	}
	return NULL;
}

static void *free_all(void *argument)
{
	long *total = argument;

	for (int i = 0; i < BLOCKS; i++) {
		int *block = take(&second);

		*total += sum(block);
		free(block);
	}
	return NULL;
}

int main(void)
{
	static long totals[2];
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, read_all, &totals[0]);
	pthread_create(&threads[1], NULL, free_all, &totals[1]);
	for (int i = 0; i < BLOCKS; i++) {
		/* Small ones, and now and then one that the allocator maps by itself. */
		int count = i % 50 == 49 ? 50000 : 10 + i % 7 * 30;
		int *block = malloc(sizeof(int) * (size_t)count);

		if (!block)
			return 2;
		block[0] = count;
		for (int j = 1; j < count; j++)
			block[j] = j;
		put(&first, block);
	}
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	printf("%d\n", totals[0] == totals[1]);
	return 0;
}
