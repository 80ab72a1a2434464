/* SPDX-License-Identifier: GPL-2.0-or-later */
/* msort THREADS SCALE - merge sort whose halves go to new threads while there are any, pthreads. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct part {
	uint32_t *values, *spare;
	size_t count;
	int threads;
};

static void merge(uint32_t *values, uint32_t *spare, size_t middle, size_t count)
{
	size_t i = 0, j = middle;

	for (size_t k = 0; k < count; k++)
		spare[k] = j >= count || (i < middle && values[i] <= values[j]) ? values[i++]
										: values[j++];
	memcpy(values, spare, count * sizeof(*values));
}

static void insertion_sort(uint32_t *values, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		uint32_t value = values[i];
		size_t j = i;

		for (; j > 0 && values[j - 1] > value; j--)
			values[j] = values[j - 1];
		values[j] = value;
	}
}

static void *sort(void *context)
{
	struct part *part = context;
	size_t middle = part->count / 2;
	int other = part->threads / 2;
	struct part low = {part->values, part->spare, middle, part->threads - other};
	struct part high = {part->values + middle, part->spare + middle, part->count - middle,
			    other};
	pthread_t thread;

	if (part->count <= 12) {
		insertion_sort(part->values, part->count);
		return NULL;
	}
	if (other > 0)
		pthread_create(&thread, NULL, sort, &high);
	else
		sort(&high);
	sort(&low);
	if (other > 0)
		pthread_join(thread, NULL);
	merge(part->values, part->spare, middle, part->count);
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	size_t count = 500000 * (argc > 2 ? (size_t)atoi(argv[2]) : 1);
	uint32_t *values = malloc(count * sizeof(*values));
	uint32_t *spare = malloc(count * sizeof(*spare));
	struct part whole = {values, spare, count, threads};
	uint32_t random = 4;
	uint64_t sum = 0;

	if (!values || !spare)
		return 1;
	for (size_t i = 0; i < count; i++)
		values[i] = random = random * 1664525 + 1013904223;
	sort(&whole);
	for (size_t i = 0; i < count; i++)
		sum += (i + 1) * values[i];
	printf("msort %llu\n", (unsigned long long)sum);
	free(values);
	free(spare);
	return 0;
}
