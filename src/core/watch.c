/* SPDX-License-Identifier: GPL-2.0-or-later */
/* watch.c - how often the blocks of a routine run in each of its activations; see watch.h. */
#include "watch.h"

#include "memory.h"
#include "metric.h"
#include "saturate.h"
#include "state.h"

enum {
	FIRST_ELEMENTS = 8,
	MOST_ROWS = 128,
	FIRST_SHARED_BITS = 5,
};

/* Room for one more in an array that may not be there yet. */
#define MAKE_ROOM(core, array, count, limit)                                                       \
	do {                                                                                       \
		if (!(array)) {                                                                    \
			(array) = landau_memory_get((core), FIRST_ELEMENTS * sizeof(*(array)));    \
			(limit) = FIRST_ELEMENTS;                                                  \
		} else if ((count) == (limit)) {                                                   \
			(array) =                                                                  \
				landau_memory_double((core), (array), &(limit), sizeof(*(array)),  \
						     "more blocks than can be numbered");          \
		}                                                                                  \
	} while (0)

static struct landau_watched *watched_of(struct landau_core *core, uint32_t routine)
{
	struct landau_watched *watched = landau_map_get(&core->watched_by_routine, routine);

	if (watched)
		return watched;
	watched = landau_memory_get(core, sizeof(*watched));
	watched->routine = routine;
	landau_map_add(core, &core->watched_by_routine, routine, watched);
	if (core->last_watched)
		core->last_watched->next = watched;
	else
		core->first_watched = watched;
	core->last_watched = watched;
	return watched;
}

struct landau_watched *landau_first_watched(const struct landau_core *core)
{
	return core->first_watched;
}

/* -- Blocks change hands ----------------------------------------------------------------------- */

void landau_watch_enter(struct landau_thread *thread)
{
	struct landau_watching *watching = &thread->watching;
	struct landau_core *core = thread->core;

	MAKE_ROOM(core, watching->watches, watching->watch_count, watching->watch_limit);
	if (core->watch_serial < LANDAU_WATCH_FIRST_SERIAL)
		core->watch_serial = LANDAU_WATCH_FIRST_SERIAL;
	watching->watches[watching->watch_count++] = (struct landau_watch){
		.of = watched_of(core, thread->activations[thread->top].record->routine),
		.serial = core->watch_serial++,
		.depth = thread->top,
		.first_touch = watching->touch_count,
	};
}

uint64_t landau_watch_serial(const struct landau_thread *thread, bool counts)
{
	const struct landau_watching *watching = &thread->watching;

	if (watching->watch_count == 0)
		return LANDAU_WATCH_NOBODY;
	return counts ? watching->watches[watching->watch_count - 1].serial : LANDAU_WATCH_OTHERS;
}

void landau_watch_touch(struct landau_thread *thread, struct landau_watched_block *block,
			uint64_t serial)
{
	struct landau_watching *watching = &thread->watching;

	/* What nobody has executed is not counted for anybody. */
	if (block->owner == serial || watching->watch_count == 0)
		return;
	if (serial == watching->watches[watching->watch_count - 1].serial &&
	    watching->touch_count == watching->watches[watching->watch_count - 1].first_touch)
		block->is_entry = true;
	MAKE_ROOM(thread->core, watching->touches, watching->touch_count, watching->touch_limit);
	watching->touches[watching->touch_count++] = (struct landau_touch){
		.block = block,
		.serial = serial,
		.owner = block->owner,
		.count = block->count,
		.called = block->called,
	};
	block->owner = serial;
	block->count = 0;
	block->called = 0;
}

void landau_watch_called(struct landau_thread *thread, struct landau_watched_block *block,
			 uint64_t cost)
{
	landau_watch_touch(thread, block, landau_watch_serial(thread, true));
	block->called += cost;
}

/* Gives the block back what it had; what it has goes into the touch. */
static void swap_back(struct landau_touch *touch)
{
	struct landau_watched_block *block = touch->block;
	uint64_t count = block->count;
	uint64_t called = block->called;

	block->owner = touch->owner;
	block->count = touch->count;
	block->called = touch->called;
	touch->count = count;
	touch->called = called;
}

void landau_watch_park(struct landau_thread *thread)
{
	struct landau_watching *watching = &thread->watching;

	for (uint32_t i = watching->touch_count; i > watching->parked; i--)
		swap_back(&watching->touches[i - 1]);
	watching->parked = watching->touch_count;
}

/* -- Rows -------------------------------------------------------------------------------------- */

static struct landau_cell *cell_of(struct landau_core *core, struct landau_row *row, uint32_t index)
{
	MAKE_ROOM(core, row->cells, index, row->cell_limit);
	while (index >= row->cell_limit)
		row->cells = landau_memory_double(core, row->cells, &row->cell_limit,
						  sizeof(*row->cells),
						  "more blocks than can be numbered");
	return &row->cells[index];
}

static void add_to_cell(struct landau_core *core, struct landau_row *row, uint32_t index,
			uint64_t executions, uint64_t called)
{
	struct landau_cell *cell = cell_of(core, row, index);

	cell->executions = landau_add(cell->executions, executions);
	cell->called = landau_add(cell->called, called);
}

static uint64_t key_of(const struct landau_watched *watched, uint64_t size)
{
	unsigned bits = size ? 64 - (unsigned)__builtin_clzll(size) : 0;

	if (watched->shared_bits == 0 || bits <= watched->shared_bits)
		return size;
	return size >> (bits - watched->shared_bits) << (bits - watched->shared_bits);
}

static void merge_row(struct landau_core *core, struct landau_row *row, struct landau_row *more)
{
	row->sizes = landau_add(row->sizes, more->sizes);
	row->calls += more->calls;
	for (uint32_t i = 0; i < more->cell_limit; i++)
		if (more->cells[i].executions | more->cells[i].called)
			add_to_cell(core, row, i, more->cells[i].executions, more->cells[i].called);
	landau_memory_put(core, more->cells, more->cell_limit * sizeof(*more->cells));
}

/* Rows of sizes that are close together become one, until there are few again. */
static void share_rows(struct landau_core *core, struct landau_watched *watched)
{
	uint32_t used = 0;

	watched->shared_bits = watched->shared_bits ? watched->shared_bits - 1 : FIRST_SHARED_BITS;
	for (uint32_t i = 0; i < watched->row_count; i++) {
		struct landau_row *row = &watched->rows[i];

		row->key = key_of(watched, row->key);
		if (used > 0 && watched->rows[used - 1].key == row->key)
			merge_row(core, &watched->rows[used - 1], row);
		else
			watched->rows[used++] = *row;
	}
	watched->row_count = used;
	watched->last_row = 0;
}

/* The first row whose key is not below. */
static uint32_t find_row(const struct landau_watched *watched, uint64_t key)
{
	uint32_t low = 0;
	uint32_t high = watched->row_count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (watched->rows[middle].key < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct landau_row *row_for(struct landau_core *core, struct landau_watched *watched,
				  uint64_t size)
{
	uint64_t key = key_of(watched, size);
	uint32_t place = watched->last_row;

	if (place < watched->row_count && watched->rows[place].key == key)
		return &watched->rows[place];
	place = find_row(watched, key);
	if (place == watched->row_count || watched->rows[place].key != key) {
		while (watched->row_count >= MOST_ROWS && watched->shared_bits != 1) {
			share_rows(core, watched);
			key = key_of(watched, size);
			place = find_row(watched, key);
		}
	}
	if (place == watched->row_count || watched->rows[place].key != key) {
		MAKE_ROOM(core, watched->rows, watched->row_count, watched->row_limit);
		for (uint32_t i = watched->row_count++; i > place; i--)
			watched->rows[i] = watched->rows[i - 1];
		watched->rows[place] = (struct landau_row){.key = key};
	}
	watched->last_row = place;
	return &watched->rows[place];
}

/* Mostly a block is in one routine alone; others that run it, as a jump may lead there, have it under a number of their own. */
static uint32_t index_of(struct landau_core *core, struct landau_watched *watched,
			 struct landau_watched_block *block)
{
	uint64_t key = (uint64_t)watched->routine << 32 | block->number;
	uintptr_t known = 0;

	if (block->home == watched)
		return block->index;
	if (block->home)
		known = (uintptr_t)landau_map_get(&core->foreign_blocks, key);
	if (known)
		return (uint32_t)known - 1;
	MAKE_ROOM(core, watched->blocks, watched->block_count, watched->block_limit);
	watched->blocks[watched->block_count++] = block;
	if (!block->home) {
		block->home = watched;
		block->index = watched->block_count - 1;
	} else {
		landau_map_add(core, &core->foreign_blocks, key,
			       (void *)(uintptr_t)watched->block_count);
	}
	return watched->block_count - 1;
}

void landau_watch_leave(struct landau_thread *thread)
{
	struct landau_watching *watching = &thread->watching;
	struct landau_core *core = thread->core;
	const struct landau_watch *watch;
	struct landau_row *row;
	uint64_t size;

	if (watching->watch_count == 0)
		return;
	watch = &watching->watches[watching->watch_count - 1];
	if (watch->depth != thread->top)
		return;
	size = landau_trms_of(&thread->activations[thread->top]);
	row = row_for(core, watch->of, size);
	row->calls++;
	row->sizes = landau_add(row->sizes, size);
	while (watching->touch_count > watch->first_touch) {
		struct landau_touch *touch = &watching->touches[--watching->touch_count];

		if (watching->touch_count >= watching->parked)
			swap_back(touch);
		else
			watching->parked = watching->touch_count;
		if (touch->serial == watch->serial)
			add_to_cell(core, row, index_of(core, watch->of, touch->block),
				    touch->count, touch->called);
	}
	watching->watch_count--;
}

/* -- The end ----------------------------------------------------------------------------------- */

void landau_watch_free_thread(struct landau_thread *thread)
{
	struct landau_watching *watching = &thread->watching;

	landau_memory_put(thread->core, watching->watches,
			  watching->watch_limit * sizeof(*watching->watches));
	landau_memory_put(thread->core, watching->touches,
			  watching->touch_limit * sizeof(*watching->touches));
	*watching = (struct landau_watching){0};
}

void landau_watch_free(struct landau_core *core)
{
	for (struct landau_watched *watched = core->first_watched; watched;
	     watched = watched->next) {
		for (uint32_t i = 0; i < watched->row_count; i++)
			landau_memory_put(core, watched->rows[i].cells,
					  watched->rows[i].cell_limit *
						  sizeof(*watched->rows[i].cells));
		landau_memory_put(core, watched->rows, watched->row_limit * sizeof(*watched->rows));
		landau_memory_put(core, watched->blocks,
				  watched->block_limit * sizeof(struct landau_watched_block *));
	}
	landau_map_clear(core, &core->watched_by_routine);
	landau_map_clear(core, &core->foreign_blocks);
}
