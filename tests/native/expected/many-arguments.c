/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * execl and execle with more arguments than fit an array of 4096, as the kernel allows: the program executes itself twice.
 *
 * flags: -O0
 * output: 4101 1
 * ends: exec
 * expect: start calls=1
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEN(x)      x, x, x, x, x, x, x, x, x, x
#define HUNDRED(x)  TEN(TEN(x))
#define THOUSAND(x) TEN(HUNDRED(x))

static char *const environment[] = {(char *)"SECOND=yes", NULL};

__attribute__((noinline)) static void start(const char *program)
{
	execl("/proc/self/exe", program, THOUSAND("a"), THOUSAND("b"), THOUSAND("c"), THOUSAND("d"),
	      HUNDRED("e"), (char *)NULL);
}

int main(int count, char **arguments)
{
	if (count == 1)
		start(arguments[0]);
	else if (!getenv("SECOND"))
		execle("/proc/self/exe", arguments[0], THOUSAND("1"), THOUSAND("2"), THOUSAND("3"),
		       THOUSAND("4"), HUNDRED("5"), (char *)NULL, environment);
	else
		printf("%d %d\n", count, (int)strlen(arguments[1]));
	return count == 1;
}
