/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flat.h - room for flat shadows; for the core's own files. */
#ifndef LANDAU_CORE_SERIAL_FLAT_H
#define LANDAU_CORE_SERIAL_FLAT_H

#include <stddef.h>
#include <stdint.h>

struct landau_core;

uint64_t landau_flat_bytes(const struct landau_core *core);

/* Where the words of cell 0 would be, or NULL; shadows of different numbers do not get into each other's way. */
unsigned char *landau_flat_reserve(struct landau_core *core, uint32_t number, void **reservation);

/* Write stamps with the bounds of their chunks, or neither. */
void landau_flat_reserve_writes(struct landau_core *core);
void landau_flat_drop_writes(struct landau_core *core);

/* A piece of a flat shadow is zero again, and without memory if it is made of whole pages. */
void landau_flat_clear(struct landau_core *core, unsigned char *piece, size_t bytes);

#endif
