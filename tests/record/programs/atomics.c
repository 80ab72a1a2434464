/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * atomics.c - a compare-and-swap reads its cells whether it succeeds or fails.
 *
 * flags: -mcx16
 * expect: swap_succeeds calls=1 trms=1 rms=1
 * expect: swap_fails calls=1 trms=1 rms=1
 * expect: swap_eight calls=1 trms=2 rms=2
 * expect: swap_sixteen calls=2 trms=8 rms=8 points=4:2
 * expect: add calls=1 trms=1 rms=1
 * expect: exchange calls=1 trms=1 rms=1
 * expect: swap_then_read calls=1 trms=1 rms=1
 * expect: byte_swap calls=1 trms=1
 * expect: contended calls=2 trms=2 rms=2 thread=1 threads=2
 */
#include <pthread.h>

#include "parts/routine.h"

static int cells[64] __attribute__((aligned(64)));

ROUTINE int swap_succeeds(int *a)
{
	return __sync_bool_compare_and_swap(a, 0, 1);
}

ROUTINE int swap_fails(int *a)
{
	return __sync_bool_compare_and_swap(a, 55, 1);
}

ROUTINE int swap_eight(long *a)
{
	return __sync_bool_compare_and_swap(a, 0, 1);
}

ROUTINE int swap_sixteen(void *a, long old)
{
	unsigned char equal;
	long high = 0;

	__asm__ volatile("lock cmpxchg16b (%3)\n\tsete %0"
			 : "=q"(equal), "+a"(old), "+d"(high)
			 : "r"(a), "b"(7L), "c"(7L)
			 : "memory", "cc");
	return equal;
}

ROUTINE int add(int *a)
{
	return __sync_fetch_and_add(a, 3);
}

ROUTINE int exchange(int *a)
{
	return __atomic_exchange_n(a, 3, __ATOMIC_SEQ_CST);
}

ROUTINE int byte_swap(char *a)
{
	return __sync_bool_compare_and_swap(a, 0, 1);
}

ROUTINE int swap_then_read(int *a)
{
	int swapped = __sync_bool_compare_and_swap(a, 0, 1);

	return swapped + *(volatile int *)a;
}

/* Main does it first, then a thread: for that one the cell is written by another. */
ROUTINE int contended(int *a)
{
	return __sync_fetch_and_add(a, 1);
}

static void *start(void *argument)
{
	USE(contended(argument));
	return NULL;
}

int main(void)
{
	pthread_t thread;

	USE(swap_succeeds(&cells[0]));
	USE(swap_fails(&cells[1]));
	USE(swap_eight((long *)&cells[2]));
	USE(swap_sixteen(&cells[4], 0));
	USE(swap_sixteen(&cells[8], 99));
	USE(add(&cells[12]));
	USE(exchange(&cells[13]));
	USE(byte_swap((char *)&cells[14]));
	USE(swap_then_read(&cells[15]));
	USE(contended(&cells[16]));
	pthread_create(&thread, NULL, start, &cells[16]);
	pthread_join(thread, NULL);
	return 0;
}
