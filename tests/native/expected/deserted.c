/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads that end by the bare system call, so that nobody is told: their thread-local storage goes away with their
 * stacks. What they did counts, and nothing of theirs is touched when the others are stopped later.
 *
 * link: -pthread
 * output: 6000
 * expect: vanish calls=3
 * expect: step calls=6300
 * expect: main calls=1
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { STACK = 64 << 20, THREADS = 3 };

/* main writes one, or a compiler would know what each call returns. */
static int numbers[64] = {[0 ... 63] = 1};
static volatile int kept;

__attribute__((noinline)) static int step(int i)
{
	return numbers[i & 63];
}

__attribute__((noinline)) static void vanish(void)
{
	for (int i = 0; i < 100; i++)
		kept = step(i);
	__asm__ volatile("syscall" : : "a"((long)SYS_exit), "D"(0L) : "rcx", "r11", "memory");
	__builtin_unreachable();
}

static void *work(void *unused)
{
	(void)unused;
	vanish();
	return NULL;
}

static void *use(void *sum)
{
	for (int i = 0; i < 2000; i++)
		*(int *)sum += step(i);
	return NULL;
}

int main(int argc, char **argv)
{
	int sums[THREADS] = {0};
	pthread_attr_t attributes;
	pthread_t thread;

	(void)argv;
	numbers[argc] = argc;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK);
	for (int i = 0; i < THREADS; i++) {
		/* Joining unmaps a stack of this size. */
		if (pthread_create(&thread, &attributes, work, NULL) || pthread_join(thread, NULL))
			return 1;
		if (pthread_create(&thread, &attributes, use, &sums[i]) ||
		    pthread_join(thread, NULL))
			return 1;
	}
	printf("%d\n", sums[0] + sums[1] + sums[2]);
	return 0;
}
