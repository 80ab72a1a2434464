/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * signal-jump.c - handlers that do not return but jump out, from the same stack and from another.
 *
 * Each jump reads six cells of the buffer, which attempt has written. What siglongjmp reads is the C
 * library's: the same each time.
 *
 * expect: handler calls=20 trms=320 points=16:20
 * expect: interrupted calls=20 trms=420 points=21:20
 * expect: attempt calls=20 trms=440 points=22:20
 * expect: sum calls=60 trms=440 points=5:20,7:20,10:20
 * expect: library_handler calls=10 sizes=1
 * expect: library_attempt calls=10 sizes=1 trms<=trms(library_handler)
 * expect: after calls=1 trms=1000
 */
#include <setjmp.h>
#include <signal.h>
#include <string.h>

#include "parts/raw.h"
#include "parts/routine.h"

static int data[1000];
static char other_stack[65536];
static void *buffer[5];
static sigjmp_buf library_buffer;

SUMMING_ROUTINE(sum)

ROUTINE void handler(int number)
{
	(void)number;
	USE(sum(data + 100, 10));
	__builtin_longjmp(buffer, 1);
}

ROUTINE void interrupted(const int *a, long to)
{
	USE(sum(a, 5));
	RAW(SYS_kill, to, SIGUSR1, 0);
	USE(a);
}

ROUTINE long attempt(const int *a, long to)
{
	if (__builtin_setjmp(buffer) == 0)
		interrupted(a, to);
	return sum(a + 20, 7);
}

ROUTINE void library_handler(int number)
{
	(void)number;
	siglongjmp(library_buffer, 1);
}

ROUTINE long library_attempt(const int *a, long to)
{
	if (sigsetjmp(library_buffer, 1) == 0)
		RAW(SYS_kill, to, SIGUSR2, 0);
	return *(volatile const int *)a;
}

ROUTINE long after(const int *a)
{
	long total = 0;

	for (int i = 0; i < 1000; i++)
		total += ((volatile const int *)a)[i];
	return total;
}

int main(void)
{
	struct sigaction action;
	stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof(other_stack)};
	long process = RAW(SYS_getpid, 0, 0, 0);

	for (int i = 0; i < 1000; i++)
		((volatile int *)data)[i] = i;
	sigaltstack(&stack, NULL);
	memset(&action, 0, sizeof(action));
	for (int round = 0; round < 2; round++) {
		action.sa_handler = handler;
		action.sa_flags = SA_NODEFER | (round ? SA_ONSTACK : 0);
		sigaction(SIGUSR1, &action, NULL);
		action.sa_handler = library_handler;
		action.sa_flags = round ? SA_ONSTACK : 0;
		sigaction(SIGUSR2, &action, NULL);
		for (int i = 0; i < 10; i++)
			USE(attempt(data, process));
		for (int i = 0; i < 5; i++)
			USE(library_attempt(data, process));
	}
	USE(after(data));
	return 0;
}
