/* SPDX-License-Identifier: GPL-2.0-or-later */
/* forks.c - parent and child call the same routine a different number of times. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int numbers[100];

__attribute__((noinline)) static int use(int count)
{
	int total = 0;

	for (int i = 0; i < count; i++)
		total += numbers[i];
	__asm__ volatile("" ::: "memory"); /* not to be taken for a pure function */
	return total;
}

int main(void)
{
	int total = 0, status = 0;
	pid_t child;

	for (int i = 0; i < 5; i++)
		total += use(10);
	child = fork();
	if (child == 0) {
		for (int i = 0; i < 3; i++)
			total += use(20);
		exit(total + 4);
	}
	waitpid(child, &status, 0);
	total += use(30);
	printf("%d %d\n", (int)child, WEXITSTATUS(status));
	return total;
}
