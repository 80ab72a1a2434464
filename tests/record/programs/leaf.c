/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * leaf.c - reads by plain loads: what is input and what is not, at each size of a cell.
 *
 * expect: fill calls=2 trms=0 rms=0
 * expect: sum calls=6 trms=90 rms=90 thread=0 external=0 points=10:3,20:3 cost>=1
 * expect: copy calls=1 trms=20 rms=20
 * expect: increment calls=1 trms=20
 * expect: twice calls=1 trms=20
 * expect: write_then_read calls=1 trms=0
 * expect: nested calls=1 trms=21 rms=21
 * expect: callee_writes calls=1 trms=0
 * expect: characters calls=1 trms=3
 * expect: eight_arguments calls=1 trms=2
 * expect: saved_registers calls=1 trms=0 rms=0
 * expect: empty calls=4 trms=0 rms=0 points=0:4
 * expect: halves calls=1 trms=10
 *
 * variant: cell1 --cell 1
 * expect: sum calls=6 trms=360 points=40:3,80:3
 * expect: characters trms=10
 * expect: halves trms=40
 *
 * variant: cell2 --cell 2
 * expect: sum calls=6 trms=180 points=20:3,40:3
 * expect: characters trms=5
 * expect: halves trms=20
 *
 * variant: cell8 --cell 8
 * expect: sum calls=6 trms=45 points=5:3,10:3
 * expect: characters trms=2
 *
 * variant: cell16 --cell 16
 * expect: sum calls=6 points=3:3,5:3
 * expect: characters trms=1
 *
 * variant: contexts --contexts
 * expect: sum calls=6 trms=90 points=10:3,20:3
 * expect: "main > sum" calls=4 points=10:2,20:2
 * expect: "main > nested > sum" calls=2 points=10:1,20:1
 * expect: "main > nested" calls=1 points=21:1
 * absent: "nested > main"
 * expect: nested calls=1 trms=21 rms=21
 *
 * variant: reference --reference
 * expect: sum calls=6 trms=90 points=10:3,20:3
 * expect: nested calls=1 trms=21 rms=21
 * expect: callee_writes calls=1 trms=0
 *
 * variant: renumbering --stamp-limit 64
 * expect: sum calls=6 trms=90 points=10:3,20:3
 * expect: nested calls=1 trms=21 rms=21
 * expect: callee_writes calls=1 trms=0
 */
#include "parts/routine.h"

static int data[64] __attribute__((aligned(64)));
static int other[64] __attribute__((aligned(64)));
static char text[64] __attribute__((aligned(64)));

SUMMING_ROUTINE(sum)
FILLING_ROUTINE(fill)

ROUTINE void copy(int *to, const int *from, int n)
{
	for (int i = 0; i < n; i++)
		*(volatile int *)&to[i] = from[i];
}

ROUTINE void increment(volatile int *a, int n)
{
	for (int i = 0; i < n; i++)
		a[i]++;
}

ROUTINE int twice(const volatile int *a, int n)
{
	int total = 0;

	for (int round = 0; round < 2; round++)
		for (int i = 0; i < n; i++)
			total += a[i];
	return total;
}

ROUTINE int write_then_read(volatile int *a, int n)
{
	int total = 0;

	for (int i = 0; i < n; i++)
		a[i] = i;
	for (int i = 0; i < n; i++)
		total += a[i];
	return total;
}

/* Its callees read the same cells as itself, and twice: they count once here. */
ROUTINE long nested(const volatile int *a, long n)
{
	long total = a[0] + a[n];

	total += sum((const int *)a, n);
	total += sum((const int *)a, n / 2);
	return total + a[1];
}

/* What a callee wrote has been accessed by its caller. */
ROUTINE int callee_writes(int *a, int n)
{
	int total = 0;

	fill(a, n, 1);
	for (int i = 0; i < n; i++)
		total += ((volatile int *)a)[i];
	return total;
}

ROUTINE int characters(const volatile char *a, int n)
{
	int total = 0;

	for (int i = 0; i < n; i++)
		total += a[i];
	return total;
}

ROUTINE int halves(const volatile short *a, int n)
{
	int total = 0;

	for (int i = 0; i < n; i++)
		total += a[i];
	return total;
}

/* Six arguments come in registers, two on the stack. */
ROUTINE int eight_arguments(int a, int b, int c, int d, int e, int f, int g, int h)
{
	return a + b + c + d + e + f + g + h;
}

ROUTINE void empty(void)
{
	__asm__ volatile("");
}

/* The prologue pushes what the epilogue pops: no input. */
ROUTINE void saved_registers(void)
{
	__asm__ volatile("" : : : "rbx", "r12", "r13", "r14", "r15");
	empty();
	empty();
	empty();
	empty();
}

int main(void)
{
	for (int i = 0; i < 64; i++) {
		((volatile int *)data)[i] = i;
		((volatile char *)text)[i] = 'x';
	}
	fill(other, 64, 1);
	USE(sum(data, 10));
	USE(sum(data, 20));
	USE(sum(data, 20));
	USE(sum(other, 10));
	copy(other, data, 20);
	increment(data, 20);
	USE(twice(data, 20));
	USE(write_then_read(other, 20));
	USE(nested(data, 20));
	USE(callee_writes(other, 20));
	USE(characters(text, 10));
	USE(halves((const volatile short *)data, 20));
	USE(eight_arguments(1, 2, 3, 4, 5, 6, 7, 8));
	saved_registers();
	return 0;
}
