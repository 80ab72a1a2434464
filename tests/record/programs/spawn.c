/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * spawn.c - programs that are started by system() and popen() run natively and disturb nothing.
 *
 * expect: sum calls=6 trms=60 rms=60 points=10:6
 * output: child
 * ends: exit 4
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "parts/routine.h"

static int data[10];

SUMMING_ROUTINE(sum)

int main(void)
{
	char line[16];

	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	USE(sum(data, 10));
	int status = system("exit 4");
	USE(sum(data, 10));
	FILE *output = popen("echo child", "r");
	USE(sum(data, 10));
	if (!output || !fgets(line, sizeof(line), output))
		return 1;
	USE(sum(data, 10));
	pclose(output);
	USE(sum(data, 10));
	fputs(line, stdout);
	USE(sum(data, 10));
	return WEXITSTATUS(status);
}
