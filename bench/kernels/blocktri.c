/* SPDX-License-Identifier: GPL-2.0-or-later */
/* blocktri THREADS SCALE - block-tridiagonal systems along the lines of a grid, OpenMP loops (as NPB BT). */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 5, LENGTH = 64, LINES = 96 };

typedef double block[SIZE][SIZE];
typedef double vector[SIZE];

struct line {
	block below[LENGTH], middle[LENGTH], above[LENGTH];
	vector right[LENGTH];
};

/* to -= left * right */
static void subtract_product(block to, block left, block right)
{
	for (int i = 0; i < SIZE; i++)
		for (int j = 0; j < SIZE; j++)
			for (int k = 0; k < SIZE; k++)
				to[i][j] -= left[i][k] * right[k][j];
}

static void subtract_applied(vector to, block left, vector right)
{
	for (int i = 0; i < SIZE; i++)
		for (int k = 0; k < SIZE; k++)
			to[i] -= left[i][k] * right[k];
}

/* Solves pivot * x = columns and pivot * y = right, in place, without pivoting: the blocks are dominated by
 * their diagonals. */
static void eliminate(block pivot, block columns, vector right)
{
	for (int p = 0; p < SIZE; p++) {
		double inverse = 1 / pivot[p][p];

		for (int j = p + 1; j < SIZE; j++)
			pivot[p][j] *= inverse;
		for (int j = 0; j < SIZE; j++)
			columns[p][j] *= inverse;
		right[p] *= inverse;
		for (int i = 0; i < SIZE; i++) {
			double factor = pivot[i][p];

			if (i == p)
				continue;
			for (int j = p + 1; j < SIZE; j++)
				pivot[i][j] -= factor * pivot[p][j];
			for (int j = 0; j < SIZE; j++)
				columns[i][j] -= factor * columns[p][j];
			right[i] -= factor * right[p];
		}
	}
}

static void fill(struct line *line, int number, int step)
{
	for (int x = 0; x < LENGTH; x++)
		for (int i = 0; i < SIZE; i++) {
			line->right[x][i] += (x * 7 + i * 3 + number + step) % 11;
			for (int j = 0; j < SIZE; j++) {
				line->below[x][i][j] = 0.01 * ((x + i + j + number) % 5);
				line->above[x][i][j] = 0.01 * ((x + i * j + number) % 7);
				line->middle[x][i][j] = i == j ? 2.0 : 0.02 * ((x + j) % 3);
			}
		}
}

static void solve(struct line *line)
{
	eliminate(line->middle[0], line->above[0], line->right[0]);
	for (int x = 1; x < LENGTH; x++) {
		subtract_applied(line->right[x], line->below[x], line->right[x - 1]);
		subtract_product(line->middle[x], line->below[x], line->above[x - 1]);
		eliminate(line->middle[x], line->above[x], line->right[x]);
	}
	for (int x = LENGTH - 2; x >= 0; x--)
		subtract_applied(line->right[x], line->above[x], line->right[x + 1]);
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	int scale = argc > 2 ? atoi(argv[2]) : 1;
	struct line *lines = calloc(LINES, sizeof(*lines));
	double sum = 0;

	if (!lines)
		return 1;
	omp_set_num_threads(threads);
	for (int step = 0; step < scale; step++) {
#pragma omp parallel for schedule(static)
		for (int i = 0; i < LINES; i++) {
			fill(&lines[i], i, step);
			solve(&lines[i]);
		}
	}
	for (int i = 0; i < LINES; i++)
		for (int x = 0; x < LENGTH; x++)
			sum += lines[i].right[x][x % SIZE];
	printf("blocktri %.6e\n", sum);
	free(lines);
	return 0;
}
