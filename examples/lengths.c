/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lengths.c - four routines that get the same array and read different amounts of it.
 *
 *   gcc -O1 -g -o lengths lengths.c && landau record ./lengths && landau report --object=lengths
 *
 * add_ints reads all of it, add_chars a quarter as many cells for as many elements, find_first stops early, and
 * fill_and_add writes everything before it reads it.
 *
 * flags: -O1
 * expect: add_ints calls=21 trms=16685 sizes=21
 * expect: add_chars calls=21 sizes=21
 * expect: find_first calls=21 trms=231 sizes=1
 * expect: fill_and_add calls=21 trms=0 sizes=1
 */
#include <stdio.h>

enum { MOST = 4000 };

static int ints[MOST];
static char chars[MOST];
static int filled[MOST];

__attribute__((noinline)) static long add_ints(const int *numbers, int count)
{
	long sum = 0;

	for (int i = 0; i < count; i++)
		sum += numbers[i];
	return sum;
}

__attribute__((noinline)) static long add_chars(const char *text, int count)
{
	long sum = 0;

	for (int i = 0; i < count; i++)
		sum += text[i];
	return sum;
}

__attribute__((noinline)) static int find_first(const int *numbers, int count, int wanted)
{
	for (int i = 0; i < count; i++)
		if (numbers[i] == wanted)
			return i;
	return -1;
}

__attribute__((noinline)) static long fill_and_add(int *numbers, int count)
{
	long sum = 0;

	for (int i = 0; i < count; i++)
		numbers[i] = i;
	for (int i = 0; i < count; i++)
		sum += numbers[i];
	return sum;
}

int main(void)
{
	long sum = 0;

	for (int i = 0; i < MOST; i++)
		ints[i] = i;
	for (int count = 40; count <= MOST; count += count / 4) {
		sum += add_ints(ints, count);
		sum += add_chars(chars, count);
		sum += find_first(ints, count, 10);
		sum += fill_and_add(filled, count);
	}
	printf("%ld\n", sum);
	return 0;
}
