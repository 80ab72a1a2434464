/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * activation.c - calls and returns.
 *
 * A call finds the record of the callee (one for each routine of the thread or, with contexts, one
 * for each calling context) and the edge from the caller's record to it, both in constant time.
 *
 * Contexts: a routine that is pending already is not given a new node below itself; the call leads
 * back to the node of its pending activation. So recursion makes the tree neither deep nor
 * infinite.
 *
 * Callee counts: each pending activation counts its calls along each edge, on a stack beside the
 * activations: those of the innermost one lie on top. An edge knows its slot on that stack for the
 * innermost activation of its caller; a slot below the activation's first one belongs to an
 * activation further out and is restored on return.
 */
#include "collect.h"
#include "memory.h"
#include "state.h"

enum { NO_SLOT = UINT32_MAX, FIRST_EDGES = 8 };

static struct landau_routine_state *state_of(struct landau_thread *thread, uint32_t routine)
{
	while (routine >= thread->routine_limit)
		thread->routines =
			landau_memory_double(thread->core, thread->routines, &thread->routine_limit,
					     sizeof(*thread->routines));
	return &thread->routines[routine];
}

static struct landau_record *new_record(struct landau_thread *thread, uint32_t routine,
					struct landau_record *parent)
{
	struct landau_record *record = landau_memory_get(thread->core, sizeof(*record));

	record->routine = routine;
	record->parent = parent;
	record->number = thread->record_count++;
	if (thread->last_record)
		thread->last_record->next = record;
	else
		thread->first_record = record;
	thread->last_record = record;
	return record;
}

/* The node of a context below another one, or at the root if that is NULL. */
static struct landau_record *child_of(struct landau_thread *thread, struct landau_record *parent,
				      uint32_t routine)
{
	uint64_t key = (parent ? (uint64_t)parent->number + 1 : 0) << 32 | routine;
	struct landau_record *child = landau_map_get(&thread->children, key);

	if (!child) {
		child = new_record(thread, routine, parent);
		landau_map_add(thread->core, &thread->children, key, child);
	}
	return child;
}

static struct landau_record *record_for(struct landau_thread *thread,
					struct landau_routine_state *state,
					struct landau_record *caller, uint32_t routine)
{
	if (thread->core->settings.contexts)
		return state->pending ? state->pending : child_of(thread, caller, routine);
	if (!state->record)
		state->record = new_record(thread, routine, NULL);
	return state->record;
}

static uint32_t edge_home(const struct landau_edges *edges, uint32_t routine)
{
	return (uint32_t)(landau_hash(routine) >> 32) & (edges->capacity - 1);
}

static void place_edge(struct landau_edges *edges, struct landau_edge *edge)
{
	uint32_t i = edge_home(edges, edge->callee->routine);

	while (edges->slots[i])
		i = (i + 1) & (edges->capacity - 1);
	edges->slots[i] = edge;
}

/* Half of the slots stay empty, so that what is looked for is nearly always in the first one. */
static void grow_edges(struct landau_core *core, struct landau_edges *edges)
{
	struct landau_edges old = *edges;

	edges->capacity = old.capacity ? 2 * old.capacity : FIRST_EDGES;
	edges->slots = landau_memory_get(core, edges->capacity * sizeof(struct landau_edge *));
	for (uint32_t i = 0; i < old.capacity; i++)
		if (old.slots[i])
			place_edge(edges, old.slots[i]);
	landau_memory_put(core, old.slots, old.capacity * sizeof(struct landau_edge *));
}

static struct landau_edge *new_edge(struct landau_thread *thread, struct landau_record *caller,
				    struct landau_record *callee)
{
	struct landau_edges *edges = &caller->edges;
	struct landau_edge *edge = landau_memory_get(thread->core, sizeof(*edge));

	edge->callee = callee;
	edge->slot = NO_SLOT;
	if (edges->count * 2 >= edges->capacity)
		grow_edges(thread->core, edges);
	place_edge(edges, edge);
	edges->count++;
	return edge;
}

static struct landau_edge *edge_between(struct landau_thread *thread, struct landau_record *caller,
					struct landau_record *callee, uint32_t routine)
{
	struct landau_edges *edges = &caller->edges;

	if (edges->capacity) {
		for (uint32_t i = edge_home(edges, routine); edges->slots[i];
		     i = (i + 1) & (edges->capacity - 1))
			if (edges->slots[i]->callee == callee)
				return edges->slots[i];
	}
	return new_edge(thread, caller, callee);
}

/* One more call along the edge, made by the innermost activation. */
static void count_call(struct landau_thread *thread, struct landau_edge *edge)
{
	edge->calls++;
	if (edge->slot != NO_SLOT && edge->slot >= thread->activations[thread->top].first_count) {
		thread->counts[edge->slot].calls++;
		return;
	}
	if (thread->count_top == thread->count_limit)
		thread->counts =
			landau_memory_double(thread->core, thread->counts, &thread->count_limit,
					     sizeof(*thread->counts));
	thread->counts[thread->count_top] = (struct landau_callee_count){
		.edge = edge,
		.calls = 1,
		.outer_slot = edge->slot,
	};
	edge->slot = thread->count_top++;
}

static void reserve_counts(struct landau_thread *thread, const struct landau_activation *activation,
			   uint64_t size)
{
	for (uint32_t i = activation->first_count; i < thread->count_top; i++)
		landau_reserve_costs(thread->core, &thread->counts[i].edge->by_size, size);
}

/* The activation's counts become points of the edges, at the size of its input. */
static void collect_counts(struct landau_thread *thread, const struct landau_activation *activation,
			   uint64_t size)
{
	while (thread->count_top > activation->first_count) {
		struct landau_callee_count *count = &thread->counts[thread->count_top - 1];

		landau_collect_costs(&count->edge->by_size, size, count->calls);
		count->edge->slot = count->outer_slot;
		thread->count_top--;
	}
}

static void grow_stack(struct landau_thread *thread)
{
	uint32_t limit = thread->depth_limit;

	thread->activations = landau_memory_double(thread->core, thread->activations, &limit,
						   sizeof(*thread->activations));
	thread->stamps = landau_memory_double(thread->core, thread->stamps, &thread->depth_limit,
					      sizeof(*thread->stamps));
}

void landau_call(struct landau_thread *thread, uint32_t routine)
{
	uint32_t stamp = landau_tick(thread->core);
	struct landau_routine_state *state = state_of(thread, routine);
	struct landau_record *caller = thread->activations[thread->top].record;
	struct landau_record *callee = record_for(thread, state, caller, routine);
	struct landau_edge *edge = caller ? edge_between(thread, caller, callee, routine) : NULL;

	/* What the returns will count in; soon enough if it is on its way by then. */
	__builtin_prefetch(callee->trms.last, 1);
	if (edge) {
		__builtin_prefetch(edge->by_size.last, 1);
		count_call(thread, edge);
	}
	if (thread->top + 1 == thread->depth_limit)
		grow_stack(thread);
	thread->top++;
	thread->stamps[thread->top] = stamp;
	thread->activations[thread->top] = (struct landau_activation){
		.record = callee,
		.edge = edge,
		.cost_at_call = thread->cost,
		.first_count = thread->count_top,
		.outer_record = state->pending,
	};
	state->pending = callee;
	thread->threshold = landau_live_word(stamp);
}

static struct landau_result result_of(const struct landau_thread *thread,
				      const struct landau_activation *activation)
{
	uint64_t cost = thread->cost - activation->cost_at_call;
	uint64_t plain = (uint64_t)activation->plain;

	return (struct landau_result){
		.routine = activation->record->routine,
		.trms = plain + activation->thread + activation->external,
		.rms = plain + (uint64_t)activation->induced_first,
		.thread_input = activation->thread,
		.external_input = activation->external,
		.cost = cost,
		.self = cost - activation->cost_of_callees,
	};
}

void landau_return(struct landau_thread *thread)
{
	struct landau_core *core = thread->core;
	struct landau_activation *activation = &thread->activations[thread->top];
	struct landau_activation *parent = activation - 1;
	struct landau_record *record = activation->record;
	struct landau_result result = result_of(thread, activation);

	reserve_counts(thread, activation, result.trms);
	landau_reserve_point(core, record, &result);
	landau_collect_point(record, &result);
	collect_counts(thread, activation, result.trms);
	record->calls++;
	record->self += result.self;
	if (!activation->outer_record) {
		record->cost += result.cost;
		if (activation->edge)
			activation->edge->cost += result.cost;
	}

	parent->plain += activation->plain;
	parent->induced_first += activation->induced_first;
	parent->thread += activation->thread;
	parent->external += activation->external;
	parent->cost_of_callees += result.cost;
	thread->routines[record->routine].pending = activation->outer_record;
	thread->top--;
	landau_set_threshold(thread);
	if (core->settings.on_return)
		core->settings.on_return(core->settings.on_return_context, thread, &result);
}
