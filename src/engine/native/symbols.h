/* SPDX-License-Identifier: GPL-2.0-or-later */
/* symbols.h - names of routines, from landau-symbolise. */
#ifndef LANDAU_NATIVE_SYMBOLS_H
#define LANDAU_NATIVE_SYMBOLS_H

#include "maps.h"

/* Finds out where landau-symbolise is. */
void landau_symbols_start(void);

/* Gives names to routines with code in the range that have none yet. */
void landau_symbols_look_up(const struct landau_maps *maps, uintptr_t low, uintptr_t high);

#endif
