/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is collected, and what is not: by LANDAU_STOP and LANDAU_START, in callees, on another thread, when
 * calls are left by a jump, in signal handlers; and with --collect=inner.
 */
#include "landau.h"
#include "sum.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static int handled;
static jmp_buf back;
static pthread_barrier_t barrier;

__attribute__((noinline)) static int inner(int n)
{
	/* No compiler makes a loop of the call, as of a plain sum. */
	return n > 1 ? (sum(n) + inner(n / 2) + 1) & 0xffff : sum(1);
}

__attribute__((noinline)) static int outer(int n)
{
	return inner(n) + sum(n) + 1;
}

__attribute__((noinline)) static int starts(void)
{
	int total = sum(11);

	LANDAU_START();
	return total + sum(12) + 1;
}

__attribute__((noinline)) static int stops(void)
{
	int total = sum(13);

	LANDAU_STOP();
	return total + sum(14) + 1;
}

__attribute__((noinline)) static void jumps(int n)
{
	if (n == 0)
		longjmp(back, 1);
	jumps(n - 1);
	cells[0] += sum(15);
}

static void handler(int signal)
{
	handled += signal + sum(16);
}

static void *work(void *unused)
{
	sum(21);
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier); /* it is stopped meanwhile */
	sum(22);
	outer(22);
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier); /* it is started again */
	sum(23);
	return unused;
}

static int with_thread(void)
{
	pthread_t thread;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&thread, NULL, work, NULL);
	pthread_barrier_wait(&barrier);
	LANDAU_STOP();
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	LANDAU_START();
	pthread_barrier_wait(&barrier);
	pthread_join(thread, NULL);
	return 0;
}

int main(void)
{
	int total = outer(10);

	signal(SIGUSR1, handler);
	LANDAU_STOP();
	total += outer(20);
	total += starts(); /* this call is not collected, its last callee is */
	total += stops();  /* the other way round */
	raise(SIGUSR1);
	if (setjmp(back) == 0)
		jumps(3);
	LANDAU_START();
	if (setjmp(back) == 0)
		jumps(4);
	raise(SIGUSR1);
	total += outer(30) + with_thread();
	printf("%d %d\n", total, handled);
	return 0;
}
