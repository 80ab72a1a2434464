/* SPDX-License-Identifier: GPL-2.0-or-later */
/* conjugate THREADS SCALE - conjugate gradients with a sparse matrix in compressed rows, OpenMP (as NPB CG). */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 20000, PAIRS = 6, STEPS = 10 };

static int *starts, *columns;
static double *values;

static void *get(size_t count, size_t size)
{
	void *memory = calloc(count, size);

	if (!memory)
		abort();
	return memory;
}

static int neighbour(int row, int pair)
{
	return (int)(((unsigned)row * 2654435761U + (unsigned)pair * 40503U) % ROWS);
}

/* A symmetric matrix: pair (i, j) puts -1 at both places; the diagonal dominates. */
static void build_matrix(void)
{
	int *fill = get(ROWS, sizeof(*fill));

	starts = get(ROWS + 1, sizeof(*starts));
	for (int i = 0; i < ROWS; i++) {
		starts[i + 1]++;
		for (int p = 0; p < PAIRS; p++) {
			starts[i + 1]++;
			starts[neighbour(i, p) + 1]++;
		}
	}
	for (int i = 0; i < ROWS; i++)
		starts[i + 1] += starts[i];
	columns = get((size_t)starts[ROWS], sizeof(*columns));
	values = get((size_t)starts[ROWS], sizeof(*values));
	for (int i = 0; i < ROWS; i++)
		fill[i] = starts[i];
	for (int i = 0; i < ROWS; i++) {
		columns[fill[i]] = i;
		values[fill[i]++] = starts[i + 1] - starts[i] + 1;
		for (int p = 0; p < PAIRS; p++) {
			int j = neighbour(i, p);

			columns[fill[i]] = j;
			values[fill[i]++] = -0.5;
			columns[fill[j]] = i;
			values[fill[j]++] = -0.5;
		}
	}
	free(fill);
}

static void multiply(double *to, const double *from)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < ROWS; i++) {
		double sum = 0;

		for (int k = starts[i]; k < starts[i + 1]; k++)
			sum += values[k] * from[columns[k]];
		to[i] = sum;
	}
}

static double dot(const double *a, const double *b)
{
	double sum = 0;

#pragma omp parallel for schedule(static) reduction(+ : sum)
	for (int i = 0; i < ROWS; i++)
		sum += a[i] * b[i];
	return sum;
}

static void add_scaled(double *to, double factor, const double *from)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < ROWS; i++)
		to[i] += factor * from[i];
}

/* Solves for a right side that is in rest; x begins with 0. */
static void solve(double *x, double *rest, double *direction, double *image)
{
	double square = dot(rest, rest);

	for (int i = 0; i < ROWS; i++) {
		x[i] = 0;
		direction[i] = rest[i];
	}
	for (int step = 0; step < STEPS; step++) {
		double length, next;

		multiply(image, direction);
		length = square / dot(direction, image);
		add_scaled(x, length, direction);
		add_scaled(rest, -length, image);
		next = dot(rest, rest);
		for (int i = 0; i < ROWS; i++)
			direction[i] = rest[i] + next / square * direction[i];
		square = next;
	}
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	int scale = argc > 2 ? atoi(argv[2]) : 1;
	double *x = get(ROWS, sizeof(*x)), *rest = get(ROWS, sizeof(*rest));
	double *direction = get(ROWS, sizeof(*direction)), *image = get(ROWS, sizeof(*image));
	double sum = 0;

	omp_set_num_threads(threads);
	build_matrix();
	for (int system = 0; system < scale; system++) {
		for (int i = 0; i < ROWS; i++)
			rest[i] = 1 + (i + system) % 13;
		solve(x, rest, direction, image);
		sum += sqrt(dot(x, x));
	}
	printf("conjugate %.6e\n", sum);
	free(x);
	free(rest);
	free(direction);
	free(image);
	free(starts);
	free(columns);
	free(values);
	return 0;
}
