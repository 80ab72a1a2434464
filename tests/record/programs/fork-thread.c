/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fork-thread.c - a thread forks: the child has that thread alone, and goes on to start one of its
 * own.
 *
 * flags: -pthread
 * expect: before calls=2 trms=20
 * absent: child_work
 * ends: exit 0
 * child: child_work calls=1 trms=10 rms=10
 * child: grandchild_work calls=1 trms=10 rms=10 thread=10
 * child-absent: before
 */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parts/routine.h"

static int data[10];

SUMMING_ROUTINE(before)
SUMMING_ROUTINE(child_work)
SUMMING_ROUTINE(grandchild_work)

static void *in_child(void *argument)
{
	USE(grandchild_work(argument, 10));
	return NULL;
}

static void *start(void *argument)
{
	int status;

	USE(before(argument, 10));
	pid_t child = fork();
	if (child == 0) {
		pthread_t thread;

		USE(child_work(argument, 10));
		for (int i = 0; i < 10; i++)
			((volatile int *)argument)[i] = i;
		pthread_create(&thread, NULL, in_child, argument);
		pthread_join(thread, NULL);
		_exit(0);
	}
	waitpid(child, &status, 0);
	return WEXITSTATUS(status) == 0 ? argument : NULL;
}

int main(void)
{
	pthread_t thread;
	void *result;

	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	USE(before(data, 10));
	pthread_create(&thread, NULL, start, data);
	pthread_join(thread, &result);
	return result == data ? 0 : 1;
}
