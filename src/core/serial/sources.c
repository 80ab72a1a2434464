/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sources.c - accesses where sources are asked for (flow.h): what access.h does, and who wrote each cell.
 */
#include "core/core.h"
#include "core/state.h"

void landau_read_from(struct landau_thread *thread, uint64_t address, uint64_t size)
{
	struct landau_cells cells = landau_cells_from(thread, address, size);

	while (landau_next_cells(thread, &cells)) {
		landau_word bound = landau_bound(thread, thread->last_chunk);
		uint64_t chunk_cell = thread->last_chunk
				      << (LANDAU_CHUNK_SHIFT - thread->cell_shift);

		for (uint32_t i = cells.first; i <= cells.last; i++) {
			landau_word word = cells.words[i];
			landau_word write;

			if (word >= thread->threshold)
				continue;
			write = cells.writes ? landau_write_since(word, &cells.writes[i], bound)
					     : landau_write_by_word(word);
			landau_count_source(thread, chunk_cell + i, word, write);
			if (cells.writes)
				landau_read_shared(thread, &cells.words[i], write);
			else
				landau_read_private(thread, &cells.words[i]);
		}
	}
}

void landau_note_write(struct landau_thread *thread, uint64_t address, uint64_t size)
{
	landau_note_source(thread->core, address, size, landau_author_of(thread));
}

void landau_kernel_write_from(struct landau_thread *thread, uint64_t address, uint64_t size,
			      uint32_t number)
{
	landau_kernel_write(thread, address, size);
	if (thread->core->authors)
		landau_note_source(thread->core, address, size, LANDAU_SOURCE_EXTERNAL | number);
}

void landau_write_from(struct landau_thread *thread, uint64_t address, uint64_t size,
		       uint32_t number)
{
	landau_write(thread, address, size);
	if (thread->core->authors)
		landau_note_source(thread->core, address, size, LANDAU_SOURCE_EXTERNAL | number);
}
