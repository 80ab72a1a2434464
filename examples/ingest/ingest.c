/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ingest.c - takes in the lines of a log: two threads make batches of them, two work them up.
 *
 * A batch has from 12 to 900 lines. For each, a consumer takes the lines apart, sorts the requests
 * by the time that they took, adds up their bytes and counts the users. distinct_users compares each
 * user with all that it has seen before: nobody notices with a hundred lines a batch, but it is the
 * square of them. Built with -DFIXED it keeps a hash set, and prints the same.
 *
 * usage: ingest [BATCHES]
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	PRODUCERS = 2,
	CONSUMERS = 2,
	BATCHES = 46,
	SMALLEST = 12,
	MOST_LINES = 900,
	LINE_BYTES = 64,
	NAME_BYTES = 12,
	SLOTS = 4
};

/* A compiler that puts a step into its caller would leave Landau one routine to look at. */
#define STEP static __attribute__((noinline))

struct batch {
	int lines;
	char *text; /* of all lines, each ended by a newline */
};

struct request {
	char user[NAME_BYTES];
	int status;
	int bytes;
	int microseconds;
};

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t not_full, not_empty;
	struct batch slots[SLOTS];
	int first, count;
	int producers; /* that still run */
};

struct totals {
	long lines, users, bytes, errors, slowest;
};

static struct queue queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
			     PTHREAD_COND_INITIALIZER, .producers = PRODUCERS};
static int batches = BATCHES;

static unsigned next_random(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* -- Producers ---------------------------------------------------------------------------------- */

STEP void put_batch(struct batch batch)
{
	pthread_mutex_lock(&queue.lock);
	while (queue.count == SLOTS)
		pthread_cond_wait(&queue.not_full, &queue.lock);
	queue.slots[(queue.first + queue.count++) % SLOTS] = batch;
	pthread_cond_signal(&queue.not_empty);
	pthread_mutex_unlock(&queue.lock);
}

STEP struct batch make_batch(int lines, unsigned seed)
{
	struct batch batch = {lines, malloc((size_t)lines * LINE_BYTES)};
	char *at = batch.text;

	for (int i = 0; i < lines; i++) {
		unsigned user = next_random(&seed) % 1000000;
		unsigned status = next_random(&seed) % 50 ? 200 : 500;
		unsigned bytes = next_random(&seed) % 100000;

		at += sprintf(at, "u%06u %u %u %u\n", user, status, bytes,
			      next_random(&seed) % 10000);
	}
	return batch;
}

/* Sizes in equal steps of a factor, from SMALLEST to MOST_LINES. */
static int size_of(int number)
{
	double size = SMALLEST;
	double factor = 1.1007; /* 45 of these make 75 */

	for (int i = 0; i < number % BATCHES; i++)
		size *= factor;
	return size < MOST_LINES ? (int)size : MOST_LINES;
}

static void *produce(void *argument)
{
	int producer = *(int *)argument;

	for (int i = producer; i < batches; i += PRODUCERS)
		put_batch(make_batch(size_of(i), 1u + (unsigned)i));
	pthread_mutex_lock(&queue.lock);
	queue.producers--;
	pthread_cond_broadcast(&queue.not_empty);
	pthread_mutex_unlock(&queue.lock);
	return NULL;
}

/* -- Consumers ---------------------------------------------------------------------------------- */

STEP int take_batch(struct batch *batch)
{
	int taken;

	pthread_mutex_lock(&queue.lock);
	while (queue.count == 0 && queue.producers > 0)
		pthread_cond_wait(&queue.not_empty, &queue.lock);
	taken = queue.count > 0;
	if (taken) {
		*batch = queue.slots[queue.first];
		queue.first = (queue.first + 1) % SLOTS;
		queue.count--;
		pthread_cond_signal(&queue.not_full);
	}
	pthread_mutex_unlock(&queue.lock);
	return taken;
}

static const char *parse_number(const char *at, int *number)
{
	for (*number = 0; *at >= '0' && *at <= '9'; at++)
		*number = 10 * *number + (*at - '0');
	return at + 1;
}

STEP void parse_batch(const struct batch *batch, struct request *requests)
{
	const char *at = batch->text;

	for (int i = 0; i < batch->lines; i++) {
		char *user = requests[i].user;

		while (*at != ' ')
			*user++ = *at++;
		*user = '\0';
		at = parse_number(at + 1, &requests[i].status);
		at = parse_number(at, &requests[i].bytes);
		at = parse_number(at, &requests[i].microseconds);
	}
}

static int same_user(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

#ifdef FIXED
/* A hash set with room for twice as many; each user is put in once. */
STEP int distinct_users(const struct request *requests, int count)
{
	int room = 2 * count + 1, users = 0;
	const char **set = calloc((size_t)room, sizeof(*set));

	for (int i = 0; i < count; i++) {
		const char *user = requests[i].user;
		unsigned place = 5381;

		for (const char *c = user; *c; c++)
			place = place * 33 + (unsigned char)*c;
		place %= (unsigned)room;
		while (set[place] && !same_user(set[place], user))
			place = (place + 1) % (unsigned)room;
		users += !set[place];
		set[place] = user;
	}
	free(set);
	return users;
}
#else
STEP int distinct_users(const struct request *requests, int count)
{
	const char **seen = malloc((size_t)count * sizeof(*seen));
	int users = 0;

	for (int i = 0; i < count; i++) {
		int j = 0;

		while (j < users && !same_user(seen[j], requests[i].user))
			j++;
		if (j == users)
			seen[users++] = requests[i].user;
	}
	free(seen);
	return users;
}
#endif

static int by_time(const void *a, const void *b)
{
	return ((const struct request *)a)->microseconds -
	       ((const struct request *)b)->microseconds;
}

STEP void sort_by_time(struct request *requests, int count)
{
	qsort(requests, (size_t)count, sizeof(*requests), by_time);
}

STEP void add_up(const struct request *requests, int count, struct totals *totals)
{
	for (int i = 0; i < count; i++) {
		totals->bytes += requests[i].bytes;
		totals->errors += requests[i].status >= 500;
	}
}

STEP void work_up(const struct batch *batch, struct totals *totals)
{
	struct request *requests = malloc((size_t)batch->lines * sizeof(*requests));

	parse_batch(batch, requests);
	totals->lines += batch->lines;
	totals->users += distinct_users(requests, batch->lines);
	add_up(requests, batch->lines, totals);
	sort_by_time(requests, batch->lines);
	totals->slowest += requests[batch->lines - 1].microseconds;
	free(requests);
}

static void *consume(void *argument)
{
	struct batch batch;

	while (take_batch(&batch)) {
		work_up(&batch, argument);
		free(batch.text);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t producers[PRODUCERS], consumers[CONSUMERS];
	struct totals totals[CONSUMERS] = {0};
	int numbers[PRODUCERS];

	if (argc > 1)
		batches = atoi(argv[1]);
	for (int i = 0; i < PRODUCERS; i++) {
		numbers[i] = i;
		pthread_create(&producers[i], NULL, produce, &numbers[i]);
	}
	for (int i = 0; i < CONSUMERS; i++)
		pthread_create(&consumers[i], NULL, consume, &totals[i]);
	for (int i = 0; i < PRODUCERS; i++)
		pthread_join(producers[i], NULL);
	for (int i = 0; i < CONSUMERS; i++)
		pthread_join(consumers[i], NULL);
	for (int i = 1; i < CONSUMERS; i++) {
		totals[0].lines += totals[i].lines;
		totals[0].users += totals[i].users;
		totals[0].bytes += totals[i].bytes;
		totals[0].errors += totals[i].errors;
		totals[0].slowest += totals[i].slowest;
	}
	printf("%ld lines of %ld users, %ld bytes, %ld errors, slowest %ld us\n", totals[0].lines,
	       totals[0].users, totals[0].bytes, totals[0].errors, totals[0].slowest);
	return 0;
}
