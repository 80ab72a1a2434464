/* SPDX-License-Identifier: GPL-2.0-or-later */
/* children.h - the profiles of programs that record themselves, where the one that executed them does not. */
#ifndef LANDAU_CLI_CHILDREN_H
#define LANDAU_CLI_CHILDREN_H

#include <stdbool.h>
#include <time.h>

/* The time from which on files are new: none that is there already has it. */
struct timespec landau_children_start(void);

/*
 * Says how many there are since then, and how to look at them, unless `quiet`. `written` is where each process puts its
 * own, with %p for its number; `name` is what the user has asked for. Complains and returns false if there are none.
 */
bool landau_children_tell(const char *written, const char *name, const struct timespec *since,
			  bool quiet);

#endif
