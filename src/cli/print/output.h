/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * output.h - the name of a file that is going to be written: absolute, %r replaced, its folder
 * there.
 */
#ifndef LANDAU_CLI_OUTPUT_H
#define LANDAU_CLI_OUTPUT_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/*
 * Makes `name` absolute, since the program may change its folder, and puts the MPI rank for %r; %p
 * stays. Complains and returns false if a file of that name cannot be written.
 */
bool landau_output_prepare(const char *name, char path[PATH_MAX]);

/* Puts the process id for each %p. False if the name gets too long. */
bool landau_output_expand(const char *path, pid_t pid, char expanded[PATH_MAX]);

/* Moves an existing file out of the way, to `path`.old; complains and returns false if it cannot.
 */
bool landau_output_keep_old(const char *path);

/*
 * Of a process that has ended: renames the profile if it is whole and the process had no right any more to do it, and removes what
 * was being written when it was killed.
 */
void landau_output_settle(const char *path, pid_t process);

/* Writes a word as the shell would have to read it. */
void landau_print_quoted(FILE *stream, const char *word);

#endif
