/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * signal-altstack.c - handlers on a stack of their own, above or below the one that they interrupt.
 *
 * expect: handler calls=20 trms=200 rms=200 points=10:20
 * expect: sum calls=60 trms=500 points=5:20,10:40
 * expect: interrupted calls=20 trms=500 rms=500 points=25:20
 * expect: deeper calls=20 trms=500 points=25:20
 * expect: after calls=2 trms=400 points=200:2
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "parts/raw.h"
#include "parts/routine.h"

static int data[200];
static char low_stack[65536];

SUMMING_ROUTINE(sum)

ROUTINE void handler(int number)
{
	USE(sum(data + 100, 10));
	USE(number);
}

ROUTINE long interrupted(const int *a, long to)
{
	long total = sum(a, 5);

	RAW(SYS_kill, to, SIGUSR1, 0);
	return total + sum(a + 5, 10);
}

ROUTINE long deeper(const int *a, long to)
{
	return interrupted(a, to) + 1;
}

ROUTINE long after(const int *a)
{
	long total = 0;

	for (int i = 0; i < 200; i++)
		total += ((volatile const int *)a)[i];
	return total;
}

int main(void)
{
	char high_stack[65536];
	struct sigaction action;
	long process = RAW(SYS_getpid, 0, 0, 0);

	for (int i = 0; i < 200; i++)
		((volatile int *)data)[i] = i;
	memset(&action, 0, sizeof(action));
	action.sa_handler = handler;
	action.sa_flags = SA_ONSTACK;
	sigaction(SIGUSR1, &action, NULL);
	for (int round = 0; round < 2; round++) {
		stack_t stack = {.ss_sp = round ? high_stack : low_stack, .ss_size = 65536};
		sigaltstack(&stack, NULL);
		for (int i = 0; i < 10; i++)
			USE(deeper(data, process));
		USE(after(data));
	}
	return 0;
}
