/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tail.c - a routine that is reached by a jump takes the place of the one that jumped.
 *
 * The one that jumped is over: its input is what it has read itself. On return, control goes to its
 * caller, which has called both as far as input and cost are concerned.
 *
 * expect: outer calls=3 trms=3 rms=3
 * expect: sum calls=6 trms=60 points=10:6
 * expect: even calls=50001 trms=0
 * expect: odd calls=50000 trms=0
 * expect: through_pointer calls=2 trms=4
 * expect: conditional calls=4 trms=0
 * expect: target calls=1 trms=1
 * expect: drive calls=1 trms=10 rms=10
 */
#include "parts/routine.h"

static int data[64];
static long (*volatile pointer)(const int *, long);

SUMMING_ROUTINE(sum)

/* Reads one cell itself; sum is entered by jmp. */
ROUTINE long outer(const int *a, long n)
{
	if (*(volatile const int *)a == 12345)
		return 0;
	return sum(a, n);
}

/* Reads the pointer, two cells, and jumps. */
ROUTINE long through_pointer(const int *a, long n)
{
	return pointer(a, n);
}

ROUTINE long odd(long n);

ROUTINE long even(long n)
{
	if (n == 0)
		return 1;
	return odd(n - 1);
}

ROUTINE long odd(long n)
{
	if (n == 0)
		return 0;
	return even(n - 1);
}

/* A conditional jump to another routine. */
long conditional(const int *a, long n);
__asm__(".globl conditional\n"
	".type conditional, @function\n"
	"conditional:\n"
	"	testq %rsi, %rsi\n"
	"	jne target\n"
	"	xorl %eax, %eax\n"
	"	ret\n"
	".size conditional, .-conditional\n"
	".globl target\n"
	".type target, @function\n"
	"target:\n"
	"	movslq (%rdi), %rax\n"
	"	ret\n"
	".size target, .-target\n");

/* The stack after tail calls is that before them: all of it is below drive. */
ROUTINE long drive(const int *a)
{
	long total = outer(a, 10);

	total += outer(a, 10);
	total += outer(a, 10);
	return total + sum(a, 10);
}

int main(void)
{
	for (int i = 0; i < 64; i++)
		((volatile int *)data)[i] = i;
	pointer = sum;
	USE(drive(data));
	USE(through_pointer(data, 10));
	USE(through_pointer(data, 10));
	USE(even(100000));
	USE(conditional(data, 0));
	USE(conditional(data, 0));
	USE(conditional(data, 1));
	USE(conditional(data, 0));
	return 0;
}
