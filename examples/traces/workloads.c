/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * workloads.c - a front end of `landau replay` in one file: algorithms that print what they do.
 *
 * usage: workloads [LARGEST SIZE, 64] | landau replay
 *
 * Each routine works on real data in an array that stands for memory, and prints its calls, its
 * accesses and its cost: one unit for each step of a loop. Growing sizes show how the costs grow:
 *
 *   insertion_sort   n^2       what it reads is what it was given
 *   merge_sort       n log n   the same, recursive
 *   consumer         n         all of its input comes from the producer, through 8 slots: its rms
 *                              is 8 at most, its trms is n
 *   read_file        n         all of its input comes from the kernel, through a buffer of 64 bytes
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	MAIN = 1, /* threads */
	PRODUCER = 2,
	CONSUMER = 3,

	MOST = 1 << 16,     /* numbers */
	NUMBERS = 0x100000, /* addresses */
	HELPERS = NUMBERS + 4 * MOST,
	SLOTS = 0x900000,
	SLOT_COUNT = 8,
	BUFFER = 0xa00000,
	BUFFER_CELLS = 16,
};

static uint32_t memory[2 * MOST]; /* the numbers, then the helpers */

static void call(int thread, const char *routine)
{
	printf("call %d %s\n", thread, routine);
}

/* The costs of the steps since the call, and the return. */
static void leave(int thread, uint64_t steps)
{
	printf("cost %d %llu\nreturn %d\n", thread, (unsigned long long)steps, thread);
}

static uint32_t get(uint32_t index)
{
	printf("read %d 0x%x 4\n", MAIN, NUMBERS + 4 * index);
	return memory[index];
}

static void put(uint32_t index, uint32_t number)
{
	printf("write %d 0x%x 4\n", MAIN, NUMBERS + 4 * index);
	memory[index] = number;
}

static void fill(uint32_t count)
{
	static uint32_t state = 1;

	call(MAIN, "fill");
	for (uint32_t i = 0; i < count; i++) {
		state = state * 1664525 + 1013904223;
		put(i, state >> 8);
	}
	leave(MAIN, count);
}

static void insertion_sort(uint32_t count)
{
	uint64_t steps = 0;

	call(MAIN, "insertion_sort");
	for (uint32_t i = 1; i < count; i++) {
		uint32_t number = get(i);
		uint32_t place = i;

		for (; place > 0; place--) {
			uint32_t other = get(place - 1);

			steps++;
			if (other <= number)
				break;
			put(place, other);
		}
		put(place, number);
	}
	leave(MAIN, steps);
}

static void merge(uint32_t low, uint32_t middle, uint32_t high)
{
	uint32_t left = low;
	uint32_t right = middle;

	call(MAIN, "merge");
	for (uint32_t i = low; i < high; i++) {
		if (right == high || (left < middle && get(left) <= get(right)))
			put(MOST + i, get(left++));
		else
			put(MOST + i, get(right++));
	}
	for (uint32_t i = low; i < high; i++)
		put(i, get(MOST + i));
	leave(MAIN, 2 * (uint64_t)(high - low));
}

static void merge_sort(uint32_t low, uint32_t high)
{
	call(MAIN, "merge_sort");
	if (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		merge_sort(low, middle);
		merge_sort(middle, high);
		merge(low, middle, high);
	}
	leave(MAIN, 1);
}

/* The consumer follows when the producer has filled all slots. */
static void produce_and_consume(uint32_t count)
{
	uint32_t consumed = 0;

	call(PRODUCER, "producer");
	call(CONSUMER, "consumer");
	for (uint32_t i = 0; i < count; i++) {
		printf("write %d 0x%x 4\ncost %d 1\n", PRODUCER, SLOTS + 4 * (i % SLOT_COUNT),
		       PRODUCER);
		if (i % SLOT_COUNT < SLOT_COUNT - 1 && i + 1 < count)
			continue;
		for (; consumed <= i; consumed++)
			printf("read %d 0x%x 4\ncost %d 3\n", CONSUMER,
			       SLOTS + 4 * (consumed % SLOT_COUNT), CONSUMER);
	}
	printf("return %d\nreturn %d\n", PRODUCER, CONSUMER);
}

static void read_file(uint32_t count)
{
	uint64_t steps = 0;

	call(MAIN, "read_file");
	for (uint32_t i = 0; i < count; i++) {
		if (i % BUFFER_CELLS == 0)
			printf("kwrite %d 0x%x %d\n", MAIN, BUFFER, 4 * BUFFER_CELLS);
		printf("read %d 0x%x 4\n", MAIN, BUFFER + 4 * (i % BUFFER_CELLS));
		steps += 2;
	}
	leave(MAIN, steps);
}

int main(int argc, char **argv)
{
	unsigned long largest = argc > 1 ? strtoul(argv[1], NULL, 10) : 64;

	if (argc > 2 || largest < 2 || largest > MOST) {
		fprintf(stderr, "usage: workloads [LARGEST SIZE, 2 to %d]\n", MOST);
		return 2;
	}
	puts("# Made by examples/traces/workloads.c.");
	call(MAIN, "main");
	for (uint32_t count = 2; count <= largest; count += 1 + count / 4) {
		fill(count);
		insertion_sort(count);
		fill(count);
		merge_sort(0, count);
		produce_and_consume(count);
		read_file(count);
	}
	leave(MAIN, 0);
	return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 2;
}
