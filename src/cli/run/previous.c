/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * previous.c - which routines are worth a closer look; see previous.h.
 *
 * Counting lines takes time, in the routines whose lines are counted. Where a profile says that a routine grows faster than
 * n log n, the line is what its reader asks for next.
 */
#include "cli/run/previous.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/analysis/analysis.h"
#include "cli/analysis/startup.h"
#include "profile/profile.h"

/* A large profile would take too long to read before each run. */
enum { MOST_BYTES = 8 << 20, MOST_SUSPECTS = 8 };

static const double least_share = 0.02;

struct suspect {
	const char *name;
	uint64_t cost;
};

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_of(const struct landau_profile *profile, const char *program)
{
	for (size_t i = 0; i < profile->run_count; i++)
		if (strcmp(last_part(profile->runs[i].program), last_part(program)) != 0)
			return false;
	return true;
}

static bool grows_fast(const struct landau_summary *summary)
{
	struct landau_model model =
		landau_model_fit_points(summary->trms, summary->trms_count, LANDAU_MERGE_WORST);

	return landau_grows_fast(&model);
}

static int compare(const void *first, const void *second)
{
	const struct suspect *a = first;
	const struct suspect *b = second;

	return a->cost < b->cost ? 1 : a->cost > b->cost ? -1 : strcmp(a->name, b->name);
}

static size_t find_suspects(const struct landau_profile *profile, struct suspect *suspects)
{
	double all = (double)landau_profile_cost(profile, LANDAU_NONE);
	size_t count = 0;

	for (uint32_t i = 0; i < profile->routine_count; i++) {
		struct landau_summary summary;

		if (landau_is_startup(&profile->routines[i]))
			continue;
		if (!landau_profile_summarise(profile, i, LANDAU_NONE, &summary))
			break;
		if ((double)summary.cost >= least_share * all && grows_fast(&summary))
			suspects[count++] =
				(struct suspect){profile->routines[i].name, summary.cost};
		landau_summary_free(&summary);
	}
	qsort(suspects, count, sizeof(*suspects), compare);
	return count < MOST_SUSPECTS ? count : MOST_SUSPECTS;
}

/* Names with commas between them. What parts names, or cannot stand in one, is a '?' in the pattern. */
static char *pattern_of(const struct suspect *suspects, size_t count)
{
	char *text = NULL;
	size_t bytes;
	FILE *stream = open_memstream(&text, &bytes);

	if (!stream)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			putc(',', stream);
		for (const char *at = suspects[i].name; *at; at++)
			putc(*at == ',' || (unsigned char)*at <= ' ' ? '?' : *at, stream);
	}
	if (fclose(stream) == 0 && count > 0)
		return text;
	free(text);
	return NULL;
}

char *landau_previous_suspects(const char *path, const char *program)
{
	struct landau_error error;
	struct landau_profile *profile;
	struct suspect *suspects;
	struct stat status;
	char *pattern = NULL;

	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > MOST_BYTES)
		return NULL;
	profile = landau_profile_read(path, &error);
	if (!profile)
		return NULL;
	suspects = calloc(profile->routine_count + 1, sizeof(*suspects));
	if (suspects && is_of(profile, program))
		pattern = pattern_of(suspects, find_suspects(profile, suspects));
	free(suspects);
	landau_profile_free(profile);
	return pattern;
}
