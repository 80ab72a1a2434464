/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A thread writes memory, and then reads a part of it by four and by eight bytes, each time in another activation, so that
 * the form of its words changes all the time: it is narrow after the first and wide after the third of three reads. Meanwhile
 * another thread reads the same memory for the first time, a group of cells after the other. All that the other
 * one reads is input from the first. With an argument the memory is written before there is another thread.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>

enum { GROUPS = 1600, LONGS = 2048, ALL = GROUPS * LONGS };

static long *memory;
static atomic_int wanted, changing;

static long changed;

__attribute__((noinline)) static void eight(const long *place)
{
	changed += *place;
}

__attribute__((noinline)) static void four(const int *place)
{
	changed += *place;
}

__attribute__((noinline)) static void write_all(void)
{
	for (int i = 0; i < ALL; i++)
		memory[i] = i;
}

__attribute__((noinline)) static long take(const long *group)
{
	long total = 0;

	for (int i = 0; i < LONGS; i++)
		total += group[i];
	return total;
}

/* From the last group to the first, so that each is new when it is read. */
static void *take_all(void *context)
{
	long *total = context;

	for (int group = GROUPS - 1; group >= 0; group--) {
		atomic_store(&wanted, group);
		while (atomic_load(&changing) != group)
			continue;
		*total += take(memory + group * LONGS);
	}
	atomic_store(&wanted, -1);
	return NULL;
}

__attribute__((noinline)) static void change_forms(void)
{
	for (int group; (group = atomic_load(&wanted)) >= 0;) {
		const long *place = memory + group * LONGS + LONGS - 1;

		atomic_store(&changing, group);
		for (int i = 0; i < 20; i++) {
			four((const int *)place);
			eight(place);
			eight(place);
		}
	}
}

static void *do_nothing(void *context)
{
	return context;
}

int main(int argc, char **argv)
{
	pthread_t reader, other;
	long total = 0;

	(void)argv;
	memory = mmap(NULL, ALL * sizeof(*memory), PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return 1;
	if (argc == 1) {
		pthread_create(&other, NULL, do_nothing, NULL);
		pthread_join(other, NULL);
	}
	write_all();
	atomic_store(&wanted, GROUPS);
	atomic_store(&changing, GROUPS);
	pthread_create(&reader, NULL, take_all, &total);
	while (atomic_load(&wanted) == GROUPS)
		continue;
	change_forms();
	pthread_join(reader, NULL);
	printf("%ld\n", total);
	return changed == 0;
}
