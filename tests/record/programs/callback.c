/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * callback.c - the C library calls back: qsort, bsearch, atexit; a program that vforks.
 *
 * A comparison reads one cell of each of its arguments. bsearch finds the middle one of 1023 elements
 * at once.
 *
 * expect: search_order calls=1 trms=2 rms=2
 * expect: sort_order calls>=1000 sizes=1
 * expect: at_end calls=1 trms=10
 * expect: sum calls=2 trms=20
 * ends: exit 3
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parts/routine.h"

enum { COUNT = 1023 };

static int values[COUNT];

SUMMING_ROUTINE(sum)

ROUTINE int sort_order(const void *left, const void *right)
{
	int a = *(const int *)left, b = *(const int *)right;

	return (a > b) - (a < b);
}

ROUTINE int search_order(const void *left, const void *right)
{
	int a = *(const int *)left, b = *(const int *)right;

	return (a > b) - (a < b);
}

ROUTINE void at_end(void)
{
	USE(sum(values, 10));
}

int main(void)
{
	int wanted = COUNT / 2;
	int status;

	atexit(at_end);
	for (int i = 0; i < COUNT; i++)
		((volatile int *)values)[i] = (i * 521) % COUNT;
	qsort(values, COUNT, sizeof(int), sort_order);
	if (!bsearch(&wanted, values, COUNT, sizeof(int), search_order))
		return 1;
	pid_t child = vfork();
	if (child == 0) {
		execl("/bin/sh", "sh", "-c", "exit 3", (char *)NULL);
		_exit(1);
	}
	USE(sum(values, 10));
	waitpid(child, &status, 0);
	return WEXITSTATUS(status);
}
