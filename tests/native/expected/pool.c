/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pool.c - an allocator of the program's own, like any routine unless it is named.
 *
 * What the C library's allocator reads is never seen.
 *
 * expect: pooled calls=3 trms>=60 sizes=3
 * expect: get calls=6 trms>=60
 * expect: freed calls=20 trms=0 sizes=1
 *
 * variant: named --allocator=put,get
 * expect: pooled calls=3 trms=0 points=0:3
 * expect: get calls=6 trms>=60 cost>=60
 * expect: one calls=2 trms=0 cost=cost(other)*2
 * expect: main cost<=4900
 *
 * variant: contexts --allocator=get --contexts
 * expect: pooled calls=3 trms=0 points=0:3
 *
 * variant: raw --allocator=raw
 * expect: pooled calls=3 trms>=60 sizes=3
 */
#include <stdlib.h>

#define ROUTINE __attribute__((noinline))

static volatile int taken[4096];

ROUTINE int get(void)
{
	int i = 0;

	while (taken[i])
		i++;
	taken[i] = 1;
	return i;
}

ROUTINE void put(int i)
{
	taken[i] = 0;
}

ROUTINE int pooled(void)
{
	int i = get();

	__asm__ volatile("" : : "r"(i));
	return i;
}

/* They have the same blocks, and are charged the same for get, whatever it has to look through. */
#define TAKING_ROUTINE(name)                                                                       \
	ROUTINE int name(void)                                                                     \
	{                                                                                          \
		int i = get();                                                                     \
		__asm__ volatile("" : : "r"(i));                                                   \
		return i;                                                                          \
	}
TAKING_ROUTINE(other)
TAKING_ROUTINE(one)

ROUTINE void freed(void *block)
{
	free(block);
	__asm__ volatile("" : : : "memory");
}

int main(void)
{
	for (int i = 0; i < 20; i++)
		taken[i] = 1;
	for (int i = 0; i < 20; i++)
		freed(malloc((size_t)i * 10));
	pooled();
	pooled();
	put(pooled());
	other();
	for (int i = 100; i < 4000; i++)
		taken[i] = 0;
	one();
	for (int i = 0; i < 500; i++)
		taken[i] = 1;
	one();
	return 0;
}
