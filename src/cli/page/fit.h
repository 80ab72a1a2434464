/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/fit.h - the models of all routines of a profile, and of the calls they make.
 *
 * Fitting is most of the work of a page; it is spread over the processors. The result does not depend on
 * how many there are.
 */
#ifndef LANDAU_CLI_PAGE_FIT_H
#define LANDAU_CLI_PAGE_FIT_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/analysis/by_run.h"
#include "model/model.h"
#include "profile/profile.h"

struct landau_page_fit {
	struct landau_model worst;
	struct landau_model mean;
	/* Of the most calls by one activation, for each callee in the order of landau_profile_callees. */
	struct landau_model *callees;
	size_t callee_count;
	/* Against the sizes of the runs of a sweep: of how many; 0 if it is none. */
	struct landau_model by_run[LANDAU_BY_RUN_KINDS];
	size_t by_run_count;
};

/* One fit a routine, or NULL: no memory. Given back with landau_page_fits_free. */
struct landau_page_fit *landau_page_fits(const struct landau_profile *profile);
void landau_page_fits_free(struct landau_page_fit *fits, size_t routine_count);

#endif
