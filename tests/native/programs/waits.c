/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * waits.c - threads wait in system calls that any signal would end, and the process ends. The first one is woken by a
 * signal of the program's own, and reads what the kernel wrote then.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static struct timespec rest;
static volatile int interrupted;

__attribute__((noinline)) static int64_t take(const struct timespec *time)
{
	return time->tv_sec + time->tv_nsec;
}

static void on_signal(int number)
{
	(void)number;
}

static void *wait_interrupted(void *unused)
{
	struct timespec hour = {.tv_sec = 3600};

	(void)unused;
	if (nanosleep(&hour, &rest) == 0 || errno != EINTR || take(&rest) <= 0)
		abort();
	interrupted = 1;
	return NULL;
}

static void *wait_for_ever(void *way)
{
	struct timespec hour = {.tv_sec = 3600}, left;
	struct timeval other_hour = {.tv_sec = 3600};
	struct epoll_event event;
	sigset_t set;
	siginfo_t info;
	int number;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	switch ((intptr_t)way) {
	case 0:
		sleep(3600);
		break;
	case 1:
		usleep(3600000000U);
		break;
	case 2:
		nanosleep(&hour, &left);
		break;
	case 3:
		clock_nanosleep(CLOCK_MONOTONIC, 0, &hour, &left);
		break;
	case 4:
		thrd_sleep(&hour, &left);
		break;
	case 5:
		pause();
		break;
	case 6:
		sigwaitinfo(&set, &info);
		break;
	case 7:
		sigtimedwait(&set, &info, &hour);
		break;
	case 8:
		sigwait(&set, &number);
		break;
	case 9:
		poll(NULL, 0, 3600000);
		break;
	case 10:
		ppoll(NULL, 0, &hour, &set);
		break;
	case 11:
		select(0, NULL, NULL, NULL, &other_hour);
		break;
	case 12:
		pselect(0, NULL, NULL, NULL, &hour, &set);
		break;
	case 13:
		epoll_wait(epoll_create1(0), &event, 1, -1);
		break;
	case 14:
		epoll_pwait(epoll_create1(0), &event, 1, -1, &set);
		break;
	case 15:
		sigsuspend(&set);
		break;
	}
	dprintf(1, "the wait %d has ended\n", (int)(intptr_t)way);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	signal(SIGUSR1, on_signal);
	pthread_create(&thread, NULL, wait_interrupted, NULL);
	/* The first ones may come before it waits. */
	do {
		usleep(20000);
		pthread_kill(thread, SIGUSR1);
	} while (!interrupted);
	pthread_join(thread, NULL);
	for (intptr_t way = 0; way < 16; way++)
		pthread_create(&thread, NULL, wait_for_ever, (void *)way);
	usleep(200000);
	dprintf(1, "end\n");
	return 0;
}
