/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Snapshots: asked for by the program itself, without arguments; by one of its threads while another ends the
 * program (end); or by somebody else while it works on two threads (work) or does nothing (wait), until its
 * standard input ends.
 */
#include "landau.h"
#include "sum.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int done;

static int several(int count, int n)
{
	int total = 0;

	for (int i = 0; i < count; i++)
		total += sum(n);
	return total;
}

static void *work(void *unused)
{
	while (!done)
		several(1000, 50);
	return unused;
}

static void *dump(void *unused)
{
	while (!done)
		LANDAU_DUMP();
	return unused;
}

int main(int count, char **arguments)
{
	pthread_t threads[2];
	char byte;

	if (count == 1) {
		int total = several(3, 10);

		LANDAU_DUMP();
		LANDAU_PHASE("second part");
		total += several(4, 20);
		LANDAU_DUMP();
		total += several(5, 30);
		LANDAU_STOP();
		/* The copy that wrote the snapshot is none of the program's children. */
		printf("%d %d %d\n", LANDAU_RECORDING(), total, wait(NULL));
		return 0;
	}
	several(7, 40);
	if (strcmp(arguments[1], "end") == 0) {
		pthread_create(&threads[0], NULL, dump, NULL);
		usleep(20000);
		return 0;
	}
	if (strcmp(arguments[1], "work") == 0)
		for (int i = 0; i < 2; i++)
			pthread_create(&threads[i], NULL, work, NULL);
	puts("ready");
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		continue;
	done = 1;
	if (strcmp(arguments[1], "work") == 0)
		for (int i = 0; i < 2; i++)
			pthread_join(threads[i], NULL);
	return 0;
}
