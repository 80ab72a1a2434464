/* SPDX-License-Identifier: GPL-2.0-or-later */
/* space.cc - a program that uses memory in all ways there are, by amounts known beforehand: see space.py. */
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROUTINE extern "C" __attribute__((noinline))

static void *volatile kept[16];

/* As a tail call, too. */
ROUTINE void *tail(size_t n)
{
	return malloc(100 * n);
}

ROUTINE void keep(size_t n)
{
	kept[0] = calloc(n, 10);
	kept[1] = malloc(n);
	free(kept[1]);
}

ROUTINE void grow(size_t n)
{
	char *block = NULL;

	for (size_t i = 1; i <= n; i++)
		block = (char *)realloc(block, 16 * i);
	kept[2] = reallocarray(block, n, 32);
	free(kept[2]);
}

ROUTINE void align(size_t n)
{
	void *block = NULL;

	kept[3] = aligned_alloc(64, 64 * n);
	if (posix_memalign(&block, 128, 128 * n) == 0)
		kept[4] = block;
	free(kept[3]);
	free(kept[4]);
	kept[5] = memalign(32, 32 * n);
	free(kept[5]);
}

ROUTINE void objects(size_t n)
{
	double *numbers = new double[n];
	int *one = new int(7);

	kept[6] = numbers;
	delete[] numbers;
	kept[6] = one;
	delete one;
}

/* Frees what its caller has, and asks for less. */
ROUTINE void replace(size_t n)
{
	free(kept[7]);
	kept[7] = malloc(n);
}

ROUTINE void replaces(size_t n)
{
	kept[7] = malloc(10 * n);
	replace(n);
	replace(20 * n);
	free(kept[7]);
}

ROUTINE void maps(size_t n)
{
	char *memory = (char *)mmap(NULL, n * 4096, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	munmap(memory + 4096, 4096);
	kept[8] = memory;
}

ROUTINE void unmaps(size_t n)
{
	munmap(kept[8], n * 4096);
}

/* A larger mapping in its place, and then a page of it. */
ROUTINE void remaps(size_t n)
{
	void *memory =
		mmap(NULL, n * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	memory = mremap(memory, n * 4096, 2 * n * 4096, MREMAP_MAYMOVE);
	kept[13] = mremap(memory, 2 * n * 4096, 4096, 0);
}

ROUTINE void breaks(intptr_t n)
{
	kept[14] = sbrk(n * 4096);
	kept[15] = sbrk(-(n - 1) * 4096);
}

ROUTINE void *consume(void *block)
{
	free(block);
	kept[9] = malloc(5);
	free(kept[9]);
	return NULL;
}

static pthread_barrier_t given, taken;

static void *work(void *)
{
	pthread_barrier_wait(&given);
	consume(kept[10]);
	pthread_barrier_wait(&taken);
	return NULL;
}

/* What it has allocated is freed by another thread, while it waits and after it has returned. */
ROUTINE void produce(size_t n)
{
	kept[10] = malloc(n);
	kept[11] = malloc(3 * n);
	pthread_barrier_wait(&given);
	pthread_barrier_wait(&taken);
	kept[12] = malloc(2 * n);
}

ROUTINE size_t pipes(size_t n)
{
	static char buffer[4096];
	int ends[2];
	size_t got = 0;

	if (pipe(ends) != 0 || write(ends[1], buffer, n) != (ssize_t)n)
		return 0;
	got = (size_t)read(ends[0], buffer, sizeof(buffer));
	close(ends[0]);
	close(ends[1]);
	return got;
}

int main()
{
	pthread_t thread;

	free(malloc(1)); /* the allocator is ready */
	pthread_barrier_init(&given, NULL, 2);
	pthread_barrier_init(&taken, NULL, 2);
	for (size_t n = 4; n <= 64; n *= 2) {
		free(tail(n));
		keep(n);
		free(kept[0]);
		grow(n);
		align(n);
		objects(n);
		replaces(n);
		maps(n);
		unmaps(n);
		remaps(n);
		breaks((intptr_t)n);
		pthread_create(&thread, NULL, work, NULL);
		produce(n);
		pthread_join(thread, NULL);
		if (pipes(n) != n)
			return 1;
	}
	return 0;
}
