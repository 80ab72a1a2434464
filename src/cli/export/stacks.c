/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export/stacks.c - the self costs of a profile by call stack; see export/stacks.h.
 *
 * In a profile with calling contexts the stacks are those contexts, exactly. In one without, a stack
 * is a routine under its caller: the self cost of a routine is shared out among its callers, and
 * to activations that nobody called, by the cost of the calls that they made. That is exact for a
 * routine with one caller and for one that calls nothing, and an estimate otherwise.
 *
 * Either way the costs add up to the cost of all routines: shares are rounded so that none is lost.
 */
#include "cli/export/stacks.h"

#include <stdlib.h>

static uint64_t saturated_sum(uint64_t first, uint64_t second)
{
	return first < UINT64_MAX - second ? first + second : UINT64_MAX;
}

/* -- With contexts ------------------------------------------------------------------------------ */

static uint32_t depth_of(const struct landau_profile *profile, uint32_t context)
{
	uint32_t depth = 0;

	for (; context != LANDAU_NONE; context = profile->contexts[context].parent)
		depth++;
	return depth;
}

static uint32_t find_path(const struct landau_profile *profile, uint32_t context, uint32_t *path)
{
	uint32_t depth = depth_of(profile, context);

	for (uint32_t i = depth; i > 0; i--) {
		path[i - 1] = profile->contexts[context].routine;
		context = profile->contexts[context].parent;
	}
	return depth;
}

static bool walk_contexts(const struct landau_profile *profile, const struct landau_stacks *stacks)
{
	uint64_t *self = calloc(profile->context_count + 1, sizeof(*self));
	uint32_t *path = calloc(profile->context_count + 1, sizeof(*path));
	bool fine = self && path;

	for (size_t i = 0; fine && i < profile->record_count; i++) {
		const struct landau_profile_record *record = &profile->records[i];

		self[record->context] = saturated_sum(self[record->context], record->self);
	}
	for (uint32_t i = 0; fine && i < profile->context_count; i++) {
		if (self[i] == 0)
			continue;
		stacks->take(stacks->data, path, find_path(profile, i, path), self[i]);
	}
	free(self);
	free(path);
	return fine;
}

/* -- Without contexts --------------------------------------------------------------------------- */

/* A caller of a routine; LANDAU_NONE where nobody called it. */
struct caller {
	uint32_t callee;
	uint32_t caller;
	uint64_t cost; /* of its calls */
	uint64_t calls;
};

static int compare_callers(const void *first, const void *second)
{
	const struct caller *a = first;
	const struct caller *b = second;

	if (a->callee != b->callee)
		return a->callee < b->callee ? -1 : 1;
	return a->caller < b->caller ? -1 : a->caller > b->caller;
}

/* Sums over threads; the array is sorted. */
static size_t add_up(struct caller *callers, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		struct caller *last = kept > 0 ? &callers[kept - 1] : NULL;

		if (last && last->callee == callers[i].callee &&
		    last->caller == callers[i].caller) {
			last->cost = saturated_sum(last->cost, callers[i].cost);
			last->calls = saturated_sum(last->calls, callers[i].calls);
		} else {
			callers[kept++] = callers[i];
		}
	}
	return kept;
}

static void take_share(const struct landau_stacks *stacks, uint32_t caller, uint32_t routine,
		       uint64_t cost)
{
	const uint32_t path[] = {caller, routine};
	uint32_t alone = caller == LANDAU_NONE;

	if (cost > 0)
		stacks->take(stacks->data, path + alone, 2 - alone, cost);
}

struct totals {
	uint64_t calls;
	uint64_t cost;
	uint64_t self;
};

static struct totals totals_of(const struct landau_profile *profile, uint32_t routine)
{
	struct totals totals = {0};
	size_t first;
	size_t last;

	landau_profile_records_of(profile, routine, &first, &last);
	for (; first < last; first++) {
		const struct landau_profile_record *record = &profile->records[first];

		totals.calls = saturated_sum(totals.calls, record->calls);
		totals.cost = saturated_sum(totals.cost, record->cost);
		totals.self = saturated_sum(totals.self, record->self);
	}
	return totals;
}

/* Part of `whole` that belongs to `weight` of `weights`; long double holds 64 bits exactly. */
static uint64_t part_of(uint64_t whole, unsigned __int128 weight, unsigned __int128 weights)
{
	if (weight >= weights)
		return whole;
	return (uint64_t)((long double)whole * (long double)weight / (long double)weights);
}

/* The callers of one routine stand in `callers`; a routine does not count as its own caller. */
static void share_out(const struct landau_stacks *stacks, const struct landau_profile *profile,
		      uint32_t routine, const struct caller *callers, size_t count)
{
	struct totals totals = totals_of(profile, routine);
	unsigned __int128 cost = 0;
	unsigned __int128 calls = 0;
	unsigned __int128 weight = 0;
	unsigned __int128 weights;
	uint64_t given = 0;
	bool by_cost;

	for (size_t i = 0; i < count; i++) {
		cost += callers[i].caller == routine ? 0 : callers[i].cost;
		calls += callers[i].caller == routine ? 0 : callers[i].calls;
	}
	/* What was cost and is not in the calls is of activations that nobody called. */
	by_cost = cost > 0 || totals.cost > 0;
	weights = by_cost ? cost : calls;
	if (by_cost && totals.cost > cost)
		weights = totals.cost;
	for (size_t i = 0; i < count; i++) {
		uint64_t end;

		if (callers[i].caller == routine)
			continue;
		/* From where the shares before it end to where its own ends. */
		weight += by_cost ? callers[i].cost : callers[i].calls;
		end = part_of(totals.self, weight, weights);
		if (end < given)
			end = given;
		take_share(stacks, callers[i].caller, routine, end - given);
		given = end;
	}
	take_share(stacks, LANDAU_NONE, routine, totals.self - given);
}

static bool walk_callers(const struct landau_export *export, const struct landau_stacks *stacks)
{
	const struct landau_profile *profile = export->profile;
	struct caller *callers = calloc(profile->edge_count + 1, sizeof(*callers));
	size_t at = 0;
	size_t count;

	if (!callers)
		return false;
	for (size_t i = 0; i < profile->edge_count; i++) {
		const struct landau_profile_edge *edge = &profile->edges[i];

		callers[i] = (struct caller){edge->callee, edge->caller, edge->cost, edge->calls};
	}
	qsort(callers, profile->edge_count, sizeof(*callers), compare_callers);
	count = add_up(callers, profile->edge_count);
	for (uint32_t i = 0; i < profile->routine_count; i++) {
		size_t first = at;

		while (at < count && callers[at].callee == i)
			at++;
		share_out(stacks, profile, i, callers + first, at - first);
		landau_progress_step(export->progress, i + 1);
	}
	free(callers);
	return true;
}

bool landau_export_stacks(const struct landau_export *export, const struct landau_stacks *stacks)
{
	return export->profile->has_contexts ? walk_contexts(export->profile, stacks)
					     : walk_callers(export, stacks);
}
