/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clone.c - threads that the program makes by clone itself, without the help of the C library.
 *
 * expect: sum calls=20 trms=200 rms=200 thread=200 external=0 points=10:20 threads=20
 * expect: main_sum calls=20 trms=20 rms=20 thread=20 threads=1
 * output: 900
 */
#include <linux/futex.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "parts/routine.h"

enum { THREADS = 20, STACK = 65536 };

static int data[10];
static int result;
static int alive; /* the kernel clears it when the thread has gone */
static _Alignas(64) char stack[STACK];

SUMMING_ROUTINE(sum)
SUMMING_ROUTINE(main_sum)

/* Nothing of the C library: it has no thread-local storage of its own. */
static int start(void *argument)
{
	*(volatile int *)&result = (int)sum(argument, 10);
	return 0;
}

int main(void)
{
	long total = 0;

	for (int i = 0; i < THREADS; i++) {
		for (int j = 0; j < 10; j++)
			((volatile int *)data)[j] = j;
		__atomic_store_n(&alive, 1, __ATOMIC_SEQ_CST);
		if (clone(start, stack + STACK,
			  CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
				  CLONE_SYSVSEM | CLONE_CHILD_CLEARTID,
			  data, NULL, NULL, &alive) < 0)
			return 1;
		while (__atomic_load_n(&alive, __ATOMIC_SEQ_CST))
			syscall(SYS_futex, &alive, FUTEX_WAIT, 1, NULL, NULL, 0);
		total += main_sum(&result, 1);
	}
	printf("%ld\n", total);
	return 0;
}
