/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * relations.h - who calls a routine and whom it calls, and how the number of calls grows.
 *
 * Many slow programs do little in each call and make too many calls: so each relation has a model of the
 * calls that one activation of the caller makes, against the size of the caller's input.
 */
#ifndef LANDAU_CLI_RELATIONS_H
#define LANDAU_CLI_RELATIONS_H

#include "model/model.h"
#include "profile/profile.h"

struct landau_relation {
	uint32_t routine; /* the other one */
	uint64_t calls;
	uint64_t cost;                /* of the calls, inclusive */
	struct landau_costs *by_size; /* calls made by one activation of the caller, by its trms */
	size_t by_size_count;
	struct landau_model calls_model; /* of the mean number of calls */
};

struct landau_relations {
	struct landau_relation *callers; /* by cost, then calls, the largest first */
	size_t caller_count;
	struct landau_relation *callees;
	size_t callee_count;
};

/* False: no memory. Freed with landau_relations_free in either case. */
bool landau_relations_of(const struct landau_profile *profile, uint32_t routine,
			 struct landau_relations *relations);
void landau_relations_free(struct landau_relations *relations);

#endif
