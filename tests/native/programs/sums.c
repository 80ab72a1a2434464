/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sums.c - sum(n) reads n numbers; half of them again in a callee. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) long sum(const int *numbers, int count)
{
	long total = 0;

	for (int i = 0; i < count; i++)
		total += numbers[i];
	return total;
}

/* Reads all, the first half in a callee and again by itself: count cells. */
__attribute__((noinline)) long twice(const int *numbers, int count)
{
	long total = sum(numbers, count / 2);

	for (int i = 0; i < count; i++)
		total += numbers[i];
	return total;
}

/* Writes before it reads: nothing is input. */
__attribute__((noinline)) long own(int *numbers, int count)
{
	for (int i = 0; i < count; i++)
		numbers[i] = i;
	return sum(numbers, count);
}

__attribute__((noinline)) int fibonacci(int n)
{
	/* No compiler makes a loop of one of the calls, as of a plain sum. */
	return n < 2 ? n : (fibonacci(n - 1) + fibonacci(n - 2)) & 0xffff;
}

int main(void)
{
	long total = 0;

	for (int count = 10; count <= 1000; count *= 10) {
		int *numbers = malloc(sizeof(int) * (size_t)count);

		total += own(numbers, count) + sum(numbers, count) + twice(numbers, count);
		free(numbers);
	}
	printf("%ld %d\n", total, fibonacci(15));
	return 3;
}
