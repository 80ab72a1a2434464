/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clones.c HOW - a process or a thread is made in some way; it sums numbers once, the program before
 * and after it.
 */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STACK = 65536 };

static int numbers[10];
static volatile int done;
static _Alignas(64) char stack[STACK];

__attribute__((noinline)) static int sum(const volatile int *from)
{
	int total = 0;

	for (int i = 0; i < 10; i++)
		total += from[i];
	return total;
}

static int start(void *argument)
{
	int status = 5 + sum(argument);

	done = 1;
	return status;
}

static pid_t make(const char *how)
{
	if (strcmp(how, "clone") == 0)
		return clone(start, stack + STACK, SIGCHLD, numbers);
	if (strcmp(how, "clone-vfork") == 0)
		return clone(start, stack + STACK, CLONE_VM | CLONE_VFORK | SIGCHLD, numbers);
	if (strcmp(how, "sharing") == 0)
		return clone(start, stack + STACK, CLONE_VM | SIGCHLD, numbers);
	if (strcmp(how, "clone-call") == 0)
		return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	if (strcmp(how, "fork-call") == 0)
		return (pid_t)syscall(SYS_fork);
	if (strcmp(how, "vfork-call") == 0)
		return (pid_t)syscall(SYS_clone, CLONE_VFORK | SIGCHLD, 0, 0, 0, 0);
	return fork();
}

int main(int argc, char **argv)
{
	int status = 0;
	pid_t child;

	if (argc < 2 || sum(numbers))
		return 2;
	if (strcmp(argv[1], "thread") == 0) {
		if (clone(start, stack + STACK,
			  CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
				  CLONE_SYSVSEM,
			  numbers) < 0)
			return 3;
		while (!done)
			sched_yield();
		return sum(numbers);
	}
	child = make(argv[1]);
	if (child == 0)
		_exit(start(numbers));
	if (child < 0 || waitpid(child, &status, 0) != child)
		return 4;
	printf("child %d\n", WEXITSTATUS(status));
	return sum(numbers);
}
