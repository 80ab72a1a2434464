/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * store.c - a small program with something for every view of the page: orders are read from a file, handed
 * from thread to thread in batches of growing size, sorted well and badly, looked up and summed.
 *
 * usage: store [fast]
 *
 * With `fast`, sort_by_hand is replaced by a merge sort: the pair makes a comparison.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 900, WORKERS = 2, BATCHES = 34 };

struct batch {
	int count;
	int values[MOST];
};

static struct batch slots[WORKERS];
static bool full[WORKERS];
static bool finished;
static bool fast;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* Reads orders from the file in pieces: its input comes from outside. */
__attribute__((noinline)) static int read_orders(int file, int *values, int count)
{
	int sum = 0;

	for (int at = 0; at < count;) {
		int piece[64];
		int want = count - at < 64 ? count - at : 64;

		if (read(file, piece, (size_t)want * sizeof(int)) <= 0)
			break;
		for (int i = 0; i < want; i++) {
			values[at++] = piece[i] % 10007;
			sum += piece[i] & 1;
		}
	}
	return sum;
}

__attribute__((noinline)) static void insert(int *values, int count, int value)
{
	int at = count;

	while (at > 0 && values[at - 1] > value) {
		values[at] = values[at - 1];
		at--;
	}
	values[at] = value;
}

/* Quadratic: each value is moved to its place one step at a time. */
__attribute__((noinline)) static void sort_by_hand(int *values, int count)
{
	for (int i = 1; i < count; i++)
		insert(values, i, values[i]);
}

__attribute__((noinline)) static void merge(int *values, int *spare, int half, int count)
{
	int left = 0;
	int right = half;

	memcpy(spare, values, (size_t)count * sizeof(int));
	for (int i = 0; i < count; i++)
		values[i] = right >= count || (left < half && spare[left] <= spare[right])
				    ? spare[left++]
				    : spare[right++];
}

__attribute__((noinline)) static void sort_by_merging(int *values, int *spare, int count)
{
	if (count < 2)
		return;
	sort_by_merging(values, spare, count / 2);
	sort_by_merging(values + count / 2, spare, count - count / 2);
	merge(values, spare, count / 2, count);
}

/* Halving: logarithmic in what it searches, constant in the little it reads. */
__attribute__((noinline)) static bool find(const int *values, int count, int wanted)
{
	int low = 0;
	int high = count;

	while (low < high) {
		int middle = (low + high) / 2;

		if (values[middle] < wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && values[low] == wanted;
}

__attribute__((noinline)) static long add_up(const int *values, int count)
{
	long sum = 0;

	for (int i = 0; i < count; i++)
		sum += values[i];
	return sum;
}

__attribute__((noinline)) static long serve(struct batch *batch, int *spare)
{
	long found = 0;

	if (fast) {
		sort_by_merging(batch->values, spare, batch->count);
	} else {
		sort_by_hand(batch->values, batch->count);
	}
	for (int i = 0; i < batch->count; i += 8)
		found += find(batch->values, batch->count, i);
	return found + add_up(batch->values, batch->count);
}

/* What it copies was written by the main thread: thread input. */
__attribute__((noinline)) static void take(struct batch *to, const struct batch *from)
{
	to->count = from->count;
	for (int i = 0; i < from->count; i++)
		to->values[i] = from->values[i];
}

static void *work(void *argument)
{
	int own = *(int *)argument;
	static __thread struct batch batch;
	static __thread int spare[MOST];
	long result = 0;

	pthread_mutex_lock(&lock);
	for (;;) {
		while (!full[own] && !finished)
			pthread_cond_wait(&changed, &lock);
		if (!full[own])
			break;
		take(&batch, &slots[own]);
		full[own] = false;
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&lock);
		result += serve(&batch, spare);
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
	printf("worker %d: %ld\n", own, result);
	return NULL;
}

__attribute__((noinline)) static void hand_out(int to, const int *values, int count)
{
	pthread_mutex_lock(&lock);
	while (full[to])
		pthread_cond_wait(&changed, &lock);
	slots[to].count = count;
	for (int i = 0; i < count; i++)
		slots[to].values[i] = values[i];
	full[to] = true;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static FILE *make_orders(void)
{
	FILE *file = tmpfile();
	unsigned state = 1;

	for (int i = 0; file && i < BATCHES * MOST; i++) {
		state = state * 1664525 + 1013904223;
		int value = (int)(state >> 8);
		fwrite(&value, sizeof(value), 1, file);
	}
	if (file) {
		fflush(file);
		lseek(fileno(file), 0, SEEK_SET);
	}
	return file;
}

int main(int argc, char **argv)
{
	pthread_t workers[WORKERS];
	int numbers[WORKERS];
	static int values[MOST];
	static int spare[MOST];
	FILE *file = make_orders();
	int odd = 0;

	fast = argc > 1 && strcmp(argv[1], "fast") == 0;
	if (!file)
		return 1;
	for (int i = 0; i < WORKERS; i++) {
		numbers[i] = i;
		if (pthread_create(&workers[i], NULL, work, &numbers[i]) != 0)
			return 1;
	}
	for (int i = 0; i < BATCHES; i++) {
		int count = 8 + (MOST - 8) * i * i / ((BATCHES - 1) * (BATCHES - 1));

		odd += read_orders(fileno(file), values, count);
		hand_out(i % WORKERS, values, count);
		sort_by_merging(values, spare, count);
	}
	pthread_mutex_lock(&lock);
	finished = true;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(workers[i], NULL);
	printf("%d odd\n", odd);
	return 0;
}
