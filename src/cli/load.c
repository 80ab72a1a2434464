/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * load.c - reads and merges profiles; see load.h.
 *
 * Merging is associative, so any grouping gives the same profile. Profiles wait on a stack, each with
 * the number of files in it, and two neighbours of the same number become one: as in a binary
 * counter. So a point is copied only log2(files) times, and a thousand files are never all in memory.
 */
#include "cli/load.h"
#include "cli/progress.h"

#include <stdlib.h>

enum { STACK_LIMIT = 64 };

struct merger {
	struct landau_profile *profiles[STACK_LIMIT];
	size_t weights[STACK_LIMIT];
	size_t count;
};

/* Makes one of the two profiles on top of the stack. */
static bool merge_top(struct merger *merger, struct landau_error *error)
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

static bool add_file(struct merger *merger, const char *path, const char *first_path,
		     struct landau_error *error)
{
	struct landau_profile *profile = landau_profile_read(path, error);

	if (!profile)
		return false;
	if (merger->count > 0 &&
	    !landau_profile_compatible(merger->profiles[0], profile, first_path, error)) {
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

struct landau_profile *landau_load(char *const *paths, int count, struct landau_error *error)
{
	static char default_path[] = "landau.data";
	char *const defaults[] = {default_path};
	struct landau_progress progress;
	struct merger merger = {0};
	bool fine = true;

	if (count == 0) {
		paths = defaults;
		count = 1;
	}
	landau_progress_start(&progress, "reading profiles:", (size_t)count);
	for (int i = 0; fine && i < count; i++) {
		fine = add_file(&merger, paths[i], paths[0], error);
		landau_progress_step(&progress, (size_t)i + 1);
	}
	while (fine && merger.count > 1)
		fine = merge_top(&merger, error);
	landau_progress_clear(&progress);
	if (fine)
		return merger.profiles[0];
	for (size_t i = 0; i < merger.count; i++)
		landau_profile_free(merger.profiles[i]);
	return NULL;
}
