/* SPDX-License-Identifier: GPL-2.0-or-later */
/* igraph.c - igraph on random graphs with three edges a vertex. */
#include "judged.h"

#include <igraph.h>

/* truth: components | n | each edge twice */
ROUTINE void components(const igraph_t *graph)
{
	igraph_integer_t count;
	igraph_connected_components(graph, NULL, NULL, &count, IGRAPH_WEAK);
	judged_sink += (uint64_t)count;
}

/* truth: degrees | n | each edge twice */
ROUTINE void degrees(const igraph_t *graph, igraph_vector_int_t *to)
{
	igraph_degree(graph, to, igraph_vss_all(), IGRAPH_ALL, IGRAPH_LOOPS);
	judged_sink++;
}

/* truth: cores | n | bins */
ROUTINE void cores(const igraph_t *graph, igraph_vector_int_t *to)
{
	igraph_coreness(graph, to, IGRAPH_ALL);
	judged_sink++;
}

/* truth: all_distances | n^2 | a breadth-first search from each vertex */
ROUTINE void all_distances(const igraph_t *graph, igraph_matrix_t *to)
{
	igraph_distances(graph, to, igraph_vss_all(), igraph_vss_all(), IGRAPH_ALL);
	judged_sink++;
}

/* truth: diameter | n^2 | a breadth-first search from each vertex */
ROUTINE void diameter(const igraph_t *graph)
{
	igraph_real_t longest;
	igraph_diameter(graph, &longest, NULL, NULL, NULL, NULL, 0, 1);
	judged_sink += (uint64_t)longest;
}

/* truth: between | n^2 | Brandes: a breadth-first search from each vertex */
ROUTINE void between(const igraph_t *graph, igraph_vector_t *to)
{
	igraph_betweenness(graph, to, igraph_vss_all(), 0, NULL);
	judged_sink++;
}

/* truth: close_to_all | n^2 | a breadth-first search from each vertex */
ROUTINE void close_to_all(const igraph_t *graph, igraph_vector_t *to)
{
	igraph_closeness(graph, to, NULL, NULL, igraph_vss_all(), IGRAPH_ALL, NULL, 1);
	judged_sink++;
}

/* truth: spanning_tree | n log n | Prim's algorithm with a heap */
ROUTINE void spanning_tree(const igraph_t *graph, const igraph_vector_t *weights,
			   igraph_vector_int_t *to)
{
	igraph_minimum_spanning_tree(graph, to, weights);
	judged_sink++;
}

/* truth: one_by_one | n^2 | each addition of an edge sorts the index of all anew */
ROUTINE void one_by_one(const igraph_vector_int_t *edges, igraph_integer_t n)
{
	igraph_t graph;
	igraph_empty(&graph, n, 0);
	for (igraph_integer_t i = 0; i + 1 < igraph_vector_int_size(edges); i += 2)
		igraph_add_edge(&graph, VECTOR(*edges)[i], VECTOR(*edges)[i + 1]);
	judged_sink += (uint64_t)igraph_ecount(&graph);
	igraph_destroy(&graph);
}

/* truth: create_at_once | n | radix sort of the edges */
ROUTINE void create_at_once(const igraph_vector_int_t *edges, igraph_integer_t n)
{
	igraph_t graph;
	igraph_create(&graph, edges, n, 0);
	judged_sink += (uint64_t)igraph_ecount(&graph);
	igraph_destroy(&graph);
}

/* truth: place_in_circle | n | each vertex once */
ROUTINE void place_in_circle(const igraph_t *graph, igraph_matrix_t *to)
{
	igraph_layout_circle(graph, to, igraph_vss_all());
	judged_sink++;
}

/* truth: place_by_forces | n^2 | a fixed number of steps, each over all pairs */
ROUTINE void place_by_forces(const igraph_t *graph, igraph_matrix_t *to)
{
	igraph_layout_fruchterman_reingold(graph, to, 0, 5, 1, IGRAPH_LAYOUT_NOGRID, NULL, NULL,
					   NULL, NULL, NULL);
	judged_sink++;
}

/* truth: blocks | n | a depth-first search */
ROUTINE void blocks(const igraph_t *graph)
{
	igraph_integer_t count;
	igraph_biconnected_components(graph, &count, NULL, NULL, NULL, NULL);
	judged_sink += (uint64_t)count;
}

/* truth: sort_vector | n log n | quicksort */
ROUTINE void sort_vector(igraph_vector_t *vector)
{
	igraph_vector_sort(vector);
	judged_sink++;
}

static void make(igraph_vector_int_t *edges, int n)
{
	igraph_vector_int_init(edges, 6 * n);
	for (int i = 0; i < 3 * n; i++) {
		VECTOR(*edges)
		[2 * i] = i < n - 1 ? i : (igraph_integer_t)(judged_random() % (uint64_t)n);
		VECTOR(*edges)
		[2 * i + 1] = i < n - 1 ? i + 1 : (igraph_integer_t)(judged_random() % (uint64_t)n);
	}
}

int main(void)
{
	igraph_vector_int_t edges, whole;
	igraph_vector_t vector;
	igraph_matrix_t matrix;

	igraph_vector_int_init(&whole, 0);
	igraph_vector_init(&vector, 0);
	igraph_matrix_init(&matrix, 0, 0);
	FOR_SIZES(n, 8, 3000, 22)
	{
		igraph_t graph;
		igraph_vector_t weights;

		make(&edges, n);
		igraph_vector_init(&weights, 3 * n);
		for (int i = 0; i < 3 * n; i++)
			VECTOR(weights)[i] = (double)(judged_random() % 1000);
		create_at_once(&edges, n);
		igraph_create(&graph, &edges, n, 0);
		components(&graph);
		degrees(&graph, &whole);
		cores(&graph, &whole);
		spanning_tree(&graph, &weights, &whole);
		place_in_circle(&graph, &matrix);
		blocks(&graph);
		sort_vector(&weights);
		igraph_destroy(&graph);
		igraph_vector_destroy(&weights);
		igraph_vector_int_destroy(&edges);
	}
	FOR_SIZES(n, 8, 250, 18)
	{
		igraph_t graph;

		make(&edges, n);
		igraph_create(&graph, &edges, n, 0);
		all_distances(&graph, &matrix);
		diameter(&graph);
		between(&graph, &vector);
		close_to_all(&graph, &vector);
		one_by_one(&edges, n);
		place_by_forces(&graph, &matrix);
		igraph_destroy(&graph);
		igraph_vector_int_destroy(&edges);
	}
	return 0;
}
