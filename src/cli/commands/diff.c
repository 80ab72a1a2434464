/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diff.c - landau diff: what changed its growth between two profiles.
 *
 * Which routines are the same analysis/match.c says; what counts as a change, and as one for the worse,
 * analysis/compare.c decides. Only what grows faster makes the exit status 1.
 */
#include "cli/command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/analysis/analysis.h"
#include "cli/analysis/compare.h"
#include "cli/analysis/load.h"
#include "cli/analysis/match.h"
#include "cli/options.h"
#include "cli/print/change.h"
#include "cli/print/json.h"
#include "cli/print/terminal.h"

struct difference {
	const struct landau_finding *before; /* NULL: new */
	const struct landau_finding *after;  /* NULL: gone */
	const struct landau_routine *routine;
	struct landau_comparison is;
};

struct comparison {
	struct landau_analysis before, after;
	struct difference *differences;
	size_t count;
};

static void print_help(void)
{
	puts("usage: landau diff [OPTIONS] [OLD NEW]");
	puts("       landau diff [OPTIONS] OLD... -- NEW...\n");
	puts("What changed its growth between two profiles (landau.data.old and landau.data by");
	puts("default), or two sets of them. Exit status 1 if a routine got asymptotically "
	     "worse.\n");
	puts("  -a, --all   also routines that did not change, or have little share of the cost");
	puts("      --by=COST  by another of their costs: alloc, allocs, live, peak, bytes-in,");
	puts("                 bytes-out, syscalls, wait, stack, time, bb, instr");
	puts("      --json  for programs");
	puts("  -h, --help  this text");
}

/* -- Comparing ---------------------------------------------------------------------------------- */

static int compare_differences(const void *first, const void *second)
{
	const struct difference *a = first, *b = second;
	double a_share = a->after ? a->after->share : a->before->share;
	double b_share = b->after ? b->after->share : b->before->share;

	if (a->is.change != b->is.change)
		return a->is.change < b->is.change ? -1 : 1;
	if (a_share > b_share || a_share < b_share)
		return a_share > b_share ? -1 : 1;
	return strcmp(a->routine->name, b->routine->name);
}

static bool compare_profiles(struct comparison *comparison)
{
	struct landau_analysis *before = &comparison->before, *after = &comparison->after;

	comparison->differences =
		calloc(before->count + after->count + 1, sizeof(*comparison->differences));
	if (!comparison->differences)
		return false;
	for (size_t i = 0; i < after->count; i++) {
		struct difference *difference = &comparison->differences[comparison->count++];

		difference->after = &after->findings[i];
		difference->routine = &after->profile->routines[difference->after->routine];
		difference->before = landau_find_match(before, after->profile, difference->routine);
		difference->is = difference->before
					 ? landau_compare(difference->before, difference->after)
					 : (struct landau_comparison){.change = LANDAU_CHANGE_NEW,
								      .factor = NAN};
	}
	for (size_t i = 0; i < before->count; i++) {
		const struct landau_routine *routine =
			&before->profile->routines[before->findings[i].routine];

		if (!landau_find_match(after, before->profile, routine))
			comparison->differences[comparison->count++] = (struct difference){
				.before = &before->findings[i],
				.routine = routine,
				.is = {.change = LANDAU_CHANGE_GONE, .factor = NAN}};
	}
	qsort(comparison->differences, comparison->count, sizeof(*comparison->differences),
	      compare_differences);
	return true;
}

/* -- Printing ----------------------------------------------------------------------------------- */

static bool worth_showing(const struct difference *difference, bool all)
{
	double share = fmax(difference->before ? difference->before->share : 0,
			    difference->after ? difference->after->share : 0);

	if (all || difference->is.change == LANDAU_CHANGE_WORSE)
		return true;
	return difference->is.change < LANDAU_CHANGE_NONE && share >= LANDAU_SMALLEST_SHARE;
}

static void print_text(const struct comparison *comparison, bool all)
{
	int width = landau_terminal_text_width();
	size_t numbers[LANDAU_CHANGE_COUNT] = {0};
	bool heading = false, within = false;

	for (size_t i = 0; i < comparison->count; i++) {
		const struct difference *difference = &comparison->differences[i];
		struct landau_change_row row;

		numbers[difference->is.change]++;
		if (!worth_showing(difference, all))
			continue;
		if (!heading)
			landau_print_change_heading(width, false);
		heading = true;
		row = (struct landau_change_row){
			.name = difference->routine->name,
			.before = landau_change_side_of(difference->before),
			.after = landau_change_side_of(difference->after),
			.is = difference->is,
		};
		within = within || row.before.is_within || row.after.is_within;
		landau_print_change(&row, width);
	}
	if (heading)
		putchar('\n');
	if (within)
		puts("+ within one call, by what each new cell, or each call that it made, cost on "
		     "its way");
	for (int i = 0; i < LANDAU_CHANGE_COUNT; i++)
		printf("%s%zu %s", i > 0 ? ", " : "", numbers[i],
		       landau_change_name((enum landau_change)i));
	putchar('\n');
}

static void print_json_model(const char *key, const struct landau_model *model)
{
	printf(", \"%s\": ", key);
	if (model)
		landau_model_print_json(stdout, model);
	else
		printf("null");
}

static const struct landau_model *worst_of(const struct landau_finding *finding)
{
	return finding ? &finding->worst : NULL;
}

/* What is told from within one call, or NULL. */
static const struct landau_model *within_of(const struct landau_finding *finding)
{
	return finding && landau_is_from_within(finding) ? landau_told(finding) : NULL;
}

static void print_json(const struct comparison *comparison, bool all)
{
	bool first = true;

	printf("{\"schema\": \"landau-diff/1\", \"routines\": [");
	for (size_t i = 0; i < comparison->count; i++) {
		const struct difference *difference = &comparison->differences[i];

		if (!worth_showing(difference, all))
			continue;
		printf("%s\n  {\"name\": ", first ? "" : ",");
		first = false;
		landau_json_string(stdout, difference->routine->name);
		printf(", \"object\": ");
		landau_json_string(stdout, difference->routine->object);
		printf(", \"change\": \"%s\", \"cost_factor\": ",
		       landau_change_name(difference->is.change));
		landau_json_real(stdout, difference->is.factor);
		printf(", \"at\": ");
		landau_json_real(stdout, difference->is.size);
		printf(", \"is_measured\": %s", difference->is.is_measured ? "true" : "false");
		print_json_model("before", worst_of(difference->before));
		print_json_model("after", worst_of(difference->after));
		print_json_model("before_within", within_of(difference->before));
		print_json_model("after_within", within_of(difference->after));
		putchar('}');
	}
	printf("]}\n");
}

/* -- The command -------------------------------------------------------------------------------- */

static int diff(const struct landau_profile *before, const struct landau_profile *after, bool all,
		bool json)
{
	struct comparison comparison = {0};
	int status = LANDAU_FINE;

	if (!landau_analyse(before, LANDAU_NONE, &comparison.before) ||
	    !landau_analyse(after, LANDAU_NONE, &comparison.after) ||
	    !compare_profiles(&comparison)) {
		status = landau_complain("diff: out of memory");
	} else {
		if (json)
			print_json(&comparison, all);
		else
			print_text(&comparison, all);
		if (comparison.count > 0 &&
		    comparison.differences[0].is.change == LANDAU_CHANGE_WORSE)
			status = LANDAU_FAILED;
	}
	free(comparison.differences);
	landau_analysis_free(&comparison.before);
	landau_analysis_free(&comparison.after);
	return status;
}

struct options {
	bool all;
	bool json;
	const char *by; /* a cost, NULL: the main one */
};

/* Cost kinds must agree, else the numbers mean different things. */
static int compare_files(char **before_paths, int before_count, char **after_paths, int after_count,
			 const struct options *options)
{
	struct landau_error error;
	struct landau_profile *before =
		landau_load_by(before_paths, before_count, options->by, &error);
	struct landau_profile *after =
		before ? landau_load_by(after_paths, after_count, options->by, &error) : NULL;
	char why[512];
	int status;

	if (!after)
		status = landau_complain_error(&error);
	else if (!landau_are_comparable(before, after, why, sizeof(why)))
		status = landau_complain("diff: %s", why);
	else
		status = diff(before, after, options->all, options->json);
	landau_profile_free(before);
	landau_profile_free(after);
	return status;
}

int landau_command_diff(int argc, char **argv)
{
	static char old_path[] = "landau.data.old", new_path[] = "landau.data";
	char *defaults[] = {old_path, new_path};
	struct options options = {0};
	const struct landau_option rows[] = {{"all", 'a', .flag = &options.all},
					     {"by", .text = &options.by},
					     {"json", .flag = &options.json},
					     {0}};
	/* In order: what comes after the first file is not an option, so that -- can part two sets. */
	int status =
		landau_read_options(argc, argv, &(struct landau_options){rows, print_help, true});
	int between;

	if (status != LANDAU_GO_ON)
		return status;
	if (optind == argc)
		return compare_files(defaults, 1, defaults + 1, 1, &options);
	for (between = optind; between < argc; between++)
		if (strcmp(argv[between], "--") == 0)
			break;
	if (between == argc && argc - optind == 2)
		return compare_files(argv + optind, 1, argv + optind + 1, 1, &options);
	if (between == argc || between == optind || between + 1 == argc)
		return landau_complain(
			"diff: two profiles are needed, or two sets with -- between them");
	return compare_files(argv + optind, between - optind, argv + between + 1,
			     argc - between - 1, &options);
}
