/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * load.c - reads and merges profiles; see load.h.
 *
 * Merging is associative, so any grouping gives the same profile. Profiles wait on a stack, each with
 * the number of files in it, and two neighbours of the same number become one: as in a binary
 * counter. So a point is copied only log2(files) times, and a thousand files are never all in memory.
 */
#include "cli/analysis/load.h"
#include "cli/print/progress.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Makes one of the two profiles on top of the stack. */
static bool merge_top(struct landau_merger *merger, struct landau_error *error)
{
	struct landau_profile **top = &merger->profiles[merger->count - 2];
	struct landau_profile *merged = landau_profile_merge(top, 2, error);

	if (!merged)
		return false;
	landau_profile_free(top[0]);
	landau_profile_free(top[1]);
	top[0] = merged;
	merger->weights[merger->count - 2] += merger->weights[merger->count - 1];
	merger->count--;
	return true;
}

bool landau_merger_add(struct landau_merger *merger, struct landau_profile *profile,
		       const char *path, struct landau_error *error)
{
	if (!merger->first_path)
		merger->first_path = path;
	if (merger->count > 0 &&
	    !landau_profile_compatible(merger->profiles[0], profile, merger->first_path, error)) {
		error->file = path;
		landau_profile_free(profile);
		return false;
	}
	merger->profiles[merger->count] = profile;
	merger->weights[merger->count++] = 1;
	while (merger->count > 1 &&
	       merger->weights[merger->count - 2] <= merger->weights[merger->count - 1])
		if (!merge_top(merger, error))
			return false;
	return true;
}

struct landau_profile *landau_merger_finish(struct landau_merger *merger,
					    struct landau_error *error)
{
	struct landau_profile *result;

	while (merger->count > 1)
		if (!merge_top(merger, error)) {
			landau_merger_abandon(merger);
			return NULL;
		}
	result = merger->profiles[0];
	*merger = (struct landau_merger){0};
	return result;
}

void landau_merger_abandon(struct landau_merger *merger)
{
	for (size_t i = 0; i < merger->count; i++)
		landau_profile_free(merger->profiles[i]);
	*merger = (struct landau_merger){0};
}

static bool add_file(struct landau_merger *merger, const char *path, struct landau_error *error)
{
	struct landau_profile *profile = landau_profile_read(path, error);

	return profile && landau_merger_add(merger, profile, path, error);
}

/* Says which costs there are. */
static void complain_of_cost(const struct landau_profile *profile, const char *by,
			     struct landau_error *error)
{
	size_t used;

	used = (size_t)snprintf(error->text, sizeof(error->text), "has no cost '%.20s'; it has %s",
				by, profile->cost_kind);
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++)
		if (profile->further_costs >> i & 1)
			used += (size_t)snprintf(error->text + used, sizeof(error->text) - used,
						 ", %s",
						 landau_further_name((enum landau_further)i));
	if (profile->further_costs == 0)
		snprintf(error->text + used, sizeof(error->text) - used,
			 " alone; record it with --cost=%s,%.20s", profile->cost_kind, by);
}

struct landau_profile *landau_load_by(char *const *paths, int count, const char *by,
				      struct landau_error *error)
{
	struct landau_profile *profile = landau_load(paths, count, error);

	if (!profile || !by || landau_profile_switch(profile, by))
		return profile;
	*error = (struct landau_error){.file = count > 0 ? paths[0] : "landau.data"};
	complain_of_cost(profile, by, error);
	landau_profile_free(profile);
	return NULL;
}

bool landau_is_profile(const char *path)
{
	static const char beginning[] = "landau ";
	char read[sizeof(beginning)] = "";
	/* A pipe would wait for somebody to write. */
	int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool is_profile;

	if (descriptor < 0)
		return false;
	is_profile = pread(descriptor, read, strlen(beginning), 0) == (ssize_t)strlen(beginning) &&
		     strcmp(read, beginning) == 0;
	close(descriptor);
	return is_profile;
}

struct landau_profile *landau_load(char *const *paths, int count, struct landau_error *error)
{
	static char default_path[] = "landau.data";
	char *const defaults[] = {default_path};
	struct landau_progress progress;
	struct landau_merger merger = {0};
	bool fine = true;

	if (count == 0) {
		paths = defaults;
		count = 1;
	}
	landau_progress_start(&progress, "reading profiles:", (size_t)count);
	for (int i = 0; fine && i < count; i++) {
		fine = add_file(&merger, paths[i], error);
		landau_progress_step(&progress, (size_t)i + 1);
	}
	landau_progress_clear(&progress);
	if (fine)
		return landau_merger_finish(&merger, error);
	landau_merger_abandon(&merger);
	return NULL;
}
