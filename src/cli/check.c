/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check.c - landau check: a gate for CI. Does each routine grow within its declared bound?
 *
 * A routine fails if its class is above the bound, the runner-up is too, and so is the exponent over the
 * largest decade of sizes, with its interval. One whose class is not known for lack of data does not
 * fail; it is named if a line of its own asks for it, and counted if only `default` does. `default` also
 * passes over routines with next to no share of the cost.
 */
#include "cli/check.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/load.h"

static const char default_budget[] = "landau.budget";
static const double smallest_share = 0.001;

struct options {
	const char *budget;
	const struct landau_check_format *format;
	bool help;
};

static void print_help(void)
{
	puts("usage: landau check [--budget=FILE] [OPTIONS] [FILE...]\n");
	puts("Is the growth of each routine of a profile (landau.data by default; several are");
	puts("merged) within its bound? Exit status 1 if not.\n");
	puts("  -b, --budget=FILE  bounds, a line each as 'parse_*: n log n'; 'default: n^2' for "
	     "the");
	puts("                     rest (default: landau.budget)");
	for (int i = 1; landau_check_formats[i].write; i++)
		printf("      --%-12s output: %s\n", landau_check_formats[i].option,
		       landau_check_formats[i].summary);
	puts("  -h, --help         this text");
}

static int read_options(int argc, char **argv, struct options *options)
{
	enum { FORMAT = 256 };
	static const struct option table[] = {
		{"budget", required_argument, NULL, 'b'},
		{"json", no_argument, NULL, FORMAT + 1},
		{"junit", no_argument, NULL, FORMAT + 2},
		{"sarif", no_argument, NULL, FORMAT + 3},
		{"github", no_argument, NULL, FORMAT + 4},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	int option;

	*options = (struct options){.budget = default_budget, .format = &landau_check_formats[0]};
	optind = 0; /* glibc: start anew */
	while ((option = getopt_long(argc, argv, ":b:h", table, NULL)) != -1) {
		if (option > FORMAT) {
			options->format = &landau_check_formats[option - FORMAT];
		} else if (option == 'b') {
			options->budget = optarg;
		} else if (option == 'h') {
			options->help = true;
			return LANDAU_FINE;
		} else {
			return landau_complain_option(argv, option);
		}
	}
	return LANDAU_FINE;
}

/* The exponent that the bound itself has over the decade below n. */
static double exponent_of(enum landau_growth bound, double n)
{
	static const double powers[LANDAU_GROWTH_COUNT] = {
		[LANDAU_GROWTH_SQRT] = 0.5,     [LANDAU_GROWTH_LINEAR] = 1,
		[LANDAU_GROWTH_LINEAR_LOG] = 1, [LANDAU_GROWTH_THREE_HALVES] = 1.5,
		[LANDAU_GROWTH_QUADRATIC] = 2,  [LANDAU_GROWTH_QUADRATIC_LOG] = 2,
		[LANDAU_GROWTH_CUBIC] = 3,      [LANDAU_GROWTH_EXPONENTIAL] = INFINITY,
	};
	bool has_logarithm = bound == LANDAU_GROWTH_LOG || bound == LANDAU_GROWTH_LINEAR_LOG ||
			     bound == LANDAU_GROWTH_QUADRATIC_LOG;

	/* Below 20 a tenth of n has no logarithm to speak of. */
	return powers[bound] + (has_logarithm && n >= 20 ? log10(log(n) / log(n / 10)) : 0);
}

/*
 * A leading term that is found beside a large constant may be in doubt as long as the cost itself does
 * not grow faster than the bound.
 */
static bool exponent_exceeds(const struct landau_model *model, enum landau_growth bound)
{
	return !landau_model_has_exponent(model) ||
	       model->exponent_low > exponent_of(bound, model->largest);
}

static enum landau_check_outcome judge(const struct landau_model *model, enum landau_growth bound)
{
	if (model->growth == LANDAU_GROWTH_NONE)
		return LANDAU_CHECK_UNKNOWN;
	if (model->growth <= bound)
		return LANDAU_CHECK_WITHIN;
	if ((model->runner_up != LANDAU_GROWTH_NONE && model->runner_up <= bound) ||
	    !exponent_exceeds(model, bound))
		return LANDAU_CHECK_CLOSE;
	return LANDAU_CHECK_EXCEEDED;
}

static void check_finding(struct landau_check *check, struct landau_budget *budget,
			  const struct landau_analysis *analysis, size_t index)
{
	const struct landau_finding *finding = &analysis->findings[index];
	const struct landau_routine *routine = &analysis->profile->routines[finding->routine];
	struct landau_budget_line *line = landau_budget_find(budget, routine);
	enum landau_check_outcome outcome;

	if (!line || line->bound == LANDAU_GROWTH_COUNT ||
	    (!line->name && finding->share < smallest_share))
		return;
	outcome = judge(&finding->worst, line->bound);
	if (outcome == LANDAU_CHECK_UNKNOWN && !line->name) {
		check->unknown_by_default++;
		return;
	}
	check->checked[check->count++] = (struct landau_checked){
		.finding = finding, .routine = routine, .line = line, .outcome = outcome};
}

/* The failure to which another one owes at least half of its cost; NULL if there is none. */
static const struct landau_routine *find_culprit(const struct landau_check *check,
						 const struct landau_profile *profile,
						 const struct landau_checked *checked)
{
	for (size_t i = 0; i < check->count; i++) {
		const struct landau_checked *other = &check->checked[i];
		size_t first, last;
		uint64_t cost = 0;

		if (other == checked || other->outcome != LANDAU_CHECK_EXCEEDED)
			continue;
		landau_profile_edges_of(profile, checked->finding->routine, &first, &last);
		for (size_t edge = first; edge < last; edge++)
			if (profile->edges[edge].callee == other->finding->routine)
				cost += profile->edges[edge].cost;
		if (cost > 0 && cost >= checked->finding->summary.cost / 2)
			return other->routine;
	}
	return NULL;
}

static void find_culprits(struct landau_check *check, const struct landau_profile *profile)
{
	for (size_t i = 0; i < check->count; i++)
		if (check->checked[i].outcome == LANDAU_CHECK_EXCEEDED)
			check->checked[i].culprit =
				find_culprit(check, profile, &check->checked[i]);
}

static int check_profile(const struct landau_profile *profile, struct landau_budget *budget,
			 const struct options *options)
{
	struct landau_check check = {.budget_path = options->budget,
				     .program = profile->runs[0].program,
				     .budget = budget};
	struct landau_analysis analysis;
	size_t *order;
	int status = LANDAU_BAD;

	if (!landau_analyse(profile, LANDAU_NONE, &analysis))
		return landau_complain("check: out of memory");
	order = landau_analysis_rank(&analysis);
	check.checked = calloc(analysis.count + 1, sizeof(*check.checked));
	if (order && check.checked) {
		for (size_t i = 0; i < analysis.count; i++)
			check_finding(&check, budget, &analysis, order[i]);
		find_culprits(&check, profile);
		options->format->write(stdout, &check);
		status = landau_check_number(&check, LANDAU_CHECK_EXCEEDED) == 0 ? LANDAU_FINE
										 : LANDAU_FAILED;
	} else {
		landau_complain("check: out of memory");
	}
	free(order);
	free(check.checked);
	landau_analysis_free(&analysis);
	return status;
}

int landau_command_check(int argc, char **argv)
{
	struct landau_profile *profile;
	struct landau_budget budget;
	struct landau_error error;
	struct options options;
	int status = read_options(argc, argv, &options);

	if (status != LANDAU_FINE)
		return status;
	if (options.help) {
		print_help();
		return LANDAU_FINE;
	}
	if (!landau_budget_read(options.budget, &budget, &error)) {
		landau_budget_free(&budget);
		return landau_complain_error(&error);
	}
	profile = landau_load(argv + optind, argc - optind, &error);
	status =
		profile ? check_profile(profile, &budget, &options) : landau_complain_error(&error);
	landau_profile_free(profile);
	landau_budget_free(&budget);
	return status;
}
