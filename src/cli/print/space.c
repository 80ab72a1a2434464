/* SPDX-License-Identifier: GPL-2.0-or-later */
/* space.c - what a profile says of memory; see space.h. */
#include "cli/print/space.h"

#include <stdlib.h>
#include <string.h>

#include "cli/analysis/analysis.h"
#include "cli/analysis/startup.h"
#include "cli/print/growth.h"
#include "cli/print/names.h"
#include "cli/print/terminal.h"

enum { NAME_COLUMNS = 48, NAME_BYTES = 256 };

/* Of the most that the program has at a time: what has less is not worth a line. */
static const double least_share = LANDAU_SMALLEST_SHARE;

bool landau_costs_are_levels(const struct landau_profile *profile)
{
	enum landau_further cost =
		landau_further_named(profile->cost_kind, strlen(profile->cost_kind));

	return landau_further_is_level(cost);
}

/* The first of those that will hurt which grows, and of these the innermost: the ranking puts callees before their callers. */
static const struct landau_finding *find_worst(const struct landau_analysis *analysis,
					       const size_t *order)
{
	for (size_t i = 0; i < analysis->count; i++) {
		const struct landau_finding *finding = &analysis->findings[order[i]];
		const struct landau_model *model = landau_told_of_calls(finding);

		if (finding->share >= least_share && landau_growth_tells(model) &&
		    model->power_low > 0 &&
		    !landau_is_startup(&analysis->profile->routines[finding->routine]))
			return finding;
	}
	return NULL;
}

static void print_finding(const struct landau_profile *profile,
			  const struct landau_finding *finding, const char *cost)
{
	const struct landau_model *model = landau_told_of_calls(finding);
	const struct landau_summary *summary = &finding->summary;
	char name[NAME_BYTES], growth[LANDAU_STATEMENT_BYTES], most[16];
	uint64_t greatest = 0;

	for (size_t i = 0; i < summary->trms_count; i++)
		if (summary->trms[i].costs.max > greatest)
			greatest = summary->trms[i].costs.max;
	landau_short_name(profile->routines[finding->routine].name, NAME_COLUMNS, name,
			  sizeof(name));
	landau_model_statement_text(model, growth);
	landau_short_number((double)greatest, most, sizeof(most));
	printf("memory: %s %s %s bytes%s up to %s: --by=%s\n", name,
	       strcmp(cost, "live") == 0 ? "keeps" : "needs",
	       model->statement == LANDAU_STATEMENT_CLASS ? model->formula : growth,
	       strcmp(cost, "live") == 0 ? "," : " at its peak,", most, cost);
}

static bool print_cost(struct landau_profile *profile, const char *cost)
{
	struct landau_analysis analysis;
	const struct landau_finding *worst;
	size_t *order;

	if (!landau_profile_switch(profile, cost))
		return true;
	if (!landau_analyse(profile, LANDAU_NONE, &analysis))
		return false;
	order = landau_analysis_rank(&analysis);
	worst = order ? find_worst(&analysis, order) : NULL;
	if (worst)
		print_finding(profile, worst, cost);
	landau_analysis_free(&analysis);
	free(order);
	return order != NULL;
}

bool landau_print_space(const struct landau_profile *profile)
{
	static const char *const costs[] = {"live", "peak"};
	struct landau_profile *profiles[] = {(struct landau_profile *)profile};
	bool fine = true;

	for (size_t i = 0; fine && i < sizeof(costs) / sizeof(costs[0]); i++) {
		struct landau_error error;
		struct landau_profile *copy;

		if (!(profile->further_costs >> landau_further_named(costs[i], 4) & 1))
			continue;
		copy = landau_profile_merge(profiles, 1, &error);
		fine = copy && print_cost(copy, costs[i]);
		landau_profile_free(copy);
	}
	return fine;
}
