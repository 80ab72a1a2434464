/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * activation.c - calls and returns, and what has to be made for them; see activation.h.
 *
 * Contexts: a routine that is pending already is not given a new node below itself; the call leads
 * back to the node of its pending activation. So recursion makes the tree neither deep nor
 * infinite.
 */
#include "activation.h"

#include "memory.h"
#include "region.h"

enum { FIRST_EDGES = 8 };

static struct landau_record *new_record(struct landau_thread *thread, uint32_t routine,
					struct landau_record *parent)
{
	const struct landau_settings *settings = &thread->core->settings;
	struct landau_record *record = landau_memory_get(thread->core, sizeof(*record));

	record->routine = routine;
	record->parent = parent;
	record->number = thread->record_count++;
	if (settings->treatment) {
		struct landau_treatment treatment =
			settings->treatment(settings->treatment_context, routine);

		record->way = (uint8_t)treatment.way;
		record->charge = treatment.charge;
	}
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

static struct landau_routine_state *state_of(struct landau_thread *thread, uint32_t routine)
{
	while (routine >= thread->routine_limit)
		thread->routines = landau_memory_double(
			thread->core, thread->routines, &thread->routine_limit,
			sizeof(*thread->routines), "more routines than can be numbered");
	return &thread->routines[routine];
}

/* Without contexts, of a routine that was not called before or is not ordinary. */
static struct landau_record *first_record_for(struct landau_thread *thread,
					      struct landau_routine_state *state, uint32_t routine)
{
	struct landau_record *record = landau_map_get(&thread->children, routine);

	if (record)
		return record;
	record = new_record(thread, routine, NULL);
	if (record->way == LANDAU_ORDINARY)
		state->record = record;
	else
		landau_map_add(thread->core, &thread->children, routine, record);
	return record;
}

static struct landau_record *record_for(struct landau_thread *thread,
					struct landau_routine_state *state, uint32_t routine)
{
	if (thread->core->settings.contexts)
		return state->pending
			       ? state->pending
			       : child_of(thread, thread->activations[thread->top].record, routine);
	return state->record ? state->record : first_record_for(thread, state, routine);
}

static void grow_stack(struct landau_thread *thread)
{
	static const char too_deep[] = "more pending activations than can be numbered";
	uint32_t limit = thread->depth_limit;

	thread->activations = landau_memory_double(thread->core, thread->activations, &limit,
						   sizeof(*thread->activations), too_deep);
	thread->stamps = landau_memory_double(thread->core, thread->stamps, &thread->depth_limit,
					      sizeof(*thread->stamps), too_deep);
}

void landau_call(struct landau_thread *thread, uint32_t routine)
{
	struct landau_routine_state *state;
	struct landau_record *record;

	if (landau_call_is_ready(thread, routine)) {
		landau_call_ready(thread, routine);
		return;
	}
	state = state_of(thread, routine);
	record = record_for(thread, state, routine);
	if (thread->top + 1 == thread->depth_limit)
		grow_stack(thread);
	landau_push(thread, state, record, landau_tick(thread->core));
	if (record->way != LANDAU_ORDINARY)
		landau_enter_region(thread);
}

static void place_edge(struct landau_edges *edges, struct landau_edge *edge)
{
	uint32_t i = landau_edge_home(edges, edge->callee->routine);

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
	edge->slot = LANDAU_NO_SLOT;
	if (edges->count * 2 >= edges->capacity)
		grow_edges(thread->core, edges);
	place_edge(edges, edge);
	edges->count++;
	return edge;
}

static struct landau_edge *edge_between(struct landau_thread *thread, struct landau_record *caller,
					struct landau_record *callee)
{
	struct landau_edges *edges = &caller->edges;

	if (edges->capacity) {
		for (uint32_t i = landau_edge_home(edges, callee->routine); edges->slots[i];
		     i = (i + 1) & (edges->capacity - 1))
			if (edges->slots[i]->callee == callee)
				return edges->slots[i];
	}
	return new_edge(thread, caller, callee);
}

/* Room in all of them first, for which there may be no memory. */
static void reserve(struct landau_thread *thread, const struct landau_activation *activation)
{
	struct landau_record *caller = activation[-1].record;
	struct landau_record *record = activation->record;
	struct landau_core *core = thread->core;

	if (thread->count_top == thread->count_limit)
		thread->counts = landau_memory_double(core, thread->counts, &thread->count_limit,
						      sizeof(*thread->counts),
						      "more counted callees than can be numbered");
	for (uint32_t i = activation->first_count; i < thread->count_top; i++)
		landau_reserve_costs(core, &thread->counts[i].edge->by_size);
	if (landau_trms_of(activation) != landau_rms_of(activation) && !record->rms_differs)
		landau_split_rms(core, record);
	landau_reserve_point(core, &record->trms);
	if (record->rms_differs)
		landau_reserve_costs(core, &record->rms);
	/* The last, so that there is no edge without a call. */
	if (caller)
		caller->edges.last = edge_between(thread, caller, record);
}

static bool has_further(const struct landau_thread *thread)
{
	return thread->spender == thread->top;
}

static void make_ready(struct landau_thread *thread, const struct landau_activation *activation)
{
	struct landau_record *record = activation->record;
	uint64_t trms = landau_trms_of(activation);

	if (has_further(thread))
		landau_reserve_further(thread, record, trms);
	reserve(thread, activation);
	landau_add_point(&record->trms, trms);
	if (record->rms_differs)
		landau_add_costs(&record->rms, landau_rms_of(activation));
	for (uint32_t i = activation->first_count; i < thread->count_top; i++)
		landau_add_costs(&thread->counts[i].edge->by_size, trms);
}

/* What the activation was that has just returned; nothing has been called in its place or charged yet. */
static void tell(const struct landau_thread *thread, const struct landau_activation *activation,
		 const struct landau_marks *marks, const struct landau_share *shares,
		 const uint64_t *further)
{
	const struct landau_settings *settings = &thread->core->settings;
	uint64_t cost = thread->cost - activation->cost_at_call;
	struct landau_result result = {
		.routine = activation->record->routine,
		.trms = landau_trms_of(activation),
		.rms = landau_rms_of(activation),
		.thread_input = landau_thread_input_of(activation),
		.external_input = landau_external_input_of(activation),
		.cost = cost,
		.self = cost - activation->cost_of_callees,
		.marks = marks ? marks->marks : NULL,
		.mark_count = marks ? marks->count : 0,
		.steps = marks ? marks->steps : NULL,
		.step_count = marks ? marks->step_count : 0,
		.returns = activation->returns,
		.shares = shares,
		.further = further,
	};

	settings->on_return(settings->on_return_context, thread, &result);
}

static const struct landau_marks *take_marks(struct landau_thread *thread,
					     const struct landau_activation *activation)
{
	const struct landau_mark end = {
		.trms = landau_trms_of(activation),
		.rms = landau_rms_of(activation),
		.thread_input = landau_thread_input_of(activation),
		.external_input = landau_external_input_of(activation),
		.cost = thread->cost - activation->cost_at_call,
	};

	return landau_take_marks(thread, &end, activation->returns);
}

void landau_return(struct landau_thread *thread)
{
	const struct landau_activation *activation = &thread->activations[thread->top];
	bool ready = landau_return_is_ready(thread);
	const struct landau_marks *marks = NULL;
	const struct landau_share *shares = NULL;
	bool spends = has_further(thread);
	uint64_t further[LANDAU_FURTHER_COSTS];

	if (thread->flows)
		landau_reserve_flows(thread);
	if (!ready)
		make_ready(thread, activation);
	landau_return_ready(thread);
	if (thread->flows)
		shares = landau_collect_flows(thread, landau_trms_of(activation));
	if (!ready)
		marks = take_marks(thread, activation);
	if (spends)
		landau_collect_further(thread, activation->record, landau_trms_of(activation),
				       !activation->outer_record, further);
	if (thread->core->settings.on_return)
		tell(thread, activation, marks, shares, spends ? further : NULL);
	if (ready)
		return;
	if (marks)
		landau_keep_marks(thread, activation->record->routine, marks);
	if (activation->record->way != LANDAU_ORDINARY)
		landau_leave_region(thread);
	landau_mark_after_return(thread);
}

void landau_take_back(struct landau_thread *thread)
{
	const struct landau_activation *activation = &thread->activations[thread->top];
	struct landau_record *record = activation->record;

	LANDAU_HOLDS(thread->top == 1 && thread->count_top == activation->first_count);
	landau_pass_to_parent(&thread->activations[0].counters, &activation->counters);
	record->taken_back = true;
	thread->routines[record->routine].pending = activation->outer_record;
	thread->top = 0;
	landau_set_threshold(thread);
	if (record->way != LANDAU_ORDINARY)
		landau_leave_region(thread);
	landau_drop_pending_marks(thread);
	landau_unwind_further(thread);
}
