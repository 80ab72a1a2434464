/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pool THREADS SCALE - a thread pool whose small jobs update a locked tree map, pthreads. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TREES = 16, KEYS = 4096 };

struct node {
	uint32_t key;
	uint64_t value;
	struct node *low, *high;
};

static struct tree {
	pthread_mutex_t lock;
	struct node *root;
} trees[TREES];

static struct {
	pthread_mutex_t lock;
	uint32_t next, end;
} jobs = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

static struct node **find(struct node **place, uint32_t key)
{
	while (*place && (*place)->key != key)
		place = key < (*place)->key ? &(*place)->low : &(*place)->high;
	return place;
}

static void update(struct tree *tree, uint32_t key, uint64_t value)
{
	struct node **place;

	pthread_mutex_lock(&tree->lock);
	place = find(&tree->root, key);
	if (!*place) {
		*place = calloc(1, sizeof(**place));
		if (!*place)
			abort();
		(*place)->key = key;
	}
	(*place)->value += value;
	pthread_mutex_unlock(&tree->lock);
}

static uint32_t mix(uint32_t x)
{
	x = (x ^ (x >> 16)) * 0x45d9f3b;
	x = (x ^ (x >> 16)) * 0x45d9f3b;
	return x ^ (x >> 16);
}

static void run_job(uint32_t job)
{
	for (uint32_t i = 0; i < 20; i++) {
		uint32_t key = mix(job * 20 + i) % KEYS;

		update(&trees[key % TREES], mix(key), job + i);
	}
}

static void *work(void *context)
{
	(void)context;
	for (;;) {
		uint32_t job;

		pthread_mutex_lock(&jobs.lock);
		job = jobs.next < jobs.end ? jobs.next++ : UINT32_MAX;
		pthread_mutex_unlock(&jobs.lock);
		if (job == UINT32_MAX)
			return NULL;
		run_job(job);
	}
}

static uint64_t sum_and_free(struct node *node)
{
	uint64_t sum;

	if (!node)
		return 0;
	sum = node->value * (node->key | 1) + sum_and_free(node->low) + sum_and_free(node->high);
	free(node);
	return sum;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	pthread_t *workers = calloc((size_t)threads, sizeof(*workers));
	uint64_t sum = 0;

	jobs.end = 20000 * (argc > 2 ? (uint32_t)atoi(argv[2]) : 1);
	if (!workers)
		return 1;
	for (int i = 0; i < TREES; i++)
		pthread_mutex_init(&trees[i].lock, NULL);
	for (int i = 0; i < threads; i++)
		pthread_create(&workers[i], NULL, work, NULL);
	for (int i = 0; i < threads; i++)
		pthread_join(workers[i], NULL);
	for (int i = 0; i < TREES; i++)
		sum += sum_and_free(trees[i].root);
	printf("pool %llu\n", (unsigned long long)sum);
	free(workers);
	return 0;
}
