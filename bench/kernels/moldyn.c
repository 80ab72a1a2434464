/* SPDX-License-Identifier: GPL-2.0-or-later */
/* moldyn THREADS SCALE - molecular dynamics with cell lists, OpenMP (as 350.md). */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 14, PER_CELL = 6, ATOMS = CELLS * CELLS * CELLS * PER_CELL };

struct vector {
	double x, y, z;
};

static struct vector place[ATOMS], speed[ATOMS], force[ATOMS];
static int first[CELLS * CELLS * CELLS], next[ATOMS];

static int wrap(int i)
{
	return (i + CELLS) % CELLS;
}

static int cell_at(int x, int y, int z)
{
	return (wrap(x) * CELLS + wrap(y)) * CELLS + wrap(z);
}

static void fill_cells(void)
{
	for (int i = 0; i < CELLS * CELLS * CELLS; i++)
		first[i] = -1;
	for (int i = 0; i < ATOMS; i++) {
		int cell = cell_at((int)place[i].x, (int)place[i].y, (int)place[i].z);

		next[i] = first[cell];
		first[cell] = i;
	}
}

static double distance(double a, double b)
{
	double d = a - b;

	return d - CELLS * floor(d / CELLS + 0.5);
}

static void add_forces_of_cell(int atom, int cell)
{
	for (int other = first[cell]; other >= 0; other = next[other]) {
		double dx = distance(place[atom].x, place[other].x);
		double dy = distance(place[atom].y, place[other].y);
		double dz = distance(place[atom].z, place[other].z);
		double r2 = dx * dx + dy * dy + dz * dz;
		double inverse, strength;

		if (other == atom || r2 > 1.0)
			continue;
		inverse = 0.01 / (r2 + 0.01);
		strength = inverse * inverse * inverse * (inverse - 0.5);
		force[atom].x += strength * dx;
		force[atom].y += strength * dy;
		force[atom].z += strength * dz;
	}
}

static void compute_force(int atom)
{
	int x = (int)place[atom].x, y = (int)place[atom].y, z = (int)place[atom].z;

	force[atom] = (struct vector){0, 0, 0};
	for (int dx = -1; dx <= 1; dx++)
		for (int dy = -1; dy <= 1; dy++)
			for (int dz = -1; dz <= 1; dz++)
				add_forces_of_cell(atom, cell_at(x + dx, y + dy, z + dz));
}

static double inside(double x)
{
	x = fmod(x + CELLS, CELLS);
	return x < CELLS ? x : 0;
}

static void move(int atom)
{
	speed[atom].x += force[atom].x;
	speed[atom].y += force[atom].y;
	speed[atom].z += force[atom].z;
	place[atom].x = inside(place[atom].x + 0.01 * speed[atom].x);
	place[atom].y = inside(place[atom].y + 0.01 * speed[atom].y);
	place[atom].z = inside(place[atom].z + 0.01 * speed[atom].z);
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	int scale = argc > 2 ? atoi(argv[2]) : 1;
	double sum = 0;

	omp_set_num_threads(threads);
	srand(1);
	for (int i = 0; i < ATOMS; i++)
		place[i] = (struct vector){rand() % (CELLS * 1000) / 1000.0,
					   rand() % (CELLS * 1000) / 1000.0,
					   rand() % (CELLS * 1000) / 1000.0};
	for (int step = 0; step < 2 * scale; step++) {
		fill_cells();
#pragma omp parallel for schedule(dynamic, 64)
		for (int i = 0; i < ATOMS; i++)
			compute_force(i);
#pragma omp parallel for schedule(static)
		for (int i = 0; i < ATOMS; i++)
			move(i);
	}
	for (int i = 0; i < ATOMS; i++)
		sum += place[i].x + place[i].y + place[i].z;
	printf("moldyn %.9e\n", sum);
	return 0;
}
