/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * build.c - makes a profile in canonical order; see build.h.
 *
 * Every kind of part is sorted by what it is about, and neighbours that are about the same are
 * combined. All ways of combining are associative and commutative (sums that saturate, minima,
 * maxima, unions), and the order depends on the content alone: so merging is, too.
 */
#include "profile/build.h"

#include <stdlib.h>
#include <string.h>

#include "profile/combine.h"
#include "profile/curves.h"
#include "profile/flows.h"
#include "profile/further.h"
#include "profile/lines.h"
#include "profile/loops.h"
#include "profile/paths.h"
#include "profile/totals.h"
#include "profile/unite.h"

bool landau_builder_start(struct landau_builder *builder)
{
	*builder = (struct landau_builder){0};
	builder->profile = calloc(1, sizeof(*builder->profile));
	builder->arena = calloc(1, sizeof(*builder->arena));
	if (!builder->profile || !builder->arena) {
		free(builder->profile);
		free(builder->arena);
		return false;
	}
	builder->profile->storage = builder->arena;
	return true;
}

void landau_builder_abandon(struct landau_builder *builder)
{
	landau_profile_free(builder->profile);
	*builder = (struct landau_builder){0};
}

/* -- Adding ------------------------------------------------------------------------------------ */

/* Defines landau_builder_KIND: one more element at the end of an array of the profile. */
#define DEFINE_ADD(kind, type, array, count, limit)                                                \
	struct type *landau_builder_##kind(struct landau_builder *builder)                         \
	{                                                                                          \
		struct landau_profile *profile = builder->profile;                                 \
                                                                                                   \
		if (profile->count >= LANDAU_NONE ||                                               \
		    !LANDAU_GROW(profile->array, profile->count, builder->limit))                  \
			return NULL;                                                               \
		memset(&profile->array[profile->count], 0, sizeof(*profile->array));               \
		return &profile->array[profile->count++];                                          \
	}

DEFINE_ADD(run, landau_run, runs, run_count, run_limit)
DEFINE_ADD(thread, landau_profile_thread, threads, thread_count, thread_limit)
DEFINE_ADD(routine, landau_routine, routines, routine_count, routine_limit)
DEFINE_ADD(context, landau_context, contexts, context_count, context_limit)
DEFINE_ADD(record, landau_profile_record, records, record_count, record_limit)
DEFINE_ADD(edge, landau_profile_edge, edges, edge_count, edge_limit)
DEFINE_ADD(totals, landau_run_totals, totals, total_count, total_limit)
DEFINE_ADD(curve, landau_curve, curves, curve_count, curve_limit)
DEFINE_ADD(line, landau_line, lines, line_count, line_limit)
DEFINE_ADD(loop, landau_loop, loops, loop_count, loop_limit)
DEFINE_ADD(external, landau_external, externals, external_count, external_limit)
DEFINE_ADD(flow, landau_profile_flow, flows, flow_count, flow_limit)
DEFINE_ADD(further, landau_profile_further, further, further_count, further_limit)

/* -- Order ------------------------------------------------------------------------------------- */

static int compare_runs(const void *first, const void *second)
{
	const struct landau_run *a = first;
	const struct landau_run *b = second;
	int order = strcmp(a->engine, b->engine);

	if (!order)
		order = landau_order_of(a->exit_kind, b->exit_kind);
	if (!order)
		order = landau_order_of((uint64_t)a->exit_code, (uint64_t)b->exit_code);
	if (!order)
		order = strcmp(a->program, b->program);
	for (uint32_t i = 0; !order && i < a->command_count && i < b->command_count; i++)
		order = strcmp(a->command[i], b->command[i]);
	if (!order)
		order = landau_order_of(a->command_count, b->command_count);
	if (!order)
		order = landau_order_of(a->unit, b->unit);
	return order ? order : landau_order_of(a->size, b->size);
}

static int compare_routines(const void *first, const void *second)
{
	const struct landau_routine *a = first;
	const struct landau_routine *b = second;
	int order = strcmp(a->name, b->name);

	if (!order)
		order = strcmp(a->object, b->object);
	return order ? order : strcmp(a->file, b->file);
}

static int compare_threads(const void *first, const void *second)
{
	return landau_order_of(((const struct landau_profile_thread *)first)->id,
			       ((const struct landau_profile_thread *)second)->id);
}

static int compare_records(const void *first, const void *second)
{
	const struct landau_profile_record *a = first;
	const struct landau_profile_record *b = second;
	int order = landau_order_of(a->routine, b->routine);

	if (!order)
		order = landau_order_of(a->thread, b->thread);
	return order ? order : landau_order_of(a->context, b->context);
}

static int compare_edges(const void *first, const void *second)
{
	const struct landau_profile_edge *a = first;
	const struct landau_profile_edge *b = second;
	int order = landau_order_of(a->caller, b->caller);

	if (!order)
		order = landau_order_of(a->callee, b->callee);
	if (!order)
		order = landau_order_of(a->thread, b->thread);
	if (!order)
		order = landau_order_of(a->caller_context, b->caller_context);
	return order ? order : landau_order_of(a->callee_context, b->callee_context);
}

/* -- Routines and threads: new_positions[old position] is the new one -------------------------- */

/* The routine is declared where the first line of it is. */
static void add_routine(void *sum, const void *more)
{
	uint32_t *line = &((struct landau_routine *)sum)->line;
	uint32_t other = ((const struct landau_routine *)more)->line;

	if (!*line || (other && other < *line))
		*line = other;
}

static void add_thread(void *sum_of_threads, const void *one_more)
{
	struct landau_profile_thread *sum = sum_of_threads;
	const struct landau_profile_thread *more = one_more;

	sum->cost = landau_add(sum->cost, more->cost);
	sum->thread_input = landau_add(sum->thread_input, more->thread_input);
	sum->external_input = landau_add(sum->external_input, more->external_input);
	if (!*sum->name || (*more->name && strcmp(more->name, sum->name) < 0))
		sum->name = more->name;
}

static bool finish_routines(struct landau_profile *profile, uint32_t *new_positions)
{
	return landau_unite_numbered(profile->routines, &profile->routine_count,
				     sizeof(*profile->routines), compare_routines, add_routine,
				     new_positions);
}

static bool finish_threads(struct landau_profile *profile, uint32_t *new_positions)
{
	return landau_unite_numbered(profile->threads, &profile->thread_count,
				     sizeof(*profile->threads), compare_threads, add_thread,
				     new_positions);
}

/* -- Records ----------------------------------------------------------------------------------- */

static struct landau_list trms_list(const struct landau_profile_record *record)
{
	return (struct landau_list){record->trms, record->trms_count, sizeof(*record->trms)};
}

/* The rms points; where they are the same as the trms points, those. */
static struct landau_list rms_list(const struct landau_profile_record *record)
{
	if (!record->rms_differs)
		return trms_list(record);
	return (struct landau_list){record->rms, record->rms_count, sizeof(*record->rms)};
}

/* Makes one record of `count` > 1 about the same. */
static bool combine_records(struct landau_arena *arena, struct landau_profile_record *records,
			    size_t count, struct landau_list *lists)
{
	struct landau_profile_record sum = records[0];
	void *result;

	for (size_t i = 1; i < count; i++) {
		sum.calls = landau_add(sum.calls, records[i].calls);
		sum.cost = landau_add(sum.cost, records[i].cost);
		sum.self = landau_add(sum.self, records[i].self);
		sum.rms_differs = sum.rms_differs || records[i].rms_differs;
	}
	for (size_t i = 0; i < count; i++)
		lists[i] = trms_list(&records[i]);
	if (!landau_combine_kept(arena, lists, count, true, &result, &sum.trms_count))
		return false;
	sum.trms = result;
	if (sum.rms_differs) {
		for (size_t i = 0; i < count; i++)
			lists[i] = rms_list(&records[i]);
		if (!landau_combine_kept(arena, lists, count, false, &result, &sum.rms_count))
			return false;
		sum.rms = result;
	}
	records[0] = sum;
	return true;
}

static bool copy_points(struct landau_arena *arena, struct landau_profile_record *record)
{
	record->trms =
		landau_arena_copy(arena, record->trms, record->trms_count * sizeof(*record->trms));
	if (record->rms_differs)
		record->rms = landau_arena_copy(arena, record->rms,
						record->rms_count * sizeof(*record->rms));
	return record->trms && (!record->rms_differs || record->rms);
}

static bool same_costs(const struct landau_costs *a, const struct landau_costs *b)
{
	return a->size == b->size && a->calls == b->calls && a->min == b->min && a->max == b->max &&
	       a->sum == b->sum;
}

/* There is one way to say that rms and trms are the same, so that equal profiles are equal bytes.
 */
static void normalise_rms(struct landau_profile_record *record)
{
	if (!record->rms_differs || record->rms_count != record->trms_count)
		return;
	for (size_t i = 0; i < record->rms_count; i++)
		if (!same_costs(&record->rms[i], &record->trms[i].costs))
			return;
	record->rms_differs = false;
	record->rms = NULL;
	record->rms_count = 0;
}

static bool unite_records(void *context, void *group, size_t count)
{
	const struct landau_builder *builder = context;
	struct landau_list *lists = NULL;
	bool fine = true;

	if (count > 1) {
		lists = malloc(count * sizeof(*lists));
		fine = lists && combine_records(builder->arena, group, count, lists);
	} else if (builder->borrowed) {
		fine = copy_points(builder->arena, group);
	}
	free(lists);
	if (fine)
		normalise_rms(group);
	return fine;
}

static bool finish_records(struct landau_builder *builder)
{
	struct landau_profile *profile = builder->profile;

	return landau_unite(profile->records, &profile->record_count, sizeof(*profile->records),
			    compare_records, unite_records, builder);
}

/* -- Edges ------------------------------------------------------------------------------------- */

static bool unite_edges(void *context, void *group, size_t count)
{
	const struct landau_builder *builder = context;
	struct landau_profile_edge *edges = group;

	for (size_t i = 1; i < count; i++) {
		edges[0].calls = landau_add(edges[0].calls, edges[i].calls);
		edges[0].cost = landau_add(edges[0].cost, edges[i].cost);
	}
	return landau_combine_costs(builder->arena, builder->borrowed, &edges->by_size,
				    &edges->by_size_count, sizeof(*edges), count);
}

static bool finish_edges(struct landau_builder *builder)
{
	struct landau_profile *profile = builder->profile;

	return landau_unite(profile->edges, &profile->edge_count, sizeof(*profile->edges),
			    compare_edges, unite_edges, builder);
}

/* -- The whole --------------------------------------------------------------------------------- */

static uint32_t renumbered(const uint32_t *new_positions, uint32_t position)
{
	return position == LANDAU_NONE ? LANDAU_NONE : new_positions[position];
}

static void renumber(struct landau_profile *profile, const uint32_t *routines,
		     const uint32_t *threads, const uint32_t *contexts)
{
	for (size_t i = 0; i < profile->record_count; i++) {
		struct landau_profile_record *record = &profile->records[i];

		record->routine = routines[record->routine];
		record->thread = threads[record->thread];
		record->context = renumbered(contexts, record->context);
	}
	for (size_t i = 0; i < profile->edge_count; i++) {
		struct landau_profile_edge *edge = &profile->edges[i];

		edge->caller = routines[edge->caller];
		edge->callee = routines[edge->callee];
		edge->thread = threads[edge->thread];
		edge->caller_context = renumbered(contexts, edge->caller_context);
		edge->callee_context = renumbered(contexts, edge->callee_context);
	}
	for (size_t i = 0; i < profile->total_count; i++)
		profile->totals[i].routine = routines[profile->totals[i].routine];
	for (size_t i = 0; i < profile->curve_count; i++) {
		struct landau_curve *curve = &profile->curves[i];

		curve->routine = routines[curve->routine];
		curve->thread = threads[curve->thread];
		for (size_t k = 0; k < curve->mark_count; k++)
			curve->marks[k].callee = renumbered(routines, curve->marks[k].callee);
	}
	for (size_t i = 0; i < profile->line_count; i++)
		profile->lines[i].routine = routines[profile->lines[i].routine];
	for (size_t i = 0; i < profile->loop_count; i++)
		profile->loops[i].line.routine = routines[profile->loops[i].line.routine];
	for (size_t i = 0; i < profile->further_count; i++) {
		struct landau_profile_further *further = &profile->further[i];

		further->routine = renumbered(routines, further->routine);
		further->thread = threads[further->thread];
		further->context = renumbered(contexts, further->context);
	}
}

static bool finish_flows(struct landau_builder *builder, const uint32_t *routines,
			 const uint32_t *threads)
{
	struct landau_profile *profile = builder->profile;
	uint32_t *externals = malloc((profile->external_count + 1) * sizeof(*externals));
	bool fine = externals && landau_externals_finish(profile, externals);

	for (size_t i = 0; fine && i < profile->flow_count; i++) {
		struct landau_profile_flow *flow = &profile->flows[i];

		flow->routine = routines[flow->routine];
		flow->thread = threads[flow->thread];
		flow->from = renumbered(flow->from_thread == LANDAU_NONE ? externals : routines,
					flow->from);
		flow->from_thread = renumbered(threads, flow->from_thread);
	}
	free(externals);
	return fine && landau_profile_flows_finish(builder);
}

static bool finish(struct landau_builder *builder)
{
	struct landau_profile *profile = builder->profile;
	uint32_t *routines = malloc((profile->routine_count + 1) * sizeof(*routines));
	uint32_t *threads = malloc((profile->thread_count + 1) * sizeof(*threads));
	uint32_t *contexts = malloc((profile->context_count + 1) * sizeof(*contexts));
	bool fine = routines && threads && contexts && finish_routines(profile, routines) &&
		    finish_threads(profile, threads);

	if (fine) {
		for (size_t i = 0; i < profile->context_count; i++)
			profile->contexts[i].routine = routines[profile->contexts[i].routine];
		fine = landau_paths_finish(profile, contexts);
	}
	if (fine) {
		renumber(profile, routines, threads, contexts);
		landau_sort(profile->runs, profile->run_count, sizeof(*profile->runs),
			    compare_runs);
		landau_curves_finish(profile);
		fine = finish_records(builder) && finish_edges(builder) &&
		       landau_lines_finish(builder) && landau_loops_finish(builder) &&
		       landau_further_finish(builder) && finish_flows(builder, routines, threads);
		landau_totals_finish(profile);
	}
	free(routines);
	free(threads);
	free(contexts);
	return fine;
}

struct landau_profile *landau_builder_finish(struct landau_builder *builder)
{
	struct landau_profile *profile = builder->profile;

	if (!finish(builder)) {
		landau_builder_abandon(builder);
		return NULL;
	}
	*builder = (struct landau_builder){0};
	return profile;
}

void landau_profile_free(struct landau_profile *profile)
{
	if (!profile)
		return;
	free(profile->runs);
	free(profile->threads);
	free(profile->routines);
	free(profile->contexts);
	free(profile->records);
	free(profile->edges);
	free(profile->totals);
	free(profile->curves);
	free(profile->lines);
	free(profile->loops);
	free(profile->externals);
	free(profile->flows);
	free(profile->further);
	landau_arena_free(profile->storage);
	free(profile->storage);
	free(profile);
}
