/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/block.h - the points of a routine, its threads, callees and contexts in the page's binary form,
 * and what the page's header says of it.
 */
#ifndef LANDAU_CLI_PAGE_BLOCK_H
#define LANDAU_CLI_PAGE_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/page/bytes.h"
#include "cli/page/fit.h"
#include "profile/profile.h"

/* What the header has of a routine. */
struct landau_page_routine {
	uint64_t calls;
	uint64_t cost;
	uint64_t self;
	size_t points;
	size_t rms_points;
	struct landau_measures measures;
	size_t bytes; /* of its block */
};

/* A callee in the header; they are in the order of the blocks. */
struct landau_page_edge {
	uint32_t caller;
	uint32_t callee;
	uint64_t calls;
	uint64_t cost;
	const struct landau_model *model; /* of the most calls by one activation of the caller */
};

struct landau_page_edges {
	struct landau_page_edge *edges;
	size_t count;
	size_t capacity;
};

/*
 * Appends the block, fills `facts` and appends to `edges`, which refer to `fit`. False: no memory.
 */
bool landau_page_block(const struct landau_profile *profile, uint32_t routine,
		       const struct landau_page_fit *fit, struct landau_page_routine *facts,
		       struct landau_page_edges *edges, struct landau_bytes *bytes);

#endif
