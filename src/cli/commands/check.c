/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check.c - landau check: a gate for CI. Does each routine grow within its declared bound?
 *
 * A routine fails if its lower bound is above that of the budget (check/judge.c). One of which it is
 * left open does not fail; it is named if a line of its own asks for it or if it spends much, else it is
 * counted. How much of the cost is left open is said, and may be limited. `default` also passes over
 * routines with next to no share of the cost.
 */
#include "cli/check/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/analysis/lines.h"
#include "cli/analysis/load.h"
#include "cli/analysis/openmp.h"
#include "cli/analysis/startup.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/print/output.h"

static const char default_budget[] = "landau.budget";

/* How growth that only one call shows, as it reads on, is treated. */
enum within { WITHIN_WARN, WITHIN_FAIL, WITHIN_NO };

struct options {
	const char *budget;
	enum within within;
	const struct landau_check_format *format;
	double max_unknown; /* a share */
	bool init;
	char *const *files;
	int file_count;
};

static void print_help(void)
{
	puts("usage: landau check [--budget=FILE] [OPTIONS] [FILE...]");
	puts("       landau check --init [--budget=FILE] [FILE...]\n");
	puts("Is the growth of each routine of a profile (landau.data by default; several are");
	puts("merged) within its bound? Exit status 1 if not.\n");
	puts("  -b, --budget=FILE  bounds, a line each as 'parse_*: n log n'; 'default: n^2' for "
	     "the");
	puts("                     rest (default: landau.budget)");
	puts("      --max-unknown=PERCENT  fail if the growth of more of the cost is not known");
	puts("      --within=warn|fail|no  how to treat growth that only one call shows, as it "
	     "reads on");
	puts("      --init         write a budget that the profile is within, and do not check");
	for (int i = 1; landau_check_formats[i].write; i++)
		printf("      --%-12s output: %s\n", landau_check_formats[i].option,
		       landau_check_formats[i].summary);
	puts("  -h, --help         this text");
}

/* "20" or "20%"; the share is a fraction. */
static int set_max_unknown(const struct landau_option *option, const char *argument)
{
	double *share = option->context;
	char *end;
	double percent = strtod(argument, &end);

	if (end == argument || (*end != '\0' && strcmp(end, "%") != 0) ||
	    !(percent >= 0 && percent <= 100))
		return landau_complain("check: --max-unknown must be a percentage from 0 to 100, "
				       "not '%s'",
				       argument);
	*share = percent / 100;
	return LANDAU_FINE;
}

static int set_within(const struct landau_option *option, const char *argument)
{
	static const char *const names[] = {
		[WITHIN_WARN] = "warn", [WITHIN_FAIL] = "fail", [WITHIN_NO] = "no"};
	enum within *within = option->context;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(argument, names[i]) == 0) {
			*within = (enum within)i;
			return LANDAU_FINE;
		}
	}
	return landau_complain("check: --within must be warn, fail or no, not '%s'", argument);
}

static int set_format(const struct landau_option *option, const char *argument)
{
	const struct landau_check_format **format = option->context;

	(void)argument;
	*format = landau_check_formats;
	while (!(*format)->option || strcmp((*format)->option, option->name) != 0)
		++*format;
	return LANDAU_FINE;
}

static int read_options(int argc, char **argv, struct options *options)
{
	const struct landau_option rows[] = {
		{"budget", 'b', .text = &options->budget},
		{"max-unknown", .set = set_max_unknown, .context = &options->max_unknown},
		{"within", .set = set_within, .context = &options->within},
		{"init", .flag = &options->init},
		{"json", .set = set_format, .context = &options->format, .bare = true},
		{"junit", .set = set_format, .context = &options->format, .bare = true},
		{"sarif", .set = set_format, .context = &options->format, .bare = true},
		{"github", .set = set_format, .context = &options->format, .bare = true},
		{0},
	};

	*options = (struct options){.budget = default_budget,
				    .format = &landau_check_formats[0],
				    .max_unknown = INFINITY};
	return landau_read_options(argc, argv, &(struct landau_options){rows, print_help, false});
}

/*
 * Of routines that only `default` names and whose growth is left open, those that spend less than this are
 * counted and not named; nor is start-up.
 */
static const double least_unknown_share = 0.01;

/* By finding. */
struct decisions {
	bool *decided; /* there is a bound for it, and what is known is enough to judge it */
	enum landau_check_outcome *outcome;
	struct landau_budget_line **line; /* NULL: it is not checked */
};

/* What fails because of growth within one call may be no more than a warning. */
static enum landau_check_outcome judge(const struct landau_finding *finding,
				       enum landau_growth bound, enum within within)
{
	enum landau_check_outcome outcome = landau_check_judge(landau_told(finding), bound);

	return outcome == LANDAU_CHECK_EXCEEDED && within == WITHIN_WARN &&
			       landau_is_from_within(finding)
		       ? LANDAU_CHECK_WARNING
		       : outcome;
}

static bool decide(const struct landau_analysis *analysis, struct landau_budget *budget,
		   const char *cost, enum within within, struct decisions *decisions)
{
	size_t count = analysis->count + 1;

	decisions->decided = calloc(count, sizeof(*decisions->decided));
	decisions->outcome = calloc(count, sizeof(enum landau_check_outcome));
	decisions->line = calloc(count, sizeof(struct landau_budget_line *));
	if (!decisions->decided || !decisions->outcome || !decisions->line)
		return false;
	for (size_t i = 0; i < analysis->count; i++) {
		const struct landau_finding *finding = &analysis->findings[i];
		char *openmp_name = landau_openmp_name(analysis->profile, finding->routine);
		struct landau_budget_line *line = landau_budget_find(
			budget, cost, &analysis->profile->routines[finding->routine], openmp_name);

		free(openmp_name);
		if (!line || line->bound == LANDAU_GROWTH_COUNT)
			continue;
		decisions->line[i] = line;
		decisions->outcome[i] = judge(finding, line->bound, within);
		decisions->decided[i] = decisions->outcome[i] != LANDAU_CHECK_UNKNOWN;
	}
	return true;
}

static void free_decisions(struct decisions *decisions)
{
	free(decisions->decided);
	free(decisions->outcome);
	free(decisions->line);
}

/* One finding in; `open_share` is what is left open of the cost by it. */
static void check_finding(struct landau_check *check, const struct landau_analysis *analysis,
			  const struct decisions *decisions, size_t index, double open_share)
{
	const struct landau_finding *finding = &analysis->findings[index];
	const struct landau_budget_line *line = decisions->line[index];
	const struct landau_routine *routine = &analysis->profile->routines[finding->routine];
	struct landau_checked *checked;
	enum landau_check_outcome outcome = decisions->outcome[index];

	if (!line)
		return;
	if (outcome == LANDAU_CHECK_UNKNOWN)
		check->unknown_share += open_share;
	if (!line->name && finding->share < LANDAU_SMALLEST_SHARE)
		return;
	if (!line->name && outcome == LANDAU_CHECK_UNKNOWN &&
	    (open_share < least_unknown_share || landau_is_startup(routine))) {
		check->unknown_by_default++;
		return;
	}
	check->checked[check->count++] = (struct landau_checked){
		.finding = finding, .routine = routine, .line = line, .outcome = outcome};
	checked = &check->checked[check->count - 1];
	landau_hottest_place(analysis->profile, finding->routine, &checked->source_file,
			     &checked->source_line);
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

/* A cost of the profile that the budget is about. */
struct subject {
	const char *cost; /* "": the main one */
	struct landau_profile *profile;
	struct landau_analysis analysis;
};

/* Only of the main cost it counts how much is not known. False: no memory. */
static bool check_subject(struct landau_check *check, const struct subject *subject,
			  struct landau_budget *budget, const struct options *options)
{
	const struct landau_analysis *analysis = &subject->analysis;
	struct decisions decisions = {0};
	struct landau_known known = {0};
	size_t *order = landau_analysis_rank(analysis);
	double unknown_share = check->unknown_share;
	bool fine;

	if (order && decide(analysis, budget, subject->cost, options->within, &decisions))
		known = landau_cover(analysis, decisions.decided);
	fine = known.covered != NULL;
	for (size_t i = 0; fine && i < analysis->count; i++)
		check_finding(check, analysis, &decisions, order[i],
			      analysis->findings[order[i]].self_share *
				      (1 - known.covered[order[i]]));
	if (*subject->cost)
		check->unknown_share = unknown_share;
	free_decisions(&decisions);
	free(known.covered);
	free(order);
	return fine;
}

static int check_subjects(const struct subject *subjects, size_t count,
			  struct landau_budget *budget, const struct options *options)
{
	struct landau_check check = {.budget_path = options->budget,
				     .program = subjects[0].profile->runs[0].program,
				     .budget = budget,
				     .max_unknown = options->max_unknown};
	size_t findings = 1;
	bool fine;
	int status;

	for (size_t i = 0; i < count; i++)
		findings += subjects[i].analysis.count;
	check.checked = calloc(findings, sizeof(*check.checked));
	fine = check.checked != NULL;
	for (size_t i = 0; fine && i < count; i++) {
		fine = check_subject(&check, &subjects[i], budget, options);
		if (i == 0)
			find_culprits(&check, subjects[i].profile);
	}
	if (fine) {
		options->format->write(stdout, &check);
		status = landau_check_number(&check, LANDAU_CHECK_EXCEEDED) == 0 &&
					 !landau_check_too_unknown(&check)
				 ? LANDAU_FINE
				 : LANDAU_FAILED;
	} else {
		status = landau_complain("check: out of memory");
	}
	free(check.checked);
	return status;
}

static int write_budget(const struct landau_analysis *analysis, const struct options *options)
{
	if (!landau_check_init(analysis, options->budget))
		return LANDAU_BAD;
	fprintf(stderr, "landau: next: landau check");
	if (strcmp(options->budget, default_budget) != 0) {
		fprintf(stderr, " --budget=");
		landau_print_quoted(stderr, options->budget);
	}
	for (int i = 0; i < options->file_count; i++) {
		fputc(' ', stderr);
		landau_print_quoted(stderr, options->files[i]);
	}
	fputc('\n', stderr);
	return LANDAU_FINE;
}

/* The profile by a cost that the budget has bounds for; LANDAU_FINE, or after a complaint. */
static int start_subject(struct subject *subject, struct landau_profile *profile, const char *cost,
			 const struct options *options)
{
	struct landau_error error;

	subject->cost = cost;
	subject->profile = landau_profile_merge(&profile, 1, &error);
	if (!subject->profile)
		return landau_complain("check: %s", error.text);
	if (*cost && !landau_profile_switch(subject->profile, cost))
		return landau_complain("%s: has bounds for the cost '%s', which the profile does "
				       "not have; record it with --cost=%s,%s",
				       options->budget, cost, profile->cost_kind, cost);
	if (!landau_analyse(subject->profile, LANDAU_NONE, &subject->analysis))
		return landau_complain("check: out of memory");
	if (options->within == WITHIN_NO)
		landau_analysis_forget_within(&subject->analysis);
	return LANDAU_FINE;
}

static void end_subject(struct subject *subject)
{
	landau_analysis_free(&subject->analysis);
	landau_profile_free(subject->profile);
}

static int with_profile(struct landau_budget *budget, const struct options *options)
{
	struct landau_error error;
	struct landau_profile *profile = landau_load(options->files, options->file_count, &error);
	struct subject subjects[1 + LANDAU_FURTHER_COSTS] = {0};
	size_t count = 1;
	int status;

	if (!profile)
		return landau_complain_error(&error);
	status = start_subject(&subjects[0], profile, "", options);
	for (int i = 0; status == LANDAU_FINE && i < LANDAU_FURTHER_COSTS; i++) {
		const char *cost = landau_further_name((enum landau_further)i);

		if (landau_budget_has_cost(budget, cost))
			status = start_subject(&subjects[count++], profile, cost, options);
	}
	if (status == LANDAU_FINE)
		status = options->init ? write_budget(&subjects[0].analysis, options)
				       : check_subjects(subjects, count, budget, options);
	for (size_t i = 0; i < count; i++)
		end_subject(&subjects[i]);
	landau_profile_free(profile);
	return status;
}

int landau_command_check(int argc, char **argv)
{
	struct landau_budget budget = {0};
	struct landau_error error;
	struct options options;
	int status = read_options(argc, argv, &options);

	if (status != LANDAU_GO_ON)
		return status;
	options.files = argv + optind;
	options.file_count = argc - optind;
	if (options.init || landau_budget_read(options.budget, &budget, &error))
		status = with_profile(&budget, &options);
	else
		status = landau_complain_error(&error);
	landau_budget_free(&budget);
	return status;
}
