/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sparselu THREADS SCALE - LU of a sparse matrix of dense blocks, OpenMP tasks (as 359.botsspar). */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 24 };

static int blocks;
static double **matrix;

static double **block_at(int row, int column)
{
	return &matrix[row * blocks + column];
}

static double *new_block(void)
{
	double *block = calloc((size_t)BLOCK * BLOCK, sizeof(*block));

	if (!block)
		abort();
	return block;
}

static void lu0(double *diagonal)
{
	for (int k = 0; k < BLOCK; k++)
		for (int i = k + 1; i < BLOCK; i++) {
			diagonal[i * BLOCK + k] /= diagonal[k * BLOCK + k];
			for (int j = k + 1; j < BLOCK; j++)
				diagonal[i * BLOCK + j] -=
					diagonal[i * BLOCK + k] * diagonal[k * BLOCK + j];
		}
}

static void forward(const double *diagonal, double *column)
{
	for (int k = 0; k < BLOCK; k++)
		for (int i = k + 1; i < BLOCK; i++)
			for (int j = 0; j < BLOCK; j++)
				column[i * BLOCK + j] -=
					diagonal[i * BLOCK + k] * column[k * BLOCK + j];
}

static void divide(const double *diagonal, double *row)
{
	for (int i = 0; i < BLOCK; i++)
		for (int k = 0; k < BLOCK; k++) {
			row[i * BLOCK + k] /= diagonal[k * BLOCK + k];
			for (int j = k + 1; j < BLOCK; j++)
				row[i * BLOCK + j] -= row[i * BLOCK + k] * diagonal[k * BLOCK + j];
		}
}

static void modify(const double *row, const double *column, double *inner)
{
	for (int i = 0; i < BLOCK; i++)
		for (int k = 0; k < BLOCK; k++)
			for (int j = 0; j < BLOCK; j++)
				inner[i * BLOCK + j] -= row[i * BLOCK + k] * column[k * BLOCK + j];
}

static void factorise(void)
{
	for (int k = 0; k < blocks; k++) {
		lu0(*block_at(k, k));
		for (int j = k + 1; j < blocks; j++)
			if (*block_at(k, j))
#pragma omp task firstprivate(k, j)
				forward(*block_at(k, k), *block_at(k, j));
		for (int i = k + 1; i < blocks; i++)
			if (*block_at(i, k))
#pragma omp task firstprivate(i, k)
				divide(*block_at(k, k), *block_at(i, k));
#pragma omp taskwait
		for (int i = k + 1; i < blocks; i++)
			for (int j = k + 1; j < blocks; j++) {
				if (!*block_at(i, k) || !*block_at(k, j))
					continue;
				if (!*block_at(i, j))
					*block_at(i, j) = new_block();
#pragma omp task firstprivate(i, j, k)
				modify(*block_at(i, k), *block_at(k, j), *block_at(i, j));
			}
#pragma omp taskwait
	}
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	double sum = 0;

	blocks = 24 + 8 * (argc > 2 ? atoi(argv[2]) : 1);
	matrix = calloc((size_t)blocks * (size_t)blocks, sizeof(*matrix));
	if (!matrix)
		return 1;
	for (int i = 0; i < blocks; i++)
		for (int j = 0; j < blocks; j++) {
			if (i != j && (i * 7 + j * 3) % 5 != 0)
				continue;
			*block_at(i, j) = new_block();
			for (int n = 0; n < BLOCK * BLOCK; n++)
				(*block_at(i, j))[n] = (n * 31 + i + j) % 17 / 17.0;
			for (int n = 0; i == j && n < BLOCK; n++)
				(*block_at(i, j))[n * BLOCK + n] += 100;
		}
	omp_set_num_threads(threads);
#pragma omp parallel
#pragma omp single
	factorise();
	for (int i = 0; i < blocks; i++)
		sum += **block_at(i, i);
	printf("sparselu %.9e\n", sum);
	for (int i = 0; i < blocks * blocks; i++)
		free(matrix[i]);
	free(matrix);
	return 0;
}
