/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * by_run.h - growth with the size of the runs of a sweep, in words and as a table.
 */
#ifndef LANDAU_CLI_PRINT_BY_RUN_H
#define LANDAU_CLI_PRINT_BY_RUN_H

#include "profile/profile.h"

/*
 * A sentence and the rows that matter most, with an empty line behind them; nothing if the profile knows
 * of no sizes of runs. *printed: there was a growth to tell of. False: no memory.
 */
bool landau_by_run_print_table(const struct landau_profile *profile, bool *printed);

/* How one routine grows, in a line for each thing that does; likewise. */
bool landau_by_run_print_routine(const struct landau_profile *profile, uint32_t routine);

/*
 * The separator and the key "by_run" with points and models of a routine, as landau.json(5) has them;
 * likewise.
 */
bool landau_by_run_print_json(FILE *stream, const char *separator,
			      const struct landau_profile *profile, uint32_t routine);

#endif
