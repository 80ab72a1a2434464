/* SPDX-License-Identifier: GPL-2.0-or-later */
/* authors.c - arrays and ranges of sources; see authors.h. */
#include "authors.h"
#include "core.h"
#include "memory.h"
#include "serial/flat.h"
#include "state.h"

enum { FIRST_RANGES = 16, FIRST_AUTHORS = 64, FLAT_NUMBER = 37, LARGEST_FLAT_CELL = 4 };

/* In the array: nobody, whatever the range says. */
#define STORED_NOBODY UINT32_MAX

/* Chunks first .. end-1. */
struct range {
	uint64_t first;
	uint64_t end;
	uint32_t source;
};

struct landau_authors {
	unsigned char *flat;
	void *flat_reservation;
	struct landau_map
		chunks; /* chunk number -> sources of its cells, where there is no flat shadow */
	struct range *ranges; /* sorted, apart from each other */
	uint32_t range_count;
	uint32_t range_limit;
	struct landau_author *authors; /* by number; 0 is nobody */
	uint32_t author_count;
	uint32_t author_limit;
};

struct landau_authors *landau_authors_create(struct landau_core *core)
{
	struct landau_authors *authors = landau_memory_get(core, sizeof(*authors));

	/* Larger cells do not fill pages of the shadow by whole chunks. */
	if (core->settings.cell_bytes <= LARGEST_FLAT_CELL)
		authors->flat = landau_flat_reserve(core, FLAT_NUMBER, &authors->flat_reservation);
	authors->ranges = landau_memory_get(core, FIRST_RANGES * sizeof(*authors->ranges));
	authors->range_limit = FIRST_RANGES;
	authors->authors = landau_memory_get(core, FIRST_AUTHORS * sizeof(*authors->authors));
	authors->author_limit = FIRST_AUTHORS;
	authors->author_count = 1;
	return authors;
}

void landau_authors_drop(struct landau_core *core)
{
	struct landau_authors *authors = core->authors;

	if (authors->flat)
		core->host.give_back(core->host.context, authors->flat_reservation,
				     landau_flat_bytes(core));
	authors->flat = NULL;
	for (uint64_t i = 0; i < authors->chunks.capacity; i++)
		if (authors->chunks.slots[i].value)
			landau_memory_put(core, authors->chunks.slots[i].value,
					  core->chunk_cells * sizeof(uint32_t));
	landau_map_clear(core, &authors->chunks);
	authors->range_count = 0;
}

void landau_authors_destroy(struct landau_core *core)
{
	struct landau_authors *authors = core->authors;

	landau_authors_drop(core);
	landau_memory_put(core, authors->ranges, authors->range_limit * sizeof(*authors->ranges));
	landau_memory_put(core, authors->authors,
			  authors->author_limit * sizeof(*authors->authors));
	landau_memory_put(core, authors, sizeof(*authors));
	core->authors = NULL;
}

unsigned char *landau_authors_flat(const struct landau_core *core)
{
	return core->authors->flat;
}

/* -- Numbers ------------------------------------------------------------------------------------ */

static uint32_t new_author(struct landau_core *core, const struct landau_thread *thread,
			   uint32_t routine)
{
	struct landau_authors *authors = core->authors;

	if (authors->author_count == authors->author_limit)
		authors->authors = landau_memory_double(
			core, authors->authors, &authors->author_limit, sizeof(*authors->authors),
			"more writers than can be numbered");
	authors->authors[authors->author_count] =
		(struct landau_author){.thread = thread, .routine = routine};
	return authors->author_count++;
}

uint32_t landau_number_author(struct landau_thread *thread, struct landau_core *core)
{
	struct landau_record *record = thread->activations[thread->top].record;
	uint32_t routine = record ? record->routine : LANDAU_NO_ROUTINE;
	uint32_t *number = landau_author_place(thread, routine);

	/* With contexts a routine has several records. */
	if (!*number)
		*number = new_author(core, thread, routine);
	if (record)
		record->author = *number;
	return *number;
}

const struct landau_author *landau_author_at(const struct landau_core *core, uint32_t source)
{
	return &core->authors->authors[source];
}

/* -- Ranges ------------------------------------------------------------------------------------- */

/* Index of the first range that ends after the chunk. */
static uint32_t first_ending_after(const struct landau_authors *authors, uint64_t chunk)
{
	uint32_t low = 0, high = authors->range_count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (authors->ranges[middle].end > chunk)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* Ranges from .. to-1 are replaced by the given ones. */
static void replace(struct landau_core *core, uint32_t from, uint32_t to,
		    const struct range *ranges, uint32_t count)
{
	struct landau_authors *authors = core->authors;
	uint32_t new_count = authors->range_count - (to - from) + count;

	while (new_count > authors->range_limit)
		authors->ranges = landau_memory_double(core, authors->ranges, &authors->range_limit,
						       sizeof(*authors->ranges),
						       "more mapped files than can be numbered");
	__builtin_memmove(authors->ranges + from + count, authors->ranges + to,
			  (authors->range_count - to) * sizeof(*ranges));
	__builtin_memcpy(authors->ranges + from, ranges, count * sizeof(*ranges));
	authors->range_count = new_count;
}

/* Chunks first .. end-1 are of this source, or of none. */
static void set_range(struct landau_core *core, uint64_t first, uint64_t end, uint32_t source)
{
	struct landau_authors *authors = core->authors;
	struct range pieces[3];
	struct range whole = {first, end, source};
	uint32_t count = 0;
	uint32_t from = first_ending_after(authors, first);
	uint32_t to = from;

	/* A file that is read piece by piece becomes one range. */
	if (source != LANDAU_SOURCE_NOBODY && from > 0 && authors->ranges[from - 1].end == first &&
	    authors->ranges[from - 1].source == source)
		whole.first = authors->ranges[--from].first;
	else if (from < authors->range_count && authors->ranges[from].first < first)
		pieces[count++] = (struct range){authors->ranges[from].first, first,
						 authors->ranges[from].source};
	while (to < authors->range_count && authors->ranges[to].first < end)
		to++;
	if (source != LANDAU_SOURCE_NOBODY)
		pieces[count++] = whole;
	if (to > from && authors->ranges[to - 1].end > end)
		pieces[count++] = (struct range){end, authors->ranges[to - 1].end,
						 authors->ranges[to - 1].source};
	if (count > 0 || to > from)
		replace(core, from, to, pieces, count);
}

static uint32_t source_by_range(const struct landau_authors *authors, uint64_t chunk)
{
	uint32_t i = first_ending_after(authors, chunk);

	if (i < authors->range_count && authors->ranges[i].first <= chunk)
		return authors->ranges[i].source;
	return LANDAU_SOURCE_NOBODY;
}

/* -- Cells -------------------------------------------------------------------------------------- */

static unsigned chunk_shift(const struct landau_core *core)
{
	return LANDAU_CHUNK_SHIFT - core->cell_shift;
}

static uint64_t flat_end(const struct landau_core *core)
{
	return core->authors->flat ? UINT64_C(1) << (core->settings.flat_bits - LANDAU_CHUNK_SHIFT)
				   : 0;
}

static uint32_t *sources_in(const struct landau_core *core, uint64_t chunk)
{
	const struct landau_authors *authors = core->authors;

	if (chunk < flat_end(core))
		return (uint32_t *)(void *)authors->flat + (chunk << chunk_shift(core));
	return landau_map_get(&authors->chunks, chunk);
}

uint32_t landau_source_of(const struct landau_core *core, uint64_t cell)
{
	uint64_t chunk = cell >> chunk_shift(core);
	const uint32_t *sources = sources_in(core, chunk);
	uint32_t source = sources ? sources[cell & (core->chunk_cells - 1)] : 0;

	if (source == STORED_NOBODY)
		return LANDAU_SOURCE_NOBODY;
	return source ? source : source_by_range(core->authors, chunk);
}

static void note_part(struct landau_core *core, uint64_t chunk, uint32_t first, uint32_t last,
		      uint32_t source)
{
	uint32_t *sources = sources_in(core, chunk);

	if (!sources) {
		if (source == STORED_NOBODY && !source_by_range(core->authors, chunk))
			return;
		sources = landau_memory_get(core, core->chunk_cells * sizeof(*sources));
		landau_map_add(core, &core->authors->chunks, chunk, sources);
	}
	for (uint32_t i = first; i <= last; i++)
		sources[i] = source;
}

static void put_chunk(struct landau_core *core, uint64_t chunk)
{
	landau_memory_put(core, landau_map_remove(&core->authors->chunks, chunk),
			  core->chunk_cells * sizeof(uint32_t));
}

/* The arrays of chunks first .. end-1 say nothing any more. */
static void clear_chunks(struct landau_core *core, uint64_t first, uint64_t end)
{
	struct landau_map *chunks = &core->authors->chunks;
	uint64_t in_flat = flat_end(core);

	if (first < in_flat) {
		uint64_t last = end < in_flat ? end : in_flat;

		landau_flat_clear(core, (unsigned char *)sources_in(core, first),
				  ((last - first) << chunk_shift(core)) * sizeof(uint32_t));
		first = last;
	}
	if (end - first < chunks->capacity) {
		for (; first < end; first++)
			put_chunk(core, first);
		return;
	}
	for (uint64_t i = 0; i < chunks->capacity;) {
		const struct landau_map_slot *slot = &chunks->slots[i];

		/* Another entry may move into the slot, which is then looked at again. */
		if (slot->value && slot->key >= first && slot->key < end)
			put_chunk(core, slot->key);
		else
			i++;
	}
}

void landau_note_source(struct landau_core *core, uint64_t address, uint64_t size, uint32_t source)
{
	bool by_kernel = source == LANDAU_SOURCE_NOBODY || source & LANDAU_SOURCE_EXTERNAL;
	uint32_t stored = source ? source : STORED_NOBODY;
	uint64_t cell = address >> core->cell_shift;
	uint64_t last_cell = (address + size - 1) >> core->cell_shift;
	uint64_t first_whole = UINT64_MAX;
	uint64_t end_whole = 0;

	if (size == 0)
		return;
	while (cell <= last_cell) {
		uint64_t chunk = cell >> chunk_shift(core);
		uint64_t next = (chunk + 1) << chunk_shift(core);
		uint32_t first = (uint32_t)cell & (core->chunk_cells - 1);

		if (by_kernel && first == 0 && last_cell >= next - 1) {
			first_whole = chunk;
			end_whole = (last_cell + 1) >> chunk_shift(core);
			cell = end_whole << chunk_shift(core);
			continue;
		}
		note_part(core, chunk, first,
			  last_cell < next ? (uint32_t)last_cell & (core->chunk_cells - 1)
					   : core->chunk_cells - 1,
			  stored);
		cell = next;
	}
	if (first_whole < end_whole) {
		clear_chunks(core, first_whole, end_whole);
		set_range(core, first_whole, end_whole, source);
	}
}
