/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stencil THREADS SCALE - Jacobi iterations on a square grid, OpenMP loops (as 370.mgrid331). */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 2048, SWEEPS_PER_SCALE = 1 };

static void sweep_row(double *to, const double *from)
{
	for (int x = 1; x < SIDE - 1; x++)
		to[x] = 0.2 *
			(from[x] + from[x - 1] + from[x + 1] + from[x - SIDE] + from[x + SIDE]);
}

static void sweep(double *to, const double *from)
{
#pragma omp parallel for schedule(static)
	for (int y = 1; y < SIDE - 1; y++)
		sweep_row(to + (size_t)y * SIDE, from + (size_t)y * SIDE);
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	int scale = argc > 2 ? atoi(argv[2]) : 1;
	double *from = calloc((size_t)SIDE * SIDE, sizeof(*from));
	double *to = calloc((size_t)SIDE * SIDE, sizeof(*to));
	double sum = 0;

	if (!from || !to)
		return 1;
	omp_set_num_threads(threads);
	for (int i = 0; i < SIDE * SIDE; i++)
		from[i] = i % 97;
	for (int i = 0; i < SWEEPS_PER_SCALE * scale; i++) {
		double *swap = from;

		sweep(to, from);
		from = to;
		to = swap;
	}
	for (int i = 0; i < SIDE * SIDE; i++)
		sum += from[i];
	printf("stencil %.6e\n", sum);
	free(from);
	free(to);
	return 0;
}
