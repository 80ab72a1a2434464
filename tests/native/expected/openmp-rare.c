/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * OpenMP as it is seldom used: a program of which nothing but liblandau calls the library, tasks that end by an event, and
 * loops in many dimensions whose iterations wait for each other.
 *
 * flags: -fopenmp -O1
 * output: 6 20 1024
 * expect: work calls=20
 */
#include <omp.h>
#include <stdio.h>

#ifndef TYPE
#define TYPE long /* openmp-rare-unsigned.c has another one */
#endif

TYPE first_count = 4;
enum { PER_ROW = 256 };

int cells[5][2][2][2][2][2][2][2][2];
static int done;

__attribute__((noinline)) static void work(int i)
{
#pragma omp atomic
	done += i >= 0;
}

static int sum_after_tasks(void)
{
	int sum = 0;

#pragma omp parallel num_threads(2)
#pragma omp single
	{
		for (int i = 1; i <= 3; i++) {
			omp_event_handle_t event;

#pragma omp task detach(event) firstprivate(i) shared(sum)
			{
#pragma omp atomic
				sum += i;
				omp_fulfill_event(event);
			}
		}
#pragma omp taskwait
	}
	return sum;
}

/*
 * Each cell is one more than the one before. The loop begins at 1: gcc leaves out the comparison of an unsigned index with
 * 0, and the iteration before the first one would be waited for.
 */
static int wait_in_nine_dimensions(void)
{
	int last = 0;
	int *cell;

#pragma omp parallel for ordered(9) private(cell) num_threads(2) schedule(static, 1)
	for (TYPE a = 1; a <= first_count; a++)
		for (TYPE b = 0; b < 2; b++)
			for (TYPE c = 0; c < 2; c++)
				for (TYPE d = 0; d < 2; d++)
					for (TYPE e = 0; e < 2; e++)
						for (TYPE f = 0; f < 2; f++)
							for (TYPE g = 0; g < 2; g++)
								for (TYPE h = 0; h < 2; h++)
									for (TYPE i = 0; i < 2;
									     i++) {
#pragma omp ordered depend(sink : a - 1, b, c, d, e, f, g, h, i)
										cell = &cells[a][b]
											     [c][d]
											     [e][f]
											     [g][h]
											     [i];
										*cell = cell[-PER_ROW] +
											1;
#pragma omp ordered depend(source)
									}
	for (int b = 0; b < PER_ROW; b++)
		last += (&cells[4][0][0][0][0][0][0][0][0])[b];
	return last;
}

int main(void)
{
	int sum = sum_after_tasks();
	int last;

#pragma omp parallel for num_threads(4)
	for (int i = 0; i < 20; i++)
		work(i);
	last = wait_in_nine_dimensions();
	printf("%d %d %d\n", sum, done, last);
	return 0;
}
