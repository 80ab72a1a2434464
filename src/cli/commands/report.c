/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report.c - landau report: the routines that scale worst, first.
 *
 * By default only routines that matter: with a share of the cost, and as many as fit on a screen. What
 * is left out is counted at the end, with the option that shows it.
 */
#include "cli/command.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/analysis/analysis.h"
#include "cli/analysis/explain.h"
#include "cli/analysis/inlined.h"
#include "cli/analysis/lines.h"
#include "cli/analysis/load.h"
#include "cli/analysis/once.h"
#include "cli/analysis/startup.h"
#include "cli/analysis/within.h"
#include "cli/options.h"
#include "cli/print/by_run.h"
#include "cli/print/growth.h"
#include "cli/print/inlined.h"
#include "cli/print/json.h"
#include "cli/print/names.h"
#include "cli/print/sarif.h"
#include "cli/print/table.h"
#include "cli/print/terminal.h"

enum {
	DEFAULT_ROWS = 20,
	FEWEST_ROWS = 10,
	OTHER_LINES = 10, /* of a report, beside the rows */
};

enum sort_key { SORT_GROWTH, SORT_COST, SORT_SELF, SORT_CALLS, SORT_SIZES, SORT_NAME };

static const char *const sort_names[] = {"growth", "cost", "self", "calls", "sizes", "name"};

struct options {
	enum sort_key sort;
	const char *object;
	const char *name;
	unsigned long min_sizes;
	const char *thread;
	unsigned long rows;
	bool all;
	bool inlined;
	bool json;
	bool sarif;
	const char *by; /* a cost, NULL: the main one */
	char **files;   /* that were named; none: the usual one */
	int file_count;
};

static void print_help(void)
{
	puts("usage: landau report [OPTIONS] [FILE...]\n");
	puts("The routines of a profile (landau.data by default; several are merged), the most");
	puts("expensive at ten times the input first.\n");
	puts("  -s, --sort=KEY       growth (default), cost, self, calls, sizes or name");
	puts("      --by=COST        by another of its costs: alloc, allocs, live, peak,");
	puts("                       bytes-in, bytes-out, syscalls, wait, stack, time, bb, instr");
	puts("      --object=GLOB    only routines of these objects (programs, libraries)");
	puts("      --name=GLOB      only routines of these names");
	puts("      --min-sizes=N    only routines with at least N input sizes");
	puts("      --thread=ID      only what this thread did");
	puts("  -n, --rows=N         at most N rows (default: what fits the terminal, else 20)");
	puts("  -a, --all            all routines, also those below 0.1 % of the cost, and "
	     "start-up");
	puts("      --inlined        functions that were inlined into routines whose lines were "
	     "counted");
	puts("      --json           for programs");
	puts("      --sarif          for editors and code scanning: the growth of each row, at its "
	     "line");
	puts("  -h, --help           this text");
}

static int set_sort(const struct landau_option *option, const char *argument)
{
	enum sort_key *key = option->context;

	for (size_t i = 0; i < sizeof(sort_names) / sizeof(sort_names[0]); i++) {
		if (strcmp(argument, sort_names[i]) == 0) {
			*key = (enum sort_key)i;
			return LANDAU_FINE;
		}
	}
	return landau_complain("report: '%s' is not a sort key; the keys are growth, cost, self, "
			       "calls, sizes and name",
			       argument);
}

/* The first screen is the answer. */
static unsigned long default_rows(void)
{
	int lines = landau_terminal_lines();

	if (lines == 0)
		return DEFAULT_ROWS;
	return (unsigned long)(lines < FEWEST_ROWS + OTHER_LINES ? FEWEST_ROWS
								 : lines - OTHER_LINES);
}

static int read_options(int argc, char **argv, struct options *options)
{
	const struct landau_option rows[] = {
		{"sort", 's', .set = set_sort, .context = &options->sort},
		{"by", .text = &options->by},
		{"object", .text = &options->object},
		{"name", .text = &options->name},
		{"min-sizes", .number = &options->min_sizes},
		{"thread", .text = &options->thread},
		{"rows", 'n', .number = &options->rows},
		{"all", 'a', .flag = &options->all},
		{"inlined", .flag = &options->inlined},
		{"json", .flag = &options->json},
		{"sarif", .flag = &options->sarif},
		{0},
	};
	int status;

	*options = (struct options){.rows = ULONG_MAX};
	status = landau_read_options(argc, argv, &(struct landau_options){rows, print_help, false});
	if (status == LANDAU_GO_ON && options->json && options->sarif)
		return landau_complain(
			"report: --json and --sarif are two formats; give one of them");
	if (status == LANDAU_GO_ON && options->inlined && options->sarif)
		return landau_complain("report: --inlined has no SARIF");
	if (options->rows == ULONG_MAX && !options->all)
		options->rows = default_rows();
	options->files = argv + optind;
	options->file_count = argc - optind;
	return status;
}

/* -- Which rows, in which order ----------------------------------------------------------------- */

struct sorting {
	const struct landau_analysis *analysis;
	enum sort_key key;
};

static uint64_t sort_value(const struct landau_finding *finding, enum sort_key key)
{
	switch (key) {
	case SORT_COST:
		return finding->summary.cost;
	case SORT_SELF:
		return finding->summary.self;
	case SORT_CALLS:
		return finding->summary.calls;
	default:
		return finding->summary.trms_count;
	}
}

static int compare_rows(const void *first, const void *second, void *context)
{
	const struct sorting *sorting = context;
	const struct landau_finding *a = &sorting->analysis->findings[*(const size_t *)first];
	const struct landau_finding *b = &sorting->analysis->findings[*(const size_t *)second];
	uint64_t a_value, b_value;

	/* Routines of a profile are sorted by name. */
	if (sorting->key != SORT_NAME) {
		a_value = sort_value(a, sorting->key);
		b_value = sort_value(b, sorting->key);
		if (a_value != b_value)
			return a_value > b_value ? -1 : 1;
	}
	return a->routine < b->routine ? -1 : a->routine > b->routine;
}

static bool wanted(const struct landau_analysis *analysis, const struct landau_finding *finding,
		   const struct options *options)
{
	const struct landau_routine *routine = &analysis->profile->routines[finding->routine];

	return (!options->object || landau_object_matches(options->object, routine->object)) &&
	       (!options->name || fnmatch(options->name, routine->name, 0) == 0) &&
	       finding->summary.trms_count >= options->min_sizes;
}

/* Start-up that does not hurt. What calls main spends nothing itself. */
static bool is_harmless_startup(const struct landau_analysis *analysis,
				const struct landau_finding *finding)
{
	return landau_is_startup(&analysis->profile->routines[finding->routine]) &&
	       !(landau_grows_fast(landau_told(finding)) &&
		 finding->self_share >= LANDAU_WORTH_NAMING);
}

/* Start-up is of interest to those who ask for it. */
static bool fold_startup(const struct landau_analysis *analysis,
			 const struct landau_finding *finding, const struct options *options)
{
	return !options->all && !options->object && !options->name &&
	       is_harmless_startup(analysis, finding);
}

/* For the headline, in order of what will hurt. */
static void note_growth(struct landau_rows *table, const struct landau_analysis *analysis,
			size_t index)
{
	const struct landau_finding *finding = &analysis->findings[index];
	const struct landau_model *told = landau_told(finding);
	bool fast = landau_grows_fast(told);

	if (!landau_growth_tells(told) || is_harmless_startup(analysis, finding))
		return;
	if (finding->share < LANDAU_SMALLEST_SHARE) {
		table->fast_and_small += fast;
		return;
	}
	if (!table->leader)
		table->leader = finding;
	table->fast += fast;
	if (fast && (!table->fast_leader || (table->fast_leader->share < LANDAU_WORTH_NAMING &&
					     finding->share >= LANDAU_WORTH_NAMING)))
		table->fast_leader = finding;
	if (fast && finding->share > table->fast_share)
		table->fast_share = finding->share;
}

static bool select_rows(const struct landau_analysis *analysis, const struct options *options,
			struct landau_rows *rows)
{
	struct sorting sorting = {analysis, options->sort};
	size_t kept = 0;

	*rows = (struct landau_rows){.analysis = analysis,
				     .known = landau_known_of(analysis),
				     .indices = landau_analysis_rank(analysis)};
	if (!rows->indices || !rows->known.covered ||
	    (analysis->profile->run_count == 1 &&
	     !landau_find_once(analysis, &rows->once, &rows->often)))
		return false;
	for (size_t i = 0; i < analysis->count; i++) {
		const struct landau_finding *finding = &analysis->findings[rows->indices[i]];

		note_growth(rows, analysis, rows->indices[i]);
		if (!wanted(analysis, finding, options))
			continue;
		rows->matches++;
		if (landau_is_unnamed(&analysis->profile->routines[finding->routine])) {
			if (rows->unnamed++ == 0)
				rows->first_unnamed = rows->indices[i];
			rows->unnamed_share += finding->self_share;
		}
		if (fold_startup(analysis, finding, options)) {
			rows->startup++;
			rows->startup_share += finding->self_share;
		} else if (!options->all && finding->share < LANDAU_SMALLEST_SHARE)
			rows->too_small++;
		else
			rows->indices[kept++] = rows->indices[i];
	}
	if (options->sort != SORT_GROWTH)
		qsort_r(rows->indices, kept, sizeof(*rows->indices), compare_rows, &sorting);
	rows->count = kept;
	if (kept > options->rows) {
		rows->count = options->rows;
		rows->too_many = kept - options->rows;
	}
	return true;
}

/* -- JSON --------------------------------------------------------------------------------------- */

/* False: no memory. */
static bool print_json(const struct landau_analysis *analysis, const struct landau_rows *rows)
{
	printf("{\"schema\": \"landau-report/1\", \"total_cost\": %" PRIu64
	       ", \"known_routines\": %zu, \"known_share\": ",
	       analysis->total_cost, rows->known.routines);
	landau_json_real(stdout, rows->known.share);
	printf(", \"bounded_share\": ");
	landau_json_real(stdout, rows->known.bounded);
	printf(", \"startup\": {\"routines\": %zu, \"share\": ", rows->startup);
	landau_json_real(stdout, rows->startup_share);
	printf("}, \"routines\": [");
	for (size_t i = 0; i < rows->count; i++) {
		const struct landau_finding *finding = &analysis->findings[rows->indices[i]];
		const struct landau_routine *routine =
			&analysis->profile->routines[finding->routine];
		struct landau_model mean = landau_model_fit_points(
			finding->summary.trms, finding->summary.trms_count, LANDAU_MERGE_MEAN);

		printf("%s\n  {", i == 0 ? "" : ",");
		landau_json_place(stdout, routine->name, routine->object, routine->file);
		printf(", \"line\": %" PRIu32 ", \"calls\": %" PRIu64 ", \"cost\": %" PRIu64
		       ", \"self\": %" PRIu64 ", \"share\": ",
		       routine->line, finding->summary.calls, finding->summary.cost,
		       finding->summary.self);
		landau_json_real(stdout, finding->share);
		printf(", \"predicted_share\": ");
		landau_json_real(stdout, landau_predicted_share(finding));
		printf(", \"sizes\": %zu, \"model\": ", finding->summary.trms_count);
		landau_model_print_json(stdout, &finding->worst);
		printf(", \"mean_model\": ");
		landau_model_print_json(stdout, &mean);
		printf(", \"explanation\": ");
		if (finding->explanation)
			landau_explanation_print_json(stdout, finding->explanation);
		else
			printf("null");
		printf(", \"within\": ");
		if (finding->long_call)
			landau_long_call_print_json(stdout, analysis->profile, finding->long_call);
		else
			printf("null");
		if (!landau_by_run_print_json(stdout, ", ", analysis->profile, finding->routine))
			return false;
		putchar('}');
	}
	printf("]}\n");
	return true;
}

/* -- SARIF -------------------------------------------------------------------------------------- */

/* Rows of which something is known: those that grow fast are warnings. */
static void print_sarif(const struct landau_analysis *analysis, const struct landau_rows *rows)
{
	enum { NAME_COLUMNS = 200, NAME_BYTES = 512, GROWTH_BYTES = 400 };
	static const struct landau_sarif_rule rules[] = {
		{"fast", "A routine's cost grows faster than n log n with its input"},
		{"growth", "How a routine's cost grows with its input"},
		{0},
	};
	struct landau_sarif sarif;

	landau_sarif_begin(&sarif, stdout, rules);
	for (size_t i = 0; i < rows->count; i++) {
		const struct landau_finding *finding = &analysis->findings[rows->indices[i]];
		const struct landau_routine *routine =
			&analysis->profile->routines[finding->routine];
		const struct landau_model *told = landau_told(finding);
		bool fast = landau_grows_fast(told);
		char message[NAME_BYTES + GROWTH_BYTES + 64], name[NAME_BYTES];
		char growth[GROWTH_BYTES];
		const char *file = NULL;
		uint32_t line = 0;

		if (!landau_growth_tells(told))
			continue;
		landau_hottest_place(analysis->profile, finding->routine, &file, &line);
		landau_short_name(routine->name, NAME_COLUMNS, name, sizeof(name));
		landau_told_phrase(finding, growth, sizeof(growth));
		snprintf(message, sizeof(message), "%s %s; it has %.1f %% of the cost", name,
			 growth, 100 * finding->share);
		landau_sarif_result(&sarif, fast ? "fast" : "growth", fast ? "warning" : "note",
				    message, routine, file, line);
	}
	landau_sarif_end(&sarif);
}

static int find_thread(const struct landau_profile *profile, const char *text, uint32_t *thread)
{
	unsigned long id;

	*thread = LANDAU_NONE;
	if (!text)
		return LANDAU_FINE;
	if (!landau_parse_number(text, 0, ULONG_MAX, &id))
		return landau_complain("report: --thread must be the number of a thread, not '%s'",
				       text);
	for (size_t i = 0; i < profile->thread_count; i++) {
		if (profile->threads[i].id == id) {
			*thread = (uint32_t)i;
			return LANDAU_FINE;
		}
	}
	return landau_complain("report: the profile has no thread %s", text);
}

/* Is the report about a part of the profile only? */
static bool is_selection(const struct options *options)
{
	return options->thread || options->object || options->name;
}

static int report(const struct landau_profile *profile, const struct options *options)
{
	struct landau_analysis analysis;
	struct landau_rows rows;
	uint32_t thread;
	int status = LANDAU_FINE;

	if (find_thread(profile, options->thread, &thread) != LANDAU_FINE)
		return LANDAU_BAD;
	if (!landau_analyse(profile, thread, &analysis))
		return landau_complain("report: out of memory");
	if (select_rows(&analysis, options, &rows)) {
		bool is_table = !options->json && !options->sarif;
		bool fine = true;

		if (options->sarif)
			print_sarif(&analysis, &rows);
		else if (options->json)
			fine = print_json(&analysis, &rows);
		else if (!is_selection(options))
			fine = landau_by_run_print_table(profile, &rows.above);
		if (!fine)
			status = landau_complain("report: out of memory");
		else if (is_table)
			landau_table_print(&rows, options->files, options->file_count);
	} else {
		status = landau_complain("report: out of memory");
	}
	landau_analysis_free(&analysis);
	free(rows.known.covered);
	free(rows.indices);
	return status;
}

static int report_inlined(const struct landau_profile *profile, const struct options *options)
{
	struct landau_inlined_rows rows;
	int status = LANDAU_FINE;

	if (profile->line_count == 0)
		return landau_complain("report: --inlined needs a profile with counts of lines, as "
				       "'landau record --lines=all' takes them");
	if (!landau_inlined_rows_of(profile, &rows))
		status = landau_complain("report: out of memory");
	else if (options->json)
		landau_print_json_inlined_rows(profile, &rows);
	else if (rows.count == 0)
		puts("nothing was inlined into the routines whose lines were counted");
	else
		landau_print_inlined_rows(profile, &rows,
					  options->all ? SIZE_MAX : (size_t)options->rows);
	landau_inlined_rows_free(&rows);
	return status;
}

int landau_command_report(int argc, char **argv)
{
	struct landau_profile *profile;
	struct landau_error error;
	struct options options;
	int status = read_options(argc, argv, &options);

	if (status != LANDAU_GO_ON)
		return status;
	profile = landau_load_by(options.files, options.file_count, options.by, &error);
	if (!profile)
		return landau_complain_error(&error);
	status = options.inlined ? report_inlined(profile, &options) : report(profile, &options);
	landau_profile_free(profile);
	return status;
}
