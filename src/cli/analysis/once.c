/* SPDX-License-Identifier: GPL-2.0-or-later */
/* once.c - who ran once and made many calls; see once.h. */
#include "cli/analysis/once.h"

#include <stdlib.h>

#include "cli/analysis/startup.h"

/* Of the program's cost, in the calls of one routine by the other: less is not worth a sentence. */
static const double good_share = 0.1;
/* Fewer calls may be one for each file that was named, and not for each part of an input. */
enum { MANY_CALLS = 100 };

/* A caller of which nothing tells how it grows, not even its progress. */
static bool is_open(const struct landau_analysis *analysis, const struct landau_finding *finding)
{
	return finding->summary.calls == 1 && finding->share >= good_share &&
	       !landau_growth_tells(landau_told(finding)) &&
	       !landau_is_startup(&analysis->profile->routines[finding->routine]);
}

static bool is_slow(const struct landau_finding *finding)
{
	const struct landau_model *told = landau_told(finding);

	return landau_growth_tells(told) && !landau_grows_fast(told);
}

bool landau_find_once(const struct landau_analysis *analysis, const struct landau_finding **caller,
		      const struct landau_finding **callee)
{
	const struct landau_profile *profile = analysis->profile;
	const struct landau_finding **finding_of =
		calloc(profile->routine_count + 1, sizeof(const struct landau_finding *));
	double most = good_share * (double)analysis->total_cost;
	bool fine = finding_of != NULL;

	*caller = *callee = NULL;
	for (size_t i = 0; fine && i < analysis->count; i++)
		finding_of[analysis->findings[i].routine] = &analysis->findings[i];
	for (size_t i = 0; fine && i < analysis->count; i++) {
		const struct landau_finding *finding = &analysis->findings[i];
		struct landau_callee *callees;
		size_t count;

		if (!is_open(analysis, finding))
			continue;
		fine = landau_profile_callees(profile, finding->routine, &callees, &count);
		for (size_t k = 0; fine && k < count; k++) {
			const struct landau_finding *other = finding_of[callees[k].routine];

			if (!other || other == finding || callees[k].calls < MANY_CALLS ||
			    (double)callees[k].cost < most || !is_slow(other))
				continue;
			most = (double)callees[k].cost;
			*caller = finding;
			*callee = other;
		}
		if (fine)
			landau_callees_free(callees, count);
	}
	free(finding_of);
	return fine;
}
