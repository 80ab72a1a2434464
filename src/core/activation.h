/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * activation.h - the fast paths of calls and returns: those for which no memory has to be allocated.
 *
 * A call finds the record of the callee (one for each routine of the thread or, with contexts, one
 * for each calling context), a return the edge from the caller's record to it, both in constant time.
 *
 * Callee counts: each pending activation counts its calls along each edge, when they have returned, on a stack
 * beside the activations: those of the innermost one lie on top. An edge knows its slot on that stack for the
 * innermost activation of its caller; a slot below the activation's first one belongs to an
 * activation further out and is restored on return.
 *
 * Programs spend much of their time in calls and returns. So a call or return first checks whether all tables have the slots
 * that it will count in (it is *ready*), and then only counts. An engine may inline this check and leave what is not ready to
 * landau_call and landau_return.
 */
#ifndef LANDAU_CORE_ACTIVATION_H
#define LANDAU_CORE_ACTIVATION_H

#include "collect.h"
#include "metric.h"
#include "state.h"

enum { LANDAU_NO_SLOT = UINT32_MAX };

/* Compilers must assume that these stores alias anything, so values that are needed again are in local variables. */
static inline landau_word landau_push(struct landau_thread *thread,
				      struct landau_routine_state *state,
				      struct landau_record *record, uint32_t stamp)
{
	landau_word threshold = landau_live_word(stamp);
	uint32_t top = thread->top + 1;
	struct landau_activation *activation = &thread->activations[top];

	/* Prefetches what the return will count in. */
	__builtin_prefetch(record->trms.last, 1);
	LANDAU_HOLDS(top < thread->depth_limit && thread->stamps[top - 1] < stamp);
	thread->top = top;
	thread->stamps[top] = stamp;
	thread->threshold = threshold;
	*activation = (struct landau_activation){
		.record = record,
		.cost_at_call = thread->cost,
		.first_count = thread->count_top,
		.outer_record = state->pending,
		.next_mark = thread->curve_floor,
		.next_step = thread->curve_floor,
	};
	state->pending = record;
	return threshold;
}

/* With contexts no call is ready, nor is ever one of a routine that is not ordinary. */
static inline bool landau_call_is_ready(const struct landau_thread *thread, uint32_t routine)
{
	return thread->core->clock + 1 < thread->core->limit &&
	       thread->top + 1 < thread->depth_limit && routine < thread->routine_limit &&
	       thread->routines[routine].record;
}

/* Returns the threshold, as the return does. */
static inline landau_word landau_call_ready(struct landau_thread *thread, uint32_t routine)
{
	struct landau_routine_state *state = &thread->routines[routine];

	return landau_push(thread, state, state->record, ++thread->core->clock);
}

static inline uint32_t landau_edge_home(const struct landau_edges *edges, uint32_t routine)
{
	return (uint32_t)(landau_hash(routine) >> 32) & (edges->capacity - 1);
}

/* Whether the edge is found at the first look. If so, it is the last one used from now on. */
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

/*
 * Whether there is a slot for the return of the innermost activation in all tables: the last one of each. And neither it
 * nor its caller has anything to do for a progress curve, and it has no further costs.
 */
static inline bool landau_return_is_ready(const struct landau_thread *thread)
{
	const struct landau_activation *activation = &thread->activations[thread->top];
	const struct landau_activation *parent = activation - 1;
	struct landau_record *caller = parent->record;
	struct landau_record *record = activation->record;
	uint64_t trms = landau_trms_of(activation);
	uint64_t rms = landau_rms_of(activation);

	if (caller && !landau_edge_seen(&caller->edges, record))
		return false;
	if (thread->count_top == thread->count_limit || !landau_point_seen(&record->trms, trms))
		return false;
	if (record->way != LANDAU_ORDINARY)
		return false;
	if (thread->spender == thread->top || thread->curved == thread->top ||
	    landau_trms_of(parent) + trms >= parent->next_mark ||
	    parent->returns + 1 >= parent->next_step)
		return false;
	if (record->rms_differs ? !landau_costs_seen(&record->rms, rms) : trms != rms)
		return false;
	for (uint32_t i = activation->first_count; i < thread->count_top; i++)
		if (!landau_costs_seen(&thread->counts[i].edge->by_size, trms))
			return false;
	return true;
}

/* One more call along the edge, made by an activation that is innermost now; what count_top is then. */
static inline uint32_t landau_count_call(struct landau_callee_count *counts, uint32_t count_top,
					 uint32_t first_count, struct landau_edge *edge,
					 uint64_t cost)
{
	uint32_t slot = edge->slot;

	edge->calls++;
	if (slot != LANDAU_NO_SLOT && slot >= first_count) {
		counts[slot].calls++;
		counts[slot].cost += cost;
		return count_top;
	}
	/* It will be counted in when the activation returns. */
	__builtin_prefetch(edge->by_size.last, 1);
	edge->slot = count_top;
	counts[count_top] = (struct landau_callee_count){
		.edge = edge,
		.calls = 1,
		.cost = cost,
		.outer_slot = slot,
	};
	return count_top + 1;
}

/* The activation's counts become points of the edges. */
static inline void landau_collect_counts(struct landau_callee_count *counts, uint32_t count_top,
					 uint32_t first_count)
{
	while (count_top > first_count) {
		const struct landau_callee_count *count = &counts[--count_top];
		struct landau_edge *edge = count->edge;

		edge->slot = count->outer_slot;
		landau_count_cost(edge->by_size.last, count->calls);
	}
}

static inline landau_word landau_return_ready(struct landau_thread *thread)
{
	uint32_t top = thread->top;
	struct landau_callee_count *counts = thread->counts;
	struct landau_activation *activation = &thread->activations[top];
	struct landau_activation *parent = activation - 1;
	struct landau_record *record = activation->record;
	struct landau_record *outer_record = activation->outer_record;
	struct landau_edge *edge = parent->record ? parent->record->edges.last : NULL;
	uint64_t cost = thread->cost - activation->cost_at_call;
	uint32_t count_top = activation->first_count;

	LANDAU_HOLDS(top > 0 && landau_input_adds_up(&activation->counters));
	landau_pass_to_parent(&parent->counters, &activation->counters);
	parent->cost_of_callees += cost;
	parent->returns++;
	landau_collect_counts(counts, thread->count_top, count_top);
	landau_count_point(record, landau_rms_of(activation), landau_thread_input_of(activation),
			   landau_external_input_of(activation), cost);
	record->calls++;
	record->self += cost - activation->cost_of_callees;
	if (!outer_record) {
		record->cost += cost;
		if (edge)
			edge->cost += cost;
	}
	if (edge)
		count_top = landau_count_call(counts, count_top, parent->first_count, edge, cost);
	thread->count_top = count_top;
	thread->routines[record->routine].pending = outer_record;
	thread->top = top - 1;
	return landau_set_threshold(thread);
}

#endif
