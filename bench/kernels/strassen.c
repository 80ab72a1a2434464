/* SPDX-License-Identifier: GPL-2.0-or-later */
/* strassen THREADS SCALE - products of matrices by Strassen's recursion, OpenMP tasks (as BOTS strassen). */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 256, LEAST = 32 };

static double *get(int side)
{
	double *memory = malloc((size_t)side * (size_t)side * sizeof(*memory));

	if (!memory)
		abort();
	return memory;
}

/* to = a + sign * b, to without gaps between its rows */
static void combine(double *to, const double *a, const double *b, double sign, int side, int stride)
{
	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++)
			to[y * side + x] = a[y * stride + x] + sign * b[y * stride + x];
}

static void copy(double *to, const double *from, int side, int stride)
{
	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++)
			to[y * side + x] = from[y * stride + x];
}

static void multiply_plainly(double *to, const double *a, const double *b, int side)
{
	for (int y = 0; y < side; y++) {
		for (int x = 0; x < side; x++)
			to[y * side + x] = 0;
		for (int k = 0; k < side; k++)
			for (int x = 0; x < side; x++)
				to[y * side + x] += a[y * side + k] * b[k * side + x];
	}
}

static void multiply(double *to, const double *a, const double *b, int side);

/* One of the seven products: (a1 + sa * a2) * (b1 + sb * b2); a sign of 0 stands for no second one. */
static void product(double *to, const double *a1, const double *a2, double sa, const double *b1,
		    const double *b2, double sb, int side, int stride)
{
	double *left = get(side), *right = get(side);

	if (sa != 0)
		combine(left, a1, a2, sa, side, stride);
	else
		copy(left, a1, side, stride);
	if (sb != 0)
		combine(right, b1, b2, sb, side, stride);
	else
		copy(right, b1, side, stride);
	multiply(to, left, right, side);
	free(left);
	free(right);
}

static void multiply(double *to, const double *a, const double *b, int side)
{
	int half = side / 2;
	const double *a11 = a, *a12 = a + half, *a21 = a + half * side, *a22 = a21 + half;
	const double *b11 = b, *b12 = b + half, *b21 = b + half * side, *b22 = b21 + half;
	double *m[7];

	if (side <= LEAST) {
		multiply_plainly(to, a, b, side);
		return;
	}
	for (int i = 0; i < 7; i++)
		m[i] = get(half);
#pragma omp task
	product(m[0], a11, a22, 1, b11, b22, 1, half, side);
#pragma omp task
	product(m[1], a21, a22, 1, b11, b11, 0, half, side);
#pragma omp task
	product(m[2], a11, a11, 0, b12, b22, -1, half, side);
#pragma omp task
	product(m[3], a22, a22, 0, b21, b11, -1, half, side);
#pragma omp task
	product(m[4], a11, a12, 1, b22, b22, 0, half, side);
#pragma omp task
	product(m[5], a21, a11, -1, b11, b12, 1, half, side);
#pragma omp task
	product(m[6], a12, a22, -1, b21, b22, 1, half, side);
#pragma omp taskwait
	for (int y = 0; y < half; y++)
		for (int x = 0; x < half; x++) {
			int i = y * half + x;
			double *corner = to + y * side + x;

			corner[0] = m[0][i] + m[3][i] - m[4][i] + m[6][i];
			corner[half] = m[2][i] + m[4][i];
			corner[half * side] = m[1][i] + m[3][i];
			corner[half * side + half] = m[0][i] - m[1][i] + m[2][i] + m[5][i];
		}
	for (int i = 0; i < 7; i++)
		free(m[i]);
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	int scale = argc > 2 ? atoi(argv[2]) : 1;
	double *a = get(SIDE), *b = get(SIDE), *to = get(SIDE);
	double sum = 0;

	omp_set_num_threads(threads);
	for (int i = 0; i < SIDE * SIDE; i++) {
		a[i] = i % 13;
		b[i] = i % 7 - 3;
	}
	for (int step = 0; step < scale; step++) {
#pragma omp parallel
#pragma omp single
		multiply(to, a, b, SIDE);
		for (int i = 0; i < SIDE * SIDE; i++)
			a[i] = (double)((long)to[i] % 13);
	}
	for (int i = 0; i < SIDE * SIDE; i++)
		sum += to[i];
	printf("strassen %.6e\n", sum);
	free(a);
	free(b);
	free(to);
	return 0;
}
