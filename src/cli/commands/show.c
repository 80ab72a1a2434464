/* SPDX-License-Identifier: GPL-2.0-or-later */
/* show.c - landau show: one routine, drawn in the terminal. */
#include "cli/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/analysis/advice.h"
#include "cli/analysis/analysis.h"
#include "cli/analysis/by_run.h"
#include "cli/analysis/explain.h"
#include "cli/analysis/feeds.h"
#include "cli/analysis/find.h"
#include "cli/analysis/lines.h"
#include "cli/options.h"
#include "cli/print/by_run.h"
#include "cli/print/growth.h"
#include "cli/print/json.h"
#include "cli/print/lines.h"
#include "cli/print/loops.h"
#include "cli/analysis/load.h"
#include "cli/print/routine_plots.h"
#include "cli/analysis/relations.h"
#include "cli/print/names.h"
#include "cli/analysis/within.h"
#include "cli/print/terminal.h"
#include "model/model.h"

enum { RELATIONS_SHOWN = 8, NAME_BYTES = 4096 };
/* Fewer points than these are said, not drawn. */
enum { LEAST_PLOTTED = 3 };

struct shown {
	const struct landau_profile *profile;
	const char *path; /* of the first file that it is from */
	uint32_t routine;
	struct landau_summary summary;
	struct landau_model worst, mean, rms_worst;
	struct landau_relations relations;
	struct landau_explanation explanation;
	struct landau_line_growths lines;
	struct landau_loop_growths loops;
	struct landau_long_call long_call; /* without a curve where there is none */
	uint64_t total_cost;
};

static void print_help(void)
{
	puts("usage: landau show [OPTIONS] ROUTINE [FILE...]\n");
	puts("One routine of a profile (landau.data by default): cost and workload plots, the");
	puts("fitted curve, its threads, its callers and callees, where its input comes from.\n");
	puts("ROUTINE is a name, a glob or a part of a name; NAME@OBJECT where several have it.\n");
	puts("      --by=COST  by another of its costs: alloc, allocs, live, peak, bytes-in,");
	puts("                 bytes-out, syscalls, wait, stack, time, bb, instr");
	puts("      --json     for programs");
	puts("  -h, --help     this text");
}

/* -- Text --------------------------------------------------------------------------------------- */

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* One or two points need no plot. */
static void print_points(const struct shown *shown)
{
	const struct landau_point *points = shown->summary.trms;
	const char *unit = landau_cost_unit(shown->profile->cost_kind);

	printf("n = %" PRIu64 " costs at most %" PRIu64 " %s", points[0].costs.size,
	       points[0].costs.max, unit);
	if (shown->summary.trms_count > 1)
		printf(", n = %" PRIu64 " at most %" PRIu64
		       ": two sizes are not enough for a plot\n",
		       points[1].costs.size, points[1].costs.max);
	else
		puts(": one size is not enough for a plot");
}

static void print_exponent(const struct landau_model *model)
{
	if (landau_exponent_tells(model))
		printf("   exponent %.2f (%.2f to %.2f)", landau_hundredths(model->exponent),
		       landau_hundredths(model->exponent_low),
		       landau_hundredths(model->exponent_high));
}

/* Why the exponent is not that of the class, if it is not. */
static void print_why(const struct landau_model *model)
{
	if (model->statement == LANDAU_STATEMENT_CLASS && *model->reason &&
	    landau_exponent_tells(model))
		printf("%-11s %s\n", "", model->reason);
}

static void print_model(const char *title, const struct landau_model *model)
{
	char statement[LANDAU_STATEMENT_BYTES];

	landau_model_statement_text(model, statement);
	printf("%-11s %s", title, statement);
	if (model->statement == LANDAU_STATEMENT_CLASS)
		printf("   %s", model->formula);
	print_exponent(model);
	if (model->runner_up != LANDAU_GROWTH_NONE)
		printf("   runner-up %s", landau_growth_name(model->runner_up));
	putchar('\n');
}

static void print_within_line(const char *title, const struct landau_within *within)
{
	if (within->kind == LANDAU_WITHIN_GROWTH)
		print_model(title, &within->model);
	else
		printf("%-11s %s\n", title, within->reason);
}

/* What one long call says by itself. */
static void print_within(const struct shown *shown)
{
	const struct landau_long_call *call = &shown->long_call;
	char cost[16], n[16], phases[LANDAU_PHASES_BYTES];

	landau_short_number((double)call->curve->end.cost, cost, sizeof(cost));
	landau_short_number((double)call->curve->end.trms, n, sizeof(n));
	printf("\nin the call of %s %s, n = %s:\n", cost,
	       landau_cost_unit(shown->profile->cost_kind), n);
	print_within_line("as it went", &call->within);
	if (call->has_external)
		print_within_line("external", &call->external);
	landau_phases_text(shown->profile, call, phases);
	if (phases[0])
		printf("%-11s %s\n", "phases", phases);
	if (!landau_is_told_by_steps(call))
		return;
	print_within_line("by calls", &call->steps.within);
	printf("%-11s %s\n", "",
	       call->steps.of_rest
		       ? "its input read, each call that it makes costs less, as fewer are left"
		       : "its input read, each call that it makes costs more than the one before");
}

/* Why there is no class, and what would give one. */
static bool print_remedy(const struct shown *shown)
{
	const struct landau_model *model = &shown->worst;
	struct landau_advice advice;
	struct landau_by_run by_run;
	char *reason = NULL;
	bool told;

	if (!landau_advice_is_wanted(model) || shown->summary.trms_count == 0)
		return true;
	if (!landau_by_run_of(shown->profile, shown->routine, &by_run)) {
		landau_by_run_free(&by_run);
		return false;
	}
	told = by_run.models[LANDAU_BY_RUN_COST].statement == LANDAU_STATEMENT_CLASS;
	told = told && by_run.count > 0;
	landau_by_run_free(&by_run);
	if (told) {
		printf("\nno class against its own input: %s\n", model->reason);
		return true;
	}
	if (!landau_advise(shown->profile, &advice))
		return false;
	if (asprintf(&reason, "\nno class: %s", model->reason) >= 0)
		landau_advice_print(&advice, reason, landau_advice_remedy(model),
				    landau_terminal_text_width());
	free(reason);
	landau_advice_free(&advice);
	return true;
}

static void print_head(const struct shown *shown)
{
	const struct landau_routine *routine = &shown->profile->routines[shown->routine];
	char number[16];

	landau_print_plain(stdout, routine->name);
	printf("\n%-11s ", "in");
	landau_print_plain(stdout, *routine->object ? routine->object : "(unknown)");
	if (*routine->file) {
		fputs(", ", stdout);
		landau_print_plain(stdout, routine->file);
		if (routine->line)
			printf(":%" PRIu32, routine->line);
	}
	landau_short_number((double)shown->summary.calls, number, sizeof(number));
	printf("\n%-11s %s, %zu size%s\n", "calls", number, shown->summary.trms_count,
	       shown->summary.trms_count == 1 ? "" : "s");
	printf("%-11s %.1f %% of the program, %.1f %% without callees\n", "cost",
	       percent(shown->summary.cost, shown->total_cost),
	       percent(shown->summary.self, shown->total_cost));
	print_model("worst case", &shown->worst);
	print_why(&shown->worst);
	print_model("mean", &shown->mean);
	if (strcmp(shown->mean.reason, shown->worst.reason) != 0)
		print_why(&shown->mean);
	if (shown->explanation.kind != LANDAU_EXPLANATION_NONE)
		printf("%-11s %s\n", "explained", shown->explanation.text);
}

/* Where its lines were counted, the one to look at; not where they were not. */
static void print_line(const struct shown *shown)
{
	if (shown->lines.hottest) {
		printf("%-11s ", "line");
		landau_print_hottest(stdout, &shown->lines);
		puts("; 'landau annotate' shows all");
		landau_print_loops_around(&shown->loops, shown->lines.hottest->line->file,
					  shown->lines.hottest->line->line);
	}
}

static void print_source(const struct shown *shown)
{
	struct landau_lines_view view = {shown->profile, shown->routine, shown->path,
					 &shown->lines,  &shown->loops,  NULL};

	if (shown->lines.hottest)
		landau_print_fastest_lines(&view);
}

/* The shares are those of the exports and of the page. */
static void print_input(const struct shown *shown)
{
	struct landau_measures measures = landau_summary_measures(&shown->summary);

	printf("\ninput       ");
	if (measures.induced_input == 0)
		puts("all of it was in memory: nothing was written by others while the routine "
		     "ran");
	else
		printf("%.1f %% was written by others while the routine ran: %.1f %% of that by "
		       "other threads, %.1f %% from outside\n",
		       measures.induced_input, measures.thread_input, measures.external_input);
}

/* The share is that of all its input, what those that it calls have read included. */
static bool print_sources(const struct shown *shown)
{
	const struct landau_profile *profile = shown->profile;
	struct landau_feed *feeds;
	uint64_t trms = 0;
	size_t count;
	bool fine = landau_feeds_of(profile, shown->routine, true, &feeds, &count);

	for (size_t i = 0; i < count; i++)
		trms += feeds[i].cells;
	if (count > 0)
		printf("\n%8s %7s  %-16s %s\n", "cells", "input", "growth, by n", "written by");
	for (size_t i = 0; fine && i < count && i < RELATIONS_SHOWN; i++) {
		char number[16], growth[LANDAU_STATEMENT_BYTES], source[LANDAU_FEED_NAME_BYTES];
		struct landau_model model;

		fine = landau_feed_model(profile, &feeds[i], true, &model);
		if (!fine)
			break;
		landau_short_number((double)feeds[i].cells, number, sizeof(number));
		landau_model_statement_text(&model, growth);
		landau_feed_source(profile, &feeds[i], true, landau_terminal_text_width() - 50,
				   source);
		printf("%8s %6.1f%%  %-16s ", number, percent(feeds[i].cells, trms), growth);
		landau_print_plain(stdout, source);
		putchar('\n');
	}
	if (count > RELATIONS_SHOWN)
		printf("%*s%zu more\n", 35, "", count - RELATIONS_SHOWN);
	free(feeds);
	return fine;
}

static bool print_threads(const struct shown *shown)
{
	printf("\n%8s %8s %7s %6s  %-16s %s\n", "thread", "calls", "cost", "sizes", "growth",
	       "name");
	for (uint32_t i = 0; i < shown->profile->thread_count; i++) {
		const struct landau_profile_thread *thread = &shown->profile->threads[i];
		struct landau_summary summary;
		struct landau_model model;
		char calls[16], growth[LANDAU_STATEMENT_BYTES];

		if (!landau_profile_summarise(shown->profile, shown->routine, i, &summary))
			return false;
		if (summary.calls > 0) {
			model = landau_model_fit_points(summary.trms, summary.trms_count,
							LANDAU_MERGE_WORST);
			landau_short_number((double)summary.calls, calls, sizeof(calls));
			landau_model_statement_text(&model, growth);
			printf("%8" PRIu32 " %8s %6.1f%% %6zu  %-16s ", thread->id, calls,
			       percent(summary.cost, shown->total_cost), summary.trms_count,
			       growth);
			landau_print_plain(stdout, thread->name);
			putchar('\n');
		}
		landau_summary_free(&summary);
	}
	return true;
}

static void print_relations(const struct shown *shown, const char *title,
			    const struct landau_relation *relations, size_t count,
			    const char *growth_title)
{
	int width = landau_terminal_text_width();

	if (count == 0)
		return;
	printf("\n%8s %7s  %-16s %s\n", "calls", "cost", growth_title, title);
	for (size_t i = 0; i < count && i < RELATIONS_SHOWN; i++) {
		const struct landau_relation *relation = &relations[i];
		const struct landau_model *model = &relation->calls_model;
		char name[NAME_BYTES], calls[16], growth[LANDAU_STATEMENT_BYTES];

		landau_model_statement_text(model, growth);
		landau_short_name(shown->profile->routines[relation->routine].name, width - 36,
				  name, sizeof(name));
		landau_short_number((double)relation->calls, calls, sizeof(calls));
		printf("%8s %6.1f%%  %-16s %s\n", calls, percent(relation->cost, shown->total_cost),
		       growth, name);
	}
	if (count > RELATIONS_SHOWN)
		printf("%*s%zu more: --json\n", 35, "", count - RELATIONS_SHOWN);
}

static bool print_text(const struct shown *shown)
{
	print_head(shown);
	print_line(shown);
	if (shown->summary.trms_count == 0) {
		/* A snapshot: the routine is known as the caller of others. */
		puts("\nno call of the routine has returned, so there is nothing to plot");
	} else {
		putchar('\n');
		if (shown->summary.trms_count < LEAST_PLOTTED)
			print_points(shown);
		else if (!landau_print_plots(&shown->summary, &shown->worst, &shown->rms_worst))
			return false;
		print_source(shown);
		print_input(shown);
		if (!print_sources(shown))
			return false;
	}
	if (shown->long_call.curve) {
		print_within(shown);
		if (!landau_print_within_plots(&shown->long_call))
			return false;
	}
	if (!landau_by_run_print_routine(shown->profile, shown->routine) || !print_threads(shown))
		return false;
	print_relations(shown, "callers", shown->relations.callers, shown->relations.caller_count,
			"calls each, by n");
	print_relations(shown, "callees", shown->relations.callees, shown->relations.callee_count,
			"calls each, by n");
	return print_remedy(shown);
}

/* -- JSON --------------------------------------------------------------------------------------- */

static void print_json_relations(const struct shown *shown, const char *key,
				 const struct landau_relation *relations, size_t count)
{
	printf(",\n  \"%s\": [", key);
	for (size_t i = 0; i < count; i++) {
		printf("%s\n    {\"name\": ", i == 0 ? "" : ",");
		landau_json_string(stdout, shown->profile->routines[relations[i].routine].name);
		printf(", \"object\": ");
		landau_json_string(stdout, shown->profile->routines[relations[i].routine].object);
		printf(", \"calls\": %" PRIu64 ", \"cost\": %" PRIu64 ", \"calls_model\": ",
		       relations[i].calls, relations[i].cost);
		landau_model_print_json(stdout, &relations[i].calls_model);
		putchar('}');
	}
	putchar(']');
}

static bool print_json(const struct shown *shown)
{
	const struct landau_routine *routine = &shown->profile->routines[shown->routine];
	const struct landau_summary *summary = &shown->summary;

	printf("{\"schema\": \"landau-show/1\", ");
	landau_json_place(stdout, routine->name, routine->object, routine->file);
	printf(", \"line\": %" PRIu32 ", \"calls\": %" PRIu64 ", \"cost\": %" PRIu64
	       ", \"self\": %" PRIu64 ",\n  \"model\": ",
	       routine->line, summary->calls, summary->cost, summary->self);
	landau_model_print_json(stdout, &shown->worst);
	printf(",\n  \"mean_model\": ");
	landau_model_print_json(stdout, &shown->mean);
	printf(",\n  \"rms_model\": ");
	landau_model_print_json(stdout, &shown->rms_worst);
	printf(",\n  \"explanation\": ");
	landau_explanation_print_json(stdout, &shown->explanation);
	printf(",\n  \"within\": ");
	landau_long_call_print_json(stdout, shown->profile, &shown->long_call);
	if (shown->lines.count > 0) {
		printf(",\n  \"lines\": ");
		landau_print_json_lines(stdout, &shown->lines, NULL, "   ");
		printf(",\n  \"loops\": ");
		landau_print_json_loops(stdout, &shown->loops, NULL, "   ");
	}
	printf(",\n  \"trms\": [");
	for (size_t i = 0; i < summary->trms_count; i++) {
		const struct landau_point *point = &summary->trms[i];

		printf("%s[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
		       ",%" PRIu64 ",%" PRIu64 "]",
		       i == 0 ? "" : ",", point->costs.size, point->costs.calls, point->costs.min,
		       point->costs.max, point->costs.sum, point->rms_sum, point->thread_sum,
		       point->external_sum);
	}
	printf("],\n  \"rms\": [");
	for (size_t i = 0; i < summary->rms_count; i++) {
		const struct landau_costs *costs = &summary->rms[i];

		printf("%s[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]",
		       i == 0 ? "" : ",", costs->size, costs->calls, costs->min, costs->max,
		       costs->sum);
	}
	putchar(']');
	print_json_relations(shown, "callers", shown->relations.callers,
			     shown->relations.caller_count);
	print_json_relations(shown, "callees", shown->relations.callees,
			     shown->relations.callee_count);
	if (!landau_feeds_print_json(stdout, ",\n  ", shown->profile, shown->routine) ||
	    !landau_by_run_print_json(stdout, ",\n  ", shown->profile, shown->routine))
		return false;
	printf("}\n");
	return true;
}

/* -- The command -------------------------------------------------------------------------------- */

static int show(const struct landau_profile *profile, const char *path, const char *name, bool json)
{
	struct shown shown = {.profile = profile,
			      .path = path,
			      .routine = landau_find_routine(profile, "show", name),
			      .total_cost = landau_profile_cost(profile, LANDAU_NONE)};
	bool fine;

	if (shown.routine == LANDAU_NONE)
		return LANDAU_BAD;
	fine = landau_profile_summarise(profile, shown.routine, LANDAU_NONE, &shown.summary) &&
	       landau_relations_of(profile, shown.routine, &shown.relations) &&
	       landau_line_growths_of(profile, shown.routine, &shown.lines) &&
	       landau_loop_growths_of(profile, shown.routine, &shown.loops);
	if (fine) {
		shown.worst = landau_model_fit_points(shown.summary.trms, shown.summary.trms_count,
						      LANDAU_MERGE_WORST);
		shown.mean = landau_model_fit_points(shown.summary.trms, shown.summary.trms_count,
						     LANDAU_MERGE_MEAN);
		shown.rms_worst = landau_model_fit_costs(shown.summary.rms, shown.summary.rms_count,
							 LANDAU_MERGE_WORST);
		landau_long_call_of(profile, shown.routine, LANDAU_NONE, &shown.long_call);
		fine = landau_explain(profile, shown.routine, &shown.summary, &shown.worst,
				      &shown.explanation) &&
		       (json ? print_json(&shown) : print_text(&shown));
	}
	landau_summary_free(&shown.summary);
	landau_relations_free(&shown.relations);
	landau_line_growths_free(&shown.lines);
	landau_loop_growths_free(&shown.loops);
	return fine ? LANDAU_FINE : landau_complain("show: out of memory");
}

int landau_command_show(int argc, char **argv)
{
	bool json = false;
	const char *by = NULL;
	const struct landau_option rows[] = {{"json", .flag = &json}, {"by", .text = &by}, {0}};
	int status =
		landau_read_options(argc, argv, &(struct landau_options){rows, print_help, false});
	struct landau_profile *profile;
	struct landau_error error;

	if (status != LANDAU_GO_ON)
		return status;
	if (optind == argc)
		return landau_complain("show: no routine is given; 'landau report' lists them");
	if (argc - optind == 1 && landau_is_profile(argv[optind]))
		return landau_complain("show: '%s' is a profile, and no routine is given, as in "
				       "'landau show ROUTINE %s'; 'landau report %s' lists them",
				       argv[optind], argv[optind], argv[optind]);
	profile = landau_load_by(argv + optind + 1, argc - optind - 1, by, &error);
	if (!profile)
		return landau_complain_error(&error);
	status = show(profile, optind + 1 < argc ? argv[optind + 1] : "landau.data", argv[optind],
		      json);
	landau_profile_free(profile);
	return status;
}
