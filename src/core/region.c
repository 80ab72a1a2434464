/* SPDX-License-Identifier: GPL-2.0-or-later */
/* region.c - barriers in the stack; see region.h. */
#include "region.h"

#include "core.h"
#include "memory.h"

enum { FIRST_REGIONS = 16 };

static void set_barrier(struct landau_thread *thread, uint32_t barrier)
{
	thread->barrier = barrier;
	thread->floor = barrier ? barrier - 1 : 0;
}

/* Where reads end to count when the innermost activation runs. */
static uint32_t barrier_for(const struct landau_thread *thread, uint8_t way)
{
	if (way == LANDAU_OPEN)
		return 0;
	return thread->barrier ? thread->barrier : thread->top;
}

void landau_enter_region(struct landau_thread *thread)
{
	uint32_t barrier = barrier_for(thread, thread->activations[thread->top].record->way);

	if (barrier == thread->barrier)
		return;
	if (!thread->regions) {
		thread->regions =
			landau_memory_get(thread->core, FIRST_REGIONS * sizeof(*thread->regions));
		thread->region_limit = FIRST_REGIONS;
	} else if (thread->region_count == thread->region_limit) {
		thread->regions = landau_memory_double(
			thread->core, thread->regions, &thread->region_limit,
			sizeof(*thread->regions), "more regions than can be numbered");
	}
	thread->regions[thread->region_count++] = (struct landau_region){
		.activation = thread->top,
		.outer_barrier = thread->barrier,
		.outer_passed = thread->passed,
	};
	thread->passed = 0;
	set_barrier(thread, barrier);
}

/* The caller has been charged the real cost already, and so has the call itself. */
static void charge(struct landau_thread *thread, const struct landau_activation *activation,
		   uint64_t cost, uint64_t charged)
{
	struct landau_activation *parent = &thread->activations[thread->top];

	parent->cost_of_callees += charged - cost;
	if (parent->record) {
		struct landau_edge *edge = parent->record->edges.last;

		thread->counts[edge->slot].cost += charged - cost;
		if (!activation->outer_record)
			edge->cost += charged - cost;
	}
	thread->cost = activation->cost_at_call + charged;
	thread->cost_aside += cost - charged;
}

void landau_leave_region(struct landau_thread *thread)
{
	const struct landau_activation *activation = &thread->activations[thread->top + 1];
	const struct landau_record *record = activation->record;
	uint64_t cost = thread->cost - activation->cost_at_call;
	uint64_t passed = thread->passed;
	const struct landau_region *region;

	if (thread->region_count == 0)
		return;
	region = &thread->regions[thread->region_count - 1];
	if (region->activation != thread->top + 1)
		return;
	thread->region_count--;
	thread->passed = region->outer_passed;
	set_barrier(thread, region->outer_barrier);
	if (record->way == LANDAU_OPAQUE)
		charge(thread, activation, cost, record->charge + passed);
	else
		thread->passed += cost;
}
