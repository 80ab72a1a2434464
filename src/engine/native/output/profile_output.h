/* SPDX-License-Identifier: GPL-2.0-or-later */
/* profile_output.h - the end of the profiled process: names are looked up and the profile is written. */
#ifndef LANDAU_NATIVE_PROFILE_OUTPUT_H
#define LANDAU_NATIVE_PROFILE_OUTPUT_H

#include "engine/native/native.h"
#include "profile/from_core.h"

/* Whether LANDAU_OUT asks for a profile. */
bool landau_out_is_wanted(const char *out);

void landau_output_start(void);

/* Writes the profile, once; from then on the program is not watched any more. */
void landau_output_write(enum landau_exit_kind kind, int code);

/*
 * The same in a copy of the process, of what has returned so far; the file's name has the ending. False:
 * it could not be written, which is said unless `silent`.
 */
bool landau_output_write_snapshot(const char *ending, bool silent);

/*
 * The program is about to give up rights, or to change its root folder: creates the file of the profile while that can be done. The
 * name may be out of reach when the profile is written; then it is whole under its temporary name, and `landau record` renames it.
 */
void landau_output_create_early(void);

/* The child of a fork writes to a file of its own. */
void landau_output_after_fork(void);

#endif
