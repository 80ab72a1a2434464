/* SPDX-License-Identifier: GPL-2.0-or-later */
/* paths.c - the contexts of a profile in canonical order; see paths.h. */
#include "profile/paths.h"

#include <stdlib.h>

#include "profile/keys.h"

/* A node of the tree of different paths. */
struct node {
	uint32_t parent;
	uint32_t routine;
	uint32_t number; /* in the canonical order */
	uint32_t rank;   /* among all nodes sorted by parent and routine: siblings stand together */
	uint32_t first_child;
};

struct tree {
	struct node *nodes;
	size_t count;
	uint32_t *by_rank;
};

/* The path of each context becomes a node; node_of[context]. */
static bool find_nodes(const struct landau_profile *profile, struct tree *tree, uint32_t *node_of)
{
	struct landau_keys keys = {0};
	bool fine = true;

	for (size_t i = 0; fine && i < profile->context_count; i++) {
		const struct landau_context *context = &profile->contexts[i];
		uint32_t parent =
			context->parent == LANDAU_NONE ? LANDAU_NONE : node_of[context->parent];
		uint64_t key = (uint64_t)parent << 32 | context->routine;

		node_of[i] = landau_keys_find(&keys, key);
		if (node_of[i] != LANDAU_NONE)
			continue;
		node_of[i] = (uint32_t)tree->count;
		tree->nodes[tree->count++] = (struct node){
			.parent = parent, .routine = context->routine, .first_child = LANDAU_NONE};
		fine = landau_keys_add(&keys, key, node_of[i]);
	}
	landau_keys_free(&keys);
	return fine;
}

static int compare_nodes(const void *first, const void *second, void *nodes)
{
	const struct node *a = (struct node *)nodes + *(const uint32_t *)first;
	const struct node *b = (struct node *)nodes + *(const uint32_t *)second;

	if (a->parent != b->parent)
		return a->parent < b->parent ? -1 : 1;
	return (a->routine > b->routine) - (a->routine < b->routine);
}

static void rank_nodes(struct tree *tree)
{
	for (size_t i = 0; i < tree->count; i++)
		tree->by_rank[i] = (uint32_t)i;
	qsort_r(tree->by_rank, tree->count, sizeof(*tree->by_rank), compare_nodes, tree->nodes);
	for (size_t i = tree->count; i-- > 0;) {
		struct node *node = &tree->nodes[tree->by_rank[i]];

		node->rank = (uint32_t)i;
		if (node->parent != LANDAU_NONE)
			tree->nodes[node->parent].first_child = tree->by_rank[i];
	}
}

static uint32_t next_sibling(const struct tree *tree, uint32_t node)
{
	size_t rank = tree->nodes[node].rank + (size_t)1;

	if (rank == tree->count ||
	    tree->nodes[tree->by_rank[rank]].parent != tree->nodes[node].parent)
		return LANDAU_NONE;
	return tree->by_rank[rank];
}

/* Numbers the nodes depth first. Roots have the largest parent, so they stand at the end. */
static void number_nodes(struct tree *tree)
{
	uint32_t node = LANDAU_NONE;
	uint32_t number = 0;

	for (size_t i = tree->count;
	     i > 0 && tree->nodes[tree->by_rank[i - 1]].parent == LANDAU_NONE; i--)
		node = tree->by_rank[i - 1];
	while (node != LANDAU_NONE) {
		uint32_t next = tree->nodes[node].first_child;

		tree->nodes[node].number = number++;
		while (next == LANDAU_NONE && node != LANDAU_NONE) {
			next = next_sibling(tree, node);
			node = tree->nodes[node].parent;
		}
		node = next;
	}
}

static bool order_paths(struct landau_profile *profile, struct tree *tree, uint32_t *new_positions)
{
	if (!find_nodes(profile, tree, new_positions))
		return false;
	rank_nodes(tree);
	number_nodes(tree);
	for (size_t i = 0; i < profile->context_count; i++)
		new_positions[i] = tree->nodes[new_positions[i]].number;
	for (size_t i = 0; i < tree->count; i++) {
		const struct node *node = &tree->nodes[i];

		profile->contexts[node->number] = (struct landau_context){
			.parent = node->parent == LANDAU_NONE ? LANDAU_NONE
							      : tree->nodes[node->parent].number,
			.routine = node->routine};
	}
	profile->context_count = tree->count;
	return true;
}

bool landau_paths_finish(struct landau_profile *profile, uint32_t *new_positions)
{
	struct tree tree = {0};
	bool fine;

	if (profile->context_count == 0)
		return true;
	tree.nodes = malloc(profile->context_count * sizeof(*tree.nodes));
	tree.by_rank = malloc(profile->context_count * sizeof(*tree.by_rank));
	fine = tree.nodes && tree.by_rank && order_paths(profile, &tree, new_positions);
	free(tree.nodes);
	free(tree.by_rank);
	return fine;
}
