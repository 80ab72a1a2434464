/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * longjmp.c - a jump out of many activations ends them all.
 *
 * flags: -U_FORTIFY_SOURCE
 * __builtin_longjmp reads three words of the buffer, six cells, and nothing else. attempt has
 * written the buffer itself, so that they are no input there.
 *
 * expect: jump calls=20 trms=120 points=6:20
 * expect: middle calls=20 trms=220 points=11:20
 * expect: attempt calls=20 trms=240 rms=240 points=12:20
 * expect: sum calls=61 trms=1500 points=5:20,7:20,13:20,1000:1
 * What the C library's longjmp reads is its own: the same each time, and all that sink has. deep does
 * as sink does, 1000 activations at a time.
 *
 * expect: deep calls=10010 trms=60060 points=6:10010
 * expect: deep_attempt calls=10 trms=130 points=13:10
 * expect: longjmp calls=10 sizes=1
 * expect: sink calls=10010 trms=1001*trms(longjmp) sizes=1
 * expect: library_attempt calls=10 sizes=1 trms>=130 trms<=130+trms(longjmp)
 * expect: after calls=1 trms=1000
 */
#include <setjmp.h>

#include "parts/routine.h"

static int data[1000];
static void *builtin_buffer[5];
static jmp_buf buffer;

SUMMING_ROUTINE(sum)

ROUTINE void jump(void)
{
	__builtin_longjmp(builtin_buffer, 1);
}

ROUTINE void middle(const int *a)
{
	USE(sum(a, 5));
	jump();
	USE(a);
}

ROUTINE long attempt(const int *a)
{
	if (__builtin_setjmp(builtin_buffer) == 0)
		middle(a);
	return sum(a + 20, 7);
}

ROUTINE void deep(int depth)
{
	if (depth == 0)
		__builtin_longjmp(builtin_buffer, 1);
	if (depth > 0)
		deep(depth - 1);
	USE(depth);
}

ROUTINE long deep_attempt(const int *a)
{
	if (__builtin_setjmp(builtin_buffer) == 0)
		deep(1000);
	return sum(a, 13);
}

ROUTINE void sink(int depth)
{
	if (depth == 0)
		longjmp(buffer, 1);
	if (depth > 0)
		sink(depth - 1);
	USE(depth);
}

ROUTINE long library_attempt(const int *a)
{
	if (setjmp(buffer) == 0)
		sink(1000);
	return sum(a, 13);
}

ROUTINE long after(const int *a)
{
	return sum(a, 1000) + 1;
}

int main(void)
{
	for (int i = 0; i < 1000; i++)
		((volatile int *)data)[i] = i;
	for (int i = 0; i < 20; i++)
		USE(attempt(data));
	for (int i = 0; i < 10; i++)
		USE(deep_attempt(data));
	for (int i = 0; i < 10; i++)
		USE(library_attempt(data));
	USE(after(data));
	return 0;
}
