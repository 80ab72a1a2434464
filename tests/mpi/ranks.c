/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ranks.c - an MPI program whose ranks have inputs of different sizes: 100 cells on rank 0, 200 on 1. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

long sum(const volatile int *data, int count);

__attribute__((noinline)) long sum(const volatile int *data, int count)
{
	long total = 0;

	for (int i = 0; i < count; i++)
		total += data[i];
	return total;
}

int main(int argc, char **argv)
{
	long own;
	long all = 0;
	int count;
	int rank;
	int *data;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	count = (argc > 1 ? atoi(argv[1]) : 100) * (rank + 1);
	data = calloc((size_t)count, sizeof(*data));
	if (!data)
		MPI_Abort(MPI_COMM_WORLD, 1);
	own = sum(data, count) + count;
	MPI_Reduce(&own, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("%ld\n", all);
	free(data);
	MPI_Finalize();
	return 0;
}
