/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * There is no memory left for what is pending: the profile holds what had returned until then. Another thread runs on,
 * and a third one is at the same limit.
 *
 * link: -pthread
 * ends: running
 * said: landau: out of memory
 * said: holds what was collected until then
 * expect: sum calls=20 points=100:20
 * expect: other calls>=1
 */
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>

enum { CELLS = 100 };

int cells[CELLS];
static volatile int kept;
static volatile int running;
static int waiting;
static volatile int limited;

__attribute__((noinline)) static int sum(void)
{
	int total = 0;

	for (int i = 0; i < CELLS; i++)
		total += cells[i];
	return total;
}

__attribute__((noinline)) static int other(int i)
{
	return cells[i];
}

static void *run(void *unused)
{
	for (;; running = 1)
		kept = other(kept & 1);
	return unused;
}

__attribute__((noinline)) static int descend(int depth)
{
	cells[depth % CELLS]++;
	return depth > 0 ? descend(depth - 1) + cells[depth % CELLS] : 0;
}

/* The runtime knows the thread, and has a shadow for it, before there is no more memory to be had. */
static void *go_deep(void *unused)
{
	kept = other(0);
	__atomic_add_fetch(&waiting, 1, __ATOMIC_RELEASE);
	while (!limited) {
	}
	kept = descend(100000000);
	return unused;
}

/* No byte more than now. */
static void limit_memory(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	struct rlimit limit;
	long pages;

	if (!file || fscanf(file, "%ld", &pages) != 1 || getrlimit(RLIMIT_AS, &limit) != 0)
		return;
	fclose(file);
	limit.rlim_cur = (rlim_t)pages * 4096;
	setrlimit(RLIMIT_AS, &limit);
}

int main(void)
{
	pthread_attr_t attributes;
	pthread_t thread;

	for (int i = 0; i < 20; i++) {
		/* Or clang calls it once, since it returns the same. */
		__asm__ volatile("" : : : "memory");
		kept = sum();
	}
	pthread_create(&thread, NULL, run, NULL);
	while (!running) {
	}
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 1UL << 30);
	pthread_create(&thread, &attributes, go_deep, NULL);
	pthread_attr_setstacksize(&attributes, 1UL << 30);
	pthread_create(&thread, &attributes, go_deep, NULL);
	while (__atomic_load_n(&waiting, __ATOMIC_ACQUIRE) < 2) {
	}
	limit_memory();
	limited = 1;
	pthread_join(thread, NULL);
	return 0;
}
