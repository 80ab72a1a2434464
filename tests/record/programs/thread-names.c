/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * thread-names.c - threads have the names that the program gives them, also when they are gone.
 *
 * flags: -pthread
 * thread: thread-names
 * thread: reader
 * thread: writer of data
 * expect: sum calls=2 trms=20 thread=20 threads=2
 */
#include <pthread.h>
#include <sys/prctl.h>

#include "parts/routine.h"

static int data[10];

SUMMING_ROUTINE(sum)

static void *start_reader(void *argument)
{
	pthread_setname_np(pthread_self(), "reader");
	USE(sum(data, 10));
	return argument;
}

static void *start_writer(void *argument)
{
	prctl(PR_SET_NAME, "writer of data", 0, 0, 0);
	USE(sum(data, 10));
	return argument;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	pthread_create(&thread, NULL, start_reader, NULL);
	pthread_join(thread, NULL);
	pthread_create(&thread, NULL, start_writer, NULL);
	pthread_join(thread, NULL);
	return 0;
}
