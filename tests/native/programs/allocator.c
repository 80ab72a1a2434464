/* SPDX-License-Identifier: GPL-2.0-or-later */
/* allocator.c - a program with an allocator of its own, instrumented like everything else. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static _Alignas(64) char room[1 << 24];
static size_t used;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *malloc(size_t bytes)
{
	char *block;

	pthread_mutex_lock(&mutex);
	block = room + used;
	used += (bytes + 63) & ~(size_t)63;
	pthread_mutex_unlock(&mutex);
	return used <= sizeof(room) ? block : NULL;
}

void free(void *memory)
{
	(void)memory;
}

void *calloc(size_t count, size_t bytes)
{
	return malloc(count * bytes);
}

void *realloc(void *memory, size_t bytes)
{
	void *larger = malloc(bytes);

	if (memory && larger)
		memcpy(larger, memory, bytes);
	return larger;
}

__attribute__((noinline)) static int sum(const int *numbers, int count)
{
	int total = 0;

	for (int i = 0; i < count; i++)
		total += numbers[i];
	return total;
}

static void *work(void *argument)
{
	int *numbers = malloc(400);

	(void)argument;
	return (void *)(intptr_t)sum(numbers, 100);
}

int main(void)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	puts("done");
	return 0;
}
