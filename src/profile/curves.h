/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * curves.h - how the cost of long activations has grown on their way: the lines x-curve, x-called and x-steps of landau.data(5).
 */
#ifndef LANDAU_PROFILE_CURVES_H
#define LANDAU_PROFILE_CURVES_H

#include "profile/arena.h"
#include "profile/profile.h"

/*
 * Brings the curves of a profile in canonical order. Of each routine and thread only the LANDAU_CURVES_KEPT most expensive
 * stay.
 */
void landau_curves_finish(struct landau_profile *profile);

/* Copies the marks and steps of others into the arena; routines move by `offset`. False: no memory. */
bool landau_curve_own(struct landau_arena *arena, struct landau_curve *curve, uint32_t offset);

#endif
