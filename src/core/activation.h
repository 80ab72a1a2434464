/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * activation.h - calls and returns for which nothing has to be made, as most are.
 *
 * A call finds the record of the callee (one for each routine of the thread or, with contexts, one
 * for each calling context), a return the edge from the caller's record to it, both in constant time.
 *
 * Callee counts: each pending activation counts its calls along each edge, when they have returned, on a stack
 * beside the activations: those of the innermost one lie on top. An edge knows its slot on that stack for the
 * innermost activation of its caller; a slot below the activation's first one belongs to an
 * activation further out and is restored on return.
 *
 * Programs spend much of their time in calls and returns. So one looks first whether all is there that will be
 * counted in, and then only counts. An engine may have that in its own code and leave what is not ready to landau_call
 * and landau_return.
 */
#ifndef LANDAU_CORE_ACTIVATION_H
#define LANDAU_CORE_ACTIVATION_H

#include "collect.h"
#include "state.h"

enum { LANDAU_NO_SLOT = UINT32_MAX };

static inline void landau_push(struct landau_thread *thread, struct landau_routine_state *state,
			       struct landau_record *record, uint32_t stamp)
{
	/* What the return will count in; soon enough if it is on its way by then. */
	__builtin_prefetch(record->trms.last, 1);
	thread->top++;
	thread->stamps[thread->top] = stamp;
	thread->activations[thread->top] = (struct landau_activation){
		.record = record,
		.cost_at_call = thread->cost,
		.first_count = thread->count_top,
		.outer_record = state->pending,
	};
	state->pending = record;
	thread->threshold = landau_live_word(stamp);
}

/* With contexts no call is. */
static inline bool landau_call_is_ready(const struct landau_thread *thread, uint32_t routine)
{
	return thread->core->clock + 1 < thread->core->limit &&
	       thread->top + 1 < thread->depth_limit && routine < thread->routine_limit &&
	       thread->routines[routine].record;
}

static inline void landau_call_ready(struct landau_thread *thread, uint32_t routine)
{
	struct landau_routine_state *state = &thread->routines[routine];

	landau_push(thread, state, state->record, ++thread->core->clock);
}

static inline uint64_t landau_trms_of(const struct landau_activation *activation)
{
	return (uint64_t)activation->plain + activation->thread + activation->external;
}

static inline uint64_t landau_rms_of(const struct landau_activation *activation)
{
	return (uint64_t)activation->plain + (uint64_t)activation->induced_first;
}

static inline uint32_t landau_edge_home(const struct landau_edges *edges, uint32_t routine)
{
	return (uint32_t)(landau_hash(routine) >> 32) & (edges->capacity - 1);
}

/* Whether the edge is seen at once. It is the last one used, then or from now on. */
static inline bool landau_edge_seen(struct landau_edges *edges, const struct landau_record *callee)
{
	struct landau_edge *edge = edges->last;

	if (!edge)
		return false;
	if (edge->callee == callee)
		return true;
	edge = edges->slots[landau_edge_home(edges, callee->routine)];
	if (!edge || edge->callee != callee)
		return false;
	edges->last = edge;
	return true;
}

/* Whether there is a slot for the return of the innermost activation in all tables: the last one of each. */
static inline bool landau_return_is_ready(const struct landau_thread *thread)
{
	const struct landau_activation *activation = &thread->activations[thread->top];
	struct landau_record *caller = activation[-1].record;
	struct landau_record *record = activation->record;
	uint64_t trms = landau_trms_of(activation);
	uint64_t rms = landau_rms_of(activation);

	if (caller && !landau_edge_seen(&caller->edges, record))
		return false;
	if (thread->count_top == thread->count_limit || !landau_point_seen(&record->trms, trms))
		return false;
	if (record->rms_differs ? !landau_costs_seen(&record->rms, rms) : trms != rms)
		return false;
	for (uint32_t i = activation->first_count; i < thread->count_top; i++)
		if (!landau_costs_seen(&thread->counts[i].edge->by_size, trms))
			return false;
	return true;
}

/* One more call along the edge, made by this activation, which is the innermost one. */
static inline void landau_count_call(struct landau_thread *thread,
				     const struct landau_activation *activation,
				     struct landau_edge *edge)
{
	edge->calls++;
	if (edge->slot != LANDAU_NO_SLOT && edge->slot >= activation->first_count) {
		thread->counts[edge->slot].calls++;
		return;
	}
	/* It will be counted in when the activation returns. */
	__builtin_prefetch(edge->by_size.last, 1);
	thread->counts[thread->count_top] = (struct landau_callee_count){
		.edge = edge,
		.calls = 1,
		.outer_slot = edge->slot,
	};
	edge->slot = thread->count_top++;
}

/* The activation's counts become points of the edges. */
static inline void landau_collect_counts(struct landau_thread *thread,
					 const struct landau_activation *activation)
{
	while (thread->count_top > activation->first_count) {
		struct landau_callee_count *count = &thread->counts[--thread->count_top];

		landau_count_cost(count->edge->by_size.last, count->calls);
		count->edge->slot = count->outer_slot;
	}
}

static inline void landau_return_ready(struct landau_thread *thread)
{
	struct landau_activation *activation = &thread->activations[thread->top];
	struct landau_activation *parent = activation - 1;
	struct landau_record *record = activation->record;
	struct landau_edge *edge = parent->record ? parent->record->edges.last : NULL;
	uint64_t cost = thread->cost - activation->cost_at_call;

	landau_count_point(record, landau_rms_of(activation), activation->thread,
			   activation->external, cost);
	landau_collect_counts(thread, activation);
	record->calls++;
	record->self += cost - activation->cost_of_callees;
	if (edge)
		landau_count_call(thread, parent, edge);
	if (!activation->outer_record) {
		record->cost += cost;
		if (edge)
			edge->cost += cost;
	}

	parent->plain += activation->plain;
	parent->induced_first += activation->induced_first;
	parent->thread += activation->thread;
	parent->external += activation->external;
	parent->cost_of_callees += cost;
	thread->routines[record->routine].pending = activation->outer_record;
	thread->top--;
	landau_set_threshold(thread);
}

#endif
