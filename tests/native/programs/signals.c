/* SPDX-License-Identifier: GPL-2.0-or-later */
/* signals.c - a timer interrupts calls and accesses all the time; its handler calls and accesses too. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

static int numbers[1000];
static volatile sig_atomic_t ticks;

__attribute__((noinline)) static int in_handler(void)
{
	return numbers[ticks % 1000];
}

static void handler(int number)
{
	(void)number;
	ticks++;
	in_handler();
}

__attribute__((noinline)) static int leaf(int i)
{
	numbers[i] = i;
	return numbers[999 - i];
}

__attribute__((noinline)) static long work(void)
{
	long total = 0;

	for (int i = 0; i < 1000; i++)
		total += leaf(i);
	return total;
}

int main(void)
{
	struct sigaction action;
	struct itimerval timer = {{0, 100}, {0, 100}};
	long total = 0;
	long rounds = 0;

	memset(&action, 0, sizeof(action));
	action.sa_handler = handler;
	action.sa_flags = SA_RESTART;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
	while (ticks < 1000) {
		total += work();
		rounds++;
	}
	memset(&timer, 0, sizeof(timer));
	setitimer(ITIMER_REAL, &timer, NULL);
	printf("%ld %d\n", rounds, total != 1);
	return 0;
}
