/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sort.c - a merge sort on two threads, and one by the library. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 600 };

static int numbers[2][COUNT];
static int space[2][COUNT];

static void merge(int *from, int *to, int middle, int count)
{
	int left = 0, right = middle;

	for (int i = 0; i < count; i++)
		to[i] = left < middle && (right == count || from[left] <= from[right])
				? from[left++]
				: from[right++];
	for (int i = 0; i < count; i++)
		from[i] = to[i];
}

static void sort(int *array, int *scratch, int count)
{
	if (count < 2)
		return;
	sort(array, scratch, count / 2);
	sort(array + count / 2, scratch, count - count / 2);
	merge(array, scratch, count / 2, count);
}

static void *run(void *argument)
{
	long number = (long)argument;

	sort(numbers[number], space[number], COUNT);
	return NULL;
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

int main(void)
{
	pthread_t threads[2];
	static int all[2 * COUNT];

	for (int i = 0; i < 2 * COUNT; i++)
		numbers[i % 2][i / 2] = i * 7919 % 10007;
	for (long i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < 2 * COUNT; i++)
		all[i] = numbers[i % 2][i / 2];
	qsort(all, 2 * COUNT, sizeof(all[0]), compare);
	printf("%d %d\n", all[0], all[2 * COUNT - 1]);
	return 0;
}
