/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sort.c - merge sort, whose upper halves are sorted by threads of their own. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 600, SPLIT = 100 };

struct part {
	int *values;
	int *scratch;
	long count;
};

__attribute__((noinline)) static void merge(struct part *part, long half)
{
	long left = 0, right = half, next = 0;

	while (left < half && right < part->count)
		part->scratch[next++] = part->values[left] <= part->values[right]
						? part->values[left++]
						: part->values[right++];
	while (left < half)
		part->scratch[next++] = part->values[left++];
	memcpy(part->values, part->scratch, (size_t)next * sizeof(int));
}

static void *sort(void *argument)
{
	struct part *part = argument;
	long half = part->count / 2;
	struct part low = {part->values, part->scratch, half};
	struct part high = {part->values + half, part->scratch + half, part->count - half};
	pthread_t thread;

	if (part->count < 2)
		return NULL;
	if (part->count > SPLIT) {
		pthread_create(&thread, NULL, sort, &high);
		sort(&low);
		pthread_join(thread, NULL);
	} else {
		sort(&low);
		sort(&high);
	}
	merge(part, half);
	return NULL;
}

int main(void)
{
	int *values = malloc(COUNT * sizeof(int));
	int *scratch = malloc(COUNT * sizeof(int));
	struct part all = {values, scratch, COUNT};
	unsigned seed = 1;

	for (int i = 0; i < COUNT; i++) {
		seed = seed * 1103515245 + 12345;
		values[i] = (int)(seed >> 8 & 0xffff);
	}
	sort(&all);
	for (int i = 1; i < COUNT; i++)
		if (values[i - 1] > values[i])
			return 1;
	puts("sorted");
	free(values);
	free(scratch);
	return 0;
}
