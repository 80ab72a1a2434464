/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flows.h - whose the input of routines was: the lines x-external and x-flow of landau.data(5).
 */
#ifndef LANDAU_PROFILE_FLOWS_H
#define LANDAU_PROFILE_FLOWS_H

#include "profile/arena.h"
#include "profile/build.h"
#include "profile/fields.h"
#include "profile/profile.h"

/* Sorts the externals of a profile and makes equal ones one; new_positions[old position] is the new one. False: no memory. */
bool landau_externals_finish(struct landau_profile *profile, uint32_t *new_positions);

/* Brings the flows of a profile in canonical order; those about the same become one. False: no memory. */
bool landau_profile_flows_finish(struct landau_builder *builder);

/* Reads the fields behind the references, which must be possible. */
void landau_flow_read(struct landau_fields *fields, struct landau_arena *arena,
		      struct landau_profile_flow *flow);

#endif
