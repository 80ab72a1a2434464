/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * from_loops.h - writes the loops of watched routines as lines x-loop of landau.data(5), inside an engine.
 *
 * A loop stands where the first line of its header and of what leads back there is, in the innermost of the functions inlined into each other
 * that all of that belongs to.
 */
#ifndef LANDAU_PROFILE_FROM_LOOPS_H
#define LANDAU_PROFILE_FROM_LOOPS_H

#include "core/watch.h"
#include "profile/from_core.h"

/* Nothing if the host has no memory for it. */
void landau_write_loops_of(struct landau_writer *writer, const struct landau_watched *watched,
			   const struct landau_description *description);

#endif
