/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * paths.h - the contexts of a profile in canonical order.
 */
#ifndef LANDAU_PROFILE_PATHS_H
#define LANDAU_PROFILE_PATHS_H

#include "profile/profile.h"

/*
 * Makes contexts of one path one, and orders them depth first, siblings by routine. Parents must
 * stand before their children. new_positions[old position] becomes the new one. Neither memory on
 * the stack nor time depend on the depth. False: no memory.
 */
bool landau_paths_finish(struct landau_profile *profile, uint32_t *new_positions);

#endif
