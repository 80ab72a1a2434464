/* SPDX-License-Identifier: GPL-2.0-or-later */
/* montecarlo THREADS SCALE - option prices by random walks, pthreads (as PARSEC's swaptions). */
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 64 };

struct task {
	pthread_t thread;
	uint64_t seed;
	int walks;
	double sum;
};

static uint32_t next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (uint32_t)(*state >> 33);
}

static double uniform(uint64_t *state)
{
	return (next_random(state) + 0.5) / 2147483648.0;
}

static double normal(uint64_t *state)
{
	return sqrt(-2 * log(uniform(state))) * cos(6.283185307179586 * uniform(state));
}

static double walk(uint64_t *state, double *path)
{
	double mean = 0;

	path[0] = 100;
	for (int i = 1; i < STEPS; i++)
		path[i] = path[i - 1] * (1 + 0.02 * normal(state));
	for (int i = 0; i < STEPS; i++)
		mean += path[i] / STEPS;
	return mean > 100 ? mean - 100 : 0;
}

static void *work(void *context)
{
	struct task *task = context;
	double path[STEPS];

	for (int i = 0; i < task->walks; i++)
		task->sum += walk(&task->seed, path);
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	int walks = 20000 * (argc > 2 ? atoi(argv[2]) : 1);
	struct task *tasks = calloc((size_t)threads, sizeof(*tasks));
	double sum = 0;

	if (!tasks)
		return 1;
	for (int i = 0; i < threads; i++) {
		tasks[i].seed = (uint64_t)i * 7919 + 1;
		tasks[i].walks = walks / threads;
		pthread_create(&tasks[i].thread, NULL, work, &tasks[i]);
	}
	for (int i = 0; i < threads; i++) {
		pthread_join(tasks[i].thread, NULL);
		sum += tasks[i].sum;
	}
	printf("montecarlo %.9e\n", sum / (walks / threads * threads));
	free(tasks);
	return 0;
}
