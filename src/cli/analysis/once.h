/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * once.h - who ran once and spent the cost by many calls of a routine that is known to grow slowly.
 *
 * A list that is walked for each of its elements is linear in each call and quadratic as a whole. If the
 * caller ran once, nothing says how many calls a larger input makes; only other runs do.
 */
#ifndef LANDAU_CLI_ONCE_H
#define LANDAU_CLI_ONCE_H

#include "cli/analysis/analysis.h"

/* Finds the pair whose calls cost most; NULLs if there is none. False: no memory. */
bool landau_find_once(const struct landau_analysis *analysis, const struct landau_finding **caller,
		      const struct landau_finding **callee);

#endif
