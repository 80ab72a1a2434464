/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fork.c - the child's profile holds what the child did, and the parent's what the parent did.
 *
 * What the child reads was written by its own past self: nothing of it is induced.
 *
 * expect: before calls=4 trms=40 rms=40
 * expect: parent_work calls=2 trms=20 rms=20 thread=0 external=0
 * absent: child_work
 * ends: exit 5
 * child: child_work calls=3 trms=30 rms=30 thread=0 external=0 points=10:3
 * child-absent: before
 * child-absent: parent_work
 */
#include <sys/wait.h>
#include <unistd.h>

#include "parts/routine.h"

static int data[10];

SUMMING_ROUTINE(before)
SUMMING_ROUTINE(parent_work)
SUMMING_ROUTINE(child_work)

int main(void)
{
	int status;

	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	for (int i = 0; i < 4; i++)
		USE(before(data, 10));
	pid_t child = fork();
	if (child == 0) {
		for (int i = 0; i < 3; i++)
			USE(child_work(data, 10));
		_exit(5);
	}
	for (int i = 0; i < 2; i++)
		USE(parent_work(data, 10));
	waitpid(child, &status, 0);
	return WEXITSTATUS(status);
}
