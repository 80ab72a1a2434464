/* SPDX-License-Identifier: GPL-2.0-or-later */
/* export/stacks.h - the self costs of a profile by call stack, for formats that are made of stacks. */
#ifndef LANDAU_CLI_EXPORT_STACKS_H
#define LANDAU_CLI_EXPORT_STACKS_H

#include "cli/export/export.h"

struct landau_stacks {
	/* Given each stack that has a cost: numbers of routines, the outermost first. */
	void (*take)(void *data, const uint32_t *path, uint32_t depth, uint64_t cost);
	void *data;
};

/* False: no memory. */
bool landau_export_stacks(const struct landau_export *export, const struct landau_stacks *stacks);

#endif
