/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * answers.c - two threads send signals to the process, each after the last one was answered by its handler, while another
 * one starts threads and waits for them all the time. A signal that is lost would be the last.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { SENT = 25000 };

static sem_t answered[2];
static volatile int going = 1;
static sigset_t set;

static void first_handler(int number)
{
	(void)number;
	sem_post(&answered[0]);
}

static void second_handler(int number)
{
	(void)number;
	sem_post(&answered[1]);
}

static void *send(void *which)
{
	struct timespec limit;

	for (int i = 0; i < SENT; i++) {
		kill(getpid(), which ? SIGUSR2 : SIGUSR1);
		clock_gettime(CLOCK_REALTIME, &limit);
		limit.tv_sec += 20;
		if (sem_timedwait(&answered[(intptr_t)which], &limit) != 0) {
			dprintf(1, "no answer to signal %d\n", i + 1);
			_exit(1);
		}
	}
	return NULL;
}

static void *yield(void *unused)
{
	sched_yield();
	return unused;
}

static void *start_threads(void *unused)
{
	pthread_t thread;

	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	while (going)
		if (pthread_create(&thread, NULL, yield, NULL) == 0)
			pthread_join(thread, NULL);
	return unused;
}

int main(void)
{
	pthread_t starter, sender[2];

	sem_init(&answered[0], 0, 0);
	sem_init(&answered[1], 0, 0);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signal(SIGUSR1, first_handler);
	signal(SIGUSR2, second_handler);
	pthread_create(&starter, NULL, start_threads, NULL);
	for (intptr_t i = 0; i < 2; i++)
		pthread_create(&sender[i], NULL, send, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(sender[i], NULL);
	going = 0;
	pthread_join(starter, NULL);
	puts("all answered");
	return 0;
}
