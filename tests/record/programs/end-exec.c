/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * end-exec.c - the profile is written before another program takes the place of this one.
 *
 * The kernel reads for the routine that asks for it: the path is 2 cells, its arguments are 4 of text and 8
 * of pointers, and the end of the environment is one pointer.
 *
 * ends: exec
 * status: 9
 * expect: sum calls=2 trms=20 rms=20 points=10:2
 * expect: last calls=1 trms=26 rms=26
 * expect: main calls=1
 */
#include "parts/raw.h"
#include "parts/routine.h"

static int data[10];
static char path[] __attribute__((aligned(4))) = "/bin/sh";
static char name[] __attribute__((aligned(4))) = "sh";
static char option[] __attribute__((aligned(4))) = "-c";
static char command[] __attribute__((aligned(4))) = "exit 9";
static char *arguments[] = {name, option, command, 0};
static char *environment[] = {0};

SUMMING_ROUTINE(sum)

ROUTINE void last(const int *a)
{
	USE(sum(a, 10));
	RAW(SYS_execve, path, arguments, environment);
	USE(a);
}

int main(void)
{
	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	USE(sum(data, 10));
	last(data);
	return 1;
}
