/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sources.c - the shadow of sources; see sources.h. */
#include "sources.h"

#include "engine/native/runtime/lamport.h"
#include "engine/native/runtime/slots.h"
#include "shadow.h"

static uint32_t *source_at(uint64_t offset)
{
	return (uint32_t *)(landau_native.sources + offset);
}

uint32_t landau_source_of_writes(struct landau_native_thread *self)
{
	struct landau_thread *thread = self->core_thread;
	const struct landau_record *record = thread->activations[thread->top].record;
	uint32_t number;

	if (self->writes_as)
		return self->writes_as;
	if (LANDAU_LIKELY(record && record->author))
		return record->author;
	landau_lock(&landau_shared_lock);
	number = landau_number_author(thread, landau_shared_core);
	landau_unlock(&landau_shared_lock);
	return number;
}

void landau_sources_set(uint64_t offset, uint64_t end, uint32_t source)
{
	if (source == LANDAU_WRITES_AS_BEFORE)
		return;
	for (; offset < end; offset += sizeof(uint32_t))
		*source_at(offset) = source;
}

/* The number that the shadow has for a cell in the page of the address, never 0. */
static uint32_t find_source(uint64_t offset, uint64_t address)
{
	uint32_t source = *source_at(offset);

	if (LANDAU_LIKELY(source))
		return source;
	landau_lock(&landau_shared_lock);
	source = landau_source_of(landau_shared_core, address >> landau_native.cell_shift);
	landau_unlock(&landau_shared_lock);
	if (!source)
		source = LANDAU_ASKED_FOR_NOBODY;
	*source_at(offset) = source;
	return source;
}

void landau_sources_count(struct landau_native_thread *self, uint64_t offset, uint64_t address,
			  uint32_t cells, landau_word old, landau_word write)
{
	for (uint32_t i = 0; i < cells; i++) {
		uint32_t source = find_source(offset + i * sizeof(uint32_t), address);

		if (source == LANDAU_ASKED_FOR_NOBODY)
			source = LANDAU_SOURCE_NOBODY;
		landau_count_source_known(self->core_thread, source, old, write);
	}
}

void landau_sources_write_as(struct landau_native_thread *self, uint32_t source,
			     const volatile void *address, uint64_t size)
{
	self->writes_as = source;
	landau_shadow_write_now(self, address, size);
	self->writes_as = 0;
	landau_clock_tick(self);
}

/* The cell has the source of the byte that its first byte is a copy of; the first cell may begin before the copy. */
static void copy_source(uint64_t to, uint64_t from, uint64_t cell)
{
	unsigned shift = landau_native.cell_shift;
	uint64_t start = cell == to >> shift ? to : cell << shift;
	uint64_t original = from + (start - to);

	*source_at(landau_shadow_offset(start)) =
		find_source(landau_shadow_offset(original), original);
}

void landau_sources_copy(const void *to, const void *from, uint64_t size)
{
	uint64_t first = (uint64_t)to >> landau_native.cell_shift;
	uint64_t end = size ? (((uint64_t)to + size - 1) >> landau_native.cell_shift) + 1 : first;

	/* They may overlap. */
	if (to <= from)
		for (uint64_t cell = first; cell < end; cell++)
			copy_source((uint64_t)to, (uint64_t)from, cell);
	else
		for (uint64_t cell = end; cell-- > first;)
			copy_source((uint64_t)to, (uint64_t)from, cell);
}

void landau_sources_map(const void *address, uint64_t size, uint32_t source)
{
	uint64_t start = (uint64_t)address & ~(uint64_t)(LANDAU_CHUNK_BYTES - 1);
	uint64_t bytes = (uint64_t)address + size - start;

	bytes = (bytes + LANDAU_CHUNK_BYTES - 1) & ~(uint64_t)(LANDAU_CHUNK_BYTES - 1);
	landau_note_source(landau_shared_core, start, bytes, source);
}

void landau_sources_return(struct landau_native_thread *self, landau_word threshold)
{
	if (self->core_thread->threshold == threshold)
		landau_clock_tick(self);
}

void landau_sources_after_fork(void)
{
	if (!landau_native.sources)
		return;
	for (uint64_t region = 0; region < 2; region++)
		landau_raw_clear(landau_native.sources + region * LANDAU_REGION_BIT,
				 landau_window_bytes());
}
