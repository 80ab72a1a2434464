/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/outlook.h - what landau report says of a profile, for the page: what will hurt, how much is known, and what
 * to run next.
 */
#ifndef LANDAU_CLI_PAGE_OUTLOOK_H
#define LANDAU_CLI_PAGE_OUTLOOK_H

#include <stdio.h>

#include "cli/analysis/analysis.h"
#include "cli/page/block.h"

struct landau_page_outlook {
	struct landau_analysis analysis; /* of the fits, without points: fitting takes its time */
	size_t *ranks; /* by routine: its place in the report, from 0; those never called come last */
	double *predicted; /* by routine: landau_predicted_share, by calls as a whole or by what is in `within` */
	/* By routine: what is told of it from within one call, as the report marks it; NULL of all others. */
	const struct landau_model **within;
};

/* False: no memory. Freed in either case. */
bool landau_page_outlook_of(const struct landau_profile *profile,
			    const struct landau_page_routine *routines,
			    const struct landau_page_fit *fits,
			    struct landau_page_outlook *outlook);
void landau_page_outlook_free(struct landau_page_outlook *outlook);

/* Members of the header, each behind a comma. False: no memory. */
bool landau_page_print_outlook(const struct landau_page_outlook *outlook, FILE *stream);

#endif
