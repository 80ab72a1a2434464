/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * renumber.c - maps all stamps to small ones, keeping every order that matters.
 *
 * Let A be the sorted stamps of all pending activations of all threads. The place of a stamp s is
 * the number of elements of A that are <= s. Stamps of cells are only ever compared with stamps of
 * activations, with the write stamp of the same cell, and with the clock. So each place gets three
 * values, b = 3 * place + 2, b + 1, b + 2:
 *
 *   an activation's stamp        b
 *   a write stamp                b + 1
 *   a thread's stamp of a cell   b + 1 if it equals the cell's write stamp, b if it is at the same
 *                                place but lower, b + 2 if at the same place but higher; at
 *                                another place, or if there is no write stamp, b
 *
 * In a chunk that was taken over, words put aside among them, the stamps of words that are not pending
 * must stay above those of words that are: they get b + 1, the others b.
 *
 * "Never" (1) stays below all of these, and so does a write stamp of 0. Write stamps are needed to
 * map words, so they are mapped last.
 */
#include "serial/aside.h"
#include "memory.h"
#include "state.h"

static void sift_down(uint32_t *array, uint32_t root, uint32_t end)
{
	for (uint64_t child = 2 * (uint64_t)root + 1; child < end; child = 2 * (uint64_t)root + 1) {
		uint32_t saved = array[root];

		if (child + 1 < end && array[child] < array[child + 1])
			child++;
		if (saved >= array[child])
			return;
		array[root] = array[child];
		array[child] = saved;
		root = (uint32_t)child;
	}
}

static void sort(uint32_t *array, uint32_t count)
{
	for (uint32_t root = count / 2; root > 0; root--)
		sift_down(array, root - 1, count);
	for (uint32_t end = count; end > 1; end--) {
		uint32_t largest = array[0];

		array[0] = array[end - 1];
		array[end - 1] = largest;
		sift_down(array, 0, end - 1);
	}
}

static uint32_t place_of(struct landau_places *places, uint32_t stamp)
{
	uint32_t low = 0, high = places->count;
	uint32_t last = places->last;

	if ((last == 0 || places->stamps[last - 1] <= stamp) &&
	    (last == places->count || stamp < places->stamps[last]))
		return last;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (places->stamps[middle] <= stamp)
			low = middle + 1;
		else
			high = middle;
	}
	places->last = low;
	return low;
}

static uint32_t first_value(uint32_t place)
{
	return 3 * place + 2;
}

static landau_word with_stamp(landau_word word, uint32_t stamp)
{
	return (word & (LANDAU_LIVE | LANDAU_STATE)) | stamp << LANDAU_STAMP_SHIFT;
}

/* `step` is what words that are not pending get more than the others. */
static void map_private_words(struct landau_places *places, landau_word *words, size_t count,
			      uint32_t step)
{
	for (size_t i = 0; i < count; i++) {
		uint32_t stamp = landau_stamp_of(words[i]);
		uint32_t more = landau_word_pending(words[i]) ? 0 : step;

		if (stamp > LANDAU_STAMP_NEVER)
			words[i] =
				with_stamp(words[i], first_value(place_of(places, stamp)) + more);
	}
}

void landau_places_map_words(struct landau_places *places, landau_word *words,
			     const landau_word *writes, size_t count)
{
	if (!writes) {
		map_private_words(places, words, count, 0);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		uint32_t stamp = landau_stamp_of(words[i]);
		uint32_t write = landau_write_stamp_of(writes[i]);
		uint32_t place, value;

		if (stamp <= LANDAU_STAMP_NEVER)
			continue;
		place = place_of(places, stamp);
		value = first_value(place);
		if (write != 0 && place == place_of(places, write))
			value += stamp == write ? 1 : stamp > write ? 2 : 0;
		words[i] = with_stamp(words[i], value);
	}
}

void landau_places_map_writes(struct landau_places *places, landau_word *writes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint32_t stamp = landau_write_stamp_of(writes[i]);

		if (stamp != 0)
			writes[i] = (writes[i] & LANDAU_STATE) |
				    (first_value(place_of(places, stamp)) + 1)
					    << LANDAU_STAMP_SHIFT;
	}
}

static void map_words(struct landau_thread *thread, struct landau_places *places)
{
	struct landau_core *core = thread->core;

	for (uint64_t i = 0; i < thread->chunks.capacity; i++) {
		struct landau_map_slot *slot = &thread->chunks.slots[i];
		struct landau_chunk *chunk;

		if (!slot->value)
			continue;
		chunk = landau_map_get(&core->chunks, slot->key);
		if (!chunk->all_history) {
			landau_places_map_words(places, slot->value, chunk->writes,
						core->chunk_cells);
			continue;
		}
		landau_note_writes(core, chunk, slot->value);
		map_private_words(places, slot->value, core->chunk_cells, 1);
	}
}

void landau_places_add(struct landau_places *places, const struct landau_thread *thread)
{
	for (uint32_t i = 0; !thread->finished && i <= thread->top; i++)
		places->stamps[places->count++] = thread->stamps[i];
}

void landau_places_add_stamp(struct landau_places *places, uint32_t stamp)
{
	places->stamps[places->count++] = stamp;
}

uint32_t landau_places_map_stamp(struct landau_places *places, uint32_t stamp)
{
	return first_value(place_of(places, stamp));
}

void landau_places_sort(struct landau_places *places)
{
	sort(places->stamps, places->count);
}

uint32_t landau_places_clock(const struct landau_places *places)
{
	return first_value(places->count + 1);
}

static struct landau_places collect(struct landau_core *core)
{
	struct landau_places places = {0};
	uint64_t count = 0;

	for (struct landau_thread *thread = core->first_thread; thread; thread = thread->next)
		count += thread->finished ? 0 : thread->top + (uint64_t)1;
	/* The values made of the places must leave room to go on. */
	if (count > LANDAU_STAMP_LAST / 6)
		core->host.die(core->host.context, "more pending activations than can be numbered",
			       core->bytes_in_use);

	places.stamps = landau_memory_get(core, (count + 1) * sizeof(*places.stamps));
	for (struct landau_thread *thread = core->first_thread; thread; thread = thread->next)
		landau_places_add(&places, thread);
	landau_places_sort(&places);
	return places;
}

/* The limit asked for, unless the pending activations alone need nearly as much. */
static uint32_t next_limit(const struct landau_core *core)
{
	uint32_t limit = core->settings.stamp_limit;

	if (limit == 0 || limit > LANDAU_STAMP_LAST)
		limit = LANDAU_STAMP_LAST;
	if (limit < core->clock * 2)
		limit = core->clock * 2;
	return limit < LANDAU_STAMP_LAST ? limit : LANDAU_STAMP_LAST;
}

void landau_places_map_thread(struct landau_places *places, struct landau_thread *thread)
{
	if (thread->finished)
		return;
	for (uint32_t i = 0; i <= thread->top; i++)
		thread->stamps[i] = first_value(place_of(places, thread->stamps[i]));
	landau_raise_boundary(thread);
}

void landau_restart_clock(struct landau_core *core, uint32_t clock)
{
	core->clock = clock;
	core->limit = next_limit(core);
	core->renumberings++;
}

void landau_renumber(struct landau_core *core)
{
	struct landau_places places;
	struct landau_thread *thread;

	if (core->settings.renumber) {
		core->settings.renumber(core->settings.renumber_context, core);
		return;
	}
	places = collect(core);
	for (thread = core->first_thread; thread; thread = thread->next)
		map_words(thread, &places);
	for (uint64_t i = 0; i < core->chunks.capacity; i++) {
		struct landau_chunk *chunk = core->chunks.slots[i].value;
		uint64_t number = core->chunks.slots[i].key;

		if (chunk && chunk->writes)
			landau_places_map_writes(&places, chunk->writes, core->chunk_cells);
		if (chunk && chunk->writes && number < core->flat_chunks)
			landau_places_map_writes(&places, &core->flat_bounds[number], 1);
		for (struct landau_aside *aside = chunk ? chunk->asides : NULL; aside;
		     aside = aside->next)
			map_private_words(&places, aside->words ? aside->words : &aside->word,
					  aside->words ? core->chunk_cells : 1, 1);
	}
	landau_restart_clock(core, landau_places_clock(&places));
	for (thread = core->first_thread; thread; thread = thread->next)
		landau_places_map_thread(&places, thread);
	landau_memory_put(core, places.stamps, ((size_t)places.count + 1) * sizeof(*places.stamps));
}
