/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diff.c - landau diff: what changed its growth between two profiles.
 *
 * Routines are the same if name, object and file are; a routine whose file is known in one profile only
 * is matched by name and object. The program itself counts as the same object though its file may
 * have another name now, as prog-1.0 and prog-1.1. A routine got asymptotically worse if its class is higher and not
 * just the old runner-up, or if the intervals of the exponents lie apart, the new one above, by more
 * than a tenth. Only that makes the exit status 1.
 */
#include "cli/command.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analysis.h"
#include "cli/json.h"
#include "cli/load.h"
#include "cli/names.h"
#include "cli/terminal.h"

static const double smallest_share = 0.001;
static const double exponent_step = 0.1; /* intervals of exponents apart by less are the same */
/* and where the class is higher too. */
static const double small_exponent_step = 0.03;
static const double cost_step = 0.05; /* predicted costs that differ by less are the same */

enum change {
	CHANGE_WORSE,
	CHANGE_BETTER,
	CHANGE_SLOWER,
	CHANGE_FASTER,
	CHANGE_NEW,
	CHANGE_GONE,
	CHANGE_NONE,
	CHANGE_UNKNOWN,
	CHANGE_COUNT
};

static const char *const change_names[] = {
	[CHANGE_WORSE] = "worse",   [CHANGE_BETTER] = "better",   [CHANGE_SLOWER] = "slower",
	[CHANGE_FASTER] = "faster", [CHANGE_NEW] = "new",         [CHANGE_GONE] = "gone",
	[CHANGE_NONE] = "same",     [CHANGE_UNKNOWN] = "unknown",
};

struct difference {
	const struct landau_finding *before; /* NULL: new */
	const struct landau_finding *after;  /* NULL: gone */
	const struct landau_routine *routine;
	enum change change;
	double size;   /* the largest that both have seen */
	double factor; /* predicted cost there, after / before; NaN if not known */
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

static bool same_routine(const struct landau_profile *a_profile, const struct landau_routine *a,
			 const struct landau_profile *b_profile, const struct landau_routine *b)
{
	return strcmp(a->name, b->name) == 0 &&
	       (strcmp(a->object, b->object) == 0 ||
		(is_of_program(a_profile, a) && is_of_program(b_profile, b))) &&
	       (*a->file == '\0' || *b->file == '\0' || strcmp(a->file, b->file) == 0);
}

static bool exponents_apart(const struct landau_model *low, const struct landau_model *high,
			    double step)
{
	return landau_model_has_exponent(low) && landau_model_has_exponent(high) &&
	       high->exponent_low > low->exponent_high + step;
}

/*
 * Is `after` above `before`, for sure? A higher class is not enough if one is the runner-up of the other,
 * or if the exponents are the same: n log n is n with a little noise, or a few more cells of input.
 */
static bool grows_faster(const struct landau_model *before, const struct landau_model *after)
{
	if (before->growth == LANDAU_GROWTH_NONE || after->growth == LANDAU_GROWTH_NONE ||
	    after->growth < before->growth)
		return false;
	if (after->growth == before->growth || after->growth == before->runner_up ||
	    before->growth == after->runner_up)
		return exponents_apart(before, after, exponent_step);
	return !landau_model_has_exponent(before) || !landau_model_has_exponent(after) ||
	       exponents_apart(before, after, small_exponent_step);
}

static enum change change_of(const struct difference *difference)
{
	const struct landau_model *before = &difference->before->worst;
	const struct landau_model *after = &difference->after->worst;

	if (grows_faster(before, after))
		return CHANGE_WORSE;
	if (grows_faster(after, before))
		return CHANGE_BETTER;
	if (!isfinite(difference->factor))
		return CHANGE_UNKNOWN;
	if (difference->factor > 1 + cost_step)
		return CHANGE_SLOWER;
	return difference->factor < 1 - cost_step ? CHANGE_FASTER : CHANGE_NONE;
}

static void compare(struct difference *difference)
{
	const struct landau_model *before = &difference->before->worst;
	const struct landau_model *after = &difference->after->worst;

	difference->size = fmin(before->largest, after->largest);
	difference->factor = NAN;
	if (before->verdict == LANDAU_VERDICT_OK && after->verdict == LANDAU_VERDICT_OK)
		difference->factor = landau_model_predict(after, difference->size) /
				     landau_model_predict(before, difference->size);
	difference->change = change_of(difference);
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

/* What `analysis` has of a routine of another profile. */
static const struct landau_finding *find_match(const struct landau_analysis *analysis,
					       const struct landau_profile *profile,
					       const struct landau_routine *routine)
{
	for (size_t i = lower_bound(analysis, routine->name); i < analysis->count; i++) {
		const struct landau_routine *other =
			&analysis->profile->routines[analysis->findings[i].routine];

		if (strcmp(other->name, routine->name) != 0)
			return NULL;
		if (same_routine(profile, routine, analysis->profile, other))
			return &analysis->findings[i];
	}
	return NULL;
}

static int compare_differences(const void *first, const void *second)
{
	const struct difference *a = first, *b = second;
	double a_share = a->after ? a->after->share : a->before->share;
	double b_share = b->after ? b->after->share : b->before->share;

	if (a->change != b->change)
		return a->change < b->change ? -1 : 1;
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
		difference->factor = NAN;
		if (difference->before)
			compare(difference);
		else
			difference->change = CHANGE_NEW;
	}
	for (size_t i = 0; i < before->count; i++) {
		const struct landau_routine *routine =
			&before->profile->routines[before->findings[i].routine];

		if (!find_match(after, before->profile, routine))
			comparison->differences[comparison->count++] =
				(struct difference){.before = &before->findings[i],
						    .routine = routine,
						    .change = CHANGE_GONE,
						    .factor = NAN};
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

	if (all || difference->change == CHANGE_WORSE)
		return true;
	return difference->change < CHANGE_NONE && share >= smallest_share;
}

static const char *growth_of(const struct landau_finding *finding)
{
	if (!finding)
		return "-";
	return finding->worst.growth == LANDAU_GROWTH_NONE
		       ? "?"
		       : landau_growth_name(finding->worst.growth);
}

static void print_text(const struct comparison *comparison, bool all)
{
	int width = landau_terminal_width() < 100 ? landau_terminal_width() : 100;
	size_t numbers[CHANGE_COUNT] = {0};
	bool heading = false;

	for (size_t i = 0; i < comparison->count; i++) {
		const struct difference *difference = &comparison->differences[i];
		char name[4096], factor[32] = "", size[16] = "";

		numbers[difference->change]++;
		if (!worth_showing(difference, all))
			continue;
		if (!heading)
			printf("%-7s %-10s    %-10s %8s %7s  %s\n", "change", "before", "after",
			       "cost", "at n =", "routine");
		heading = true;
		if (isfinite(difference->factor)) {
			snprintf(factor, sizeof(factor), "%.2fx", difference->factor);
			landau_short_number(difference->size, size, sizeof(size));
		}
		landau_short_name(difference->routine->name, width - 54, name, sizeof(name));
		printf("%-7s %-10s -> %-10s %8s %7s  %s\n", change_names[difference->change],
		       growth_of(difference->before), growth_of(difference->after), factor, size,
		       name);
	}
	if (heading)
		putchar('\n');
	for (int i = 0; i < CHANGE_COUNT; i++)
		printf("%s%zu %s", i > 0 ? ", " : "", numbers[i], change_names[i]);
	putchar('\n');
}

static void print_json_model(const char *key, const struct landau_finding *finding)
{
	printf(", \"%s\": ", key);
	if (finding)
		landau_model_print_json(stdout, &finding->worst);
	else
		printf("null");
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
		printf(", \"change\": \"%s\", \"cost_factor\": ", change_names[difference->change]);
		landau_json_real(stdout, difference->factor);
		printf(", \"at\": ");
		landau_json_real(stdout, difference->size);
		print_json_model("before", difference->before);
		print_json_model("after", difference->after);
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
		if (comparison.count > 0 && comparison.differences[0].change == CHANGE_WORSE)
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
		status = landau_complain("diff: one profile has rms only, the other has not");
	else
		status = diff(before, after, all, json);
	landau_profile_free(before);
	landau_profile_free(after);
	return status;
}

int landau_command_diff(int argc, char **argv)
{
	enum { JSON = 256 };
	static const struct option table[] = {
		{"all", no_argument, NULL, 'a'},
		{"json", no_argument, NULL, JSON},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	static char old_path[] = "landau.data.old", new_path[] = "landau.data";
	char *defaults[] = {old_path, new_path};
	bool all = false, json = false;
	int option, between;

	/* "+": what comes after the first file is not an option, so that -- can part two sets. */
	optind = 0; /* glibc: start anew */
	while ((option = getopt_long(argc, argv, "+:ah", table, NULL)) != -1) {
		switch (option) {
		case 'a':
			all = true;
			break;
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
		return compare_files(defaults, 1, defaults + 1, 1, all, json);
	for (between = optind; between < argc; between++)
		if (strcmp(argv[between], "--") == 0)
			break;
	if (between == argc && argc - optind == 2)
		return compare_files(argv + optind, 1, argv + optind + 1, 1, all, json);
	if (between == argc || between == optind || between + 1 == argc)
		return landau_complain("diff: give two profiles, or two sets with -- between them");
	return compare_files(argv + optind, between - optind, argv + between + 1,
			     argc - between - 1, all, json);
}
