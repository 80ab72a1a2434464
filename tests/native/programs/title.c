/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * title.c - writes over its arguments and its environment, as servers do for a title of their own, and moves its
 * arguments, as getopt does. Then it loads ./late.so, calls `late` there, and has a child.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

__attribute__((noinline)) static void set_title(char **argv)
{
	char *start = argv[0];

	/* The kernel puts all of it in one place, and then the name of the program. */
	const char *end = (const char *)getauxval(AT_EXECFN);

	environ = NULL;
	argv[0] = argv[1];
	argv[1] = start;
	memset(start, 'x', (size_t)(end - start));
}

int main(int argc, char **argv)
{
	int (*late)(int);
	int status = 1;
	void *object;
	pid_t child;

	if (argc < 2)
		return 1;
	set_title(argv);
	object = dlopen("./late.so", RTLD_NOW);
	if (!object)
		return 1;
	*(void **)&late = dlsym(object, "late");
	late(10);
	child = fork();
	if (child == 0)
		exit(7);
	waitpid(child, &status, 0);
	return WEXITSTATUS(status) != 7;
}
