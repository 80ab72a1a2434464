/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * load.c - how long it takes to load a large profile, and in how much memory.
 *
 *	load make FILE LINES SHAPE   writes a profile with LINES lines of points
 *	load read FILE               loads it and prints seconds and peak memory (in MB of 2^20 bytes)
 *
 * Shapes: `one` (one routine, every point against trms), `many` (100,000 routines), `both` (half of
 * the points against trms, half against rms, in 1000 routines).
 */
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
	fprintf(stderr, "usage: load make FILE LINES one|many|both, load read FILE\n");
	return 2;
}
