/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fresh.h - ranges of chunks that the kernel has filled and nobody has accessed yet.
 *
 * A sorted array of ranges that neither overlap nor touch; for the core's own files.
 */
#ifndef LANDAU_CORE_FRESH_H
#define LANDAU_CORE_FRESH_H

#include "state.h"

bool landau_fresh_contains(const struct landau_core *core, uint64_t chunk);

/* Chunks first .. end-1. */
void landau_fresh_add(struct landau_core *core, uint64_t first, uint64_t end);
void landau_fresh_remove(struct landau_core *core, uint64_t first, uint64_t end);
void landau_fresh_clear(struct landau_core *core);

#endif
