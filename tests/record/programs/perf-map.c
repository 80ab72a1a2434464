/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf-map.c - code that the program makes itself and names in /tmp/perf-PID.map, as a just-in-time compiler does.
 *
 * What is made is a copy of two functions that refer to nothing outside of them. The first is copied over the second later, under
 * another name, as V8 writes them. Lines that are no lines of a map are passed over.
 *
 * expect: jit::sum calls=3 trms=60 rms=60 points=10:1,20:1,30:1
 * expect: jit::count calls=2 trms=12 rms=12 points=6:2
 * expect: JS:*later calls=1 trms=7 rms=7
 * expect: drive calls=1
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "parts/routine.h"

typedef int generated(const int *data, long count);

enum { ROOM = 256 };

static volatile int data[64] __attribute__((aligned(64)));
static char path[64];

/* Each has a section of its own, so that its end is known. */
__attribute__((noipa, section("made_sum"))) static int sum(const int *cells, long count)
{
	int result = 0;

	for (long i = 0; i < count; i++)
		result += cells[i];
	return result;
}

__attribute__((noipa, section("made_least"))) static int least(const int *cells, long count)
{
	int result = cells[0];

	for (long i = 1; i < count; i++)
		if (cells[i] < result)
			result = cells[i];
	return result;
}

extern const char __start_made_sum[], __stop_made_sum[];
extern const char __start_made_least[], __stop_made_least[];

static void name_code(const void *code, size_t bytes, const char *name)
{
	FILE *map = fopen(path, "a");

	if (!map || fprintf(map, "%lx %zx %s\n", (unsigned long)code, bytes, name) < 0 ||
	    fclose(map) != 0)
		exit(2);
}

static generated *make(char *place, const char *start, const char *stop, const char *name)
{
	size_t bytes = (size_t)(stop - start);

	if (bytes > ROOM)
		exit(3);
	memcpy(place, start, bytes);
	__builtin___clear_cache(place, place + bytes);
	name_code(place, bytes, name);
	return (generated *)(void *)place;
}

ROUTINE void drive(char *memory)
{
	generated *add = make(memory, __start_made_sum, __stop_made_sum, "jit::sum");
	generated *find = make(memory + ROOM, __start_made_least, __stop_made_least, "jit::count");

	for (long count = 10; count <= 30; count += 10)
		USE(add((const int *)data, count));
	USE(find((const int *)data, 6));
	USE(find((const int *)data, 6));
	find = make(memory + ROOM, __start_made_sum, __stop_made_sum,
		    "JS:*later /src/page.js:12:7");
	USE(find((const int *)data, 7));
}

int main(void)
{
	char *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	FILE *map;

	if (memory == MAP_FAILED)
		return 1;
	USE(sum((const int *)data, 0) + least((const int *)data, 1));
	for (int i = 0; i < 64; i++)
		data[i] = i;
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	map = fopen(path, "a");
	if (!map)
		return 1;
	fprintf(map, "no line\nxyz 10 name\n%lx\n%lx 0 empty\n%lx ffffffffffffffff all\n\n",
		(unsigned long)memory, (unsigned long)memory, (unsigned long)memory);
	fclose(map);
	drive(memory);
	unlink(path);
	return 0;
}
