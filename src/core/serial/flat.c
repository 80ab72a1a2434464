/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flat.c - room for flat shadows: one huge mapping for the words of a thread, one for the write stamps of
 * all, which take memory only where they are used.
 */
#include "flat.h"
#include "core/state.h"
#include "core/words.h"

/*
 * Flat shadows at distances that are pure powers of two would look the same to the caches; odd
 * multiples of a page and some large pages keep them apart, and chunks on pages of their own.
 */
enum { SKEW_BYTES = 0x9000, SKEW_LARGE = 2 << 20, SKEW_ROOM = 16 << 20 };

enum { PAGE_BYTES = 4096 };

unsigned char *landau_flat_reserve(struct landau_core *core, uint32_t number, void **reservation)
{
	uint64_t bytes;
	uint64_t skew = (uint64_t)(number % 64) * SKEW_BYTES + (number & 3) * (uint64_t)SKEW_LARGE;

	*reservation = NULL;
	if (core->settings.flat_bits == 0 || !core->host.reserve)
		return NULL;
	bytes = landau_flat_bytes(core);
	*reservation = core->host.reserve(core->host.context, bytes);
	return *reservation ? (unsigned char *)*reservation + skew : NULL;
}

uint64_t landau_flat_bytes(const struct landau_core *core)
{
	return ((UINT64_C(1) << core->settings.flat_bits) >> core->cell_shift) *
		       sizeof(landau_word) +
	       SKEW_ROOM;
}

static uint64_t bounds_bytes(const struct landau_core *core)
{
	return core->flat_chunks * sizeof(*core->flat_bounds);
}

void landau_flat_reserve_writes(struct landau_core *core)
{
	core->flat_writes = landau_flat_reserve(core, 0, &core->flat_writes_reservation);
	if (!core->flat_writes)
		return;
	core->flat_chunks = UINT64_C(1) << (core->settings.flat_bits - LANDAU_CHUNK_SHIFT);
	core->flat_bounds = core->host.reserve(core->host.context, bounds_bytes(core));
	if (core->flat_bounds)
		return;
	core->host.give_back(core->host.context, core->flat_writes_reservation,
			     landau_flat_bytes(core));
	core->flat_writes_reservation = NULL;
	core->flat_writes = NULL;
	core->flat_chunks = 0;
}

void landau_flat_drop_writes(struct landau_core *core)
{
	if (core->flat_writes_reservation) {
		core->host.give_back(core->host.context, core->flat_writes_reservation,
				     landau_flat_bytes(core));
		core->host.give_back(core->host.context, core->flat_bounds, bounds_bytes(core));
	}
	core->flat_writes_reservation = NULL;
	core->flat_writes = NULL;
	core->flat_bounds = NULL;
	core->flat_chunks = 0;
}

void landau_flat_clear(struct landau_core *core, unsigned char *piece, size_t bytes)
{
	if (core->host.discard && bytes % PAGE_BYTES == 0)
		core->host.discard(core->host.context, piece, bytes);
	else
		landau_words_fill((landau_word *)(void *)piece,
				  (uint32_t)(bytes / sizeof(landau_word)), 0);
}
