/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ends.c WAY - ends in all ways, while another thread runs and `pending` is called. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int numbers[10];
static volatile int going = 1;
static int *volatile nowhere;

__attribute__((noinline)) static int step(int i)
{
	return numbers[i % 10];
}

static void *run(void *argument)
{
	long *total = argument;

	while (going)
		*total += step(3);
	return NULL;
}

__attribute__((noinline)) static int overflow(int depth)
{
	volatile char room[4096];

	room[0] = (char)depth;
	return overflow(depth + 1) + room[0];
}

__attribute__((noinline)) static void pending(const char *way)
{
	numbers[0] += step(1);
	if (strcmp(way, "exit") == 0)
		exit(5);
	if (strcmp(way, "_exit") == 0)
		_exit(6);
	if (strcmp(way, "quick_exit") == 0)
		quick_exit(7);
	if (strcmp(way, "abort") == 0)
		abort();
	if (strcmp(way, "fault") == 0)
		*nowhere = 1;
	if (strcmp(way, "overflow") == 0)
		overflow(0);
	if (strcmp(way, "term") == 0) {
		kill(getpid(), SIGTERM);
		sleep(10);
	}
	if (strcmp(way, "kill-self") == 0)
		raise(SIGUSR1);
	if (strcmp(way, "exec") == 0)
		execlp("sh", "sh", "-c", "exit 8", (char *)NULL);
	if (strcmp(way, "pthread_exit") == 0) {
		going = 0;
		pthread_exit(NULL);
	}
}

int main(int count, char **arguments)
{
	pthread_t thread;
	static long total;

	if (count < 2)
		return 2;
	pthread_create(&thread, NULL, run, &total);
	pending(arguments[1]);
	return 9;
}
