/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sparse.c - CXSparse and AMD of SuiteSparse, METIS, and graphs of GLPK. */
#include "judged.h"

#include <amd.h>
#include <cs.h>
#include <glpk.h>
#include <metis.h>

/* truth: transpose | n | each number once */
ROUTINE void transpose(const cs_di *a)
{
	cs_di *made = cs_di_transpose(a, 1);
	judged_sink += made != NULL;
	cs_di_spfree(made);
}

/* truth: multiply_banded | n | a product of tridiagonal matrices */
ROUTINE void multiply_banded(const cs_di *a)
{
	cs_di *made = cs_di_multiply(a, a);
	judged_sink += made != NULL;
	cs_di_spfree(made);
}

/* truth: cs_di_gaxpy | n | each number once */
/* truth: multiply_vector | n | each number once */
ROUTINE void multiply_vector(const cs_di *a, const double *x, double *y)
{
	judged_sink += (uint64_t)cs_di_gaxpy(a, x, y);
}

/* truth: solve_tridiagonal | n | no fill-in in the natural order */
ROUTINE void solve_tridiagonal(const cs_di *a, double *b)
{
	judged_sink += (uint64_t)cs_di_cholsol(0, a, b);
}

/* truth: solve_grid | n^2 | a grid of n cells in its natural order: the band is its side, n times its square */
ROUTINE void solve_grid(const cs_di *a, double *b)
{
	judged_sink += (uint64_t)cs_di_cholsol(0, a, b);
}

/* truth: solve_dense | n^1.5 | a full matrix, s^3 */
ROUTINE void solve_dense(const cs_di *a, double *b)
{
	judged_sink += (uint64_t)cs_di_cholsol(0, a, b);
}

/* truth: solve_dense_lu | n^1.5 | a full matrix, s^3 */
ROUTINE void solve_dense_lu(const cs_di *a, double *b)
{
	judged_sink += (uint64_t)cs_di_lusol(0, a, b, 1);
}

/* truth: compress_triplets | n | counts and places each */
ROUTINE cs_di *compress_triplets(const cs_di *triplets)
{
	cs_di *made = cs_di_compress(triplets);
	judged_sink += made != NULL;
	return made;
}

/* truth: order_tridiagonal | n | minimum degree without fill-in */
ROUTINE void order_tridiagonal(const cs_di *a, int *to)
{
	judged_sink += (uint64_t)amd_order(a->n, a->p, a->i, to, NULL, NULL);
}

/* truth: cut_in_two | n | a fixed number of passes over graphs of half the size each */
ROUTINE void cut_in_two(idx_t n, idx_t *starts, idx_t *others, idx_t *to)
{
	idx_t one = 1, two = 2, cut;
	METIS_PartGraphKway(&n, &one, starts, others, NULL, NULL, NULL, &two, NULL, NULL, NULL,
			    &cut, to);
	judged_sink += (uint64_t)cut;
}

/* truth: build_graph | n | constant each */
ROUTINE glp_graph *build_graph(const int *from, const int *to, int n, int edges)
{
	glp_graph *graph = glp_create_graph(8, 8);
	glp_add_vertices(graph, n);
	for (int i = 0; i < edges; i++)
		glp_add_arc(graph, from[i], to[i]);
	return graph;
}

/* truth: weak_components | n | each arc twice */
ROUTINE void weak_components(glp_graph *graph)
{
	judged_sink += (uint64_t)glp_weak_comp(graph, 0);
}

/* truth: strong_components | n | each arc once */
ROUTINE void strong_components(glp_graph *graph)
{
	judged_sink += (uint64_t)glp_strong_comp(graph, 0);
}

/* truth: order_of_tasks | n | each arc once */
ROUTINE void order_of_tasks(glp_graph *graph)
{
	judged_sink += (uint64_t)glp_top_sort(graph, 0);
}

static cs_di *banded(int n, int far)
{
	cs_di *triplets = cs_di_spalloc(n, n, n * 5, 1, 1);

	for (int i = 0; i < n; i++) {
		cs_di_entry(triplets, i, i, 9);
		for (int step = 0; step < 2; step++) {
			int other = i - (step ? far : 1);
			if (other >= 0 && (step || far == 0 || i % far)) {
				cs_di_entry(triplets, i, other, -1);
				cs_di_entry(triplets, other, i, -1);
			}
			if (!far)
				break;
		}
	}
	return triplets;
}

int main(void)
{
	FOR_SIZES(n, 8, 5000, 22)
	{
		cs_di *triplets = banded(n, 0), *a = compress_triplets(triplets);
		double *x = judged_numbers(n), *y = judged_numbers(n);
		int *order = calloc((size_t)n, sizeof(int)),
		    *from = calloc((size_t)n * 3, sizeof(int)),
		    *to = calloc((size_t)n * 3, sizeof(int));

		transpose(a);
		multiply_banded(a);
		multiply_vector(a, x, y);
		solve_tridiagonal(a, x);
		order_tridiagonal(a, order);
		for (int i = 0; i < 3 * n; i++) {
			from[i] = (int)(judged_random() % (uint64_t)n) + 1;
			to[i] = from[i] + 1 + (int)(judged_random() % 9);
			if (to[i] > n)
				to[i] = n;
		}
		glp_graph *graph = build_graph(from, to, n, 3 * n);
		weak_components(graph);
		strong_components(graph);
		order_of_tasks(graph);
		glp_delete_graph(graph);
		free(from);
		free(to);
		free(order);
		free(x);
		free(y);
		cs_di_spfree(a);
		cs_di_spfree(triplets);
	}
	FOR_SIZES(side, 3, 28, 16)
	{
		int n = side * side;
		cs_di *triplets = banded(n, side), *grid = cs_di_compress(triplets);
		cs_di *all = cs_di_spalloc(side, side, n, 1, 1);
		double *x = judged_numbers(n);

		solve_grid(grid, x);
		for (int i = 0; i < side; i++)
			for (int j = 0; j < side; j++)
				cs_di_entry(all, i, j, i == j ? side : 1);
		cs_di *dense = cs_di_compress(all);
		solve_dense(dense, x);
		solve_dense_lu(dense, x);
		cs_di_spfree(all);
		cs_di_spfree(dense);
		cs_di_spfree(triplets);
		cs_di_spfree(grid);
		free(x);
	}
	FOR_SIZES(side, 6, 45, 14)
	{
		int n = side * side;
		idx_t *starts = calloc((size_t)n + 1, sizeof(idx_t)),
		      *others = calloc((size_t)n * 4, sizeof(idx_t));
		idx_t *to = calloc((size_t)n, sizeof(idx_t)), count = 0;

		for (int i = 0; i < n; i++) {
			starts[i] = count;
			if (i % side)
				others[count++] = i - 1;
			if (i % side != side - 1)
				others[count++] = i + 1;
			if (i >= side)
				others[count++] = i - side;
			if (i < n - side)
				others[count++] = i + side;
		}
		starts[n] = count;
		cut_in_two(n, starts, others, to);
		free(starts);
		free(others);
		free(to);
	}
	return 0;
}
