/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * children.c - children made by vfork and by posix_spawn, that execute, exit, or cannot execute.
 *
 * expect: sum calls=6 trms=60 rms=60 points=10:6
 * expect: main calls=1
 * output: statuses 5 6 7 127 0
 */
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parts/routine.h"

extern char **environ;

static int data[10];

SUMMING_ROUTINE(sum)

static int status_of(pid_t child)
{
	int status = 0;

	USE(sum(data, 10));
	if (child < 0 || waitpid(child, &status, 0) != child)
		return -1;
	return WEXITSTATUS(status);
}

static pid_t execute(const char *program, const char *command)
{
	pid_t child = vfork();

	if (child == 0) {
		execl(program, program, "-c", command, (char *)NULL);
		_exit(7);
	}
	return child;
}

static int spawn(const char *command)
{
	char *arguments[] = {(char *)"sh", (char *)"-c", (char *)command, NULL};
	posix_spawn_file_actions_t actions;
	pid_t child = -1;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1, 0);
	if (posix_spawn(&child, "/bin/sh", &actions, NULL, arguments, environ) != 0)
		return -1;
	posix_spawn_file_actions_destroy(&actions);
	return status_of(child);
}

static int spawn_nothing(void)
{
	char *arguments[] = {(char *)"nothing", NULL};
	pid_t child = -1;
	int status = 0;

	/* Under Valgrind the child has a copy of the memory and cannot say so: it exits with 127. */
	if (posix_spawnp(&child, "/no/such/program", NULL, NULL, arguments, environ) != 0)
		return 127;
	return child < 0 || waitpid(child, &status, 0) != child ? -1 : WEXITSTATUS(status);
}

int main(void)
{
	int statuses[5];

	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	USE(sum(data, 10));
	statuses[0] = status_of(execute("/bin/sh", "exit 5"));
	statuses[1] = spawn("echo lost; exit 6");
	statuses[2] = status_of(execute("/no/such/program", ""));
	statuses[3] = spawn_nothing();
	statuses[4] = spawn("true");
	USE(sum(data, 10));
	printf("statuses %d %d %d %d %d\n", statuses[0], statuses[1], statuses[2], statuses[3],
	       statuses[4]);
	return 0;
}
