/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * coroutines.c - two coroutines and the main program take turns on stacks of their own.
 *
 * Each body is one activation however often it is left and entered again, and a flow of control by
 * itself: it is no part of drive. What swapcontext reads is the C library's: half of it is for drive, a
 * quarter for each body, and all that the other side has written; but for what all share of the C library,
 * at most two cells, which are input of drive once instead of a hundred times.
 *
 * expect: swapcontext calls=200 sizes=1
 * expect: first_body calls=1 trms>=499+trms(drive)/2 trms<=503+trms(drive)/2
 * expect: second_body calls=1 trms>=4999+trms(drive)/2 trms<=5003+trms(drive)/2
 * expect: sum calls=100 trms=5500 points=10:50,100:50
 * expect: step calls=100
 * expect: drive calls=1 trms>=trms(swapcontext)/2-200 trms<=trms(swapcontext)/2+3
 * expect: after calls=1 trms=10000
 */
#include <stdlib.h>
#include <ucontext.h>

#include "parts/routine.h"

enum { TURNS = 50, CELLS = 10000, STACK = 65536 };

static int data[CELLS];
static ucontext_t main_context;
static ucontext_t contexts[2];
static char stacks[2][STACK];

SUMMING_ROUTINE(sum)

/* Reads the cells of one turn and goes back to the main program from below. */
ROUTINE void step(ucontext_t *own, const int *a, long n)
{
	USE(sum(a, n));
	swapcontext(own, &main_context);
}

ROUTINE void first_body(void)
{
	for (int i = 0; i < TURNS; i++)
		step(&contexts[0], data + i * 10, 10);
}

ROUTINE void second_body(void)
{
	for (int i = 0; i < TURNS; i++)
		step(&contexts[1], data + i * 100, 100);
}

ROUTINE void drive(void)
{
	for (int i = 0; i < TURNS; i++) {
		swapcontext(&main_context, &contexts[0]);
		swapcontext(&main_context, &contexts[1]);
	}
}

ROUTINE long after(const int *a)
{
	long total = 0;

	for (int i = 0; i < CELLS; i++)
		total += ((volatile const int *)a)[i];
	return total;
}

int main(void)
{
	for (int i = 0; i < CELLS; i++)
		((volatile int *)data)[i] = i;
	for (int i = 0; i < 2; i++) {
		getcontext(&contexts[i]);
		contexts[i].uc_stack.ss_sp = stacks[i];
		contexts[i].uc_stack.ss_size = STACK;
		contexts[i].uc_link = &main_context;
		makecontext(&contexts[i], i ? second_body : first_body, 0);
	}
	drive();
	/* Let both bodies end: they return into main_context. */
	for (volatile int i = 0; i < 2; i++) {
		volatile int returned = 0;

		getcontext(&main_context);
		if (!returned) {
			returned = 1;
			setcontext(&contexts[i]);
		}
	}
	USE(after(data));
	return 0;
}
