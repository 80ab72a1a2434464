/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page/fit.c - the models of all routines, fitted on all processors; see page/fit.h. */
#include "cli/page/fit.h"

#include <stdlib.h>

#include "cli/analysis/workers.h"

struct fitting {
	const struct landau_profile *profile;
	struct landau_page_fit *fits;
};

static bool fit_callees(const struct landau_profile *profile, uint32_t routine,
			struct landau_page_fit *fit)
{
	struct landau_callee *callees;
	size_t count;

	if (!landau_profile_callees(profile, routine, &callees, &count))
		return false;
	fit->callees = calloc(count + 1, sizeof(*fit->callees));
	for (size_t i = 0; fit->callees && i < count; i++)
		fit->callees[i] = landau_model_fit_costs(
			callees[i].by_size, callees[i].by_size_count, LANDAU_MERGE_WORST);
	fit->callee_count = fit->callees ? count : 0;
	landau_callees_free(callees, count);
	return fit->callees != NULL;
}

static bool fit_by_run(const struct landau_profile *profile, uint32_t routine,
		       struct landau_page_fit *fit)
{
	struct landau_by_run by_run;
	bool fine = landau_by_run_of(profile, routine, &by_run);

	fit->by_run_count = fine ? by_run.count : 0;
	for (int kind = 0; fine && kind < LANDAU_BY_RUN_KINDS; kind++)
		fit->by_run[kind] = by_run.models[kind];
	landau_by_run_free(&by_run);
	return fine;
}

static bool fit_routine(void *context, size_t i)
{
	const struct fitting *fitting = context;
	const struct landau_profile *profile = fitting->profile;
	struct landau_page_fit *fit = &fitting->fits[i];
	struct landau_summary summary;

	if (!landau_profile_summarise(profile, (uint32_t)i, LANDAU_NONE, &summary))
		return false;
	fit->worst = landau_model_fit_points(summary.trms, summary.trms_count, LANDAU_MERGE_WORST);
	fit->mean = landau_model_fit_points(summary.trms, summary.trms_count, LANDAU_MERGE_MEAN);
	landau_summary_free(&summary);
	return fit_callees(profile, (uint32_t)i, fit) && fit_by_run(profile, (uint32_t)i, fit);
}

struct landau_page_fit *landau_page_fits(const struct landau_profile *profile)
{
	struct fitting fitting = {profile,
				  calloc(profile->routine_count + 1, sizeof(*fitting.fits))};

	if (!fitting.fits || landau_for_each(profile->routine_count, fit_routine, &fitting))
		return fitting.fits;
	landau_page_fits_free(fitting.fits, profile->routine_count);
	return NULL;
}

void landau_page_fits_free(struct landau_page_fit *fits, size_t routine_count)
{
	for (size_t i = 0; fits && i < routine_count; i++)
		free(fits[i].callees);
	free(fits);
}
