/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fourier THREADS SCALE - Fourier transforms along the three axes of a cube, OpenMP loops (as NPB FT). */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 64, LOG_SIDE = 6 };

struct number {
	double re, im;
};

static struct number roots[SIDE / 2];

static void transform(struct number *line)
{
	for (int i = 0; i < SIDE; i++) {
		int back = 0;

		for (int bit = 0; bit < LOG_SIDE; bit++)
			back |= (i >> bit & 1) << (LOG_SIDE - 1 - bit);
		if (i < back) {
			struct number swap = line[i];

			line[i] = line[back];
			line[back] = swap;
		}
	}
	for (int half = 1; half < SIDE; half *= 2)
		for (int start = 0; start < SIDE; start += 2 * half)
			for (int i = 0; i < half; i++) {
				struct number root = roots[i * (SIDE / 2 / half)];
				struct number low = line[start + i], high = line[start + half + i];
				double re = root.re * high.re - root.im * high.im;
				double im = root.re * high.im + root.im * high.re;

				line[start + i] = (struct number){low.re + re, low.im + im};
				line[start + half + i] = (struct number){low.re - re, low.im - im};
			}
}

static void along_axis(struct number *cube, size_t stride, size_t other, size_t outer)
{
#pragma omp parallel for schedule(static)
	for (int plane = 0; plane < SIDE; plane++)
		for (int row = 0; row < SIDE; row++) {
			struct number line[SIDE];
			struct number *place = cube + (size_t)plane * outer + (size_t)row * other;

			for (int i = 0; i < SIDE; i++)
				line[i] = place[(size_t)i * stride];
			transform(line);
			for (int i = 0; i < SIDE; i++)
				place[(size_t)i * stride] =
					(struct number){line[i].re / 8, line[i].im / 8};
		}
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	int scale = argc > 2 ? atoi(argv[2]) : 1;
	size_t count = (size_t)SIDE * SIDE * SIDE;
	struct number *cube = calloc(count, sizeof(*cube));
	double sum = 0;

	if (!cube)
		return 1;
	omp_set_num_threads(threads);
	for (int i = 0; i < SIDE / 2; i++)
		roots[i] = (struct number){cos(2 * 3.14159265358979 * i / SIDE),
					   -sin(2 * 3.14159265358979 * i / SIDE)};
	for (size_t i = 0; i < count; i++)
		cube[i].re = (double)(i * 7919 % 1009);
	for (int step = 0; step < scale; step++) {
		along_axis(cube, 1, SIDE, (size_t)SIDE * SIDE);
		along_axis(cube, SIDE, 1, (size_t)SIDE * SIDE);
		along_axis(cube, (size_t)SIDE * SIDE, 1, SIDE);
	}
	for (size_t i = 0; i < count; i++)
		sum += hypot(cube[i].re, cube[i].im);
	printf("fourier %.6e\n", sum);
	free(cube);
	return 0;
}
