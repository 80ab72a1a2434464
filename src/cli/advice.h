/* SPDX-License-Identifier: GPL-2.0-or-later */
/* advice.h - what to run when one run shows too few input sizes: a sweep, as a command to copy. */
#ifndef LANDAU_CLI_ADVICE_H
#define LANDAU_CLI_ADVICE_H

#include "cli/analysis.h"

/*
 * Prints two lines, the reason and the command, if most of the cost of a single run is in routines
 * whose sizes are too few or too close together to tell how they grow, and no routine that most of the
 * cost is spent for has a class.
 */
void landau_advise_sweep(const struct landau_analysis *analysis, int width);

#endif
