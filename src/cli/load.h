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

#endif
