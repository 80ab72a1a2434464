/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * from_watch.h - writes what watched activations have executed as lines x-line of landau.data(5), inside an engine.
 *
 * The cost of a line is that of its instructions and of what it called: over all lines of a routine these are the costs of its
 * activations. A line has run as often as the one of its instructions that has run most often all in all.
 *
 * Freestanding, as all that engines write by.
 */
#ifndef LANDAU_PROFILE_FROM_WATCH_H
#define LANDAU_PROFILE_FROM_WATCH_H

#include "profile/from_core.h"

/* Of one core; nothing if the host has no memory for it. */
void landau_write_watched(struct landau_writer *writer, struct landau_core *core,
			  const struct landau_description *description);

#endif
