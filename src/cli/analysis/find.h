/* SPDX-License-Identifier: GPL-2.0-or-later */
/* find.h - the routine that a user means. */
#ifndef LANDAU_CLI_FIND_H
#define LANDAU_CLI_FIND_H

#include "profile/profile.h"

/*
 * The routine called `text`: its whole name, or its name without parameters, or as a glob, or as a part
 * of the name, whichever is the first to match just one. NAME@OBJECT names the object too, and
 * NAME@FILE:LINE the place in the source. Complains and returns LANDAU_NONE if none matches, or several
 * do (and names them).
 */
uint32_t landau_find_routine(const struct landau_profile *profile, const char *command,
			     const char *text);

/*
 * What finds this routine and no other, to be typed: its name, and its place if others have the name too; a
 * glob if that is longer than `columns` or cannot be typed. False: nothing does, or there is no room.
 */
bool landau_routine_text(const struct landau_profile *profile, uint32_t routine, int columns,
			 char *text, size_t bytes);

#endif
