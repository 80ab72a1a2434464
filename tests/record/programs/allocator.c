/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * allocator.c - what an allocator reads and does is no input of its callers, and a fixed part of their cost.
 *
 * What realloc has copied is its caller's input, though. The program's own allocator, get, is like any routine unless it is
 * named.
 *
 * expect: copy_list calls=3 trms=165 points=15:1,30:1,120:1 thread=0 external=0
 * expect: drop_list calls=3 trms=110 points=10:1,20:1,80:1
 * expect: fill_blocks calls=4 trms=0 points=0:4
 * expect: grow calls=2 trms=40 points=20:2
 * expect: moved calls=1 trms>=1024 trms<=1032
 * expect: remapped calls=1 trms>=100000 trms<=140000
 * expect: cleared calls=1 trms<=8
 * expect: one_block calls=50 trms=0 cost=cost(first_block)*50
 * expect: malloc calls>=105 trms>=100 trms>=trms(fill_blocks)
 * expect: free calls>=100 trms>=100
 * expect: pooled calls=2 trms=200
 * expect: get trms=200
 *
 * variant: raw --allocator=raw
 * expect: fill_blocks calls=4 trms>=50
 * expect: copy_list calls=3 trms>=200
 * expect: drop_list calls=3 trms>=200
 *
 * variant: named --allocator=put,get
 * expect: pooled calls=2 trms=0 points=0:2
 * expect: get trms=200
 * expect: fill_blocks calls=4 trms=0
 *
 * variant: contexts --contexts
 * expect: "main > copy_list" points=15:1,30:1,120:1
 * expect: "copy_list > malloc" calls=55
 *
 * variant: reference --reference --stamp-limit 64
 * expect: copy_list calls=3 trms=165 points=15:1,30:1,120:1
 * expect: moved calls=1 trms>=1024 trms<=1032
 * expect: one_block calls=50 trms=0 cost=cost(first_block)*50
 *
 * variant: instructions --cost=instr
 * expect: one_block calls=50 trms=0 cost=cost(first_block)*50
 */
#include "parts/routine.h"

#include <stdlib.h>
#include <string.h>

struct item {
	struct item *next;
	int value;
};

static int data[64];
static void *blocks[64];

/* Three cells of each item. */
ROUTINE struct item *copy_list(const struct item *list)
{
	struct item *copy = NULL;

	for (; list; list = list->next) {
		struct item *item = malloc(sizeof(*item));

		item->value = list->value;
		item->next = copy;
		copy = item;
	}
	return copy;
}

/* Two cells of each. */
ROUTINE void drop_list(struct item *list)
{
	while (list) {
		struct item *next = list->next;

		free(list);
		list = next;
	}
}

ROUTINE void fill_blocks(int n, size_t size)
{
	for (int i = 0; i < n; i++) {
		blocks[i] = malloc(size * (size_t)(i + 1));
		*(volatile int *)blocks[i] = i;
	}
}

ROUTINE int *grow(const int *a, int n)
{
	int *copy = NULL;

	for (int i = 0; i < n; i++) {
		copy = realloc(copy, (size_t)(i + 1) * sizeof(int));
		copy[i] = a[i];
	}
	return copy;
}

/* There is another block behind it. */
ROUTINE int *moved(int *block)
{
	int *copy = realloc(block, 8192 * sizeof(int));

	USE(copy);
	return copy;
}

/* The kernel moves a large one. */
ROUTINE char *remapped(char *block)
{
	char *copy = realloc(block, 64 << 20);

	USE(copy);
	return copy;
}

ROUTINE int cleared(void)
{
	volatile int *numbers = calloc(1000, sizeof(int));
	int total = 0;

	for (int i = 0; i < 1000; i++)
		total += numbers[i];
	free((void *)numbers);
	return total;
}

/* Whatever the allocator has to do to find a block. */
#define BLOCK_ROUTINE(name)                                                                        \
	ROUTINE void *name(size_t size)                                                            \
	{                                                                                          \
		void *block = malloc(size);                                                        \
		*(volatile int *)block = 1;                                                        \
		return block;                                                                      \
	}
BLOCK_ROUTINE(first_block)
BLOCK_ROUTINE(one_block)

/* The first 100 cells are taken. */
static int taken[128];

ROUTINE int get(volatile int *slots)
{
	int i = 0;

	while (slots[i])
		i++;
	return i;
}

ROUTINE int pooled(void)
{
	int place = get(taken);

	USE(place);
	return place;
}

static struct item *make_list(int n)
{
	struct item *list = NULL;

	for (int i = 0; i < n; i++) {
		struct item *item = malloc(sizeof(*item));

		item->next = list;
		item->value = i;
		list = item;
	}
	return list;
}

int main(void)
{
	static const int sizes[] = {5, 10, 40};
	int *block;

	for (int i = 0; i < 64; i++)
		((volatile int *)data)[i] = i;
	for (int i = 0; i < 99; i++)
		((volatile int *)taken)[i] = 1;
	/* All are bound, where that is put off. */
	blocks[0] = calloc(1, 8);
	USE(blocks[0]);
	blocks[0] = realloc(blocks[0], 100);
	USE(blocks[0]);
	free(blocks[0]);
	for (int round = 0; round < 4; round++) {
		fill_blocks(40 + round, 24);
		for (int i = 0; i < 40 + round; i++)
			free(blocks[i]);
	}
	for (int i = 0; i < 3; i++)
		drop_list(copy_list(make_list(sizes[i])));
	USE(grow(data, 20));
	USE(grow(data, 20));
	block = malloc(1024 * sizeof(int));
	USE(malloc(100000));
	for (int i = 0; i < 1024; i++)
		((volatile int *)block)[i] = i;
	USE(moved(block));
	block = malloc(500000);
	memset(block, 1, 500000);
	blocks[0] = malloc(500000);
	USE(blocks[0]);
	USE(remapped((char *)block));
	block = malloc(1000 * sizeof(int));
	memset(block, 1, 1000 * sizeof(int));
	USE(malloc(64));
	free(block);
	USE(cleared());
	USE(first_block(100));
	for (int i = 0; i < 50; i++)
		blocks[i] = one_block((size_t)(i * 7919 % 3000));
	USE(pooled());
	USE(pooled());
	return 0;
}
