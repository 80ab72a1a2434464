/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernels.c NAME [THREADS] - small kernels of different kinds, about half a second each natively.
 *
 * Each thread does the whole kernel on data of its own.
 */
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned next(unsigned *seed)
{
	*seed = *seed * 1103515245u + 12345u;
	return *seed >> 8;
}

/* -- Loops over arrays --------------------------------------------------------------------------- */

static double matrix(unsigned seed)
{
	enum { N = 400 };
	double *a = malloc(sizeof(double[N][N]));
	double *b = malloc(sizeof(double[N][N]));
	double *c = calloc(N * N, sizeof(double));
	double sum;

	for (int i = 0; i < N * N; i++) {
		a[i] = next(&seed) % 100;
		b[i] = next(&seed) % 100;
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++)
				c[i * N + k] += a[i * N + j] * b[j * N + k];
	sum = c[5];
	free(a);
	free(b);
	free(c);
	return sum;
}

static double sieve(unsigned seed)
{
	enum { N = 8000000 };
	unsigned char *composite = calloc(N, 1);
	int count = (int)(seed & 1);

	for (int i = 2; i < N; i++) {
		if (composite[i])
			continue;
		count++;
		for (long j = (long)i * i; j < N; j += i)
			composite[j] = 1;
	}
	free(composite);
	return count;
}

/* -- Calls --------------------------------------------------------------------------------------- */

static void sort(int *array, int low, int high)
{
	while (low < high) {
		int pivot = array[(low + high) / 2], i = low, j = high;

		while (i <= j) {
			while (array[i] < pivot)
				i++;
			while (array[j] > pivot)
				j--;
			if (i <= j) {
				int saved = array[i];

				array[i++] = array[j];
				array[j--] = saved;
			}
		}
		sort(array, low, j);
		low = i;
	}
}

static double quicksort(unsigned seed)
{
	enum { N = 3000000 };
	int *array = malloc(N * sizeof(*array));
	double result;

	for (int i = 0; i < N; i++)
		array[i] = (int)next(&seed);
	sort(array, 0, N - 1);
	result = array[N / 2];
	free(array);
	return result;
}

struct node {
	struct node *left, *right;
	unsigned key;
};

__attribute__((noinline)) static struct node *insert(struct node *tree, struct node *new)
{
	if (!tree)
		return new;
	if (new->key < tree->key)
		tree->left = insert(tree->left, new);
	else
		tree->right = insert(tree->right, new);
	return tree;
}

__attribute__((noinline)) static unsigned walk(const struct node *tree)
{
	return tree ? walk(tree->left) + tree->key + walk(tree->right) : 0;
}

static double tree(unsigned seed)
{
	enum { N = 200000 };
	struct node *nodes = calloc(N, sizeof(*nodes));
	struct node *root = NULL;
	unsigned sum = 0;

	for (int i = 0; i < N; i++) {
		nodes[i].key = next(&seed);
		root = insert(root, &nodes[i]);
	}
	for (int i = 0; i < 10; i++)
		sum += walk(root);
	free(nodes);
	return sum;
}

__attribute__((noinline)) static long fibonacci(int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static double calls(unsigned seed)
{
	return (double)fibonacci(36 + (int)(seed & 0));
}

/* -- Irregular ----------------------------------------------------------------------------------- */

static double hash(unsigned seed)
{
	enum { SLOTS = 1 << 20, N = 6000000 };
	uint64_t *keys = calloc(SLOTS, sizeof(*keys));
	uint32_t *counts = calloc(SLOTS, sizeof(*counts));
	double most = 0;

	for (int i = 0; i < N; i++) {
		uint64_t key = next(&seed) % (SLOTS / 2) + 1;
		uint64_t slot = key * 0x9e3779b97f4a7c15u >> 44;

		while (keys[slot] && keys[slot] != key)
			slot = (slot + 1) % SLOTS;
		keys[slot] = key;
		counts[slot]++;
	}
	for (int i = 0; i < SLOTS; i++)
		most = counts[i] > most ? counts[i] : most;
	free(keys);
	free(counts);
	return most;
}

static double bodies(unsigned seed)
{
	enum { N = 400, STEPS = 20 };
	struct body {
		double x, y, z, vx, vy, vz, mass;
	} *all = calloc(N, sizeof(*all));
	double result;

	for (int i = 0; i < N; i++) {
		all[i].x = next(&seed) % 1000;
		all[i].y = next(&seed) % 1000;
		all[i].z = next(&seed) % 1000;
		all[i].mass = 1;
	}
	for (int step = 0; step < STEPS; step++) {
		for (int i = 0; i < N; i++) {
			for (int j = 0; j < N; j++) {
				double dx = all[j].x - all[i].x, dy = all[j].y - all[i].y;
				double dz = all[j].z - all[i].z;
				double square = dx * dx + dy * dy + dz * dz + 0.01;
				double force = all[j].mass / (square * sqrt(square));

				all[i].vx += dx * force;
				all[i].vy += dy * force;
				all[i].vz += dz * force;
			}
		}
		for (int i = 0; i < N; i++) {
			all[i].x += all[i].vx;
			all[i].y += all[i].vy;
			all[i].z += all[i].vz;
		}
	}
	result = all[3].x;
	free(all);
	return result;
}

static double text(unsigned seed)
{
	enum { N = 4000000 };
	char *letters = malloc(N + 1);
	unsigned counts[256] = {0};
	double words = 0;

	for (int i = 0; i < N; i++)
		letters[i] = (char)("abcdefghijklmnop  ,."[next(&seed) % 20]);
	letters[N] = '\0';
	for (int round = 0; round < 8; round++) {
		int inside = 0;

		for (const char *c = letters; *c; c++) {
			counts[(unsigned char)*c]++;
			if (*c == ' ' || *c == ',' || *c == '.') {
				inside = 0;
			} else if (!inside) {
				inside = 1;
				words++;
			}
		}
	}
	words += counts['a'];
	free(letters);
	return words;
}

/* -- Large: 64 MB in arrays and small blocks, for the memory that it takes --------------------------- */

static double large(unsigned seed)
{
	enum { CELLS = 8 << 20, NODES = 1 << 20 };
	struct node *first = NULL;
	int *cells = malloc(CELLS * sizeof(*cells));
	double sum = 0;

	for (int i = 0; i < CELLS; i++)
		cells[i] = (int)next(&seed);
	for (int i = 0; i < NODES; i++) {
		struct node *new = malloc(sizeof(*new));

		new->left = first;
		new->key = (unsigned)cells[next(&seed) % CELLS];
		first = new;
	}
	while (first) {
		struct node *done = first;

		sum += done->key;
		first = done->left;
		free(done);
	}
	free(cells);
	return sum;
}

static const struct {
	const char *name;
	double (*run)(unsigned);
} kernels[] = {
	{"matrix", matrix}, {"sieve", sieve}, {"quicksort", quicksort},
	{"tree", tree},     {"calls", calls}, {"hash", hash},
	{"bodies", bodies}, {"text", text},   {"large", large},
};

static double (*chosen)(unsigned);

static void *thread(void *seed)
{
	static __thread double result;

	result = chosen(*(unsigned *)seed);
	return &result;
}

/* Peak memory in KB, as the last line: what the parent is told includes its own. */
static void print_peak(void)
{
	FILE *file = fopen("/proc/self/status", "r");
	char line[256];

	while (file && fgets(line, sizeof(line), file))
		if (strncmp(line, "VmHWM:", 6) == 0)
			printf("%d\n", atoi(line + 6));
	if (file)
		fclose(file);
}

int main(int count, char **arguments)
{
	int threads = count > 2 ? atoi(arguments[2]) : 0;
	unsigned seed = 1;

	for (size_t i = 0; count > 1 && i < sizeof(kernels) / sizeof(*kernels); i++)
		if (strcmp(kernels[i].name, arguments[1]) == 0)
			chosen = kernels[i].run;
	if (!chosen) {
		for (size_t i = 0; i < sizeof(kernels) / sizeof(*kernels); i++)
			puts(kernels[i].name);
		return count > 1 ? 2 : 0;
	}
	if (threads == 0) {
		printf("%g\n", chosen(seed));
	} else {
		pthread_t *handles = calloc((size_t)threads, sizeof(*handles));

		for (int i = 0; i < threads; i++)
			pthread_create(&handles[i], NULL, thread, &seed);
		for (int i = 0; i < threads; i++)
			pthread_join(handles[i], NULL);
		free(handles);
	}
	print_peak();
	return 0;
}
