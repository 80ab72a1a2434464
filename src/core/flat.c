/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flat.c - room for flat shadows: one huge mapping for the words of a thread, one for the write stamps of
 * all, which take memory only where they are used.
 *
 * The kernel gives and takes memory page by page, at a price of hundreds of accesses each time. Memory that is
 * handed from one thread to another, or that many threads read, does this over and over. But pieces tend
 * to come into use in order, as a loop over an array has it, and to be left in order. So some pages are
 * got ahead, at most as many as have been used, and pages are discarded many at a time. Until then they
 * are zeroed here.
 */
#include "flat.h"
#include "state.h"
#include "words.h"

/*
 * Flat shadows at distances that are pure powers of two would look the same to the caches; odd
 * multiples of a page and some large pages keep them apart, and chunks on pages of their own.
 */
enum { SKEW_BYTES = 0x9000, SKEW_LARGE = 2 << 20, SKEW_ROOM = 16 << 20 };

enum { PAGE_BYTES = 4096, MOST_AHEAD = 16 * PAGE_BYTES, MOST_IDLE = 64 * PAGE_BYTES };

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
	landau_flat_settle(core);
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

/* -- Memory of the pieces ----------------------------------------------------------------------- */

void landau_flat_settle(struct landau_core *core)
{
	if (core->idle_bytes)
		core->host.discard(core->host.context, core->idle, core->idle_bytes);
	core->idle_bytes = 0;
}

void landau_flat_clear(struct landau_core *core, unsigned char *piece, size_t bytes)
{
	landau_words_fill((landau_word *)(void *)piece, (uint32_t)(bytes / sizeof(landau_word)), 0);
	if (!core->host.discard || bytes % PAGE_BYTES != 0)
		return;
	if (core->idle_bytes == 0 || core->idle_bytes >= MOST_IDLE ||
	    (piece != core->idle + core->idle_bytes && piece + bytes != core->idle)) {
		landau_flat_settle(core);
		core->idle = piece;
	}
	if (piece < core->idle)
		core->idle = piece;
	core->idle_bytes += bytes;
}

/* The stream that the piece goes on with; a new one if there is none. */
static struct landau_stream *stream_of(struct landau_core *core, unsigned char *piece)
{
	struct landau_stream *stream;

	for (uint32_t i = 0; i < LANDAU_STREAMS; i++) {
		stream = &core->streams[i];
		if (piece >= stream->next && piece <= stream->end)
			return stream;
	}
	core->last_stream = (core->last_stream + 1) % LANDAU_STREAMS;
	stream = &core->streams[core->last_stream];
	*stream = (struct landau_stream){0};
	return stream;
}

void landau_flat_use(struct landau_core *core, unsigned char *piece, size_t bytes)
{
	struct landau_stream *stream;

	if (core->idle_bytes && piece >= core->idle && piece < core->idle + core->idle_bytes)
		landau_flat_settle(core);
	if (!core->host.populate || bytes % PAGE_BYTES != 0)
		return;
	stream = stream_of(core, piece);
	if (!stream->next) {
		stream->end = piece + bytes;
		stream->ahead = bytes;
	} else if (piece == stream->end) {
		if (stream->ahead < MOST_AHEAD)
			stream->ahead *= 2;
		core->host.populate(core->host.context, piece, stream->ahead);
		stream->end = piece + stream->ahead;
	}
	stream->next = piece + bytes;
}
