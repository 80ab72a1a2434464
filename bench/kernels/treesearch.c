/* SPDX-License-Identifier: GPL-2.0-or-later */
/* treesearch THREADS SCALE - an unbalanced tree made by a hash and counted, one tiny task a node (as BOTS uts). */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOT_CHILDREN = 500, CHILDREN = 4 };

struct node {
	uint64_t state;
	int depth;
};

static uint64_t mix(uint64_t state, uint64_t child)
{
	state ^= child * 0x9e3779b97f4a7c15U;
	state = (state ^ (state >> 31)) * 0xbf58476d1ce4e5b9U;
	return state ^ (state >> 27);
}

/* A node has four children with a probability of 24 %, else none: all subtrees end, and few are large. */
static int children_of(const struct node *node)
{
	return node->state % 100 < 24 ? CHILDREN : 0;
}

static long count(const struct node *node)
{
	int children = node->depth ? children_of(node) : ROOT_CHILDREN;
	long *found = calloc((size_t)children + 1, sizeof(*found));
	long sum = 1;

	if (!found)
		abort();
	for (int i = 0; i < children; i++) {
#pragma omp task firstprivate(i) shared(found)
		{
			struct node child = {mix(node->state, (uint64_t)i + 1), node->depth + 1};

			found[i] = count(&child);
		}
	}
#pragma omp taskwait
	for (int i = 0; i < children; i++)
		sum += found[i];
	free(found);
	return sum;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	int scale = argc > 2 ? atoi(argv[2]) : 1;
	long sum = 0;

	omp_set_num_threads(threads);
	for (int step = 0; step < scale; step++) {
		struct node root = {mix(42, (uint64_t)step), 0};

#pragma omp parallel
#pragma omp single
		sum += count(&root);
	}
	printf("treesearch %ld\n", sum);
	return 0;
}
