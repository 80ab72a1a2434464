/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sparse.c - maps 64 GB in pieces of 4 and uses one page of each GB.
 *
 * expect: sum calls=128 trms=1280 rms=1280 thread=0 external=0 points=10:128
 */
#include <stdlib.h>
#include <sys/mman.h>

#include "parts/routine.h"

enum { GIGABYTES = 64, PIECE = 4 };

static char *pieces[GIGABYTES / PIECE];

SUMMING_ROUTINE(sum)

/* A page of its own in each GB, at another distance from its start. */
static const int *part(size_t i)
{
	return (const int *)(const void *)(pieces[i / PIECE] + (i % PIECE << 30) + 4096 * i);
}

int main(void)
{
	for (size_t i = 0; i < GIGABYTES / PIECE; i++) {
		pieces[i] = mmap(NULL, (size_t)PIECE << 30, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (pieces[i] == MAP_FAILED)
			return 1;
	}
	for (size_t i = 0; i < GIGABYTES; i++)
		for (int j = 0; j < 10; j++)
			((volatile int *)part(i))[j] = j;
	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < GIGABYTES; i++)
			USE(sum(part(i), 10));
	return 0;
}
