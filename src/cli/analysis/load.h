/* SPDX-License-Identifier: GPL-2.0-or-later */
/* load.h - the profile that a command works on, out of the files that it was given. */
#ifndef LANDAU_CLI_LOAD_H
#define LANDAU_CLI_LOAD_H

#include "profile/profile.h"

/*
 * The profile of all files, merged if there are several; landau.data if there is none. NULL on
 * error.
 */
struct landau_profile *landau_load(char *const *paths, int count, struct landau_error *error);

/* The same by another one of its costs, as if that were the main one (landau_profile_switch); NULL: the main one. */
struct landau_profile *landau_load_by(char *const *paths, int count, const char *by,
				      struct landau_error *error);

/*
 * Profiles that become one, one after the other; starts as {0}. A profile that is added is the
 * merger's, also on error; `path` is what it is called there, and stays valid. The merger is used up
 * when it is finished (NULL on error) or abandoned.
 */
struct landau_merger {
	struct landau_profile *profiles[64];
	size_t weights[64];
	size_t count;
	const char *first_path;
};

bool landau_merger_add(struct landau_merger *merger, struct landau_profile *profile,
		       const char *path, struct landau_error *error);
struct landau_profile *landau_merger_finish(struct landau_merger *merger,
					    struct landau_error *error);
void landau_merger_abandon(struct landau_merger *merger);

/* Does the file begin as a profile does? For the name of a profile where something else belongs. */
bool landau_is_profile(const char *path);

#endif
