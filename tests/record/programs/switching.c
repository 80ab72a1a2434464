/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * switching.c - coroutines that switch stacks by a few instructions of their own, as libraries do.
 *
 * The stacks are on the heap. Each body is one activation, and so is each step in it.
 *
 * A switch reads the six registers, 12 cells, from the stack that it goes to, and the caller reads the pointer
 * to it, 2 cells: 14 that the other side has written, but for the first time from drive, where nobody has.
 * So a body has 51 times 14, the 10 cells that it sums and 2 of its number; drive has 51 times 14 for each of
 * four.
 *
 * expect: sum calls=200 trms=2000 points=10:200
 * expect: step calls=200
 * expect: body calls=4 trms=2904 rms=104 points=726:4
 * expect: drive calls=1 trms=2856 thread=2800
 * expect: after calls=1 trms=100000
 */
#include <stdlib.h>

#include "parts/routine.h"

enum { COROUTINES = 4, TURNS = 50, STACK = 32768, CELLS = 100000 };

static int data[CELLS];
static void *main_stack;
static void *own_stack[COROUTINES];

SUMMING_ROUTINE(sum)

/* Saves the registers on the present stack, and takes them from another one. */
void switch_stack(void **from, void *to);
__asm__(".globl switch_stack\n"
	".type switch_stack, @function\n"
	"switch_stack:\n"
	"	pushq %rbp\n	pushq %rbx\n	pushq %r12\n	pushq %r13\n	pushq %r14\n	"
	"pushq %r15\n"
	"	movq %rsp, (%rdi)\n"
	"	movq %rsi, %rsp\n"
	"	popq %r15\n	popq %r14\n	popq %r13\n	popq %r12\n	popq %rbx\n	"
	"popq %rbp\n"
	"	ret\n"
	".size switch_stack, .-switch_stack\n");

ROUTINE void step(long which)
{
	USE(sum(data, 10));
	switch_stack(&own_stack[which], main_stack);
}

ROUTINE void body(void)
{
	static long next;
	long which = next++;

	for (int i = 0; i < TURNS; i++)
		step(which);
	switch_stack(&own_stack[which], main_stack);
	abort();
}

ROUTINE void drive(void)
{
	for (int turn = 0; turn <= TURNS; turn++)
		for (int i = 0; i < COROUTINES; i++)
			switch_stack(&main_stack, own_stack[i]);
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
	for (int i = 0; i < COROUTINES; i++) {
		void **top = (void **)((char *)malloc(STACK) + STACK - 64);

		top[0] = NULL;
		*--top = (void *)body;
		own_stack[i] = top - 6;
	}
	drive();
	USE(after(data));
	return 0;
}
