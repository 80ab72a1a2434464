/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lines.c - routines whose lines run known numbers of times; lines.py knows them by their marks.
 */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

enum { LARGEST = 120, STEP = 10 };

static jmp_buf out;
static volatile int sink;

__attribute__((noinline)) static int add(const int *values, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += values[i]; /* mark: add */
	return sum;
}

__attribute__((noinline)) static int pairs(const int *values, int n)
{
	int equal = 0;

	for (int i = 0; i < n; i++) {
		sink = values[i]; /* mark: outer */
		for (int j = 0; j < i; j++)
			equal += values[i] == values[j]; /* mark: inner */
	}
	sink = add(values, n); /* mark: once */
	return equal;
}

__attribute__((noinline)) static int halves(const int *values, int n)
{
	if (n == 1)
		return values[0];                                         /* mark: single */
	return halves(values, n / 2) + halves(values + n / 2, n - n / 2); /* mark: both */
}

__attribute__((noinline)) static void search(const int *values, int n, int wanted)
{
	for (int i = 0; i < n; i++) {
		sink = i; /* mark: tried */
		if (values[i] == wanted)
			longjmp(out, 1); /* mark: jump */
	}
}

__attribute__((noinline)) static int find(const int *values, int n, int wanted)
{
	volatile int found = 0;

	if (setjmp(out))
		found = 1; /* mark: landed */
	else
		search(values, n, wanted);
	return found;
}

__attribute__((noinline)) static int choose(const int *values, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		switch (values[i] % 5) {
		case 0:
			sink = 1; /* mark: zero */
			break;
		case 3:
			sink = 3; /* mark: three */
			continue;
		default:
			sink = 9; /* mark: other */
		}
		sum++;
	}
	return sum;
}

__attribute__((noinline)) static int tail(const int *values, int n)
{
	sink = n; /* mark: tail */
	return add(values, n);
}

static void on_signal(int number)
{
	sink = number; /* mark: handler */
}

static void *turns(void *argument)
{
	int *values = argument;
	long sum = 0;

	for (int n = STEP; n <= LARGEST; n += STEP) {
		sum += pairs(values, n) + halves(values, n);
		sched_yield();
	}
	return (void *)sum;
}

int main(void)
{
	int *values = malloc(LARGEST * sizeof(*values));
	pthread_t threads[2];

	signal(SIGUSR1, on_signal);
	for (int i = 0; i < LARGEST; i++)
		values[i] = i;
	for (int n = STEP; n <= LARGEST; n += STEP) {
		sink = find(values, n, n - 3) + choose(values, n) + tail(values, n);
		raise(SIGUSR1);
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, turns, values);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	exit(0);
}
