/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demo.c - a small program with a problem that no test of it shows.
 *
 * It keeps a register of numbers in order. Each number is put in its place by moving the ones behind
 * it (keep_sorted), which is quick while the register is small. Beside it are routines that
 * grow as one would like them to: a search that halves (find), a merge sort (merge_sort), a sum (add_up).
 *
 * One run works on registers of many sizes: that is all that Landau needs to tell how each routine grows.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 8, LARGEST = 2048 };

/* A generator of our own, so that every run is the same. */
static unsigned next_number(unsigned *state)
{
	*state = *state * 1664525U + 1013904223U;
	return *state >> 8;
}

__attribute__((noinline)) static void fill(unsigned *numbers, size_t count)
{
	unsigned state = 1;

	for (size_t i = 0; i < count; i++)
		numbers[i] = next_number(&state);
}

/* Quadratic: each number moves half of those that are there. */
__attribute__((noinline)) static void keep_sorted(unsigned *numbers, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		unsigned number = numbers[i];
		size_t place = i;

		while (place > 0 && numbers[place - 1] > number) {
			numbers[place] = numbers[place - 1];
			place--;
		}
		numbers[place] = number;
	}
}

/* n log n. */
__attribute__((noinline)) static void merge_sort(unsigned *numbers, unsigned *scratch, size_t count)
{
	size_t half = count / 2;
	size_t left = 0;
	size_t right = half;

	if (count < 2)
		return;
	merge_sort(numbers, scratch, half);
	merge_sort(numbers + half, scratch, count - half);
	for (size_t i = 0; i < count; i++) {
		if (right == count || (left < half && numbers[left] <= numbers[right]))
			scratch[i] = numbers[left++];
		else
			scratch[i] = numbers[right++];
	}
	for (size_t i = 0; i < count; i++)
		numbers[i] = scratch[i];
}

/* Linear. */
__attribute__((noinline)) static unsigned long add_up(const unsigned *numbers, size_t count)
{
	unsigned long sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += numbers[i];
	return sum;
}

/* Reads log n of the numbers, and so both its input and its cost are log n: linear in what it reads. */
__attribute__((noinline)) static size_t find(const unsigned *numbers, size_t count, unsigned number)
{
	size_t low = 0;
	size_t high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (numbers[middle] < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int main(void)
{
	static unsigned slow[LARGEST];
	static unsigned fast[LARGEST];
	static unsigned scratch[LARGEST];
	size_t found = 0;

	for (size_t count = SMALLEST; count <= LARGEST; count += count / 4) {
		fill(slow, count);
		fill(fast, count);
		keep_sorted(slow, count);
		merge_sort(fast, scratch, count);
		if (memcmp(slow, fast, count * sizeof(slow[0])) != 0 ||
		    add_up(slow, count) != add_up(fast, count)) {
			fputs("demo: the two sorts disagree\n", stderr);
			return EXIT_FAILURE;
		}
		for (size_t i = 0; i < count; i += count / 8)
			found += find(slow, count, fast[i]) <= i;
	}
	printf("sorted registers of %d to %d numbers, %zu found\n", SMALLEST, LARGEST, found);
	return EXIT_SUCCESS;
}
