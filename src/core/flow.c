/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flow.c - shares of pending activations, and the points that they become; see flow.h. */
#include "flow.h"
#include "collect.h"
#include "copies.h"
#include "core.h"
#include "memory.h"
#include "metric.h"
#include "state.h"

enum { FIRST_SHARES = 64, FIRST_LEVELS = 64, FIRST_AUTHORS = 64 };

struct landau_flows {
	struct landau_share **slots; /* a hash table; a power of two */
	uint32_t slot_count;
	uint32_t share_count;
	struct landau_share *last;       /* the one that was counted in last, or NULL */
	struct landau_share *unused;     /* can be taken */
	struct landau_share *returned;   /* of the last activation that has returned */
	struct landau_share **of_levels; /* lists, by activation */
	uint32_t level_limit;
	uint32_t *authors; /* by routine, and before all that for none */
	uint32_t author_limit;
	struct landau_map by_key; /* record and source -> flow */
	struct landau_flow *first;
	struct landau_flow *last_flow;
};

void landau_flows_start(struct landau_thread *thread)
{
	struct landau_core *core = thread->core;
	struct landau_flows *flows = landau_memory_get(core, sizeof(*flows));

	flows->slot_count = FIRST_SHARES;
	flows->slots = landau_memory_get(core, FIRST_SHARES * sizeof(*flows->slots));
	flows->level_limit = FIRST_LEVELS;
	flows->of_levels = landau_memory_get(core, FIRST_LEVELS * sizeof(*flows->of_levels));
	flows->author_limit = FIRST_AUTHORS;
	flows->authors = landau_memory_get(core, FIRST_AUTHORS * sizeof(*flows->authors));
	thread->flows = flows;
}

uint32_t *landau_author_place(struct landau_thread *thread, uint32_t routine)
{
	struct landau_flows *flows = thread->flows;
	uint32_t place = routine + 1; /* LANDAU_NO_ROUTINE becomes 0 */

	while (place >= flows->author_limit)
		flows->authors = landau_memory_double(thread->core, flows->authors,
						      &flows->author_limit, sizeof(*flows->authors),
						      "more routines than can be numbered");
	return &flows->authors[place];
}

static void free_list(struct landau_core *core, struct landau_share *share)
{
	while (share) {
		struct landau_share *next = share->next;

		landau_memory_put(core, share, sizeof(*share));
		share = next;
	}
}

void landau_flows_drop(struct landau_thread *thread)
{
	struct landau_core *core = thread->core;
	struct landau_flows *flows = thread->flows;

	if (!flows)
		return;
	landau_drop_copies(thread);
	for (uint32_t i = 0; i < flows->level_limit; i++)
		free_list(core, flows->of_levels[i]);
	free_list(core, flows->unused);
	free_list(core, flows->returned);
	landau_memory_put(core, flows->of_levels, flows->level_limit * sizeof(*flows->of_levels));
	landau_memory_put(core, flows->slots, flows->slot_count * sizeof(*flows->slots));
	landau_map_clear(core, &flows->by_key);
	*flows = (struct landau_flows){
		.authors = flows->authors,
		.author_limit = flows->author_limit,
		.first = flows->first,
		.last_flow = flows->last_flow,
	};
}

void landau_flows_clear(struct landau_thread *thread)
{
	struct landau_core *core = thread->core;

	if (!thread->flows)
		return;
	landau_flows_drop(thread);
	for (struct landau_flow *flow = thread->flows->first; flow;) {
		struct landau_flow *next = flow->next;

		landau_table_clear(core, &flow->by_size);
		landau_memory_put(core, flow, sizeof(*flow));
		flow = next;
	}
	landau_memory_put(core, thread->flows->authors,
			  thread->flows->author_limit * sizeof(*thread->flows->authors));
	landau_memory_put(core, thread->flows, sizeof(*thread->flows));
	thread->flows = NULL;
}

struct landau_flow *landau_first_flow(const struct landau_thread *thread)
{
	return thread->flows ? thread->flows->first : NULL;
}

/* -- Shares ------------------------------------------------------------------------------------- */

static struct landau_share **slot_of(const struct landau_flows *flows, uint32_t activation,
				     uint32_t source)
{
	uint64_t hash = landau_hash((uint64_t)activation << 32 | source);

	return &flows->slots[(hash >> 32) & (flows->slot_count - 1)];
}

/*
 * The activation and the source are given, though the share has them: read back together right after they were stored one by
 * one, they would have to wait for that.
 */
static void put_in_slot(struct landau_flows *flows, struct landau_share *share, uint32_t activation,
			uint32_t source)
{
	struct landau_share **slot = slot_of(flows, activation, source);

	share->in_slot = *slot;
	*slot = share;
}

static void take_from_slot(struct landau_flows *flows, const struct landau_share *share)
{
	struct landau_share **place = slot_of(flows, share->activation, share->source);

	while (*place != share)
		place = &(*place)->in_slot;
	*place = share->in_slot;
}

static struct landau_share *find_share(const struct landau_flows *flows, uint32_t activation,
				       uint32_t source)
{
	struct landau_share *share = *slot_of(flows, activation, source);

	while (share && (share->activation != activation || share->source != source))
		share = share->in_slot;
	return share;
}

static void grow_slots(struct landau_core *core, struct landau_flows *flows)
{
	struct landau_share **old = flows->slots;
	uint32_t old_count = flows->slot_count;

	flows->slots = landau_memory_get(core, 2 * (size_t)old_count * sizeof(*old));
	flows->slot_count = 2 * old_count;
	for (uint32_t i = 0; i < old_count; i++) {
		for (struct landau_share *share = old[i]; share;) {
			struct landau_share *next = share->in_slot;

			put_in_slot(flows, share, share->activation, share->source);
			share = next;
		}
	}
	landau_memory_put(core, old, old_count * sizeof(*old));
}

/* The share is that of an activation from now on. */
static void put_in_level(struct landau_flows *flows, struct landau_share *share,
			 uint32_t activation, uint32_t source)
{
	share->activation = activation;
	share->flow = NULL;
	share->next = flows->of_levels[activation];
	flows->of_levels[activation] = share;
	put_in_slot(flows, share, activation, source);
}

static struct landau_share *new_share(struct landau_thread *thread, uint32_t activation,
				      uint32_t source)
{
	struct landau_core *core = thread->core;
	struct landau_flows *flows = thread->flows;
	struct landau_share *share = flows->unused;

	while (activation >= flows->level_limit)
		flows->of_levels = landau_memory_double(
			core, flows->of_levels, &flows->level_limit, sizeof(*flows->of_levels),
			"more pending activations than can be numbered");
	if (flows->share_count == flows->slot_count && flows->slot_count <= UINT32_MAX / 4)
		grow_slots(core, flows);
	if (share)
		flows->unused = share->next;
	else
		share = landau_memory_get(core, sizeof(*share));
	*share = (struct landau_share){.source = source};
	put_in_level(flows, share, activation, source);
	flows->share_count++;
	return share;
}

static struct landau_share *share_of(struct landau_thread *thread, uint32_t activation,
				     uint32_t source)
{
	struct landau_share *share = thread->flows->last;

	if (share && share->activation == activation && share->source == source)
		return share;
	share = find_share(thread->flows, activation, source);
	return share ? share : new_share(thread, activation, source);
}

/* The activation to which a first access of the innermost one is none, or 0. */
static uint32_t older_activation(struct landau_thread *thread, landau_word old)
{
	struct landau_innermost innermost = landau_innermost_of(thread);
	uint32_t stamp = landau_stamp_of(old);

	if ((old | LANDAU_LIVE) >= innermost.outer)
		return thread->top - 1;
	if (stamp > LANDAU_STAMP_NEVER || thread->barrier)
		return landau_older_activation(thread, stamp);
	return 0;
}

/*
 * The one that an activation further out has from the same source. It is most often that of the same activation as the last time, and
 * stays where it is until that returns.
 */
static struct landau_share *outer_share(struct landau_thread *thread, struct landau_share *share,
					uint32_t activation)
{
	struct landau_share *outer = share->outer;

	if (!outer || outer->activation != activation) {
		outer = share_of(thread, activation, share->source);
		share->outer = outer;
	}
	return outer;
}

static bool is_induced(landau_word old, landau_word write)
{
	return landau_stamp_of(old) < landau_write_stamp_of(write);
}

/* Whether the read counts for an activation. */
static bool counts(struct landau_thread *thread, landau_word old, landau_word write)
{
	return thread->top > 0 &&
	       (is_induced(old, write) || (old | LANDAU_LIVE) < landau_innermost_of(thread).first);
}

static void count_from(struct landau_thread *thread, uint32_t source, landau_word old, bool induced)
{
	struct landau_share *share;
	uint32_t outside;

	share = share_of(thread, thread->top, source);
	thread->flows->last = share;
	share->cells++;
	share->self++;
	share->induced += induced;
	outside = induced ? (thread->barrier ? thread->floor : 0) : older_activation(thread, old);
	if (outside > 0)
		outer_share(thread, share, outside)->cells--;
}

void landau_count_source(struct landau_thread *thread, uint64_t cell, landau_word old,
			 landau_word write)
{
	if (counts(thread, old, write))
		count_from(thread, landau_source_of(thread->core, cell), old,
			   is_induced(old, write));
}

void landau_count_source_known(struct landau_thread *thread, uint32_t source, landau_word old,
			       landau_word write)
{
	if (counts(thread, old, write))
		count_from(thread, source, old, is_induced(old, write));
}

/* -- Flows -------------------------------------------------------------------------------------- */

static struct landau_flow *flow_of(struct landau_thread *thread, struct landau_record *record,
				   uint32_t source)
{
	struct landau_flows *flows = thread->flows;
	uint64_t key = (uint64_t)record->number << 32 | source;
	struct landau_flow *flow = landau_map_get(&flows->by_key, key);

	if (flow)
		return flow;
	flow = landau_memory_get(thread->core, sizeof(*flow));
	flow->record = record;
	flow->source = source;
	landau_map_add(thread->core, &flows->by_key, key, flow);
	if (flows->last_flow)
		flows->last_flow->next = flow;
	else
		flows->first = flow;
	flows->last_flow = flow;
	return flow;
}

void landau_reserve_flows(struct landau_thread *thread)
{
	struct landau_flows *flows = thread->flows;
	struct landau_record *record = thread->activations[thread->top].record;

	if (thread->top >= flows->level_limit)
		return;
	for (struct landau_share *share = flows->of_levels[thread->top]; share;
	     share = share->next) {
		if (share->cells <= 0)
			continue;
		share->flow = flow_of(thread, record, share->source);
		landau_reserve_costs(thread->core, &share->flow->by_size);
	}
}

static void count_share(const struct landau_share *share, uint64_t trms)
{
	struct landau_flow *flow = share->flow;

	if (!landau_costs_seen(&flow->by_size, trms))
		landau_add_costs(&flow->by_size, trms);
	landau_count_cost(flow->by_size.last, (uint64_t)share->cells);
	flow->self = landau_add(flow->self, share->self);
	flow->induced = landau_add(flow->induced, share->induced);
}

/* The caller has it, too. Its list must have room for the activation, which it has: it is further out. */
static void pass_on(struct landau_thread *thread, uint32_t caller, struct landau_share *share)
{
	if (caller > 0 && share->cells != 0)
		outer_share(thread, share, caller)->cells += share->cells;
}

static void reuse_returned(struct landau_flows *flows)
{
	while (flows->returned) {
		struct landau_share *share = flows->returned;

		flows->returned = share->next;
		share->next = flows->unused;
		flows->unused = share;
	}
}

const struct landau_share *landau_collect_flows(struct landau_thread *thread, uint64_t trms)
{
	struct landau_flows *flows = thread->flows;
	uint32_t activation = thread->top + 1;

	reuse_returned(flows);
	flows->last = NULL;
	if (thread->copies)
		landau_end_copies(thread, activation);
	if (activation >= flows->level_limit)
		return NULL;
	flows->returned = flows->of_levels[activation];
	flows->of_levels[activation] = NULL;
	for (struct landau_share *share = flows->returned; share; share = share->next) {
		take_from_slot(flows, share);
		flows->share_count--;
		if (share->cells > 0)
			count_share(share, trms);
		pass_on(thread, thread->top, share);
	}
	return flows->returned;
}
