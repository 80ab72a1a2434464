/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * match.h - the same routine in another profile.
 *
 * Routines are the same if name, object and file are; a routine whose file is known in one profile only
 * is matched by name and object, and a part of a function that OpenMP runs by its place in the source. The program
 * itself counts as the same object though its file may have another name now, as prog-1.0 and prog-1.1.
 */
#ifndef LANDAU_CLI_MATCH_H
#define LANDAU_CLI_MATCH_H

#include "cli/analysis/analysis.h"

/* What `analysis` has of a routine of another profile, or NULL. */
const struct landau_finding *landau_find_match(const struct landau_analysis *analysis,
					       const struct landau_profile *profile,
					       const struct landau_routine *routine);

/* Can costs and sizes of the two be compared? Else `why` says why not: "one profile counts bb, the other instr". */
bool landau_are_comparable(const struct landau_profile *before, const struct landau_profile *after,
			   char *why, size_t bytes);

#endif
