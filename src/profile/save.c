/* SPDX-License-Identifier: GPL-2.0-or-later */
/* save.c - writes a profile that is in memory; see profile.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "profile/replace.h"
#include "profile/totals.h"
#include "profile/writer.h"

static void write_names(struct landau_writer *writer, const struct landau_profile *profile)
{
	for (size_t i = 0; i < profile->run_count; i++) {
		const struct landau_run *run = &profile->runs[i];

		landau_write_run(writer, run->engine, run->exit_kind, run->exit_code, run->program,
				 (const char *const *)run->command, run->command_count);
		if (run->unit != LANDAU_RUN_UNSIZED)
			landau_write_run_size(writer, run->unit, run->size);
	}
	for (size_t i = 0; i < profile->thread_count; i++) {
		const struct landau_profile_thread *thread = &profile->threads[i];

		landau_write_thread(writer, thread->id, thread->cost, thread->thread_input,
				    thread->external_input, thread->name);
	}
	for (size_t i = 0; i < profile->routine_count; i++) {
		const struct landau_routine *routine = &profile->routines[i];

		landau_write_routine(writer, (uint32_t)i, routine->line, routine->name,
				     routine->object, routine->file);
	}
	for (size_t i = 0; i < profile->context_count; i++)
		landau_write_context(writer, (uint32_t)i, profile->contexts[i].parent,
				     profile->contexts[i].routine);
}

static void write_inlined(struct landau_writer *writer, const struct landau_line *line)
{
	for (uint32_t i = 0; i < line->inlined_count; i++)
		landau_write_inlined(writer, line->inlined[i].name, line->inlined[i].file,
				     line->inlined[i].line);
}

static void write_line(struct landau_writer *writer, const struct landau_line *line)
{
	landau_write_line(writer, line->routine, line->file, line->line, line->inlined_count);
	write_inlined(writer, line);
	landau_write_line_sums(writer, line->executions, line->cost, line->self);
	for (size_t i = 0; i < line->point_count; i++)
		landau_write_line_point(writer, line->points[i].size, line->points[i].calls,
					line->points[i].executions, line->points[i].cost);
	landau_write_line_end(writer);
}

static void write_loop(struct landau_writer *writer, const struct landau_loop *loop)
{
	const struct landau_line *line = &loop->line;

	landau_write_loop(writer, line->routine, loop->position, loop->parent, loop->at_most,
			  loop->last_line, line->file, line->line, line->inlined_count);
	write_inlined(writer, line);
	landau_write_loop_trips(writer, line->executions);
	for (size_t i = 0; i < line->point_count; i++)
		landau_write_loop_point(writer, line->points[i].size, line->points[i].calls,
					line->points[i].executions);
	landau_write_line_end(writer);
}

static void write_points(struct landau_writer *writer, const struct landau_profile *profile)
{
	for (size_t i = 0; i < profile->record_count; i++) {
		const struct landau_profile_record *record = &profile->records[i];

		landau_write_record(writer, record->routine, profile->threads[record->thread].id,
				    record->context, record->calls, record->cost, record->self,
				    record->rms_differs);
		for (size_t j = 0; j < record->trms_count; j++)
			landau_write_trms(writer, &record->trms[j]);
		for (size_t j = 0; record->rms_differs && j < record->rms_count; j++)
			landau_write_rms(writer, &record->rms[j]);
	}
	for (size_t i = 0; i < profile->edge_count; i++) {
		const struct landau_profile_edge *edge = &profile->edges[i];

		landau_write_edge(writer, edge->caller, edge->callee,
				  profile->threads[edge->thread].id, edge->caller_context,
				  edge->callee_context, edge->calls, edge->cost);
		for (size_t j = 0; j < edge->by_size_count; j++)
			landau_write_calls(writer, &edge->by_size[j]);
	}
	for (size_t i = 0; i < profile->total_count; i++)
		landau_totals_write(writer, &profile->totals[i]);
	for (size_t i = 0; i < profile->curve_count; i++) {
		const struct landau_curve *curve = &profile->curves[i];

		landau_write_curve(writer, curve->routine, profile->threads[curve->thread].id,
				   curve->marks, curve->mark_count, &curve->end);
		landau_write_steps(writer, curve->returns, curve->steps, curve->step_count);
	}
	for (size_t i = 0; i < profile->line_count; i++)
		write_line(writer, &profile->lines[i]);
	for (size_t i = 0; i < profile->loop_count; i++)
		write_loop(writer, &profile->loops[i]);
}

static void write_flows(struct landau_writer *writer, const struct landau_profile *profile)
{
	for (size_t i = 0; i < profile->external_count; i++)
		landau_write_external(writer, (uint32_t)i, profile->externals[i].kind,
				      profile->externals[i].name);
	for (size_t i = 0; i < profile->flow_count; i++) {
		const struct landau_profile_flow *flow = &profile->flows[i];
		uint32_t from_thread = flow->from_thread == LANDAU_NONE
					       ? LANDAU_NONE
					       : profile->threads[flow->from_thread].id;

		landau_write_flow(writer, flow->routine, profile->threads[flow->thread].id,
				  from_thread, flow->from, flow->self, flow->induced);
		for (size_t j = 0; j < flow->point_count; j++)
			landau_write_flow_point(writer, &flow->points[j]);
		landau_write_flow_end(writer);
	}
}

static void write_further(struct landau_writer *writer, const struct landau_profile *profile)
{
	for (size_t i = 0; i < profile->further_count; i++) {
		const struct landau_profile_further *further = &profile->further[i];

		landau_write_further(writer, further->cost, further->routine,
				     profile->threads[further->thread].id, further->context,
				     further->total, further->self);
		for (size_t j = 0; j < further->point_count; j++)
			landau_write_flow_point(writer, &further->points[j]);
		landau_write_flow_end(writer);
	}
}

bool landau_profile_write(const struct landau_profile *profile, struct landau_writer *writer)
{
	landau_write_header(writer, profile->cost_kind, profile->cell_bytes, profile->rms_only,
			    profile->has_contexts,
			    profile->opaque_allocators ? profile->allocators : NULL);
	landau_write_files(writer, profile->distinct_files);
	landau_write_further_names(writer, profile->further_costs);
	write_names(writer, profile);
	write_points(writer, profile);
	write_flows(writer, profile);
	write_further(writer, profile);
	return landau_writer_end(writer);
}

struct file {
	int descriptor;
	int error; /* errno of the first failure */
};

static bool put(void *context, const void *bytes, size_t count)
{
	struct file *file = context;

	if (landau_write_all(file->descriptor, bytes, count))
		return true;
	file->error = errno;
	return false;
}

bool landau_profile_save(const struct landau_profile *profile, const char *path,
			 struct landau_error *error)
{
	struct landau_replacement replacement;
	struct landau_writer *writer = malloc(sizeof(*writer));
	struct file file = {.error = ENOMEM};
	bool fine = false;

	if (!writer) {
		*error = (struct landau_error){.file = path};
		snprintf(error->text, sizeof(error->text), "there is not enough memory to write");
		return false;
	}
	/* Like perf's files: commands and paths are nobody else's business. */
	if (landau_replace_open(&replacement, path, error)) {
		file.descriptor = replacement.descriptor;
		landau_writer_start(writer, put, &file);
		fine = landau_profile_write(profile, writer);
		if (fine) {
			fine = landau_replace_commit(&replacement, error);
		} else {
			landau_replace_discard(&replacement);
			snprintf(error->text, sizeof(error->text), "cannot be written: %s",
				 strerror(file.error));
		}
	}
	free(writer);
	return fine;
}
