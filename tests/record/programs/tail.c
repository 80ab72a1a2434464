/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tail.c - a routine that ends with a call has the callee's input and cost, though it jumps there.
 *
 * A routine that is jumped to again is over, and so is what it jumped to: loops of jumps do not pile up. The one that
 * was called first stays.
 *
 * expect: outer calls=3 trms=30 rms=30 points=10:3 cost>=cost(only_sum)*3
 * expect: sum calls=5 trms=50 points=10:5
 * expect: only_sum calls=1 trms=10
 * expect: even calls=50001 trms=0
 * expect: odd calls=50000 trms=0
 * expect: through_pointer calls=2 trms=24
 * expect: conditional calls=4 trms=1 points=0:3,1:1
 * expect: target calls=1 trms=1
 * expect: drive calls=1 trms=10 rms=10
 * expect: first calls=1 trms=12 points=12:1
 * expect: second calls=1 trms=11 points=11:1
 * expect: third calls=1 trms=10 points=10:1
 * expect: start_machine calls=1 trms=16 points=16:1 cost>=16000
 * expect: state calls=4000 trms<=8000
 * expect: last_state calls=4000
 * expect: ping calls=160 points=1:159,16:1
 * expect: pong calls=160 points=0:160
 * expect: jumps_out calls=5 trms=trms(leaves)
 * expect: leaves calls=5 trms>=5
 * expect: tries calls=5 trms>=5
 * expect: chain0 calls=1 trms=1
 * expect: chain20 calls=1 trms=1
 *
 * variant: contexts --contexts
 * expect: "drive > outer > sum" calls=3
 * expect: "first > second > third" calls=1
 *
 * variant: collect --collect=second
 * expect: second calls=1 trms=11
 * expect: third calls=1 trms=10
 * absent: first
 *
 * variant: raw --reference
 * expect: outer calls=3 trms=30 rms=30 points=10:3
 * expect: even calls=50001 trms=0
 * expect: first calls=1 trms=12 points=12:1
 */
#include "parts/routine.h"

#include <setjmp.h>

static int data[64];
static long (*volatile pointer)(const int *, long);

SUMMING_ROUTINE(sum)
SUMMING_ROUTINE(only_sum)

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
	return total + only_sum(a, 10);
}

/* Three in a row: each reads a cell of its own. */
ROUTINE long third(const volatile int *a)
{
	long total = 0;

	for (int i = 0; i < 10; i++)
		total += a[i];
	return total;
}

ROUTINE long second(const volatile int *a)
{
	if (a[20] == 12345)
		return 0;
	return third(a);
}

ROUTINE long first(const volatile int *a)
{
	if (a[21] == 12345)
		return 0;
	return second(a);
}

/* Two states that go to each other by jumps: what started them has the input of all, and ends when they do. */
ROUTINE long last_state(const volatile int *a, long left);

ROUTINE long state(const volatile int *a, long left)
{
	if (a[left % 16] == 12345)
		return 0;
	return last_state(a, left);
}

ROUTINE long last_state(const volatile int *a, long left)
{
	if (left == 1)
		return 0;
	return state(a, left - 1);
}

ROUTINE long start_machine(const volatile int *a)
{
	return state(a, 4000);
}

ROUTINE long pong(const volatile int *a, long left);

ROUTINE long ping(const volatile int *a, long left)
{
	if (a[left % 16] == 12345)
		return 0;
	return pong(a, left);
}

ROUTINE long pong(const volatile int *a, long left)
{
	if (left == 1)
		return 0;
	return ping(a, left - 1);
}

static jmp_buf place;

/* Left by a jump out of what it has jumped to. */
ROUTINE long leaves(const volatile int *a)
{
	if (*a != 12345)
		longjmp(place, 1);
	return 0;
}

ROUTINE long jumps_out(const volatile int *a)
{
	return leaves(a);
}

ROUTINE long tries(const volatile int *a)
{
	if (setjmp(place) == 0)
		return jumps_out(a) + 1;
	return 0;
}

/* More routines in a row than are kept. */
ROUTINE long chain20(const volatile int *a)
{
	return *a;
}
#define LINK(name, next)                                                                           \
	ROUTINE long name(const volatile int *a)                                                   \
	{                                                                                          \
		return next(a);                                                                    \
	}
LINK(chain19, chain20)
LINK(chain18, chain19)
LINK(chain17, chain18)
LINK(chain16, chain17)
LINK(chain15, chain16)
LINK(chain14, chain15)
LINK(chain13, chain14)
LINK(chain12, chain13)
LINK(chain11, chain12)
LINK(chain10, chain11)
LINK(chain9, chain10)
LINK(chain8, chain9)
LINK(chain7, chain8)
LINK(chain6, chain7)
LINK(chain5, chain6)
LINK(chain4, chain5)
LINK(chain3, chain4)
LINK(chain2, chain3)
LINK(chain1, chain2)
LINK(chain0, chain1)

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
	USE(first(data));
	USE(start_machine(data));
	USE(ping(data, 160));
	for (int i = 0; i < 5; i++)
		USE(tries(data));
	USE(chain0(data));
	return 0;
}
