/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blocks and mappings move while another thread takes over the places that they leave: what the one thread has read in
 * moving them is its own, whatever the other one writes there as soon as it can.
 *
 * flags: -fno-builtin
 * link: -pthread
 * output: moved
 * expect: grow calls=3000 thread=0
 * expect: remap calls=3000 thread=0
 */
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ROUNDS = 3000, BYTES = 60008 /* all of what the allocator gives */, MAPPED = 64 << 10 };

static volatile int ended;
static int moved, mapping_moved;

__attribute__((noinline)) static char *grow(char *block)
{
	return realloc(block, 2 * BYTES);
}

__attribute__((noinline)) static char *remap(char *mapping)
{
	return mremap(mapping, MAPPED, 2 * MAPPED, MREMAP_MAYMOVE);
}

static void *take_over(void *unused)
{
	while (!ended) {
		char *block = malloc(BYTES);
		char *mapping = mmap(NULL, MAPPED, PROT_READ | PROT_WRITE,
				     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		memset(block, 1, BYTES);
		memset(mapping, 1, MAPPED);
		free(block);
		munmap(mapping, MAPPED);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;

	/* One heap for both, so that each gets what the other one leaves, and no block is a mapping. */
	mallopt(M_ARENA_MAX, 1);
	mallopt(M_MMAP_THRESHOLD, 1 << 24);
	pthread_create(&thread, NULL, take_over, NULL);
	for (int i = 0; i < ROUNDS; i++) {
		char *block = malloc(BYTES);
		char *behind = malloc(2000);
		char *larger;
		/* Nothing can grow where it is: the rest is still mapped. */
		char *mapping = mmap(NULL, 2 * MAPPED, PROT_READ | PROT_WRITE,
				     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		char *larger_mapping;

		memset(block, 2, BYTES);
		memset(mapping, 2, MAPPED);
		larger = grow(block);
		larger_mapping = remap(mapping);
		moved += larger != block;
		mapping_moved += larger_mapping != mapping;
		munmap(larger_mapping, 2 * MAPPED);
		munmap(mapping + MAPPED, MAPPED);
		free(larger);
		free(behind);
	}
	ended = 1;
	pthread_join(thread, NULL);
	puts(moved > ROUNDS / 10 && mapping_moved == ROUNDS ? "moved" : "stayed");
	return 0;
}
