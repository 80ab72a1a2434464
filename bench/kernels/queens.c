/* SPDX-License-Identifier: GPL-2.0-or-later */
/* queens THREADS SCALE - all ways to place queens on a board, OpenMP tasks for the first rows (as BOTS nqueens). */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, ROWS_OF_TASKS = 3 };

static int fits(const signed char *columns, int row, int column)
{
	for (int i = 0; i < row; i++) {
		int between = columns[i] - column;

		if (between == 0 || between == row - i || between == i - row)
			return 0;
	}
	return 1;
}

static long place(signed char *columns, int row)
{
	long found[SIDE] = {0}, sum = 0;

	if (row == SIDE)
		return 1;
	for (int column = 0; column < SIDE; column++) {
		if (!fits(columns, row, column))
			continue;
		if (row < ROWS_OF_TASKS) {
#pragma omp task firstprivate(column) shared(found)
			{
				signed char board[SIDE];

				memcpy(board, columns, SIDE);
				board[row] = (signed char)column;
				found[column] = place(board, row + 1);
			}
		} else {
			columns[row] = (signed char)column;
			found[column] = place(columns, row + 1);
		}
	}
#pragma omp taskwait
	for (int column = 0; column < SIDE; column++)
		sum += found[column];
	return sum;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	int scale = argc > 2 ? atoi(argv[2]) : 1;
	long sum = 0;

	omp_set_num_threads(threads);
	for (int step = 0; step < scale; step++) {
		signed char columns[SIDE] = {0};

#pragma omp parallel
#pragma omp single
		sum += place(columns, 0);
	}
	printf("queens %ld\n", sum);
	return 0;
}
