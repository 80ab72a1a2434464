/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * waits.c - routines that wait for another thread, which sleeps for 50 ms each time, 50,000,000 ticks of a clock of 1 GHz or more, and begins
 * to sleep when it sees that they do: so they wait at least so long, whatever else the machine does.
 *
 * flags: -pthread
 * variant: costs --cost=bb,wait,time,bytes-in,bytes-out,syscalls
 * expect: locks calls=1 wait>=50000000 time>=wait(locks)
 * expect: reads calls=1 wait>=50000000 bytes-in=3 syscalls=1 bytes-out=0
 * expect: joins calls=1 wait>=50000000
 * expect: sleeps calls=1 wait>=50000000 syscalls=1
 * expect: works calls=1 wait=0 time>=1 trms=100 syscalls=0
 * expect: main wait>=wait(locks)+wait(reads)+wait(joins)+wait(sleeps) time>=wait(main)
 * expect: helps calls=1 wait>=150000000 bytes-out=3
 * unsaid: of the time
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ROUTINE __attribute__((noinline))

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t held;
static int ends[2];
static int waiting; /* what the first thread is about to wait for */
int numbers[100];

ROUTINE static void sleeps(void)
{
	struct timespec span = {.tv_nsec = 50000000};

	while (nanosleep(&span, &span) != 0)
		;
}

/* The first thread is the process. */
static int is_asleep(void)
{
	char name[64];
	char text[256];
	ssize_t length;
	int file;

	snprintf(name, sizeof(name), "/proc/self/task/%d/stat", getpid());
	file = open(name, O_RDONLY);
	length = read(file, text, sizeof(text) - 1);
	close(file);
	text[length > 0 ? length : 0] = '\0';
	return strstr(text, ") S ") != NULL;
}

static void sleep_meanwhile(int what)
{
	struct timespec span = {.tv_nsec = 50000000};

	while (__atomic_load_n(&waiting, __ATOMIC_SEQ_CST) != what || !is_asleep())
		;
	while (nanosleep(&span, &span) != 0)
		;
}

static void *helps(void *argument)
{
	pthread_mutex_lock(&mutex);
	pthread_barrier_wait(&held);
	sleep_meanwhile(1);
	pthread_mutex_unlock(&mutex);
	sleep_meanwhile(2);
	if (write(ends[1], "abc", 3) != 3)
		return argument;
	sleep_meanwhile(3);
	return NULL;
}

ROUTINE static void locks(void)
{
	pthread_mutex_lock(&mutex);
	pthread_mutex_unlock(&mutex);
}

ROUTINE static ssize_t reads(void)
{
	char text[8];

	return read(ends[0], text, sizeof(text));
}

ROUTINE static void joins(pthread_t thread)
{
	pthread_join(thread, NULL);
}

int works(const int *values);
ROUTINE int works(const int *values)
{
	int sum = 0;

	for (int i = 0; i < 100; i++)
		sum += values[i];
	return sum;
}

int main(void)
{
	pthread_t thread;

	if (pipe(ends) != 0 || pthread_barrier_init(&held, NULL, 2) != 0 ||
	    pthread_create(&thread, NULL, helps, ends) != 0)
		return 1;
	pthread_barrier_wait(&held);
	__atomic_store_n(&waiting, 1, __ATOMIC_SEQ_CST);
	locks();
	__atomic_store_n(&waiting, 2, __ATOMIC_SEQ_CST);
	if (reads() != 3)
		return 1;
	__atomic_store_n(&waiting, 3, __ATOMIC_SEQ_CST);
	joins(thread);
	sleeps();
	return works(numbers);
}
