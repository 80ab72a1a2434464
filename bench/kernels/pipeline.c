/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pipeline THREADS SCALE - stages with bounded queues between them, pthreads (as PARSEC's dedup). */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 4096, QUEUE_PLACES = 16 };

struct block {
	uint32_t number;
	uint32_t length;
	uint32_t sum;
	unsigned char bytes[BLOCK_BYTES];
	unsigned char packed[2 * BLOCK_BYTES];
};

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct block *places[QUEUE_PLACES];
	unsigned put, taken;
};

static struct queue to_pack = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {NULL}, 0, 0};
static struct queue to_sum = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {NULL}, 0, 0};

/* NULL means the end. */
static void put(struct queue *queue, struct block *block)
{
	pthread_mutex_lock(&queue->lock);
	while (queue->put - queue->taken == QUEUE_PLACES)
		pthread_cond_wait(&queue->changed, &queue->lock);
	queue->places[queue->put++ % QUEUE_PLACES] = block;
	pthread_cond_broadcast(&queue->changed);
	pthread_mutex_unlock(&queue->lock);
}

static struct block *take(struct queue *queue)
{
	struct block *block;

	pthread_mutex_lock(&queue->lock);
	while (queue->put == queue->taken)
		pthread_cond_wait(&queue->changed, &queue->lock);
	block = queue->places[queue->taken++ % QUEUE_PLACES];
	pthread_cond_broadcast(&queue->changed);
	pthread_mutex_unlock(&queue->lock);
	return block;
}

/* Run-length coding. */
static void pack(struct block *block)
{
	uint32_t length = 0;

	for (uint32_t i = 0; i < BLOCK_BYTES;) {
		uint32_t run = 1;

		while (i + run < BLOCK_BYTES && run < 255 &&
		       block->bytes[i + run] == block->bytes[i])
			run++;
		block->packed[length++] = (unsigned char)run;
		block->packed[length++] = block->bytes[i];
		i += run;
	}
	block->length = length;
}

static void *pack_all(void *context)
{
	struct block *block;

	(void)context;
	while ((block = take(&to_pack))) {
		pack(block);
		put(&to_sum, block);
	}
	put(&to_sum, NULL);
	return NULL;
}

static void sum_up(struct block *block)
{
	uint32_t low = 1, high = 0;

	for (uint32_t i = 0; i < block->length; i++) {
		low = (low + block->packed[i]) % 65521;
		high = (high + low) % 65521;
	}
	block->sum = high << 16 | low;
}

static void *sum_all(void *context)
{
	int packers = *(int *)context;
	uint64_t *total = calloc(1, sizeof(*total));

	if (!total)
		abort();
	while (packers > 0) {
		struct block *block = take(&to_sum);

		if (!block) {
			packers--;
			continue;
		}
		sum_up(block);
		*total += (uint64_t)block->sum * (block->number + 1);
		free(block);
	}
	return total;
}

static void fill(struct block *block, uint32_t number)
{
	uint32_t random = number * 2654435761u + 1;

	block->number = number;
	for (uint32_t i = 0; i < BLOCK_BYTES;) {
		uint32_t run = 1 + (random >> 28);

		random = random * 1664525 + 1013904223;
		if (run > BLOCK_BYTES - i)
			run = BLOCK_BYTES - i;
		memset(block->bytes + i, (int)(random >> 24), run);
		i += run;
	}
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	uint32_t blocks = 2000 * (argc > 2 ? (uint32_t)atoi(argv[2]) : 1);
	int packers = threads > 2 ? threads - 2 : 1;
	pthread_t *workers = calloc((size_t)packers, sizeof(*workers));
	pthread_t adder;
	void *total;

	if (!workers)
		return 1;
	for (int i = 0; i < packers; i++)
		pthread_create(&workers[i], NULL, pack_all, NULL);
	pthread_create(&adder, NULL, sum_all, &packers);
	for (uint32_t i = 0; i < blocks; i++) {
		struct block *block = malloc(sizeof(*block));

		if (!block)
			return 1;
		fill(block, i);
		put(&to_pack, block);
	}
	for (int i = 0; i < packers; i++)
		put(&to_pack, NULL);
	for (int i = 0; i < packers; i++)
		pthread_join(workers[i], NULL);
	pthread_join(adder, &total);
	printf("pipeline %llu\n", (unsigned long long)*(uint64_t *)total);
	free(total);
	free(workers);
	return 0;
}
