/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export/json.c - a profile as JSON, as landau.json(5) describes it.
 *
 * The keys and their order are promised; new ones are added behind the others. Numbers are whole and
 * may be larger than 2^53.
 */
#include "cli/export/export.h"
#include "cli/print/json.h"
#include "cli/print/lines.h"
#include "cli/print/loops.h"

#include <stdarg.h>
#include <stdlib.h>

#include "cli/analysis/explain.h"
#include "cli/analysis/feeds.h"
#include "cli/analysis/within.h"
#include "cli/print/by_run.h"
#include "model/model.h"

/* Prints the format up to its end; each # stands for a number of type uint64_t. */
static void print_numbers(FILE *stream, const char *format, ...)
{
	va_list numbers;

	va_start(numbers, format);
	for (; *format; format++)
		if (*format == '#')
			landau_json_number(stream, va_arg(numbers, uint64_t));
		else
			putc(*format, stream);
	va_end(numbers);
}

static void print_string(FILE *stream, const char *key, const char *string)
{
	fputs(key, stream);
	landau_json_string(stream, string);
}

static void print_real(FILE *stream, const char *key, double number)
{
	fputs(key, stream);
	landau_json_real(stream, number);
}

/* What stands between the elements of an array. */
static void print_comma(FILE *stream, size_t position, const char *comma)
{
	if (position > 0)
		fputs(comma, stream);
}

/* -- Points ------------------------------------------------------------------------------------ */

static void print_trms(FILE *stream, const struct landau_point *points, size_t count)
{
	putc('[', stream);
	for (size_t i = 0; i < count; i++) {
		const struct landau_costs *costs = &points[i].costs;

		print_comma(stream, i, ",");
		print_numbers(stream, "[#,#,#,#,#,#,#,#]", costs->size, costs->calls, costs->min,
			      costs->max, costs->sum, points[i].rms_sum, points[i].thread_sum,
			      points[i].external_sum);
	}
	putc(']', stream);
}

static void print_costs(FILE *stream, const struct landau_costs *costs, size_t count)
{
	putc('[', stream);
	for (size_t i = 0; i < count; i++) {
		print_comma(stream, i, ",");
		print_numbers(stream, "[#,#,#,#,#]", costs[i].size, costs[i].calls, costs[i].min,
			      costs[i].max, costs[i].sum);
	}
	putc(']', stream);
}

static void print_points(FILE *stream, const struct landau_summary *summary, const char *indent)
{
	fprintf(stream, ",\n%s\"trms\": ", indent);
	print_trms(stream, summary->trms, summary->trms_count);
	fprintf(stream, ",\n%s\"rms\": ", indent);
	print_costs(stream, summary->rms, summary->rms_count);
}

/* -- Runs and totals --------------------------------------------------------------------------- */

static void print_run(FILE *stream, const struct landau_run *run, const char *indent)
{
	fprintf(stream, "%s\"program\": ", indent);
	landau_json_string(stream, run->program);
	fprintf(stream, ",\n%s\"command\": [", indent);
	for (uint32_t i = 0; i < run->command_count; i++) {
		print_comma(stream, i, ", ");
		landau_json_string(stream, run->command[i]);
	}
	fprintf(stream, "],\n%s\"engine\": ", indent);
	landau_json_string(stream, run->engine);
}

static void print_exit(FILE *stream, const struct landau_run *run)
{
	fprintf(stream, "\"exit\": {\"kind\": \"%s\", \"code\": %d}",
		landau_exit_kind_name(run->exit_kind), run->exit_code);
}

static void print_totals(FILE *stream, const struct landau_profile *profile)
{
	unsigned __int128 cost = 0;
	unsigned __int128 calls = 0;
	unsigned __int128 thread_input = 0;
	unsigned __int128 external_input = 0;
	const unsigned __int128 most = UINT64_MAX;

	for (size_t i = 0; i < profile->thread_count; i++) {
		cost += profile->threads[i].cost;
		thread_input += profile->threads[i].thread_input;
		external_input += profile->threads[i].external_input;
	}
	for (size_t i = 0; i < profile->record_count; i++)
		calls += profile->records[i].calls;
	print_numbers(stream,
		      "  \"totals\": {\"cost\": #, \"calls\": #, \"thread_input\": #, "
		      "\"external_input\": #},\n",
		      (uint64_t)(cost < most ? cost : most),
		      (uint64_t)(calls < most ? calls : most),
		      (uint64_t)(thread_input < most ? thread_input : most),
		      (uint64_t)(external_input < most ? external_input : most));
}

static void print_threads(FILE *stream, const struct landau_profile *profile)
{
	fputs("  \"threads\": [", stream);
	for (size_t i = 0; i < profile->thread_count; i++) {
		const struct landau_profile_thread *thread = &profile->threads[i];

		print_comma(stream, i, ",");
		print_numbers(stream, "\n    {\"id\": #", (uint64_t)thread->id);
		print_string(stream, ", \"name\": ", thread->name);
		print_numbers(stream, ", \"cost\": #, \"thread_input\": #, \"external_input\": #}",
			      thread->cost, thread->thread_input, thread->external_input);
	}
	fputs("],\n", stream);
}

/* The model of the worst case of some points. */
static void print_model(FILE *stream, const struct landau_point *points, size_t count)
{
	struct landau_model model = landau_model_fit_points(points, count, LANDAU_MERGE_WORST);

	fputs("\"model\": ", stream);
	landau_model_print_json(stream, &model);
}

/* -- Routines ---------------------------------------------------------------------------------- */

/* Each thread that called the routine; its records stand together. */
static bool print_routine_threads(FILE *stream, const struct landau_profile *profile,
				  uint32_t routine)
{
	size_t first;
	size_t last;

	fputs(",\n      \"threads\": [", stream);
	landau_profile_records_of(profile, routine, &first, &last);
	for (size_t i = first; i < last; i++) {
		const struct landau_profile_record *record = &profile->records[i];
		struct landau_summary summary;

		if (i > first && record[-1].thread == record->thread)
			continue;
		if (!landau_profile_summarise(profile, routine, record->thread, &summary))
			return false;
		print_comma(stream, i - first, ",");
		print_numbers(stream,
			      "\n        {\"id\": #, \"calls\": #, \"cost\": #, \"self\": #",
			      (uint64_t)profile->threads[record->thread].id, summary.calls,
			      summary.cost, summary.self);
		print_points(stream, &summary, "         ");
		fputs(",\n         ", stream);
		print_model(stream, summary.trms, summary.trms_count);
		putc('}', stream);
		landau_summary_free(&summary);
	}
	putc(']', stream);
	return true;
}

static void print_measures(FILE *stream, const struct landau_summary *summary)
{
	struct landau_measures measures = landau_summary_measures(summary);

	print_real(stream, ",\n      \"richness\": ", measures.richness);
	print_real(stream, ", \"input_volume\": ", measures.input_volume);
	print_real(stream, ", \"thread_input\": ", measures.thread_input);
	print_real(stream, ", \"external_input\": ", measures.external_input);
}

/*
 * The greatest cost for each size decides, as it does in landau report; the mean stands beside it, and what
 * explains the points where the input does not.
 */
static bool print_models(FILE *stream, const struct landau_profile *profile, uint32_t routine,
			 const struct landau_summary *summary)
{
	struct landau_model worst =
		landau_model_fit_points(summary->trms, summary->trms_count, LANDAU_MERGE_WORST);
	struct landau_model mean =
		landau_model_fit_points(summary->trms, summary->trms_count, LANDAU_MERGE_MEAN);
	struct landau_explanation explanation;

	fputs(",\n      \"model\": ", stream);
	landau_model_print_json(stream, &worst);
	fputs(",\n      \"mean_model\": ", stream);
	landau_model_print_json(stream, &mean);
	if (!landau_explain(profile, routine, summary, &worst, &explanation))
		return false;
	fputs(",\n      \"explanation\": ", stream);
	landau_explanation_print_json(stream, &explanation);
	return true;
}

/* What a long call has cost on its way. */
static void print_within(FILE *stream, const struct landau_profile *profile, uint32_t routine)
{
	struct landau_long_call call;

	landau_long_call_of(profile, routine, LANDAU_NONE, &call);
	fputs(",\n      \"within\": ", stream);
	landau_long_call_print_json(stream, profile, &call);
}

/* Only where lines were counted. */
static bool print_lines(FILE *stream, const struct landau_profile *profile, uint32_t routine)
{
	struct landau_line_growths growths;
	struct landau_loop_growths loops = {0};
	bool fine = landau_line_growths_of(profile, routine, &growths) &&
		    landau_loop_growths_of(profile, routine, &loops);

	if (fine && growths.count > 0) {
		fputs(",\n      \"lines\": ", stream);
		landau_print_json_lines(stream, &growths, NULL, "        ");
		fputs(",\n      \"loops\": ", stream);
		landau_print_json_loops(stream, &loops, NULL, "        ");
	}
	landau_line_growths_free(&growths);
	landau_loop_growths_free(&loops);
	return fine;
}

static bool print_callees(FILE *stream, const struct landau_profile *profile, uint32_t routine)
{
	struct landau_callee *callees;
	size_t count;

	if (!landau_profile_callees(profile, routine, &callees, &count))
		return false;
	fputs(",\n      \"callees\": [", stream);
	for (size_t i = 0; i < count; i++) {
		print_comma(stream, i, ",");
		print_numbers(stream, "\n        {\"routine\": #", (uint64_t)callees[i].routine);
		print_string(stream, ", \"name\": ", profile->routines[callees[i].routine].name);
		print_numbers(stream,
			      ", \"calls\": #, \"cost\": #, \"by_size\": ", callees[i].calls,
			      callees[i].cost);
		print_costs(stream, callees[i].by_size, callees[i].by_size_count);
		putc('}', stream);
	}
	putc(']', stream);
	landau_callees_free(callees, count);
	return true;
}

/* Rows and models of further costs: [n, min, max, sum] behind each row of trms. */
static bool print_further(FILE *stream, const struct landau_profile *profile, uint32_t routine,
			  const struct landau_summary *summary)
{
	struct landau_model models[LANDAU_FURTHER_COSTS];
	const char *comma = "";

	if (profile->further_costs == 0)
		return true;
	fputs(",\n      \"costs\": {", stream);
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++) {
		struct landau_point *points;

		if (!(profile->further_costs >> i & 1))
			continue;
		points = landau_further_points(profile, routine, LANDAU_NONE, summary,
					       (enum landau_further)i);
		if (!points)
			return false;
		fprintf(stream, "%s\n        \"%s\": [", comma,
			landau_further_name((enum landau_further)i));
		for (size_t j = 0; j < summary->trms_count; j++) {
			print_comma(stream, j, ",");
			print_numbers(stream, "[#,#,#,#]", points[j].costs.size,
				      points[j].costs.min, points[j].costs.max,
				      points[j].costs.sum);
		}
		putc(']', stream);
		models[i] =
			landau_model_fit_points(points, summary->trms_count, LANDAU_MERGE_WORST);
		free(points);
		comma = ",";
	}
	fputs("},\n      \"cost_models\": {", stream);
	comma = "";
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++) {
		if (!(profile->further_costs >> i & 1))
			continue;
		fprintf(stream, "%s\n        \"%s\": ", comma,
			landau_further_name((enum landau_further)i));
		landau_model_print_json(stream, &models[i]);
		comma = ",";
	}
	putc('}', stream);
	return true;
}

static bool print_routine(FILE *stream, const struct landau_profile *profile, uint32_t index)
{
	const struct landau_routine *routine = &profile->routines[index];
	struct landau_summary summary;
	bool fine;

	if (!landau_profile_summarise(profile, index, LANDAU_NONE, &summary))
		return false;
	print_string(stream, "\n    { \"name\": ", routine->name);
	print_string(stream, ", \"object\": ", routine->object);
	print_string(stream, ", \"file\": ", routine->file);
	print_numbers(stream, ", \"line\": #,\n      \"calls\": #, \"cost\": #, \"self\": #",
		      (uint64_t)routine->line, summary.calls, summary.cost, summary.self);
	print_points(stream, &summary, "      ");
	fine = print_routine_threads(stream, profile, index);
	print_measures(stream, &summary);
	fine = fine && print_models(stream, profile, index, &summary) &&
	       print_further(stream, profile, index, &summary);
	print_within(stream, profile, index);
	fine = fine && print_lines(stream, profile, index) &&
	       print_callees(stream, profile, index) &&
	       landau_feeds_print_json(stream, ",\n      ", profile, index) &&
	       landau_by_run_print_json(stream, ",\n      ", profile, index);
	fputs(" }", stream);
	landau_summary_free(&summary);
	return fine;
}

/* -- Contexts ---------------------------------------------------------------------------------- */

static void print_contexts(FILE *stream, const struct landau_profile *profile)
{
	fputs(",\n  \"contexts\": [", stream);
	for (size_t i = 0; i < profile->context_count; i++) {
		const struct landau_context *context = &profile->contexts[i];

		print_comma(stream, i, ",");
		print_numbers(stream,
			      "\n    {\"routine\": #, \"parent\": ", (uint64_t)context->routine);
		if (context->parent == LANDAU_NONE)
			fputs("null}", stream);
		else
			print_numbers(stream, "#}", (uint64_t)context->parent);
	}
	fputs("],\n  \"context_records\": [", stream);
	for (size_t i = 0; i < profile->record_count; i++) {
		const struct landau_profile_record *record = &profile->records[i];

		print_comma(stream, i, ",");
		print_numbers(stream,
			      "\n    {\"context\": #, \"thread\": #, \"calls\": #, \"cost\": #, "
			      "\"self\": #, \"trms\": ",
			      (uint64_t)record->context,
			      (uint64_t)profile->threads[record->thread].id, record->calls,
			      record->cost, record->self);
		print_trms(stream, record->trms, record->trms_count);
		fputs(", ", stream);
		print_model(stream, record->trms, record->trms_count);
		putc('}', stream);
	}
	putc(']', stream);
}

/* -- The whole --------------------------------------------------------------------------------- */

static void print_head(FILE *stream, const struct landau_profile *profile)
{
	fputs("{ \"schema\": \"landau-profile/1\",\n", stream);
	print_run(stream, &profile->runs[0], "  ");
	print_string(stream, ",\n  \"cost\": ", profile->cost_kind);
	if (profile->further_costs != 0)
		print_string(stream, ", \"costs\": [", profile->cost_kind);
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++)
		if (profile->further_costs >> i & 1)
			print_string(stream, ", ", landau_further_name((enum landau_further)i));
	if (profile->further_costs != 0)
		putc(']', stream);
	print_numbers(stream, ", \"cell\": #,\n  ", (uint64_t)profile->cell_bytes);
	if (profile->rms_only)
		fputs("\"metric\": \"rms\",\n  ", stream);
	if (profile->opaque_allocators) {
		print_string(stream, "\"allocator\": ", landau_profile_allocator(profile));
		fputs(",\n  ", stream);
	}
	if (profile->distinct_files)
		fputs("\"files\": \"distinct\",\n  ", stream);
	print_exit(stream, &profile->runs[0]);
	fputs(",\n", stream);
	print_totals(stream, profile);
	print_threads(stream, profile);
}

static void print_runs(FILE *stream, const struct landau_profile *profile)
{
	fputs(",\n  \"runs\": [", stream);
	for (size_t i = 0; i < profile->run_count; i++) {
		print_comma(stream, i, ",");
		fputs("\n    {\n", stream);
		print_run(stream, &profile->runs[i], "      ");
		fputs(",\n      ", stream);
		print_exit(stream, &profile->runs[i]);
		if (profile->runs[i].unit != LANDAU_RUN_UNSIZED) {
			fprintf(stream, ",\n      \"unit\": \"%s\"",
				landau_run_unit_name(profile->runs[i].unit));
			print_numbers(stream, ", \"size\": #", profile->runs[i].size);
		}
		putc('}', stream);
	}
	putc(']', stream);
}

static bool write_json(FILE *stream, const struct landau_export *export)
{
	const struct landau_profile *profile = export->profile;
	bool fine = true;

	print_head(stream, profile);
	fputs("  \"routines\": [", stream);
	for (size_t i = 0; fine && i < profile->routine_count; i++) {
		print_comma(stream, i, ",");
		fine = print_routine(stream, profile, (uint32_t)i);
		landau_progress_step(export->progress, i + 1);
	}
	putc(']', stream);
	print_runs(stream, profile);
	if (profile->has_contexts)
		print_contexts(stream, profile);
	fputs(" }\n", stream);
	return fine;
}

const struct landau_exporter landau_exporter_json = {
	.name = "json",
	.summary = "everything, schema landau-profile/1",
	.write = write_json,
};
