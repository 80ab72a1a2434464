/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diff.c - landau diff: what changed its growth between two profiles.
 *
 * Routines are the same if name, object and file are; a routine whose file is known in one profile only
 * is matched by name and object, and a part of a function that OpenMP runs by its place in the source. The program itself counts as the same object though its file may
 * have another name now, as prog-1.0 and prog-1.1. What counts as a change, and as one for the worse,
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
#include "cli/analysis/openmp.h"
#include "cli/options.h"
#include "cli/print/growth.h"
#include "cli/print/json.h"
#include "cli/print/names.h"
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
	puts("      --json  for programs");
	puts("  -h, --help  this text");
}

/* -- Comparing ---------------------------------------------------------------------------------- */

static bool is_of_program(const struct landau_profile *profile,
			  const struct landau_routine *routine)
{
	const char *program = profile->runs[0].program;
	const char *slash = strrchr(program, '/');

	return strcmp(routine->object, slash ? slash + 1 : program) == 0;
}

static bool same_object(const struct landau_profile *a_profile, const struct landau_routine *a,
			const struct landau_profile *b_profile, const struct landau_routine *b)
{
	return strcmp(a->object, b->object) == 0 ||
	       (is_of_program(a_profile, a) && is_of_program(b_profile, b));
}

static bool same_routine(const struct landau_profile *a_profile, const struct landau_routine *a,
			 const struct landau_profile *b_profile, const struct landau_routine *b)
{
	return strcmp(a->name, b->name) == 0 && same_object(a_profile, a, b_profile, b) &&
	       (*a->file == '\0' || *b->file == '\0' || strcmp(a->file, b->file) == 0);
}

/* Routines of a profile are sorted by name: the first finding whose name is not below. */
static size_t lower_bound(const struct landau_analysis *analysis, const char *name)
{
	size_t low = 0, high = analysis->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint32_t routine = analysis->findings[middle].routine;

		if (strcmp(analysis->profile->routines[routine].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool has_name(const struct landau_profile *profile, const char *name)
{
	for (size_t i = 0; i < profile->routine_count; i++)
		if (strcmp(profile->routines[i].name, name) == 0)
			return true;
	return false;
}

/* Another compiler calls a part that OpenMP runs otherwise: then it is the one at the same place in the source. */
static const struct landau_finding *find_openmp_part(const struct landau_analysis *analysis,
						     const struct landau_profile *profile,
						     const struct landau_routine *part)
{
	for (size_t i = 0; i < analysis->count && part->line > 0; i++) {
		const struct landau_routine *other =
			&analysis->profile->routines[analysis->findings[i].routine];

		if (other->line == part->line && landau_is_openmp_part(other) &&
		    strcmp(other->file, part->file) == 0 &&
		    same_object(profile, part, analysis->profile, other) &&
		    !has_name(profile, other->name))
			return &analysis->findings[i];
	}
	return NULL;
}

/* What `analysis` has of a routine of another profile. */
static const struct landau_finding *find_match(const struct landau_analysis *analysis,
					       const struct landau_profile *profile,
					       const struct landau_routine *routine)
{
	for (size_t i = lower_bound(analysis, routine->name); i < analysis->count; i++) {
		const struct landau_routine *other =
			&analysis->profile->routines[analysis->findings[i].routine];

		if (strcmp(other->name, routine->name) != 0)
			break;
		if (same_routine(profile, routine, analysis->profile, other))
			return &analysis->findings[i];
	}
	return landau_is_openmp_part(routine) ? find_openmp_part(analysis, profile, routine) : NULL;
}

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
		difference->before = find_match(before, after->profile, difference->routine);
		difference->is = difference->before
					 ? landau_compare(difference->before, difference->after)
					 : (struct landau_comparison){.change = LANDAU_CHANGE_NEW,
								      .factor = NAN};
	}
	for (size_t i = 0; i < before->count; i++) {
		const struct landau_routine *routine =
			&before->profile->routines[before->findings[i].routine];

		if (!find_match(after, before->profile, routine))
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

/* Columns of a row; a narrow terminal has no room for exponents. */
enum { WIDE = 100, CHANGE_COLUMNS = 7, EXPONENT_COLUMNS = 12, COST_COLUMNS = 11, SIZE_COLUMNS = 6 };

static bool is_within(const struct landau_finding *finding)
{
	return finding && landau_is_from_within(finding);
}

static void print_growth(const struct landau_finding *finding)
{
	char text[LANDAU_GROWTH_TEXT_BYTES] = "-";
	size_t length;

	if (finding)
		landau_growth_column(landau_told(finding), LANDAU_GROWTH_NARROW, text);
	length = strlen(text);
	if (is_within(finding))
		snprintf(text + length, sizeof(text) - length, " +");
	printf("%-*s", LANDAU_GROWTH_NARROW, text);
}

/* "2.08 -> 1.17", where both are worth a number. */
static void print_exponents(const struct difference *difference)
{
	char text[32] = "";

	if (difference->before && difference->after) {
		const struct landau_model *before = landau_told(difference->before);
		const struct landau_model *after = landau_told(difference->after);

		if (landau_model_has_exponent(before) && landau_model_has_exponent(after))
			snprintf(text, sizeof(text), "%.2f -> %.2f",
				 landau_hundredths(before->exponent),
				 landau_hundredths(after->exponent));
	}
	printf(" %-*s", EXPONENT_COLUMNS, text);
}

/* "10.1x less", "2.00x more". */
static void print_cost(const struct difference *difference)
{
	double factor = difference->is.factor;
	double times = factor < 1 ? 1 / factor : factor;
	char cost[32] = "", size[16] = "";

	if (isfinite(times)) {
		snprintf(cost, sizeof(cost), "%.*fx %s",
			 times < 9.995   ? 2
			 : times < 99.95 ? 1
					 : 0,
			 times, factor < 1 ? "less" : "more");
		landau_short_number(difference->is.size, size, sizeof(size));
	}
	printf(" %*s %*s", COST_COLUMNS, cost, SIZE_COLUMNS, size);
}

static void print_row(const struct difference *difference, int width)
{
	int others = CHANGE_COLUMNS + 1 + 2 * LANDAU_GROWTH_NARROW + 4 + 1 + COST_COLUMNS + 1 +
		     SIZE_COLUMNS + 2 + (width >= WIDE ? 1 + EXPONENT_COLUMNS : 0);
	char name[4096];

	landau_short_name(difference->routine->name, width - others, name, sizeof(name));
	printf("%-*s ", CHANGE_COLUMNS, landau_change_name(difference->is.change));
	print_growth(difference->before);
	fputs(" -> ", stdout);
	print_growth(difference->after);
	if (width >= WIDE)
		print_exponents(difference);
	print_cost(difference);
	printf("  %s\n", name);
}

static void print_heading(int width)
{
	printf("%-*s %-*s    %-*s", CHANGE_COLUMNS, "change", LANDAU_GROWTH_NARROW, "before",
	       LANDAU_GROWTH_NARROW, "after");
	if (width >= WIDE)
		printf(" %-*s", EXPONENT_COLUMNS, "exponent");
	printf(" %*s %*s  %s\n", COST_COLUMNS, "cost", SIZE_COLUMNS, "at n =", "routine");
}

static void print_text(const struct comparison *comparison, bool all)
{
	int width = landau_terminal_width() < WIDE ? landau_terminal_width() : WIDE;
	size_t numbers[LANDAU_CHANGE_COUNT] = {0};
	bool heading = false, within = false;

	for (size_t i = 0; i < comparison->count; i++) {
		const struct difference *difference = &comparison->differences[i];

		numbers[difference->is.change]++;
		if (!worth_showing(difference, all))
			continue;
		if (!heading)
			print_heading(width);
		heading = true;
		within = within || is_within(difference->before) || is_within(difference->after);
		print_row(difference, width);
	}
	if (heading)
		putchar('\n');
	if (within)
		puts("+ within one call, by what each new cell cost as it read on");
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
	return is_within(finding) ? landau_told(finding) : NULL;
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

/* Cost kinds must agree, else the numbers mean different things. */
static int compare_files(char **before_paths, int before_count, char **after_paths, int after_count,
			 bool all, bool json)
{
	struct landau_error error;
	struct landau_profile *before = landau_load(before_paths, before_count, &error);
	struct landau_profile *after =
		before ? landau_load(after_paths, after_count, &error) : NULL;
	int status;

	if (!after)
		status = landau_complain_error(&error);
	else if (strcmp(before->cost_kind, after->cost_kind) != 0)
		status = landau_complain("diff: one profile counts %s, the other %s",
					 before->cost_kind, after->cost_kind);
	else if (before->cell_bytes != after->cell_bytes)
		status = landau_complain("diff: one profile has cells of %u bytes, the other of %u",
					 (unsigned)before->cell_bytes, (unsigned)after->cell_bytes);
	else if (before->rms_only != after->rms_only)
		status = landau_complain(
			"diff: one profile has only the rms, the other also the trms");
	else if (strcmp(landau_profile_allocator(before), landau_profile_allocator(after)) != 0)
		status = landau_complain("diff: one profile was recorded with --allocator=%s, the "
					 "other with %s",
					 landau_profile_allocator(before),
					 landau_profile_allocator(after));
	else
		status = diff(before, after, all, json);
	landau_profile_free(before);
	landau_profile_free(after);
	return status;
}

int landau_command_diff(int argc, char **argv)
{
	static char old_path[] = "landau.data.old", new_path[] = "landau.data";
	char *defaults[] = {old_path, new_path};
	bool all = false, json = false;
	const struct landau_option rows[] = {
		{"all", 'a', .flag = &all}, {"json", .flag = &json}, {0}};
	/* In order: what comes after the first file is not an option, so that -- can part two sets. */
	int status =
		landau_read_options(argc, argv, &(struct landau_options){rows, print_help, true});
	int between;

	if (status != LANDAU_GO_ON)
		return status;
	if (optind == argc)
		return compare_files(defaults, 1, defaults + 1, 1, all, json);
	for (between = optind; between < argc; between++)
		if (strcmp(argv[between], "--") == 0)
			break;
	if (between == argc && argc - optind == 2)
		return compare_files(argv + optind, 1, argv + optind + 1, 1, all, json);
	if (between == argc || between == optind || between + 1 == argc)
		return landau_complain(
			"diff: two profiles are needed, or two sets with -- between them");
	return compare_files(argv + optind, between - optind, argv + between + 1,
			     argc - between - 1, all, json);
}
