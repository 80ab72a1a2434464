/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * merge.c - one profile out of many: their parts are put side by side, and the builder makes
 * those one that are about the same.
 */
#include <stdlib.h>
#include <string.h>

#include "profile/build.h"
#include "profile/curves.h"
#include "profile/lines.h"

static bool copy_command(struct landau_arena *arena, struct landau_run *copy,
			 const struct landau_run *run)
{
	copy->command = landau_arena_get(arena, run->command_count * sizeof(*copy->command));
	if (!copy->command)
		return false;
	for (uint32_t i = 0; i < run->command_count; i++) {
		copy->command[i] = landau_arena_string(arena, run->command[i]);
		if (!copy->command[i])
			return false;
	}
	return true;
}

static bool add_runs(struct landau_builder *builder, const struct landau_profile *profile)
{
	for (size_t i = 0; i < profile->run_count; i++) {
		const struct landau_run *run = &profile->runs[i];
		struct landau_run *copy = landau_builder_run(builder);

		if (!copy)
			return false;
		*copy = *run;
		copy->program = landau_arena_string(builder->arena, run->program);
		copy->engine = landau_arena_string(builder->arena, run->engine);
		if (!copy->program || !copy->engine || !copy_command(builder->arena, copy, run))
			return false;
	}
	return true;
}

static bool add_threads(struct landau_builder *builder, const struct landau_profile *profile)
{
	for (size_t i = 0; i < profile->thread_count; i++) {
		struct landau_profile_thread *copy = landau_builder_thread(builder);

		if (!copy)
			return false;
		*copy = profile->threads[i];
		copy->name = landau_arena_string(builder->arena, copy->name);
		if (!copy->name)
			return false;
	}
	return true;
}

static bool add_routines(struct landau_builder *builder, const struct landau_profile *profile)
{
	for (size_t i = 0; i < profile->routine_count; i++) {
		struct landau_routine *copy = landau_builder_routine(builder);

		if (!copy)
			return false;
		*copy = profile->routines[i];
		copy->name = landau_arena_string(builder->arena, copy->name);
		copy->object = landau_arena_string(builder->arena, copy->object);
		copy->file = landau_arena_string(builder->arena, copy->file);
		if (!copy->name || !copy->object || !copy->file)
			return false;
	}
	return true;
}

/* Positions of the parts of a profile move by these when it is put behind others. */
struct offsets {
	uint32_t routine;
	uint32_t thread;
	uint32_t context;
	uint32_t external;
};

static uint32_t moved(uint32_t position, uint32_t offset)
{
	return position == LANDAU_NONE ? LANDAU_NONE : position + offset;
}

static bool add_points(struct landau_builder *builder, const struct landau_profile *profile,
		       struct offsets offsets)
{
	for (size_t i = 0; i < profile->context_count; i++) {
		struct landau_context *copy = landau_builder_context(builder);

		if (!copy)
			return false;
		copy->parent = moved(profile->contexts[i].parent, offsets.context);
		copy->routine = profile->contexts[i].routine + offsets.routine;
	}
	for (size_t i = 0; i < profile->record_count; i++) {
		struct landau_profile_record *copy = landau_builder_record(builder);

		if (!copy)
			return false;
		*copy = profile->records[i];
		copy->routine += offsets.routine;
		copy->thread += offsets.thread;
		copy->context = moved(copy->context, offsets.context);
	}
	for (size_t i = 0; i < profile->edge_count; i++) {
		struct landau_profile_edge *copy = landau_builder_edge(builder);

		if (!copy)
			return false;
		*copy = profile->edges[i];
		copy->caller += offsets.routine;
		copy->callee += offsets.routine;
		copy->thread += offsets.thread;
		copy->caller_context = moved(copy->caller_context, offsets.context);
		copy->callee_context = moved(copy->callee_context, offsets.context);
	}
	for (size_t i = 0; i < profile->total_count; i++) {
		struct landau_run_totals *copy = landau_builder_totals(builder);

		if (!copy)
			return false;
		*copy = profile->totals[i];
		copy->routine += offsets.routine;
	}
	for (size_t i = 0; i < profile->curve_count; i++) {
		struct landau_curve *copy = landau_builder_curve(builder);

		if (!copy)
			return false;
		*copy = profile->curves[i];
		copy->routine += offsets.routine;
		copy->thread += offsets.thread;
		if (!landau_curve_own(builder->arena, copy, offsets.routine))
			return false;
	}
	return true;
}

static bool add_lines(struct landau_builder *builder, const struct landau_profile *profile,
		      struct offsets offsets)
{
	for (size_t i = 0; i < profile->line_count; i++) {
		struct landau_line *copy = landau_builder_line(builder);

		if (!copy)
			return false;
		*copy = profile->lines[i];
		copy->routine += offsets.routine;
		if (!landau_line_copy_place(builder->arena, copy))
			return false;
	}
	for (size_t i = 0; i < profile->loop_count; i++) {
		struct landau_loop *copy = landau_builder_loop(builder);

		if (!copy)
			return false;
		*copy = profile->loops[i];
		copy->line.routine += offsets.routine;
		if (!landau_line_copy_place(builder->arena, &copy->line))
			return false;
	}
	return true;
}

static bool add_flows(struct landau_builder *builder, const struct landau_profile *profile,
		      struct offsets offsets)
{
	for (size_t i = 0; i < profile->external_count; i++) {
		struct landau_external *copy = landau_builder_external(builder);

		if (!copy)
			return false;
		copy->kind = landau_arena_string(builder->arena, profile->externals[i].kind);
		copy->name = landau_arena_string(builder->arena, profile->externals[i].name);
		if (!copy->kind || !copy->name)
			return false;
	}
	for (size_t i = 0; i < profile->flow_count; i++) {
		struct landau_profile_flow *copy = landau_builder_flow(builder);

		if (!copy)
			return false;
		*copy = profile->flows[i];
		copy->routine += offsets.routine;
		copy->thread += offsets.thread;
		copy->from = moved(copy->from, copy->from_thread == LANDAU_NONE ? offsets.external
										: offsets.routine);
		copy->from_thread = moved(copy->from_thread, offsets.thread);
	}
	return true;
}

static bool add_further(struct landau_builder *builder, const struct landau_profile *profile,
			struct offsets offsets)
{
	for (size_t i = 0; i < profile->further_count; i++) {
		struct landau_profile_further *copy = landau_builder_further(builder);

		if (!copy)
			return false;
		*copy = profile->further[i];
		copy->routine = moved(copy->routine, offsets.routine);
		copy->thread += offsets.thread;
		copy->context = moved(copy->context, offsets.context);
	}
	return true;
}

/* The names of further costs, with commas between them; "none". */
static void name_further(uint32_t costs, char *text, size_t size)
{
	size_t used = 0;

	snprintf(text, size, "none");
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++)
		if (costs >> i & 1)
			used += (size_t)snprintf(text + used, size - used, "%s%s",
						 used > 0 ? "," : "",
						 landau_further_name((enum landau_further)i));
}

static bool add_profile(struct landau_builder *builder, const struct landau_profile *profile)
{
	/* The builder refuses parts that cannot be numbered, so these fit. */
	const struct offsets offsets = {.routine = (uint32_t)builder->profile->routine_count,
					.thread = (uint32_t)builder->profile->thread_count,
					.context = (uint32_t)builder->profile->context_count,
					.external = (uint32_t)builder->profile->external_count};

	return add_runs(builder, profile) && add_threads(builder, profile) &&
	       add_routines(builder, profile) && add_points(builder, profile, offsets) &&
	       add_lines(builder, profile, offsets) && add_flows(builder, profile, offsets) &&
	       add_further(builder, profile, offsets);
}

const char *landau_profile_allocator(const struct landau_profile *profile)
{
	if (!profile->opaque_allocators)
		return "raw";
	return profile->allocators[0] != '\0' ? profile->allocators : "opaque";
}

const char *landau_profile_files(const struct landau_profile *profile)
{
	return profile->distinct_files ? "distinct" : "all";
}

bool landau_profile_compatible(const struct landau_profile *first,
			       const struct landau_profile *second, const char *first_name,
			       struct landau_error *error)
{
	char of_first[96];
	char of_second[96];

	*error = (struct landau_error){0};
	name_further(first->further_costs, of_first, sizeof(of_first));
	name_further(second->further_costs, of_second, sizeof(of_second));
	if (strcmp(first->cost_kind, second->cost_kind) != 0)
		snprintf(error->text, sizeof(error->text),
			 "cannot be merged: its cost is %s, that of %s is %s", second->cost_kind,
			 first_name, first->cost_kind);
	else if (first->further_costs != second->further_costs)
		snprintf(error->text, sizeof(error->text),
			 "cannot be merged: its further costs are %s, those of %s are %s",
			 of_second, first_name, of_first);
	else if (first->cell_bytes != second->cell_bytes)
		snprintf(error->text, sizeof(error->text),
			 "cannot be merged: its cells have %u bytes, those of %s have %u",
			 second->cell_bytes, first_name, first->cell_bytes);
	else if (first->rms_only != second->rms_only)
		snprintf(error->text, sizeof(error->text),
			 "cannot be merged: its input is %s, that of %s is %s",
			 second->rms_only ? "rms" : "trms", first_name,
			 first->rms_only ? "rms" : "trms");
	else if (first->has_contexts != second->has_contexts)
		snprintf(error->text, sizeof(error->text),
			 "cannot be merged: it has %s contexts, %s has %s",
			 second->has_contexts ? "calling" : "no", first_name,
			 first->has_contexts ? "them" : "none");
	else if (first->opaque_allocators != second->opaque_allocators ||
		 strcmp(first->allocators, second->allocators) != 0)
		snprintf(error->text, sizeof(error->text),
			 "cannot be merged: it was recorded with --allocator=%s, %s with %s",
			 landau_profile_allocator(second), first_name,
			 landau_profile_allocator(first));
	else if (first->distinct_files != second->distinct_files)
		snprintf(error->text, sizeof(error->text),
			 "cannot be merged: it was recorded with --files=%s, %s with %s",
			 landau_profile_files(second), first_name, landau_profile_files(first));
	return error->text[0] == '\0';
}

struct landau_profile *landau_profile_merge(struct landau_profile *const *profiles, size_t count,
					    struct landau_error *error)
{
	struct landau_builder builder;
	struct landau_profile *result = NULL;
	bool fine = true;

	*error = (struct landau_error){0};
	if (count == 0) {
		snprintf(error->text, sizeof(error->text), "there is nothing to merge");
		return NULL;
	}
	for (size_t i = 1; i < count; i++)
		if (!landau_profile_compatible(profiles[0], profiles[i], "the first", error))
			return NULL;
	if (landau_builder_start(&builder)) {
		builder.borrowed = true;
		builder.profile->cell_bytes = profiles[0]->cell_bytes;
		builder.profile->further_costs = profiles[0]->further_costs;
		builder.profile->rms_only = profiles[0]->rms_only;
		builder.profile->has_contexts = profiles[0]->has_contexts;
		builder.profile->cost_kind =
			landau_arena_string(builder.arena, profiles[0]->cost_kind);
		builder.profile->distinct_files = profiles[0]->distinct_files;
		builder.profile->opaque_allocators = profiles[0]->opaque_allocators;
		builder.profile->allocators =
			landau_arena_string(builder.arena, profiles[0]->allocators);
		fine = builder.profile->cost_kind != NULL && builder.profile->allocators != NULL;
		for (size_t i = 0; fine && i < count; i++)
			fine = add_profile(&builder, profiles[i]);
		if (fine)
			result = landau_builder_finish(&builder);
		else
			landau_builder_abandon(&builder);
	}
	if (!result)
		snprintf(error->text, sizeof(error->text), "there is not enough memory to merge");
	return result;
}
