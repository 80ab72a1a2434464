/* SPDX-License-Identifier: GPL-2.0-or-later */
/* routine_plots.h - the plots of one routine in the terminal, as landau show prints them. False: no memory. */
#ifndef LANDAU_CLI_ROUTINE_PLOTS_H
#define LANDAU_CLI_ROUTINE_PLOTS_H

#include "cli/analysis/within.h"
#include "profile/profile.h"

/* Its greatest costs by trms, beside them those by rms unless they are the same, and its calls by size. */
bool landau_print_plots(const struct landau_summary *summary, const struct landau_model *worst,
			const struct landau_model *rms_worst);

/* The curve of a long call, and beside it the one by external input alone. */
bool landau_print_within_plots(const struct landau_long_call *call);

#endif
