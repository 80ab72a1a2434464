/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replace.h - a file that appears whole or not at all.
 *
 * It is written under a temporary name in the same directory, for the user alone, and renamed when it is
 * complete. What is there already and is not a plain file (a terminal, a pipe, /dev/null) is written to
 * directly, and "-" is standard output.
 *
 * A link leads to what is replaced, and a pipe is written to, but where others may make such things
 * (/tmp) only if they are the user's own or the owner's of the directory.
 */
#ifndef LANDAU_PROFILE_REPLACE_H
#define LANDAU_PROFILE_REPLACE_H

#include <stdbool.h>

#include "profile/profile.h" /* struct landau_error */

struct landau_replacement {
	int descriptor;  /* to write to; never to be closed by others */
	char *temporary; /* NULL: written directly */
	char *target;
};

/* False on error, and then there is nothing to commit or discard. */
bool landau_replace_open(struct landau_replacement *replacement, const char *path,
			 struct landau_error *error);

/* The file is complete. On error (false) it is gone. */
bool landau_replace_commit(struct landau_replacement *replacement, struct landau_error *error);

void landau_replace_discard(struct landau_replacement *replacement);

/* The path behind all links that may be followed; freed with free. NULL: errno says why not. */
char *landau_replace_follow(const char *path);

/* All of the bytes, or false and errno. */
bool landau_write_all(int descriptor, const void *bytes, size_t count);

#endif
