/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * further.h - memory, input and output of routines: the lines x-costs and x-cost of landau.data(5).
 */
#ifndef LANDAU_PROFILE_FURTHER_H
#define LANDAU_PROFILE_FURTHER_H

#include "profile/arena.h"
#include "profile/build.h"
#include "profile/fields.h"
#include "profile/profile.h"

/* Brings the further costs of a profile in canonical order; those about the same become one. False: no memory. */
bool landau_further_finish(struct landau_builder *builder);

/* Reads the names of the further costs that the profile has. */
void landau_further_read_names(struct landau_fields *fields, struct landau_profile *profile);

/* Reads which cost it is: one of those that the profile has. */
enum landau_further landau_further_read_name(struct landau_fields *fields,
					     const struct landau_profile *profile);

/* Reads the fields behind the references, which must be possible. */
void landau_further_read(struct landau_fields *fields, struct landau_arena *arena,
			 struct landau_profile_further *further);

#endif
