/* SPDX-License-Identifier: GPL-2.0-or-later */
/* leaves.c HOW - three threads work, and one ends itself or all while the others run. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 3, LIVES = 200 };

static int numbers[10];
static const char *how;
static int *volatile nowhere;
static pthread_barrier_t barrier;
static _Atomic int lived;

__attribute__((noinline)) static int sum(const volatile int *from)
{
	int total = 0;

	for (int i = 0; i < 10; i++)
		total += from[i];
	return total;
}

static void leave(void)
{
	if (strcmp(how, "exit") == 0)
		exit(6);
	if (strcmp(how, "crash") == 0)
		*nowhere = 1;
	if (strcmp(how, "exec") == 0)
		execl("/bin/sh", "sh", "-c", "exit 8", (char *)NULL);
	if (strcmp(how, "term") == 0)
		kill(getpid(), SIGTERM);
}

__attribute__((noinline)) static void *worker(void *argument)
{
	int goes_on = strcmp(how, "main") != 0 && strcmp(how, "churn") != 0;

	for (int i = 0; i < 100; i++)
		sum(numbers);
	pthread_barrier_wait(&barrier);
	if (argument)
		leave();
	while (goes_on)
		sum(numbers);
	return NULL;
}

__attribute__((noinline)) static void *short_life(void *argument)
{
	sum(argument);
	lived++;
	return NULL;
}

static int churn(void)
{
	pthread_t thread;

	for (int i = 0; i < LIVES; i++) {
		if (pthread_create(&thread, NULL, short_life, numbers) != 0 ||
		    pthread_detach(thread) != 0)
			return 2;
		while (lived < i - 20)
			usleep(1000);
	}
	while (lived < LIVES)
		usleep(1000);
	return 0;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];

	how = argc > 1 ? argv[1] : "";
	pthread_barrier_init(&barrier, NULL, THREADS + 1);
	for (size_t i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, worker, i == 1 ? numbers : NULL) != 0)
			return 1;
	if (strcmp(how, "main") == 0) {
		for (int i = 0; i < 100; i++)
			sum(numbers);
		pthread_barrier_wait(&barrier);
		pthread_exit(NULL);
	}
	pthread_barrier_wait(&barrier);
	if (strcmp(how, "churn") == 0)
		return churn();
	for (;;)
		sum(numbers);
}
