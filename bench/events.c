/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * events KIND THREADS - events of one kind, as many however many threads they are divided among.
 *
 *   calls      of a small routine
 *   private    reads and writes of memory that the thread alone uses
 *   seen       reads of a table that all threads have read before
 *   beside     writes to cells of the thread's own, in chunks that all threads write to
 *   new        first reads of cells that the first thread has written: by each thread of all, of so many less
 *   handed     blocks that go from thread to thread, each of which reads and writes them
 *
 * Prints how many there were.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 128, TABLE = 1 << 14, OWN = 1 << 21, BLOCK = 1 << 12, ROUNDS = 64 };

struct worker {
	size_t number;
	uint64_t sum;
};

static size_t threads;
static const size_t calls = 20000000, accesses = 200000000, first_reads = 32000000;
static const size_t hand_overs = 16384;
static volatile uint32_t *table; /* of all; volatile: each access is meant */
static volatile uint32_t *blocks[ROUNDS];
static sem_t turns[MOST_THREADS];

__attribute__((noinline)) static uint64_t small(uint64_t value)
{
	return value * 3 + 1;
}

static void do_calls(struct worker *worker)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < calls / threads; i++)
		sum += small(i);
	worker->sum = sum;
}

static void do_private(struct worker *worker)
{
	size_t cells = OWN / threads;
	volatile uint32_t *own = malloc(cells * sizeof(*own));

	for (size_t i = 0; own && i < accesses / threads / 2; i++)
		own[i % cells] = own[i * 7 % cells] + 1;
	worker->sum = own ? own[0] : 0;
	free((void *)own);
}

static void do_seen(struct worker *worker)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < accesses / threads; i++)
		sum += table[i % TABLE];
	worker->sum = sum;
}

static void do_beside(struct worker *worker)
{
	/* In sixteen chunks, beside those of the other threads; not at the same place in each, for the caches. */
	for (size_t i = 0; i < accesses / 4 / threads; i++)
		table[i % 16 * (TABLE / 16 + 16) + worker->number * 4] = (uint32_t)i;
}

static void do_new(struct worker *worker)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < first_reads / threads; i++)
		sum += table[i];
	worker->sum = sum;
}

static void do_handed(struct worker *worker)
{
	size_t next = (worker->number + 1) % threads;

	for (size_t turn = worker->number; turn < hand_overs; turn += threads) {
		volatile uint32_t *block = blocks[turn % ROUNDS];

		sem_wait(&turns[worker->number]);
		for (size_t i = 0; i < BLOCK; i++)
			block[i]++;
		sem_post(&turns[next]);
	}
}

static const struct kind {
	const char *name;
	void (*work)(struct worker *);
	size_t events;
} kinds[] = {
	{"calls", do_calls, calls},   {"private", do_private, accesses},
	{"seen", do_seen, accesses},  {"beside", do_beside, accesses / 4},
	{"new", do_new, first_reads}, {"handed", do_handed, hand_overs *BLOCK * 2},
};

static const struct kind *kind;

static void *run(void *context)
{
	kind->work(context);
	return NULL;
}

static void prepare(void)
{
	size_t cells = kind->work == do_new ? first_reads / threads : TABLE;

	table = malloc(cells * sizeof(*table));
	for (size_t i = 0; table && i < cells; i++)
		table[i] = (uint32_t)i;
	for (size_t i = 0; i < ROUNDS; i++)
		blocks[i] = calloc(BLOCK, sizeof(*blocks[i]));
	for (size_t i = 0; i < threads; i++)
		sem_init(&turns[i], 0, i == 0);
}

int main(int argc, char **argv)
{
	static struct worker workers[MOST_THREADS];
	pthread_t handles[MOST_THREADS];

	threads = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
	for (size_t i = 0; argc == 3 && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(kinds[i].name, argv[1]) == 0)
			kind = &kinds[i];
	if (!kind || threads < 1 || threads > MOST_THREADS) {
		fprintf(stderr, "usage: events KIND THREADS\n");
		return 2;
	}
	prepare();
	for (size_t i = 0; i < threads; i++) {
		workers[i].number = i;
		pthread_create(&handles[i], NULL, run, &workers[i]);
	}
	for (size_t i = 0; i < threads; i++)
		pthread_join(handles[i], NULL);
	printf("%zu\n", kind->events);
	return 0;
}
