/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * from_core.c - writes what the core has collected; see from_core.h. No libc here.
 *
 * With contexts each record is a context of its own thread: it gets the number that it has among
 * the records of all threads. Equal paths of different threads become one context in the reader.
 */
#include "profile/from_core.h"

#include "core/core.h"
#include "profile/from_watch.h"

struct job {
	struct landau_writer *writer;
	struct landau_core *const *cores;
	uint32_t core_count;
	const struct landau_description *description;
};

enum { PAGE = 4096 }; /* the host gives whole ones */

/* -- Routines ---------------------------------------------------------------------------------- */

static bool is_empty(const struct landau_record *record)
{
	return record->taken_back && record->calls == 0;
}

static void set_bit(unsigned char *bits, uint32_t number)
{
	bits[number / 8] |= (unsigned char)(1u << number % 8);
}

static bool is_by_thread(const struct landau_flow *flow)
{
	return flow->source != LANDAU_SOURCE_NOBODY && !(flow->source & LANDAU_SOURCE_EXTERNAL);
}

/* Who wrote: the thread is NULL if it was none. */
static const struct landau_author *author_of(const struct landau_thread *thread,
					     const struct landau_flow *flow)
{
	static const struct landau_author none = {.routine = LANDAU_NO_ROUTINE};

	return is_by_thread(flow) ? landau_author_at(thread->core, flow->source) : &none;
}

/* Where memory ran out, a curve may be there before its activation has been counted. */
static void mark_kept(const struct landau_kept *kept, uint32_t routine_count, unsigned char *used)
{
	if (kept->routine < routine_count)
		set_bit(used, kept->routine);
	for (uint32_t i = 0; i < kept->count; i++)
		for (uint32_t k = 0; k < kept->curves[i].count; k++) {
			const struct landau_mark *mark = &kept->curves[i].marks[k];

			if (mark->callee_cost > 0 && mark->callee < routine_count)
				set_bit(used, mark->callee);
		}
}

static void mark_used(const struct landau_thread *thread, uint32_t routine_count,
		      unsigned char *used)
{
	for (; thread; thread = thread->next) {
		for (const struct landau_record *record = thread->first_record; record;
		     record = record->next)
			if (record->routine < routine_count && !is_empty(record))
				set_bit(used, record->routine);
		for (const struct landau_kept *kept = thread->kept; kept; kept = kept->next)
			mark_kept(kept, routine_count, used);
		/* Who wrote may not have returned. */
		for (const struct landau_flow *flow = landau_first_flow(thread); flow;
		     flow = flow->next) {
			uint32_t routine = author_of(thread, flow)->routine;

			if (routine < routine_count)
				set_bit(used, routine);
		}
	}
}

static void write_routines(const struct job *job)
{
	const struct landau_description *description = job->description;
	const struct landau_host *host = description->host;
	size_t bytes = ((size_t)description->routine_count / 8 + PAGE) / PAGE * PAGE;
	unsigned char *used = host ? host->get_memory(host->context, bytes) : NULL;

	for (uint32_t i = 0; used && i < job->core_count; i++)
		mark_used(landau_first_thread(job->cores[i]), description->routine_count, used);
	for (uint32_t i = 0; i < description->routine_count; i++) {
		struct landau_routine_source source = {0};

		if (used && !(used[i / 8] & 1u << i % 8))
			continue;
		description->routine(description->context, i, &source);
		landau_write_routine(job->writer, i, source.line, source.name, source.object,
				     source.file);
	}
	if (used)
		host->give_back(host->context, used, bytes);
}

/* -- Threads ----------------------------------------------------------------------------------- */

static void write_thread(const struct job *job, const struct landau_thread *thread)
{
	const struct landau_description *description = job->description;
	const char *name = NULL;

	if (description->thread_name)
		name = description->thread_name(description->context, thread->id);
	landau_write_thread(job->writer, thread->id, landau_total_cost(thread),
			    landau_thread_input(thread), landau_external_input(thread), name);
}

/* -- Records and edges of a thread; `first` is the context number of its first record ---------- */

static uint32_t context_of(const struct job *job, const struct landau_record *record,
			   uint32_t first)
{
	return job->description->contexts && record ? first + record->number : LANDAU_NONE;
}

static void write_record(const struct job *job, const struct landau_thread *thread,
			 const struct landau_record *record, uint32_t first)
{
	size_t bytes;
	struct landau_point *points;

	landau_write_record(job->writer, record->routine, thread->id,
			    context_of(job, record, first), record->calls, record->cost,
			    record->self, record->rms_differs);
	points = landau_sorted(thread->core, &record->trms, &bytes);
	if (points) {
		for (uint32_t i = 0; i < record->trms.count; i++)
			landau_write_trms(job->writer, &points[i]);
		landau_release(thread->core, points, bytes);
	}
	if (record->rms_differs) {
		struct landau_costs *costs = landau_sorted(thread->core, &record->rms, &bytes);

		if (costs) {
			for (uint32_t i = 0; i < record->rms.count; i++)
				landau_write_rms(job->writer, &costs[i]);
			landau_release(thread->core, costs, bytes);
		}
	}
}

static void write_edge(const struct job *job, const struct landau_thread *thread,
		       const struct landau_record *caller, const struct landau_edge *edge,
		       uint32_t first)
{
	size_t bytes;
	struct landau_costs *calls;

	landau_write_edge(job->writer, caller->routine, edge->callee->routine, thread->id,
			  context_of(job, caller, first), context_of(job, edge->callee, first),
			  edge->calls, edge->cost);
	calls = landau_sorted(thread->core, &edge->by_size, &bytes);
	if (!calls)
		return;
	for (uint32_t i = 0; i < edge->by_size.count; i++)
		landau_write_calls(job->writer, &calls[i]);
	landau_release(thread->core, calls, bytes);
}

static void write_collected(const struct job *job, const struct landau_thread *thread,
			    uint32_t first)
{
	const struct landau_record *record;
	const struct landau_edge *edge;

	if (job->description->contexts)
		for (record = thread->first_record; record; record = record->next)
			if (!is_empty(record))
				landau_write_context(job->writer, first + record->number,
						     context_of(job, record->parent, first),
						     record->routine);
	for (record = thread->first_record; record; record = record->next)
		if (!is_empty(record))
			write_record(job, thread, record, first);
	for (record = thread->first_record; record; record = record->next)
		for (uint32_t position = 0; (edge = landau_next_edge(record, &position));)
			write_edge(job, thread, record, edge, first);
	for (const struct landau_kept *kept = thread->kept; kept; kept = kept->next)
		for (uint32_t i = 0; i < kept->count; i++) {
			const struct landau_marks *curve = &kept->curves[i];

			landau_write_curve(job->writer, kept->routine, thread->id, curve->marks,
					   curve->count, &curve->end);
			landau_write_steps(job->writer, curve->returns, curve->steps,
					   curve->step_count);
		}
}

/* -- Flows: behind all threads, since who wrote may be on another one ---------------------------- */

static void write_externals(const struct job *job)
{
	const struct landau_description *description = job->description;

	landau_write_external(job->writer, 0, "unknown", "");
	for (uint32_t i = 1; i <= description->external_count; i++) {
		struct landau_external_source source = {0};

		description->external(description->context, i, &source);
		landau_write_external(job->writer, i, source.kind, source.name);
	}
}

static void write_flow(const struct job *job, const struct landau_thread *thread,
		       const struct landau_flow *flow)
{
	const struct landau_author *author = author_of(thread, flow);
	uint32_t from = LANDAU_NONE;
	size_t bytes;
	struct landau_costs *cells;

	if (is_empty(flow->record))
		return;
	cells = landau_sorted(thread->core, &flow->by_size, &bytes);
	if (!cells) /* memory has run out before it had any */
		return;
	if (flow->source & LANDAU_SOURCE_EXTERNAL)
		from = flow->source & ~LANDAU_SOURCE_EXTERNAL;
	else if (author->routine != LANDAU_NO_ROUTINE)
		from = author->routine;
	landau_write_flow(job->writer, flow->record->routine, thread->id,
			  author->thread ? author->thread->id : LANDAU_NONE, from, flow->self,
			  flow->induced);
	for (uint32_t i = 0; i < flow->by_size.count; i++)
		landau_write_flow_point(job->writer, &cells[i]);
	landau_write_flow_end(job->writer);
	landau_release(thread->core, cells, bytes);
}

static void write_flows(const struct job *job)
{
	for (uint32_t i = 0; i < job->core_count; i++) {
		const struct landau_thread *thread = landau_first_thread(job->cores[i]);

		for (; thread; thread = thread->next)
			for (const struct landau_flow *flow = landau_first_flow(thread); flow;
			     flow = flow->next)
				write_flow(job, thread, flow);
	}
}

/* -- Further costs ------------------------------------------------------------------------------- */

static void write_spent(const struct job *job, const struct landau_thread *thread,
			const struct landau_spent *spent, enum landau_further cost, uint32_t first)
{
	const struct landau_spent_cost *of_cost = &spent->costs[cost];
	size_t bytes;
	struct landau_costs *points = landau_sorted(thread->core, &of_cost->by_size, &bytes);

	if (!points)
		return;
	landau_write_further(job->writer, cost, spent->record->routine, thread->id,
			     context_of(job, spent->record, first), of_cost->total, of_cost->self);
	for (uint32_t i = 0; i < of_cost->by_size.count; i++)
		landau_write_flow_point(job->writer, &points[i]);
	landau_write_flow_end(job->writer);
	landau_release(thread->core, points, bytes);
}

/* `first` is the context number of the thread's first record. */
static void write_further(const struct job *job, const struct landau_thread *thread, uint32_t first)
{
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++) {
		enum landau_further cost = (enum landau_further)i;
		uint64_t total = landau_further_total(thread, cost);

		if (!(job->description->further >> i & 1))
			continue;
		for (const struct landau_spent *spent = thread->first_spent; spent;
		     spent = spent->next)
			if (!is_empty(spent->record))
				write_spent(job, thread, spent, cost, first);
		if (total == 0)
			continue;
		landau_write_further(job->writer, cost, LANDAU_NONE, thread->id, LANDAU_NONE, total,
				     0);
		landau_write_flow_end(job->writer);
	}
}

bool landau_write_cores(struct landau_writer *writer, struct landau_core *const *cores,
			uint32_t core_count, const struct landau_description *description)
{
	const struct job job = {
		.writer = writer,
		.cores = cores,
		.core_count = core_count,
		.description = description,
	};
	uint32_t first = 0;

	landau_write_header(writer, description->cost_kind, description->cell_bytes,
			    description->rms_only, description->contexts, description->allocators);
	landau_write_files(writer, description->distinct_files);
	landau_write_further_names(writer, description->further);
	landau_write_run(writer, description->engine, description->exit_kind,
			 description->exit_code, description->program, description->command,
			 description->command_count);
	write_routines(&job);
	for (uint32_t i = 0; i < core_count; i++) {
		const struct landau_thread *thread = landau_first_thread(cores[i]);

		for (; thread; thread = thread->next) {
			write_thread(&job, thread);
			write_collected(&job, thread, first);
			write_further(&job, thread, first);
			first += thread->record_count;
		}
	}
	if (description->sources) {
		write_externals(&job);
		write_flows(&job);
	}
	for (uint32_t i = 0; i < core_count && description->place; i++)
		landau_write_watched(writer, cores[i], description);
	return landau_writer_end(writer);
}

bool landau_write_core(struct landau_writer *writer, struct landau_core *core,
		       const struct landau_description *description)
{
	return landau_write_cores(writer, &core, 1, description);
}
