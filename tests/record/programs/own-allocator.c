/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * own-allocator.c - an allocator that cuts blocks out of a piece of memory, and says so.
 *
 * flags: -I $ROOT/include
 * variant: space --cost=bb,alloc,allocs,live,peak
 * expect: fills calls=1 alloc=1200 allocs=2 live=900 peak=1200
 * expect: empties calls=1 alloc=0 live=0 peak=0
 * expect: opens calls=1 alloc=65536 allocs=1 live=0 peak=65536
 * expect: works calls=1 alloc=66736 allocs=3 live=0 peak=65536
 * variant: without --cost=bb
 * expect: works calls=1
 */
#include "landau.h"
#include <stdlib.h>

#define ROUTINE __attribute__((noinline)) static

static char *pool;
static void *volatile block;

/* Inlined, so that the routines have the blocks. */
static inline __attribute__((always_inline)) void *take(size_t at, size_t bytes)
{
	LANDAU_ALLOCATED(pool + at, bytes);
	return pool + at;
}

ROUTINE void opens(void)
{
	pool = malloc(65536);
	LANDAU_FREED(pool);
}

ROUTINE void fills(void)
{
	block = take(0, 900);
	block = take(1024, 300);
	LANDAU_FREED(block);
}

ROUTINE void empties(void)
{
	LANDAU_FREED(pool);
}

ROUTINE void works(void)
{
	opens();
	fills();
	empties();
}

int main(void)
{
	free(malloc(1));
	works();
	return 0;
}
