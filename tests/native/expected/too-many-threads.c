/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * 200 threads at once: with cells of 1 byte there is no room for their shadows, and what was collected until then is saved.
 *
 * link: -pthread
 * output: 200
 * unsaid: cannot tell apart
 * expect: sum calls=20 points=100:20
 * expect: use calls=200
 * variant: bytes --cell=1
 * ends: running
 * said: landau: the program has more threads at once than the native engine has room for
 * said: holds what was collected until then
 * expect: sum calls=20 points=400:20
 */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 200, CELLS = 100 };

int cells[CELLS];
static volatile int kept;
static int used;
static pthread_barrier_t barrier;

__attribute__((noinline)) static int sum(void)
{
	int total = 0;

	for (int i = 0; i < CELLS; i++)
		total += cells[i];
	return total;
}

__attribute__((noinline)) static void use(void)
{
	__atomic_add_fetch(&used, 1, __ATOMIC_SEQ_CST);
}

static void *wait_for_all(void *unused)
{
	use();
	pthread_barrier_wait(&barrier);
	return unused;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < 20; i++) {
		/* Or clang calls it once, since it returns the same. */
		__asm__ volatile("" : : : "memory");
		kept = sum();
	}
	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, wait_for_all, NULL) != 0)
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", used);
	return 0;
}
