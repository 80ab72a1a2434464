/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * load.c - how long it takes to load a large profile, and in how much memory.
 *
 *	load make FILE LINES SHAPE   writes a profile with LINES lines of points
 *	load read FILE               loads it and prints seconds and peak memory (in MB of 2^20 bytes)
 *
 * Shapes: `one` (one routine, every point against trms), `many` (100,000 routines), `both` (half of
 * the points against trms, half against rms, in 1000 routines); and `program`, a profile like that of a large program:
 * a routine for about 15 lines of points, half of the routines with one size and a few with hundreds, costs of several
 * kinds of growth, with and without noise, some routines on two threads, calls between them, most of the cost in few
 * routines.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "profile/profile.h"
#include "profile/writer.h"

static bool put(void *context, const void *bytes, size_t count)
{
	return fwrite(bytes, 1, count, context) == count;
}

/* Sizes grow, costs are about n log n with some noise: digits like those of a real profile. */
static struct landau_point point_of(uint64_t i)
{
	uint64_t size = 100 + i * 7;
	uint64_t cost = size * 20 + (i * UINT64_C(2654435761)) % 1000;
	struct landau_point point = {
		.costs = {.size = size,
			  .calls = 2,
			  .min = cost,
			  .max = cost + 9,
			  .sum = 2 * cost + 9},
		.sum_of_squares =
			(unsigned __int128)cost * cost + (unsigned __int128)(cost + 9) * (cost + 9),
		.rms_sum = 2 * size - 20,
		.thread_sum = 12,
		.external_sum = 8,
	};

	return point;
}

/* -- A large program --------------------------------------------------------------------------- */

enum { LINES_OF_ROUTINE = 15, MOST_SIZES = 400, MOST_SIZES_OF_EDGE = 40, THREADS = 2, EDGES = 3 };

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* From 0 to 1. */
static double share(uint64_t *state)
{
	return (double)(next_random(state) >> 11) / 0x1p53;
}

/* Half of the routines have one size; the numbers of the others have a long tail. */
static size_t sizes_of_routine(uint64_t *state)
{
	double chance = share(state);

	return chance < 0.5 ? 1 : (size_t)fmin(2 * pow(2 * (1 - chance), -1.2), MOST_SIZES);
}

static double cost_at(unsigned kind, double n)
{
	const double costs[] = {
		120, 30 * log2(n + 1), 7 * n, 2 * n * log2(n + 1), n * n / 4 + 9 * n, 90 + n};

	return costs[kind % (sizeof(costs) / sizeof(costs[0]))];
}

static void write_points_of_routine(struct landau_writer *writer, uint32_t routine, uint32_t thread,
				    size_t sizes, uint64_t *state)
{
	static struct landau_point points[MOST_SIZES];
	double noise = routine % 3 == 0 ? 0 : routine % 3 == 1 ? 0.1 : 0.6;
	double ratio = pow(10, (1 + 3 * share(state)) / (double)sizes);
	uint64_t calls = 0, cost = 0;
	double n = 2 + 40 * share(state);

	for (size_t i = 0; i < sizes; i++) {
		double mean = cost_at(routine / 3, n);
		uint64_t least = 10 + (uint64_t)(mean * (1 + noise * share(state)));
		uint64_t most = least + (uint64_t)(noise * mean * share(state));

		points[i] = (struct landau_point){
			.costs = {.size = (uint64_t)n,
				  .calls = 2,
				  .min = least,
				  .max = most,
				  .sum = least + most},
			.sum_of_squares =
				(unsigned __int128)least * least + (unsigned __int128)most * most,
			.rms_sum = 2 * (uint64_t)n,
		};
		calls += 2;
		cost += least + most;
		n = fmax(n * ratio, n + 1);
	}
	/* So that few routines have most of the cost. */
	landau_write_record(writer, routine, thread, LANDAU_NONE, calls, cost, cost / 2, false);
	for (size_t i = 0; i < sizes; i++)
		landau_write_trms(writer, &points[i]);
}

static void write_edge(struct landau_writer *writer, uint32_t caller, uint32_t callee,
		       uint64_t *state)
{
	size_t sizes = (size_t)fmin((double)sizes_of_routine(state), MOST_SIZES_OF_EDGE);
	uint64_t size = 2 + next_random(state) % 40, calls = 0;
	struct landau_costs rows[MOST_SIZES_OF_EDGE];

	for (size_t i = 0; i < sizes; i++) {
		rows[i] = (struct landau_costs){.size = size,
						.calls = 2,
						.min = size,
						.max = size + 1,
						.sum = 2 * size + 1};
		calls += rows[i].sum;
		size += 1 + size / 4;
	}
	landau_write_edge(writer, caller, callee, 1, LANDAU_NONE, LANDAU_NONE, calls, 100 * calls);
	for (size_t i = 0; i < sizes; i++)
		landau_write_calls(writer, &rows[i]);
}

/* Names as long as those of C++ tend to be, in forty objects. */
static void write_routines(struct landau_writer *writer, uint32_t routines)
{
	char name[96], object[32], file[64];

	for (uint32_t i = 0; i < routines; i++) {
		snprintf(name, sizeof(name), "library::component_%u::routine_%u(int, char const*)",
			 i % 97, i);
		snprintf(object, sizeof(object), "libcomponent_%u.so", i % 40);
		snprintf(file, sizeof(file), "source/component_%u/file_%u.cc", i % 97, i % 2003);
		landau_write_routine(writer, i, 1 + i % 900, name, object, file);
	}
}

static void write_program(struct landau_writer *writer, uint32_t routines)
{
	uint64_t state = 1;

	for (uint32_t i = 0; i < THREADS; i++)
		landau_write_thread(writer, i + 1, UINT64_C(10000000000000) / (i + 1), 0, 0,
				    i == 0 ? "main" : "worker");
	write_routines(writer, routines);
	for (uint32_t i = 0; i < routines; i++)
		for (uint32_t thread = 1; thread <= (i % 5 == 0 ? THREADS : 1); thread++)
			write_points_of_routine(writer, i, thread, sizes_of_routine(&state),
						&state);
	for (uint32_t i = 0; i < routines; i++)
		for (uint32_t edge = 0; edge < EDGES; edge++)
			write_edge(writer, i,
				   (uint32_t)((i * UINT64_C(7919) + edge * UINT64_C(104729) + 1) %
					      routines),
				   &state);
}

/* -- Many points -------------------------------------------------------------------------------- */

static int make(const char *path, uint64_t lines, const char *shape)
{
	static struct landau_writer writer;
	const char *const command[] = {"bench"};
	bool both = strcmp(shape, "both") == 0;
	uint32_t routines = both ? 1000 : strcmp(shape, "many") == 0 ? 100000 : 1;
	uint64_t points = lines / routines / (both ? 2 : 1);
	FILE *file = fopen(path, "w");
	char name[64];

	if (!file)
		return 2;
	landau_writer_start(&writer, put, file);
	landau_write_header(&writer, "bb", 4, false, false, NULL);
	landau_write_run(&writer, "replay", LANDAU_EXIT_EXIT, 0, "bench", command, 1);
	if (strcmp(shape, "program") == 0) {
		write_program(&writer, (uint32_t)(lines / LINES_OF_ROUTINE));
		return landau_writer_end(&writer) && fclose(file) == 0 ? 0 : 2;
	}
	landau_write_thread(&writer, 1, 1, 0, 0, "main");
	for (uint32_t i = 0; i < routines; i++) {
		snprintf(name, sizeof(name), "routine_with_a_name_%u", i);
		landau_write_routine(&writer, i, i + 1, name, "bench", "bench.c");
	}
	for (uint32_t i = 0; i < routines; i++) {
		landau_write_record(&writer, i, 1, LANDAU_NONE, 2 * points, 0, 0, both);
		for (uint64_t j = 0; j < points; j++) {
			struct landau_point point = point_of(j);

			landau_write_trms(&writer, &point);
		}
		for (uint64_t j = 0; both && j < points; j++) {
			struct landau_point point = point_of(j);

			point.costs.size -= 10;
			landau_write_rms(&writer, &point.costs);
		}
	}
	return landau_writer_end(&writer) && fclose(file) == 0 ? 0 : 2;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds_of(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static int load(const char *path)
{
	struct landau_error error;
	struct landau_profile *profile;
	struct rusage usage;
	size_t points = 0;
	double start = now();
	double seconds;

	profile = landau_profile_read(path, &error);
	if (!profile) {
		fprintf(stderr, "%s:%ju: %s\n", path, (uintmax_t)error.line, error.text);
		return 2;
	}
	seconds = now() - start;
	for (size_t i = 0; i < profile->record_count; i++)
		points += profile->records[i].trms_count + profile->records[i].rms_count;
	getrusage(RUSAGE_SELF, &usage);
	printf("%zu points, %zu routines: %.2f s (user %.2f, system %.2f), %ld MB\n", points,
	       profile->routine_count, seconds, seconds_of(usage.ru_utime),
	       seconds_of(usage.ru_stime), usage.ru_maxrss / 1024);
	landau_profile_free(profile);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 5 && strcmp(argv[1], "make") == 0)
		return make(argv[2], strtoull(argv[3], NULL, 10), argv[4]);
	if (argc == 3 && strcmp(argv[1], "read") == 0)
		return load(argv[2]);
	fprintf(stderr, "usage: load make FILE LINES one|many|both|program, load read FILE\n");
	return 2;
}
