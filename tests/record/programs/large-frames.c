/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * large-frames.c - frames of megabytes, and stacks that a thread was given: all is one stack.
 *
 * Compiled so that each page of a frame is probed, as some distributions do: that is no input.
 *
 * flags: -pthread -fno-optimize-sibling-calls -fstack-clash-protection
 * expect: large calls=8 trms=80 rms=80 points=10:8
 * expect: sum calls=90 trms=900 points=10:90
 * expect: growing calls=2 trms=20 points=10:2
 * expect: drive calls=2 trms=20 rms=20 points=10:2 threads=2
 */
#include <alloca.h>
#include <pthread.h>
#include <stdlib.h>

#include "parts/routine.h"

enum { LARGE = 1000000, STACK = 32 * 1024 * 1024 };

static int data[10];

SUMMING_ROUTINE(sum)

/* Touches both ends of its frame and calls from the far one. */
ROUTINE long large(long depth)
{
	volatile char frame[LARGE];

	frame[0] = 1;
	frame[LARGE - 1] = 2;
	long total = sum(data, 10);
	if (depth > 1)
		total += large(depth - 1);
	return total + frame[0] + frame[LARGE - 1];
}

/* The stack grows within one activation. */
ROUTINE long growing(long rounds)
{
	long total = 0;

	for (long i = 0; i < rounds; i++) {
		volatile char *piece = alloca(50000);

		piece[0] = (char)i;
		total += sum(data, 10) + piece[0];
	}
	return total;
}

ROUTINE long drive(void)
{
	long total = large(4);

	return total + growing(40) + sum(data, 10);
}

static void *start(void *argument)
{
	USE(drive());
	return argument;
}

int main(void)
{
	pthread_attr_t attributes;
	pthread_t thread;
	void *stack;

	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	USE(drive());
	if (posix_memalign(&stack, 4096, STACK) != 0)
		return 1;
	pthread_attr_init(&attributes);
	pthread_attr_setstack(&attributes, stack, STACK);
	if (pthread_create(&thread, &attributes, start, NULL) != 0)
		return 1;
	pthread_join(thread, NULL);
	return 0;
}
