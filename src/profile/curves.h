/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * curves.h - how the cost of long activations has grown on their way: the lines x-curve of landau.data(5).
 */
#ifndef LANDAU_PROFILE_CURVES_H
#define LANDAU_PROFILE_CURVES_H

#include "profile/arena.h"
#include "profile/fields.h"
#include "profile/profile.h"

/*
 * Brings the curves of a profile in canonical order. Of each routine and thread only the LANDAU_CURVES_KEPT most expensive
 * stay; `borrowed`: their marks belong to others and are copied. False: no memory.
 */
bool landau_curves_finish(struct landau_profile *profile, struct landau_arena *arena,
			  bool borrowed);

/* Reads the fields behind the thread, which must be possible. */
void landau_curve_read(struct landau_fields *fields, struct landau_arena *arena,
		       struct landau_curve *curve);

#endif
