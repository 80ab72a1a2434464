/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * traces.c - traces its child as strace does: stops it at each system call until it ends.
 *
 * expect: sum calls=2 trms=20 rms=20 points=10:2
 * output: the child made system calls and ended with 9
 */
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parts/routine.h"

static int data[10];

SUMMING_ROUTINE(sum)

int main(void)
{
	int status, stops = 0;
	pid_t child;

	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	USE(sum(data, 10));
	child = fork();
	if (child == 0) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		execl("/bin/sh", "sh", "-c", "exit 9", (char *)NULL);
		_exit(1);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
		return 1;
	while (!WIFEXITED(status)) {
		if (ptrace(PTRACE_SYSCALL, child, NULL, NULL) != 0 ||
		    waitpid(child, &status, 0) != child)
			return 2;
		stops++;
	}
	USE(sum(data, 10));
	if (stops > 10)
		printf("the child made system calls and ended with %d\n", WEXITSTATUS(status));
	return 0;
}
