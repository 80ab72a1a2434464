/* SPDX-License-Identifier: GPL-2.0-or-later */
/* relations.c - callers and callees; see relations.h. */
#include "cli/analysis/relations.h"

#include <stdlib.h>
#include <string.h>

static int compare_relations(const void *first, const void *second)
{
	const struct landau_relation *a = first, *b = second;

	if (a->cost != b->cost)
		return a->cost > b->cost ? -1 : 1;
	if (a->calls != b->calls)
		return a->calls > b->calls ? -1 : 1;
	return a->routine < b->routine ? -1 : a->routine > b->routine;
}

/* Takes over the points of the callee. */
static struct landau_relation relation_to(uint32_t routine, struct landau_callee *callee)
{
	struct landau_relation relation = {.routine = routine,
					   .calls = callee->calls,
					   .cost = callee->cost,
					   .by_size = callee->by_size,
					   .by_size_count = callee->by_size_count};

	callee->by_size = NULL;
	callee->by_size_count = 0;
	relation.calls_model =
		landau_model_fit_costs(relation.by_size, relation.by_size_count, LANDAU_MERGE_MEAN);
	return relation;
}

static bool find_callees(const struct landau_profile *profile, uint32_t routine,
			 struct landau_relations *relations)
{
	struct landau_callee *callees;
	size_t count;

	if (!landau_profile_callees(profile, routine, &callees, &count))
		return false;
	relations->callees = calloc(count + 1, sizeof(*relations->callees));
	if (relations->callees) {
		for (size_t i = 0; i < count; i++)
			relations->callees[i] = relation_to(callees[i].routine, &callees[i]);
		relations->callee_count = count;
	}
	landau_callees_free(callees, count);
	return relations->callees != NULL;
}

/* Marks the routines that call the given one; their number. */
static size_t mark_callers(const struct landau_profile *profile, uint32_t routine, bool *calls)
{
	size_t count = 0;

	for (size_t i = 0; i < profile->edge_count; i++) {
		const struct landau_profile_edge *edge = &profile->edges[i];

		if (edge->callee == routine && !calls[edge->caller]) {
			calls[edge->caller] = true;
			count++;
		}
	}
	return count;
}

static bool add_caller(const struct landau_profile *profile, uint32_t caller, uint32_t routine,
		       struct landau_relations *relations)
{
	struct landau_callee *callees;
	size_t count;

	if (!landau_profile_callees(profile, caller, &callees, &count))
		return false;
	for (size_t i = 0; i < count; i++)
		if (callees[i].routine == routine)
			relations->callers[relations->caller_count++] =
				relation_to(caller, &callees[i]);
	landau_callees_free(callees, count);
	return true;
}

static bool find_callers(const struct landau_profile *profile, uint32_t routine,
			 struct landau_relations *relations)
{
	bool *calls = calloc(profile->routine_count + 1, sizeof(*calls));
	bool fine = calls != NULL;

	if (fine) {
		relations->callers = calloc(mark_callers(profile, routine, calls) + 1,
					    sizeof(*relations->callers));
		fine = relations->callers != NULL;
	}
	for (uint32_t caller = 0; fine && caller < profile->routine_count; caller++)
		if (calls[caller])
			fine = add_caller(profile, caller, routine, relations);
	free(calls);
	return fine;
}

bool landau_relations_of(const struct landau_profile *profile, uint32_t routine,
			 struct landau_relations *relations)
{
	*relations = (struct landau_relations){0};
	if (!find_callees(profile, routine, relations) ||
	    !find_callers(profile, routine, relations))
		return false;
	qsort(relations->callees, relations->callee_count, sizeof(*relations->callees),
	      compare_relations);
	qsort(relations->callers, relations->caller_count, sizeof(*relations->callers),
	      compare_relations);
	return true;
}

static void free_list(struct landau_relation *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(list[i].by_size);
	free(list);
}

void landau_relations_free(struct landau_relations *relations)
{
	free_list(relations->callees, relations->callee_count);
	free_list(relations->callers, relations->caller_count);
	*relations = (struct landau_relations){0};
}
