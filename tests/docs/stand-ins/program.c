/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * program.c - stands in for the reader's program in examples that say ./prog or ./app: it adds up arrays of some sizes,
 * and of that of its first argument if that is a number. It takes any other arguments.
 */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 100000 };

static long values[MOST];

__attribute__((noinline)) static long add_up(const long *numbers, size_t count)
{
	long sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += numbers[i];
	return sum;
}

int main(int argc, char **argv)
{
	unsigned long largest = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	long sum = 0;

	for (size_t i = 0; i < MOST; i++)
		values[i] = (long)i;
	for (size_t count = 10; count < 1000; count += count / 2)
		sum += add_up(values, count);
	sum += add_up(values, largest < MOST ? largest : MOST);
	printf("%ld\n", sum);
	return 0;
}
