/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * signal-storm.c - signals that come at any time change nothing in what they interrupt.
 *
 * The handler only writes, and writes what nobody reads.
 *
 * flags: -fno-optimize-sibling-calls
 * expect: walk calls=20200 trms=1010000 rms=1010000 sizes=101
 * expect: sum calls=200 trms=20000 points=100:200
 * expect: handler calls>=1 trms=0
 */
#include <signal.h>
#include <string.h>
#include <sys/time.h>

#include "parts/routine.h"

static int data[100];
static volatile int seen;

SUMMING_ROUTINE(sum)

ROUTINE void handler(int number)
{
	seen = number;
}

ROUTINE long walk(const int *a, long n)
{
	if (n == 0)
		return 0;
	long own = *(volatile const int *)a;
	return own + walk(a + 1, n - 1);
}

int main(void)
{
	struct itimerval interval = {{0, 1000}, {0, 1000}};
	struct itimerval none = {{0, 0}, {0, 0}};
	struct sigaction action;

	for (int i = 0; i < 100; i++)
		((volatile int *)data)[i] = i;
	memset(&action, 0, sizeof(action));
	action.sa_handler = handler;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &interval, NULL);
	while (seen == 0)
		;
	for (int i = 0; i < 200; i++) {
		if (i < 199)
			USE(walk(data, 100));
		USE(sum(data, 100));
	}
	setitimer(ITIMER_REAL, &none, NULL);
	USE(walk(data, 100));
	return 0;
}
