/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Eight bytes that are accessed as a whole, by halves, across, in ranges that begin and end in the middle, by the kernel and by
 * several threads, in the same activation and in others. The threads take turns. The argument is a file.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LONGS = 300, GROUP = 2048, GROUPS = 20, BYTES = 1 << 16, THREADS = 3 };

union eight {
	long whole;
	int half[2];
	short quarter[4];
};

/* Copied as a whole. */
struct structure {
	union eight part[3];
};

static union eight common[LONGS], copy[LONGS];
static union eight early[GROUPS * GROUP] __attribute__((aligned(8 * GROUP)));
static union eight left[4 * GROUP] __attribute__((aligned(8 * GROUP)));
static union eight own[2 * GROUP] __attribute__((aligned(8 * GROUP)));
static union eight untouched[2 * GROUP] __attribute__((aligned(8 * GROUP)));
static union eight *mapped;
static int file;

#define ROUTINE __attribute__((noinline)) static

ROUTINE long wholes(const union eight *from, int count)
{
	long total = 0;

	for (int i = 0; i < count; i++)
		total += from[i].whole;
	return total;
}

ROUTINE long halves(const union eight *from, int count, int which)
{
	long total = 0;

	for (int i = 0; i < count; i++)
		total += from[i].half[which];
	return total;
}

ROUTINE long quarters(const union eight *from, int count)
{
	long total = 0;

	for (int i = 0; i < count; i++)
		total += from[i].quarter[i % 4];
	return total;
}

ROUTINE void write_wholes(union eight *to, int count)
{
	for (int i = 0; i < count; i++)
		to[i].whole = i;
}

ROUTINE void write_halves(union eight *to, int count, int which)
{
	for (int i = 0; i < count; i++)
		to[i].half[which] = i;
}

/* One half and then all of it, in one activation. */
ROUTINE long half_and_whole(const union eight *from, int count, int which)
{
	long total = 0;

	for (int i = 0; i < count; i++)
		total += *(const volatile int *)&from[i].half[which] +
			 *(const volatile long *)&from[i].whole;
	return total;
}

ROUTINE long whole_and_half(const union eight *from, int count, int which)
{
	long total = 0;

	for (int i = 0; i < count; i++)
		total += *(const volatile long *)&from[i].whole +
			 *(const volatile int *)&from[i].half[which];
	return total;
}

ROUTINE void write_half_and_whole(union eight *to, int count, int which)
{
	for (int i = 0; i < count; i++) {
		*(volatile int *)&to[i].half[which] = 1;
		*(volatile long *)&to[i].whole = i;
	}
}

ROUTINE void write_whole_and_half(union eight *to, int count, int which)
{
	for (int i = 0; i < count; i++) {
		*(volatile long *)&to[i].whole = i;
		*(volatile int *)&to[i].half[which] = 1;
	}
}

/* The last half of one and the first of the next; the compiler believes that this is aligned. */
ROUTINE long across(const union eight *from, int count)
{
	long total = 0, both;

	for (int i = 0; i + 1 < count; i += 3) {
		memcpy(&both, __builtin_assume_aligned(&from[i].half[1], 8), 8);
		total += both & 0xff;
	}
	return total;
}

ROUTINE void write_across(union eight *to, int count)
{
	for (int i = 0; i + 1 < count; i += 3) {
		long both = i;

		memcpy(__builtin_assume_aligned(&to[i].half[1], 8), &both, 8);
	}
}

ROUTINE long whole_and_across(const union eight *from, int count)
{
	long total = 0, both;

	for (int i = 0; i + 1 < count; i += 3) {
		total += *(const volatile long *)&from[i].whole;
		memcpy(&both, __builtin_assume_aligned(&from[i].half[1], 8), 8);
		total += both & 0xff;
	}
	return total;
}

/* None of what is read has not been written here. */
ROUTINE long write_and_read(union eight *to, int count, int which)
{
	long total = 0;

	for (int i = 0; i + 1 < count; i += 3) {
		long both = i;

		*(volatile int *)&to[i].half[which] = 1;
		*(volatile long *)&to[i].whole = i;
		total += *(const volatile int *)&to[i].half[!which];
		memcpy(__builtin_assume_aligned(&to[i].half[1], 8), &both, 8);
		total += *(const volatile int *)&to[i + 1].half[0];
	}
	return total;
}

ROUTINE long clear_and_read(union eight *to, int count)
{
	memset(&to->half[1], 0, (size_t)count * 8 - 8);
	return *(const volatile int *)&to[0].half[1] +
	       *(const volatile int *)&to[count - 1].half[0];
}

ROUTINE void copy_structures(union eight *to, const union eight *from, int count)
{
	for (int i = 0; i + 3 <= count; i += 3)
		*(struct structure *)&to[i] = *(const struct structure *)&from[i];
}

/* Of what is written here nothing is input; of what is copied all is, once. */
ROUTINE long copy_structures_and_read(union eight *to, const union eight *from, int count)
{
	long total = 0;

	for (int i = 0; i + 3 <= count; i += 3) {
		total += *(const volatile int *)&from[i].half[i % 2];
		*(struct structure *)&to[i] = *(const struct structure *)&from[i];
		for (int j = i; j < i + 3; j++)
			total += *(const volatile int *)&to[j].half[0] +
				 *(const volatile int *)&to[j].half[1] +
				 *(const volatile int *)&from[j].half[!(i % 2)];
	}
	return total;
}

/* From the middle of one to the middle of another. */
ROUTINE void copy_range(union eight *to, const union eight *from, int count)
{
	memmove(&to->half[1], &from->half[1], (size_t)count * 8 - 8);
}

ROUTINE void clear_range(union eight *to, int count)
{
	memset(&to->half[1], 0, (size_t)count * 8 - 8);
}

ROUTINE void from_kernel(union eight *to, int count)
{
	if (pread(file, &to->half[1], (size_t)count * 8 - 8, 0) < 0)
		perror("pread");
}

/* What there is to do with memory, and what is read of it afterwards. */
ROUTINE long look(const union eight *from, int count)
{
	return wholes(from, count) + halves(from, count, 1) + wholes(from, count) +
	       quarters(from, count) + across(from, count) + wholes(from, count) +
	       whole_and_across(from, count) + half_and_whole(from, count, 0) +
	       half_and_whole(from, count, 1) + whole_and_half(from, count, 0) +
	       wholes(from, count);
}

ROUTINE long work(union eight *with, int count)
{
	long total = 0;

	write_wholes(with, count);
	total += look(with, count);
	write_halves(with, count, 0);
	total += look(with, count);
	write_half_and_whole(with, count, 1);
	total += look(with, count);
	write_half_and_whole(with, count, 0);
	total += halves(with, count, 1) + look(with, count);
	total += write_and_read(with, count, 0) + look(with, count);
	total += write_and_read(with, count, 1) + look(with, count);
	write_whole_and_half(with, count, 1);
	total += look(with, count);
	write_wholes(with, count);
	write_across(with, count);
	total += across(with, count) + look(with, count);
	write_wholes(copy, count);
	copy_range(with, copy, count);
	total += look(with, count);
	copy_structures(with, copy, count);
	total += look(with, count);
	write_halves(copy, count, 1);
	copy_structures(with, copy, count);
	total += look(with, count);
	total += copy_structures_and_read(with, copy, count) + look(with, count);
	total += copy_structures_and_read(copy, with, count) + look(copy, count);
	clear_range(with, count);
	total += look(with, count);
	from_kernel(with, count);
	return total + look(with, count);
}

ROUTINE void map_anew(void)
{
	mapped = mmap(mapped, BYTES, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | (mapped ? MAP_FIXED : 0), -1, 0);
}

/* Some of it in halves, so that a thread that comes later finds them different, group by group. */
ROUTINE void write_early(void)
{
	write_wholes(early, GROUPS * GROUP);
	write_halves(left, GROUP, 0);
	write_wholes(left + GROUP, GROUP);
	write_halves(left + 2 * GROUP, 2 * GROUP, 1);
	for (int i = 0; i < GROUPS; i++)
		from_kernel(early + i * GROUP + 7, 2);
}

static void *run(void *context)
{
	long *total = context;

	*total += wholes(own, 2 * GROUP) + wholes(early, GROUPS * GROUP) + look(left, 4 * GROUP) +
		  look(common, LONGS) + look(mapped, LONGS);
	*total += work(common, LONGS);
	write_halves(common, LONGS / 2, 0);
	write_across(common + LONGS / 2, LONGS / 2);
	map_anew();
	*total += work(mapped, LONGS);
	write_wholes(own, 2 * GROUP);
	write_wholes(left, 4 * GROUP);
	write_halves(left + GROUP, GROUP, 1);
	return NULL;
}

int main(int argc, char **argv)
{
	long total = 0;

	file = open(argv[argc - 1], O_RDONLY);
	map_anew();
	write_early();
	total += clear_and_read(untouched, 2 * GROUP);
	total += work(common, LONGS) + work(mapped, LONGS);
	for (int i = 0; i < THREADS; i++) {
		pthread_t thread;

		pthread_create(&thread, NULL, run, &total);
		pthread_join(thread, NULL);
		total += look(common, LONGS / 2) + look(left, GROUP);
	}
	/* A thread writes for itself, and one in its place reads that. */
	for (int i = 0; i < 2; i++) {
		pthread_t thread;

		pthread_create(&thread, NULL, run, &total);
		pthread_join(thread, NULL);
	}
	printf("%ld\n", total);
	return 0;
}
