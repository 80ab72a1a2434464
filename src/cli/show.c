/* SPDX-License-Identifier: GPL-2.0-or-later */
/* show.c - landau show: one routine, drawn in the terminal. */
#include "cli/command.h"

#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analysis.h"
#include "cli/find.h"
#include "cli/json.h"
#include "cli/load.h"
#include "cli/plot.h"
#include "cli/relations.h"
#include "cli/names.h"
#include "cli/terminal.h"
#include "model/model.h"

enum { PLOT_ROWS = 12, WORKLOAD_ROWS = 5, RELATIONS_SHOWN = 8, NAME_BYTES = 4096 };

struct shown {
	const struct landau_profile *profile;
	uint32_t routine;
	struct landau_summary summary;
	struct landau_model worst, mean, rms_worst;
	struct landau_relations relations;
	uint64_t total_cost;
};

static void print_help(void)
{
	puts("usage: landau show [OPTIONS] ROUTINE [FILE...]\n");
	puts("One routine of a profile (landau.data by default): cost and workload plots, the");
	puts("fitted curve, its threads, its callers and callees, where its input comes from.\n");
	puts("ROUTINE is a name, a glob or a part of a name; NAME@OBJECT where several have it.\n");
	puts("      --json  for programs");
	puts("  -h, --help  this text");
}

/* -- Plots -------------------------------------------------------------------------------------- */

static double predict(const void *context, double n)
{
	return landau_model_predict(context, n);
}

static struct landau_plot_axis axis_of_sizes(const struct landau_costs *first,
					     const struct landau_costs *last)
{
	return landau_plot_axis_for((double)first->size, (double)last->size);
}

/* Greatest cost against size, and the model's curve. `stride` is the distance of the costs. */
static bool cost_plot(struct landau_plot *plot, const char *title, const char *x_label, int columns,
		      const void *costs, size_t count, size_t stride,
		      const struct landau_model *model)
{
	const struct landau_costs *first = costs;
	const struct landau_costs *last =
		(const void *)((const unsigned char *)costs + (count - 1) * stride);
	double low[2] = {(double)first->size, INFINITY}, high[2] = {(double)last->size, 0};
	struct landau_plot_axis axes[2];

	for (size_t i = 0; i < count; i++) {
		const struct landau_costs *point =
			(const void *)((const unsigned char *)costs + i * stride);

		low[1] = fmin(low[1], (double)point->max);
		high[1] = fmax(high[1], (double)point->max);
	}
	landau_plot_axes_for(low, high, model, axes);
	if (!landau_plot_start(plot, title, x_label, columns, PLOT_ROWS, axes[0], axes[1]))
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct landau_costs *point =
			(const void *)((const unsigned char *)costs + i * stride);

		landau_plot_point(plot, (double)point->size, (double)point->max);
	}
	if (model->verdict == LANDAU_VERDICT_OK)
		landau_plot_curve(plot, predict, model);
	return true;
}

static bool workload_plot(struct landau_plot *plot, int columns,
			  const struct landau_summary *summary)
{
	double high = 0;

	for (size_t i = 0; i < summary->trms_count; i++)
		high = fmax(high, (double)summary->trms[i].costs.calls);
	if (!landau_plot_start(plot, "calls", "n", columns, WORKLOAD_ROWS,
			       axis_of_sizes(&summary->trms[0].costs,
					     &summary->trms[summary->trms_count - 1].costs),
			       (struct landau_plot_axis){0, high, false}))
		return false;
	for (size_t i = 0; i < summary->trms_count; i++)
		landau_plot_bar(plot, (double)summary->trms[i].costs.size,
				(double)summary->trms[i].costs.calls);
	return true;
}

static bool print_plots(const struct shown *shown)
{
	const struct landau_summary *summary = &shown->summary;
	int width = landau_terminal_width() < 100 ? landau_terminal_width() : 100;
	int half = (width - 2) / 2;
	bool colour = landau_terminal_colour();
	struct landau_plot trms = {0}, rms = {0}, workload = {0};
	bool fine = cost_plot(&trms, "greatest cost", "n = trms", half, summary->trms,
			      summary->trms_count, sizeof(*summary->trms), &shown->worst) &&
		    cost_plot(&rms, "greatest cost", "rms", half, summary->rms, summary->rms_count,
			      sizeof(*summary->rms), &shown->rms_worst) &&
		    workload_plot(&workload, half, summary);

	if (fine) {
		landau_plot_print(&trms, &rms, colour);
		putchar('\n');
		landau_plot_print(&workload, NULL, colour);
	}
	landau_plot_free(&trms);
	landau_plot_free(&rms);
	landau_plot_free(&workload);
	return fine;
}

/* -- Text --------------------------------------------------------------------------------------- */

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_exponent(const struct landau_model *model)
{
	if (landau_exponent_tells(model))
		printf("   exponent %.2f (%.2f to %.2f)", landau_hundredths(model->exponent),
		       landau_hundredths(model->exponent_low),
		       landau_hundredths(model->exponent_high));
	else if (model->verdict == LANDAU_VERDICT_NO_TREND)
		printf("   exponent not known");
}

static void print_model(const char *title, const struct landau_model *model)
{
	printf("%-11s ", title);
	if (model->verdict == LANDAU_VERDICT_OK) {
		printf("%s   %s", landau_growth_name(model->growth), model->formula);
		print_exponent(model);
		if (model->runner_up != LANDAU_GROWTH_NONE)
			printf("   runner-up %s", landau_growth_name(model->runner_up));
	} else {
		printf("%s", landau_verdict_name(model->verdict));
		if (model->verdict == LANDAU_VERDICT_NO_TREND) {
			print_exponent(model);
			if (model->best_guess != LANDAU_GROWTH_NONE)
				printf("   best guess %s", landau_growth_name(model->best_guess));
		}
	}
	putchar('\n');
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
		printf(":%" PRIu32, routine->line);
	}
	landau_short_number((double)shown->summary.calls, number, sizeof(number));
	printf("\n%-11s %s, %zu sizes\n", "calls", number, shown->summary.trms_count);
	printf("%-11s %.1f %% of the program, %.1f %% without callees\n", "cost",
	       percent(shown->summary.cost, shown->total_cost),
	       percent(shown->summary.self, shown->total_cost));
	print_model("worst case", &shown->worst);
	print_model("mean", &shown->mean);
}

static void print_input(const struct shown *shown)
{
	uint64_t trms = 0, thread = 0, external = 0;

	for (size_t i = 0; i < shown->summary.trms_count; i++) {
		const struct landau_point *point = &shown->summary.trms[i];

		trms += point->costs.size * point->costs.calls;
		thread += point->thread_sum;
		external += point->external_sum;
	}
	printf("\ninput       %.1f %% from other threads, %.1f %% from outside the program, %.1f "
	       "%% "
	       "found in memory\n",
	       percent(thread, trms), percent(external, trms),
	       trms ? percent(trms - thread - external, trms) : 0);
}

static bool print_threads(const struct shown *shown)
{
	printf("\n%8s %8s %7s %6s  %-11s %s\n", "thread", "calls", "cost", "sizes", "growth",
	       "name");
	for (uint32_t i = 0; i < shown->profile->thread_count; i++) {
		const struct landau_profile_thread *thread = &shown->profile->threads[i];
		struct landau_summary summary;
		struct landau_model model;
		char calls[16];

		if (!landau_profile_summarise(shown->profile, shown->routine, i, &summary))
			return false;
		if (summary.calls > 0) {
			model = landau_model_fit_points(summary.trms, summary.trms_count,
							LANDAU_MERGE_WORST);
			landau_short_number((double)summary.calls, calls, sizeof(calls));
			printf("%8" PRIu32 " %8s %6.1f%% %6zu  %-11s ", thread->id, calls,
			       percent(summary.cost, shown->total_cost), summary.trms_count,
			       model.verdict == LANDAU_VERDICT_OK ? landau_growth_name(model.growth)
								  : "");
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
	int width = landau_terminal_width() < 100 ? landau_terminal_width() : 100;

	if (count == 0)
		return;
	printf("\n%8s %7s  %-16s %s\n", "calls", "cost", growth_title, title);
	for (size_t i = 0; i < count && i < RELATIONS_SHOWN; i++) {
		const struct landau_relation *relation = &relations[i];
		const struct landau_model *model = &relation->calls_model;
		char name[NAME_BYTES], calls[16];

		landau_short_name(shown->profile->routines[relation->routine].name, width - 36,
				  name, sizeof(name));
		landau_short_number((double)relation->calls, calls, sizeof(calls));
		printf("%8s %6.1f%%  %-16s %s\n", calls, percent(relation->cost, shown->total_cost),
		       model->verdict == LANDAU_VERDICT_OK ? landau_growth_name(model->growth) : "",
		       name);
	}
	if (count > RELATIONS_SHOWN)
		printf("%*s%zu more: --json\n", 35, "", count - RELATIONS_SHOWN);
}

static bool print_text(const struct shown *shown)
{
	print_head(shown);
	if (shown->summary.trms_count == 0) {
		/* A snapshot: the routine is known as the caller of others. */
		puts("\nno call of it has returned: there is nothing to plot");
	} else {
		putchar('\n');
		if (!print_plots(shown))
			return false;
		print_input(shown);
	}
	if (!print_threads(shown))
		return false;
	print_relations(shown, "callers", shown->relations.callers, shown->relations.caller_count,
			"calls each, by n");
	print_relations(shown, "callees", shown->relations.callees, shown->relations.callee_count,
			"calls each, by n");
	return true;
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

static void print_json(const struct shown *shown)
{
	const struct landau_routine *routine = &shown->profile->routines[shown->routine];
	const struct landau_summary *summary = &shown->summary;

	printf("{\"schema\": \"landau-show/1\", \"name\": ");
	landau_json_string(stdout, routine->name);
	printf(", \"object\": ");
	landau_json_string(stdout, routine->object);
	printf(", \"file\": ");
	landau_json_string(stdout, routine->file);
	printf(", \"line\": %" PRIu32 ", \"calls\": %" PRIu64 ", \"cost\": %" PRIu64
	       ", \"self\": %" PRIu64 ",\n  \"model\": ",
	       routine->line, summary->calls, summary->cost, summary->self);
	landau_model_print_json(stdout, &shown->worst);
	printf(",\n  \"mean_model\": ");
	landau_model_print_json(stdout, &shown->mean);
	printf(",\n  \"rms_model\": ");
	landau_model_print_json(stdout, &shown->rms_worst);
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
	printf("}\n");
}

/* -- The command -------------------------------------------------------------------------------- */

static int show(const struct landau_profile *profile, const char *name, bool json)
{
	struct shown shown = {.profile = profile,
			      .routine = landau_find_routine(profile, "show", name),
			      .total_cost = landau_profile_cost(profile, LANDAU_NONE)};
	bool fine;

	if (shown.routine == LANDAU_NONE)
		return LANDAU_BAD;
	fine = landau_profile_summarise(profile, shown.routine, LANDAU_NONE, &shown.summary) &&
	       landau_relations_of(profile, shown.routine, &shown.relations);
	if (fine) {
		shown.worst = landau_model_fit_points(shown.summary.trms, shown.summary.trms_count,
						      LANDAU_MERGE_WORST);
		shown.mean = landau_model_fit_points(shown.summary.trms, shown.summary.trms_count,
						     LANDAU_MERGE_MEAN);
		shown.rms_worst = landau_model_fit_costs(shown.summary.rms, shown.summary.rms_count,
							 LANDAU_MERGE_WORST);
		if (json)
			print_json(&shown);
		else
			fine = print_text(&shown);
	}
	landau_summary_free(&shown.summary);
	landau_relations_free(&shown.relations);
	return fine ? LANDAU_FINE : landau_complain("show: out of memory");
}

int landau_command_show(int argc, char **argv)
{
	enum { JSON = 256 };
	static const struct option table[] = {
		{"json", no_argument, NULL, JSON},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	struct landau_profile *profile;
	struct landau_error error;
	bool json = false;
	int option, status;

	optind = 0; /* glibc: start anew */
	while ((option = getopt_long(argc, argv, ":h", table, NULL)) != -1) {
		switch (option) {
		case JSON:
			json = true;
			break;
		case 'h':
			print_help();
			return LANDAU_FINE;
		default:
			return landau_complain_option(argv, option);
		}
	}
	if (optind == argc)
		return landau_complain("show: say which routine; 'landau report' lists them");
	profile = landau_load(argv + optind + 1, argc - optind - 1, &error);
	if (!profile)
		return landau_complain_error(&error);
	status = show(profile, argv[optind], json);
	landau_profile_free(profile);
	return status;
}
