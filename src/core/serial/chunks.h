/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * chunks.h - where the words and write stamps of cells are.
 *
 * An access is cut into pieces that lie within one chunk. For each, the thread takes part in the
 * chunk (landau_join does what is needed the first time), and `words` and `writes` are arrays over
 * the cells of the chunk.
 */
#ifndef LANDAU_CORE_SERIAL_CHUNKS_H
#define LANDAU_CORE_SERIAL_CHUNKS_H

#include "core/thread.h"

struct landau_cells {
	uint64_t cell; /* number of the next cell, counted over all memory */
	uint64_t last_cell;
	landau_word *words;  /* of the chunk */
	landau_word *writes; /* NULL: the chunk is private */
	uint32_t first;      /* in the chunk */
	uint32_t last;
};

/* Makes the chunk the thread's last one; the thread takes part in it from now on. */
void landau_join(struct landau_thread *thread, uint64_t number);

static inline struct landau_cells landau_cells_from(const struct landau_thread *thread,
						    uint64_t address, uint64_t size)
{
	return (struct landau_cells){
		.cell = address >> thread->cell_shift,
		.last_cell = (address + size - 1) >> thread->cell_shift,
	};
}

/* The next piece; false when there is none. */
static inline bool landau_next_cells(struct landau_thread *thread, struct landau_cells *cells)
{
	unsigned shift = LANDAU_CHUNK_SHIFT - thread->cell_shift;
	uint64_t chunk = cells->cell >> shift;
	uint64_t end = (chunk + 1) << shift;
	uint32_t mask = ((uint32_t)1 << shift) - 1;

	if (cells->cell > cells->last_cell)
		return false;
	if (chunk != thread->last_chunk)
		landau_join(thread, chunk);
	cells->words = thread->last_words;
	cells->writes = thread->last_writes;
	cells->first = (uint32_t)cells->cell & mask;
	cells->last = cells->last_cell < end ? (uint32_t)cells->last_cell & mask : mask;
	cells->cell = end;
	return true;
}

#endif
