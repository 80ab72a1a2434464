/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export/sqlite.c - a profile as an SQLite database. docs/sqlite.md has the schema and examples.
 *
 * Names are UTF-8, as in the JSON export. SQLite's integers are signed: a number above 2^63 - 1, which
 * can only be a sum that is out of all proportion, is stored as a floating-point number.
 */
#include "cli/export/export.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analysis/analysis.h"
#include "cli/analysis/by_run.h"
#include "cli/analysis/within.h"
#include "cli/export/sqlite_rows.h"
#include "model/model.h"
#include "profile/replace.h"

/* A sum of squares has 128 bits; as a number of 64 if it fits. */
static bool insert_point(struct landau_sqlite_output *output, uint64_t routine, uint64_t thread,
			 const struct landau_point *point)
{
	const struct landau_costs *costs = &point->costs;
	bool fits = point->sum_of_squares <= INT64_MAX;

	if (fits)
		return landau_sqlite_insert(output, TABLE_POINTS, "uuuuuuuuuuu", routine, thread,
					    costs->size, costs->calls, costs->min, costs->max,
					    costs->sum, (uint64_t)point->sum_of_squares,
					    point->rms_sum, point->thread_sum, point->external_sum);
	return landau_sqlite_insert(output, TABLE_POINTS, "uuuuuuuduuu", routine, thread,
				    costs->size, costs->calls, costs->min, costs->max, costs->sum,
				    (double)point->sum_of_squares, point->rms_sum,
				    point->thread_sum, point->external_sum);
}

/* -- Tables ------------------------------------------------------------------------------------- */

static bool write_head(struct landau_sqlite_output *output)
{
	const struct landau_profile *profile = output->profile;
	bool fine =
		landau_sqlite_insert(output, TABLE_PROFILE, "ssuus", "landau-sqlite/1",
				     profile->cost_kind, (uint64_t)profile->cell_bytes,
				     landau_export_total(profile), LANDAU_VERSION) &&
		landau_sqlite_insert(output, TABLE_COSTS, "us", (uint64_t)0, profile->cost_kind);

	for (int i = 0; fine && i < LANDAU_FURTHER_COSTS; i++)
		if (profile->further_costs >> i & 1)
			fine = landau_sqlite_insert(output, TABLE_COSTS, "us", (uint64_t)i + 1,
						    landau_further_name((enum landau_further)i));
	for (size_t i = 0; fine && i < profile->run_count; i++) {
		const struct landau_run *run = &profile->runs[i];

		fine = landau_sqlite_insert(
			output, TABLE_RUNS,
			run->unit == LANDAU_RUN_UNSIZED ? "uscssu00" : "uscssusu", (uint64_t)i,
			run->program, run, run->engine, landau_exit_kind_name(run->exit_kind),
			(uint64_t)run->exit_code, landau_run_unit_name(run->unit), run->size);
	}
	for (size_t i = 0; fine && i < profile->thread_count; i++) {
		const struct landau_profile_thread *thread = &profile->threads[i];

		fine = landau_sqlite_insert(output, TABLE_THREADS, "usuuu", (uint64_t)thread->id,
					    thread->name, thread->cost, thread->thread_input,
					    thread->external_input);
	}
	return fine;
}

static const char *name_or_null(enum landau_growth growth)
{
	return growth == LANDAU_GROWTH_NONE ? NULL : landau_growth_name(growth);
}

static bool insert_model(struct landau_sqlite_output *output, uint64_t routine, const char *kind,
			 const struct landau_model *model)
{
	char statement[LANDAU_STATEMENT_BYTES];

	landau_model_statement_text(model, statement);
	return landau_sqlite_insert(
		output, TABLE_MODELS, "ususdddssssd", routine, kind, (uint64_t)model->growth,
		name_or_null(model->growth), model->exponent, model->exponent_low,
		model->exponent_high, model->formula[0] ? model->formula : NULL,
		name_or_null(model->runner_up), landau_verdict_name(model->verdict), statement,
		landau_growth_factor(model));
}

static bool write_model(struct landau_sqlite_output *output, uint64_t routine, const char *kind,
			const struct landau_summary *summary, enum landau_merge_rule rule)
{
	struct landau_model model =
		landau_model_fit_points(summary->trms, summary->trms_count, rule);

	return insert_model(output, routine, kind, &model);
}

/* What the routine did in the runs of each size, if a sweep made them. */
static bool write_by_run(struct landau_sqlite_output *output, uint32_t routine)
{
	struct landau_by_run by_run;
	bool fine = landau_by_run_of(output->profile, routine, &by_run);

	output->memory &= fine;
	for (int kind = 0; fine && by_run.count > 0 && kind < LANDAU_BY_RUN_KINDS; kind++) {
		const char *name = landau_by_run_name((enum landau_by_run_kind)kind);
		char model[16];

		snprintf(model, sizeof(model), "run_%s", name);
		fine = insert_model(output, routine, model, &by_run.models[kind]);
		for (size_t i = 0; fine && i < by_run.count; i++) {
			const struct landau_costs *point = &by_run.points[kind][i];

			fine = landau_sqlite_insert(
				output, TABLE_RUN_TOTALS, "usuuuuu", (uint64_t)routine, name,
				point->size, point->calls, point->min, point->max, point->sum);
		}
	}
	landau_by_run_free(&by_run);
	return fine;
}

/* Curve `number` of the routine on its thread: marks, the last of which is its end, and steps. */
static bool write_curve(struct landau_sqlite_output *output, const struct landau_curve *curve,
			uint64_t number)
{
	uint64_t routine = curve->routine;
	uint64_t thread = output->profile->threads[curve->thread].id;
	bool fine = true;

	for (size_t k = 0; fine && k <= curve->mark_count; k++) {
		const struct landau_mark *mark =
			k < curve->mark_count ? &curve->marks[k] : &curve->end;

		fine = landau_sqlite_insert(output, TABLE_MARKS, "uuuuuuuuuiu", routine, thread,
					    number, (uint64_t)k + 1, mark->trms, mark->rms,
					    mark->thread_input, mark->external_input, mark->cost,
					    mark->callee, mark->callee_cost);
	}
	for (size_t k = 0; fine && k < curve->step_count; k++) {
		const struct landau_step *step = &curve->steps[k];

		fine = landau_sqlite_insert(output, TABLE_STEPS, "uuuuuu", routine, thread, number,
					    step->returns, step->trms, step->cost);
	}
	if (fine && curve->step_count > 0 &&
	    curve->steps[curve->step_count - 1].returns < curve->returns)
		fine = landau_sqlite_insert(output, TABLE_STEPS, "uuuuuu", routine, thread, number,
					    curve->returns, curve->end.trms, curve->end.cost);
	return fine;
}

/* What its long calls had read and paid on their way, and what is said of the most expensive one. */
static bool write_curves(struct landau_sqlite_output *output, uint32_t routine)
{
	const struct landau_profile *profile = output->profile;
	struct landau_long_call call;
	uint64_t number = 0;
	size_t first, last;
	bool fine = true;

	landau_profile_curves_of(profile, routine, &first, &last);
	for (size_t i = first; fine && i < last; i++) {
		const struct landau_curve *curve = &profile->curves[i];

		number = i > first && curve[-1].thread == curve->thread ? number + 1 : 1;
		fine = write_curve(output, curve, number);
	}
	if (!fine || !landau_long_call_of(profile, routine, LANDAU_NONE, &call))
		return fine;
	return insert_model(output, routine, "within", &call.within.model) &&
	       (!call.has_external ||
		insert_model(output, routine, "within_external", &call.external.model)) &&
	       (!landau_is_told_by_steps(&call) ||
		insert_model(output, routine, "within_calls", &call.steps.within.model));
}

/* The points of further costs on a thread, an index, or over all threads their models. */
static bool write_further(struct landau_sqlite_output *output, uint32_t routine, uint32_t thread,
			  const struct landau_summary *summary)
{
	const struct landau_profile *profile = output->profile;
	bool fine = true;

	for (int i = 0; fine && i < LANDAU_FURTHER_COSTS; i++) {
		const char *name = landau_further_name((enum landau_further)i);
		struct landau_point *points;

		if (!(profile->further_costs >> i & 1))
			continue;
		points = landau_further_points(profile, routine, thread, summary,
					       (enum landau_further)i);
		if (!points) {
			output->memory = false;
			return false;
		}
		if (thread == LANDAU_NONE) {
			struct landau_model model = landau_model_fit_points(
				points, summary->trms_count, LANDAU_MERGE_WORST);

			fine = insert_model(output, routine, name, &model);
		}
		for (size_t k = 0; fine && thread != LANDAU_NONE && k < summary->trms_count; k++) {
			const struct landau_costs *costs = &points[k].costs;

			fine = landau_sqlite_insert(
				output, TABLE_FURTHER_POINTS, "uusuuuuu", (uint64_t)routine,
				(uint64_t)profile->threads[thread].id, name, costs->size,
				costs->calls, costs->min, costs->max, costs->sum);
		}
		free(points);
	}
	return fine;
}

/* The points of a routine on one thread, summed over contexts. */
static bool write_points(struct landau_sqlite_output *output, uint32_t routine, uint32_t thread)
{
	uint64_t id = output->profile->threads[thread].id;
	struct landau_summary summary;
	bool fine = true;

	if (!landau_profile_summarise(output->profile, routine, thread, &summary)) {
		output->memory = false;
		return false;
	}
	for (size_t i = 0; fine && i < summary.trms_count; i++)
		fine = insert_point(output, routine, id, &summary.trms[i]);
	for (size_t i = 0; fine && i < summary.rms_count; i++) {
		const struct landau_costs *costs = &summary.rms[i];

		fine = landau_sqlite_insert(output, TABLE_RMS_POINTS, "uuuuuuu", (uint64_t)routine,
					    id, costs->size, costs->calls, costs->min, costs->max,
					    costs->sum);
	}
	fine = fine && write_further(output, routine, thread, &summary);
	landau_summary_free(&summary);
	return fine;
}

static bool write_routine(struct landau_sqlite_output *output, uint32_t index)
{
	const struct landau_profile *profile = output->profile;
	const struct landau_routine *routine = &profile->routines[index];
	struct landau_measures measures;
	struct landau_summary summary;
	size_t first;
	size_t last;
	bool fine;

	if (!landau_profile_summarise(profile, index, LANDAU_NONE, &summary)) {
		output->memory = false;
		return false;
	}
	measures = landau_summary_measures(&summary);
	fine = landau_sqlite_insert(output, TABLE_ROUTINES, "usssuuuudddd", (uint64_t)index,
				    routine->name, routine->object, routine->file,
				    (uint64_t)routine->line, summary.calls, summary.cost,
				    summary.self, measures.richness, measures.input_volume,
				    measures.thread_input, measures.external_input) &&
	       write_model(output, index, "worst", &summary, LANDAU_MERGE_WORST) &&
	       write_model(output, index, "mean", &summary, LANDAU_MERGE_MEAN) &&
	       write_by_run(output, index) && write_curves(output, index) &&
	       landau_sqlite_write_lines(output, index) &&
	       write_further(output, index, LANDAU_NONE, &summary);
	landau_summary_free(&summary);
	landau_profile_records_of(profile, index, &first, &last);
	for (size_t i = first; fine && i < last; i++)
		if (i == first || profile->records[i - 1].thread != profile->records[i].thread)
			fine = write_points(output, index, profile->records[i].thread);
	return fine;
}

static bool write_edge(struct landau_sqlite_output *output, size_t index)
{
	const struct landau_profile *profile = output->profile;
	const struct landau_profile_edge *edge = &profile->edges[index];
	uint64_t thread = profile->threads[edge->thread].id;
	bool fine =
		landau_sqlite_insert(output, TABLE_EDGES, "uiiuuuii", (uint64_t)index, edge->caller,
				     edge->callee, thread, edge->calls, edge->cost,
				     profile->has_contexts ? edge->caller_context : LANDAU_NONE,
				     profile->has_contexts ? edge->callee_context : LANDAU_NONE);
	for (size_t i = 0; fine && i < edge->by_size_count; i++) {
		const struct landau_costs *calls = &edge->by_size[i];

		fine = landau_sqlite_insert(output, TABLE_CALLS_BY_SIZE, "uuuuuu", (uint64_t)index,
					    calls->size, calls->calls, calls->min, calls->max,
					    calls->sum);
	}
	return fine;
}

static bool write_further_totals(struct landau_sqlite_output *output)
{
	const struct landau_profile *profile = output->profile;
	bool fine = true;

	for (size_t i = 0; fine && i < profile->further_count; i++) {
		const struct landau_profile_further *further = &profile->further[i];

		fine = landau_sqlite_insert(
			output, TABLE_FURTHER_TOTALS, "iuisuu", further->routine,
			(uint64_t)profile->threads[further->thread].id, further->context,
			landau_further_name(further->cost), further->total, further->self);
	}
	return fine;
}

static bool write_contexts(struct landau_sqlite_output *output)
{
	const struct landau_profile *profile = output->profile;
	bool fine = true;

	for (size_t i = 0; fine && i < profile->context_count; i++) {
		const struct landau_context *context = &profile->contexts[i];

		fine = landau_sqlite_insert(output, TABLE_CONTEXTS, "uii", (uint64_t)i,
					    context->parent, context->routine);
	}
	for (size_t i = 0; fine && profile->has_contexts && i < profile->record_count; i++) {
		const struct landau_profile_record *record = &profile->records[i];

		fine = landau_sqlite_insert(output, TABLE_CONTEXT_COSTS, "uuuuu",
					    (uint64_t)record->context,
					    (uint64_t)profile->threads[record->thread].id,
					    record->calls, record->cost, record->self);
	}
	return fine;
}

/* Whose the input was, if the profile has that. */
static bool write_flows(struct landau_sqlite_output *output)
{
	const struct landau_profile *profile = output->profile;
	bool fine = true;

	for (size_t i = 0; fine && i < profile->external_count; i++)
		fine = landau_sqlite_insert(output, TABLE_EXTERNALS, "uss", (uint64_t)i,
					    profile->externals[i].kind, profile->externals[i].name);
	for (size_t i = 0; fine && i < profile->flow_count; i++) {
		const struct landau_profile_flow *flow = &profile->flows[i];
		bool by_thread = flow->from_thread != LANDAU_NONE;

		fine = landau_sqlite_insert(
			output, TABLE_FLOWS, "uuuiiiuuu", (uint64_t)i, (uint64_t)flow->routine,
			(uint64_t)profile->threads[flow->thread].id,
			by_thread ? flow->from : LANDAU_NONE,
			by_thread ? profile->threads[flow->from_thread].id : LANDAU_NONE,
			by_thread ? LANDAU_NONE : flow->from, landau_flow_cells(flow), flow->self,
			flow->induced);
		for (size_t k = 0; fine && k < flow->point_count; k++) {
			const struct landau_costs *cells = &flow->points[k];

			fine = landau_sqlite_insert(output, TABLE_FLOW_POINTS, "uuuuuu",
						    (uint64_t)i, cells->size, cells->calls,
						    cells->min, cells->max, cells->sum);
		}
	}
	return fine;
}

static bool write_tables(struct landau_sqlite_output *output, struct landau_progress *progress)
{
	const struct landau_profile *profile = output->profile;
	bool fine = write_head(output);

	for (uint32_t i = 0; fine && i < profile->routine_count; i++) {
		fine = write_routine(output, i);
		landau_progress_step(progress, i + 1);
	}
	for (size_t i = 0; fine && i < profile->edge_count; i++)
		fine = write_edge(output, i);
	return fine && write_further_totals(output) && write_contexts(output) &&
	       write_flows(output);
}

/* -- The file ----------------------------------------------------------------------------------- */

static bool execute(struct landau_sqlite_output *output, const char *sql)
{
	return sqlite3_exec(output->database, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/*
 * The file has a temporary name and nobody else reads it: no journal and no waiting for the disk are
 * needed. On error the database remembers what was wrong.
 */
static bool fill(struct landau_sqlite_output *output, struct landau_progress *progress)
{
	if (!execute(output, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN") ||
	    !execute(output, landau_sqlite_schema))
		return false;
	for (int i = 0; i < TABLE_COUNT; i++)
		if (sqlite3_prepare_v2(output->database, landau_sqlite_insertions[i], -1,
				       &output->statements[i], NULL) != SQLITE_OK)
			return false;
	return write_tables(output, progress) && execute(output, landau_sqlite_indices) &&
	       execute(output, "COMMIT");
}

static bool write_database(const char *path, const struct landau_export *export)
{
	struct landau_error *error = export->error;
	struct landau_sqlite_output output = {.profile = export->profile, .memory = true};
	bool fine =
		sqlite3_open_v2(path, &output.database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
		fill(&output, export->progress);

	if (!fine)
		snprintf(error->text, sizeof(error->text), "cannot be written: %s",
			 !output.memory || !output.database ? "no memory"
							    : sqlite3_errmsg(output.database));
	for (int i = 0; i < TABLE_COUNT; i++)
		sqlite3_finalize(output.statements[i]);
	if (sqlite3_close(output.database) != SQLITE_OK && fine) {
		snprintf(error->text, sizeof(error->text), "cannot be written");
		fine = false;
	}
	return fine;
}

static bool write_sqlite(const char *path, const struct landau_export *export)
{
	struct landau_error *error = export->error;
	struct landau_replacement replacement;

	if (!landau_replace_open(&replacement, path, error))
		return false;
	if (!replacement.temporary) {
		landau_replace_discard(&replacement);
		snprintf(error->text, sizeof(error->text), "a database needs a regular file");
		return false;
	}
	if (write_database(replacement.temporary, export))
		return landau_replace_commit(&replacement, error);
	landau_replace_discard(&replacement);
	return false;
}

const struct landau_exporter landau_exporter_sqlite = {
	.name = "sqlite",
	.summary = "an SQLite database; needs -o OUT",
	.write_file = write_sqlite,
};
