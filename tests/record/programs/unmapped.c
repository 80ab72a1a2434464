/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unmapped.c - memory that goes away takes its stamps along: what comes in its place is new. What moves
 * counts as copied: input to who moves it unless it made it, and not to who reads it afterwards.
 *
 * expect: kept calls=1 trms=100 rms=100
 * expect: unmapped calls=1 trms=200 rms=200 thread=0 external=0
 * expect: replaced calls=1 trms=200 rms=200 external=0
 * expect: broken calls=1 trms=200 rms=200 external=0
 * expect: moved calls=1 trms=16384 rms=16384 external=0
 * expect: maker calls=1 trms<=2000
 * expect: reader calls=1 trms>=262144 trms<=262400
 * expect: grown calls=1 trms=200 rms=200 external=0
 * expect: sum calls=14
 */
#include <stdlib.h>
#include <sys/mman.h>

#include "parts/raw.h"
#include "parts/routine.h"

enum { BYTES = 65536, MODE = PROT_READ | PROT_WRITE, KIND = MAP_PRIVATE | MAP_ANONYMOUS };

SUMMING_ROUTINE(sum)

ROUTINE void kept(int *a)
{
	USE(sum(a, 100));
	USE(sum(a, 100));
	USE(a);
}

ROUTINE void unmapped(int *a)
{
	USE(sum(a, 100));
	RAW(SYS_munmap, a, BYTES, 0);
	RAW6(SYS_mmap, a, BYTES, MODE, KIND | MAP_FIXED, -1, 0);
	USE(sum(a, 100));
	USE(a);
}

/* A mapping over the old one, which goes away without being unmapped. */
ROUTINE void replaced(int *a)
{
	USE(sum(a, 100));
	RAW6(SYS_mmap, a, BYTES, MODE, KIND | MAP_FIXED, -1, 0);
	USE(sum(a, 100));
	USE(a);
}

/* The heap shrinks and grows again. */
ROUTINE void broken(char *end)
{
	RAW(SYS_brk, end + BYTES, 0, 0);
	USE(sum((const int *)end, 100));
	RAW(SYS_brk, end, 0, 0);
	RAW(SYS_brk, end + BYTES, 0, 0);
	USE(sum((const int *)end, 100));
	RAW(SYS_brk, end, 0, 0);
	USE(end);
}

/* All of it is copied, and then some of it is read at the new place. */
ROUTINE void moved(int *a, int *to)
{
	USE(sum(a, 100));
	RAW6(SYS_mremap, a, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to, 0);
	USE(sum(to, 100));
	USE(to);
}

/* Shrinks to a page and grows again: the rest is new. */
ROUTINE void grown(int *a)
{
	USE(sum(a + 2048, 100));
	RAW6(SYS_mremap, a, BYTES, 4096, 0, 0, 0);
	RAW6(SYS_mremap, a, 4096, BYTES, 0, 0, 0);
	USE(sum(a + 2048, 100));
	USE(a);
}

/* Grown by the C library, which copies small blocks and moves large ones: the maker's own all along. */
ROUTINE int *maker(int count)
{
	int *a = NULL;

	for (int i = 0, room = 0; i < count; i++) {
		if (i == room) {
			room = room ? 2 * room : 1024;
			a = realloc(a, (size_t)room * sizeof(*a));
		}
		((volatile int *)a)[i] = i;
	}
	USE(sum(a, count));
	return a;
}

/* Moves what somebody else has made, and reads it then. */
ROUTINE int *reader(int *a, int count)
{
	a = realloc(a, (size_t)count * 2 * sizeof(*a));
	USE(sum(a, count));
	return a;
}

static int *fresh(void)
{
	int *a = mmap(NULL, 2 * BYTES, MODE, KIND, -1, 0);

	if (a == MAP_FAILED)
		abort();
	munmap((char *)a + BYTES, BYTES);
	for (int i = 0; i < BYTES / 4; i++)
		((volatile int *)a)[i] = i;
	return a;
}

int main(void)
{
	grown(fresh()); /* first: where mappings have merged Valgrind cannot grow one in place */
	kept(fresh());
	unmapped(fresh());
	replaced(fresh());
	broken((char *)RAW(SYS_brk, 0, 0, 0));
	moved(fresh(), fresh());
	free(reader(maker(262144), 262144));
	return 0;
}
