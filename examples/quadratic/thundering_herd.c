/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * thundering_herd.c - threads that wait for their turn, and all of them are woken for each turn.
 *
 * All but one find that it is not theirs and wait again. So n threads wake up about n² times, and what
 * one of them does to get its turn grows with the number of those before it. It should be the same for
 * each: the fix has a condition for each thread and wakes the one whose turn it is.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "sizes.h"

enum { THREADS = 240 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t conditions[THREADS + 1];
static size_t turn;

#ifdef FIXED
#define CONDITION_OF(number) (&conditions[number])
#define WAKE_NEXT(number)    pthread_cond_signal(&conditions[number])
#else
#define CONDITION_OF(number) (&conditions[0])
#define WAKE_NEXT(number)    pthread_cond_broadcast(&conditions[0])
#endif

ROUTINE static void await_turn(size_t number)
{
	pthread_mutex_lock(&mutex);
	while (turn != number)
		pthread_cond_wait(CONDITION_OF(number), &mutex);
	pthread_mutex_unlock(&mutex);
}

ROUTINE static void pass_turn(size_t number)
{
	pthread_mutex_lock(&mutex);
	turn = number + 1;
	WAKE_NEXT(number + 1);
	pthread_mutex_unlock(&mutex);
}

static void *work(void *argument)
{
	size_t number = (size_t)argument;

	await_turn(number);
	pass_turn(number);
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (size_t i = 0; i <= THREADS; i++)
		pthread_cond_init(&conditions[i], NULL);
	/* The last is created first, so that all wait before the first has its turn. */
	for (size_t i = THREADS; i-- > 0;)
		if (pthread_create(&threads[i], NULL, work, (void *)i) != 0)
			return 1;
	for (size_t i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%zu\n", turn);
	return 0;
}
