/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loops.h - how often loops went round in activations of a routine: the lines x-loop of landau.data(5).
 */
#ifndef LANDAU_PROFILE_LOOPS_H
#define LANDAU_PROFILE_LOOPS_H

#include "profile/arena.h"
#include "profile/build.h"
#include "profile/fields.h"
#include "profile/profile.h"

/* Brings the loops of a profile in canonical order; those of one routine, place and position become one. False: no memory. */
bool landau_loops_finish(struct landau_builder *builder);

/* Reads the fields behind the routine, which must be possible. */
void landau_loop_read(struct landau_fields *fields, struct landau_arena *arena,
		      struct landau_loop *loop);

#endif
