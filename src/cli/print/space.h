/* SPDX-License-Identifier: GPL-2.0-or-later */
/* space.h - what a profile says of memory, in a line for each of what is kept and what is needed at a time. */
#ifndef LANDAU_CLI_SPACE_H
#define LANDAU_CLI_SPACE_H

#include "profile/profile.h"

/*
 * "memory: load_index keeps 41·n bytes, at most 4.1M": the routines whose live memory and whose peak grow worst, if the profile
 * has these costs and any grows. False: no memory.
 */
bool landau_print_space(const struct landau_profile *profile);

/* Is the main cost of the profile, which was switched, an amount at a time? Its shares add up to nothing then. */
bool landau_costs_are_levels(const struct landau_profile *profile);

#endif
