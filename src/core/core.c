/* SPDX-License-Identifier: GPL-2.0-or-later */
/* core.c - making and ending the core and its threads; see core.h. */
#include "collect.h"
#include "memory.h"
#include "metric.h"
#include "state.h"
#include "watch.h"

enum {
	SMALLEST_STAMP_LIMIT = 64,
	FIRST_DEPTH = 64,
	FIRST_COUNTS = 64,
	FIRST_ROUTINES = 256,
};

static bool settings_valid(const struct landau_settings *settings)
{
	unsigned cell = settings->cell_bytes;

	return cell >= 1 && cell <= 16 && (cell & (cell - 1)) == 0 &&
	       !(settings->sources && settings->rms_only) &&
	       (settings->stamp_limit == 0 || settings->stamp_limit >= SMALLEST_STAMP_LIMIT) &&
	       (settings->flat_bits == 0 || (settings->flat_bits > LANDAU_CHUNK_SHIFT &&
					     settings->flat_bits <= LANDAU_ADDRESS_BITS));
}

struct landau_core *landau_core_create(const struct landau_host *host,
				       const struct landau_settings *settings)
{
	struct landau_core *core;

	if (!settings_valid(settings))
		return NULL;
	core = host->get_memory(host->context, sizeof(*core));
	if (!core)
		return NULL;
	core->host = *host;
	core->settings = *settings;
	core->cell_shift = (unsigned)__builtin_ctz(settings->cell_bytes);
	core->chunk_cells = LANDAU_CHUNK_BYTES >> core->cell_shift;
	core->clock = LANDAU_STAMP_FIRST;
	core->limit = LANDAU_STAMP_LAST;
	if (settings->stamp_limit != 0 && settings->stamp_limit < core->limit)
		core->limit = settings->stamp_limit;
	if (core->settings.curve_floor == 0)
		core->settings.curve_floor = UINT64_MAX;
	core->bytes_in_use = sizeof(*core);
	if (settings->sources)
		core->authors = settings->authors_of ? settings->authors_of->authors
						     : landau_authors_create(core);
	return core;
}

struct landau_thread *landau_thread_start(struct landau_core *core, uint32_t id)
{
	struct landau_thread *thread = landau_memory_get(core, sizeof(*thread));

	thread->core = core;
	thread->id = id;
	thread->number = core->thread_count++;
	thread->cell_shift = core->cell_shift;
	thread->depth_limit = FIRST_DEPTH;
	thread->stamps = landau_memory_get(core, FIRST_DEPTH * sizeof(*thread->stamps));
	thread->activations = landau_memory_get(core, FIRST_DEPTH * sizeof(*thread->activations));
	thread->activations[0].next_mark = UINT64_MAX;
	thread->activations[0].next_step = UINT64_MAX;
	thread->curve_floor = core->settings.curve_floor;
	thread->count_limit = FIRST_COUNTS;
	thread->counts = landau_memory_get(core, FIRST_COUNTS * sizeof(*thread->counts));
	thread->routine_limit = FIRST_ROUTINES;
	thread->routines = landau_memory_get(core, FIRST_ROUTINES * sizeof(*thread->routines));
	if (core->authors)
		landau_flows_start(thread);
	landau_shadow_start(thread);
	thread->stamps[0] = landau_tick(core);
	landau_raise_boundary(thread);

	if (core->last_thread)
		core->last_thread->next = thread;
	else
		core->first_thread = thread;
	core->last_thread = thread;
	return thread;
}

static void drop_stacks(struct landau_thread *thread)
{
	struct landau_core *core = thread->core;

	landau_memory_put(core, thread->stamps, thread->depth_limit * sizeof(*thread->stamps));
	landau_memory_put(core, thread->activations,
			  thread->depth_limit * sizeof(*thread->activations));
	landau_memory_put(core, thread->counts, thread->count_limit * sizeof(*thread->counts));
	landau_memory_put(core, thread->routines,
			  thread->routine_limit * sizeof(*thread->routines));
	landau_memory_put(core, thread->regions, thread->region_limit * sizeof(*thread->regions));
	landau_map_clear(core, &thread->children);
	landau_free_pending_marks(thread);
	landau_flows_drop(thread);
	landau_watch_free_thread(thread);
	thread->regions = NULL;
	thread->region_limit = 0;
	thread->stamps = NULL;
	thread->activations = NULL;
	thread->counts = NULL;
	thread->routines = NULL;
}

void landau_thread_finish(struct landau_thread *thread)
{
	struct landau_core *core = thread->core;

	if (thread->finished)
		return;
	while (thread->top > 0)
		landau_return(thread);
	landau_shadow_leave(thread);
	thread->thread_input = landau_thread_input(thread);
	thread->external_input = landau_external_input(thread);
	landau_finish_further(thread);
	drop_stacks(thread);
	thread->finished = true;
	if (core->current == thread)
		core->current = NULL;
}

void landau_switch(struct landau_thread *thread)
{
	struct landau_core *core = thread->core;

	if (core->current == thread)
		return;
	landau_end_loans(&core->loans);
	core->current = thread;
	landau_tick(core);
	landau_raise_boundary(thread);
}

static void drop_records(struct landau_thread *thread)
{
	struct landau_core *core = thread->core;
	struct landau_edge *edge;

	for (struct landau_record *record = thread->first_record; record; record = record->next) {
		landau_table_clear(core, &record->trms);
		landau_table_clear(core, &record->rms);
		for (uint32_t position = 0; (edge = landau_next_edge(record, &position));)
			landau_table_clear(core, &edge->by_size);
		landau_memory_put(core, record->edges.slots,
				  record->edges.capacity * sizeof(struct landau_edge *));
	}
}

void landau_core_destroy(struct landau_core *core)
{
	struct landau_host host = core->host;

	landau_drop_shadow(core);
	for (struct landau_thread *thread = core->first_thread; thread; thread = thread->next) {
		drop_records(thread);
		landau_free_kept_marks(thread);
		drop_stacks(thread);
		landau_flows_clear(thread);
		landau_drop_further(thread);
	}
	landau_forget_blocks(core);
	if (core->authors && !core->settings.authors_of)
		landau_authors_destroy(core);
	landau_watch_free(core);
	landau_memory_drop_slabs(core, &core->pool);
	host.give_back(host.context, core, sizeof(*core));
}

struct landau_thread *landau_first_thread(const struct landau_core *core)
{
	return core->first_thread;
}

uint64_t landau_thread_input(const struct landau_thread *thread)
{
	uint64_t sum = thread->thread_input;

	for (uint32_t i = 0; !thread->finished && i <= thread->top; i++)
		sum += landau_thread_input_of(&thread->activations[i]);
	return sum;
}

uint64_t landau_external_input(const struct landau_thread *thread)
{
	uint64_t sum = thread->external_input;

	for (uint32_t i = 0; !thread->finished && i <= thread->top; i++)
		sum += landau_external_input_of(&thread->activations[i]);
	return sum;
}

uint64_t landau_bytes_in_use(const struct landau_core *core)
{
	return core->bytes_in_use;
}

uint64_t landau_shadow_bytes(const struct landau_core *core)
{
	return core->shadow_bytes;
}

uint64_t landau_renumberings(const struct landau_core *core)
{
	return core->renumberings;
}
