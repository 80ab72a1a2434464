/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * signal.c - a signal handler is an activation on top of the one that it interrupts.
 *
 * What the kernel puts on the stack for the handler is external input if the handler reads it.
 *
 * expect: handler calls=5 trms=50 rms=50 thread=0 external=0 points=10:5
 * expect: sum calls=15 trms=125 points=5:5,10:10
 * expect: interrupted calls=5 trms=125 rms=125 points=25:5
 * expect: information_handler calls=3 trms=3 rms=3 thread=0 external=3
 * expect: nested_handler calls=4 trms=26 points=5:1,7:3
 * expect: after calls=1 trms=200
 */
#include <signal.h>
#include <string.h>

#include "parts/raw.h"
#include "parts/routine.h"

static int data[200];
static long process;

SUMMING_ROUTINE(sum)

static __attribute__((always_inline)) inline void send(int number, long to)
{
	RAW(SYS_kill, to, number, 0);
}

ROUTINE void handler(int number)
{
	USE(sum(data + 100, 10));
	USE(number);
}

ROUTINE void information_handler(int number, siginfo_t *information, void *context)
{
	(void)number;
	(void)context;
	USE(*(volatile int *)&information->si_signo);
}

/* Its signal comes again while it runs, down to a depth of four. */
ROUTINE void nested_handler(int number)
{
	static volatile int depth __attribute__((aligned(4)));
	register int reached = ++depth;

	for (int i = 0; i < 4; i++)
		number += ((volatile int *)data)[i];
	USE(number);
	if (reached < 4)
		send(SIGHUP, process);
}

ROUTINE long interrupted(const int *a, long to)
{
	long total = sum(a, 5);

	send(SIGUSR1, to);
	return total + sum(a + 5, 10);
}

ROUTINE long after(const int *a)
{
	long total = 0;

	for (int i = 0; i < 200; i++)
		total += ((volatile const int *)a)[i];
	return total;
}

static void catch_signal(int number, void (*function)(int), int flags)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = function;
	action.sa_flags = flags;
	sigaction(number, &action, NULL);
}

int main(void)
{
	for (int i = 0; i < 200; i++)
		((volatile int *)data)[i] = i;
	process = RAW(SYS_getpid, 0, 0, 0);
	catch_signal(SIGUSR1, handler, 0);
	catch_signal(SIGUSR2, (void (*)(int))(void (*)(void))information_handler, SA_SIGINFO);
	catch_signal(SIGHUP, nested_handler, SA_NODEFER);
	for (int i = 0; i < 5; i++)
		USE(interrupted(data, process));
	for (int i = 0; i < 3; i++)
		send(SIGUSR2, process);
	send(SIGHUP, process);
	USE(after(data));
	return 0;
}
