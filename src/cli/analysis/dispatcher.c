/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dispatcher.c - routines that call whatever they are told to; see landau_is_dispatcher in explain.h.
 *
 * What such a routine costs is about its callees, others from call to call, and no function of what it
 * reads. It is known by three things: it spends little itself, it has many callees that are called about as
 * often as each other, and one of its activations calls few of them.
 */
#include "cli/analysis/explain.h"

#include <math.h>

/* Of the cost of a dispatcher: what it does itself at most, and what its callees do if that is to be seen. */
static const double most_self = 0.3, least_in_callees = 0.5;
/* Of fewer activations it cannot be said that they are different. */
static const uint64_t least_activations = 20;
/* So many callees at least; and the part of its activations that call one of them, at most. */
static const double least_callees = 4, most_called = 0.5;

/* What part of its activations calls one of the callees, in the mean weighted by their cost or calls. */
static double part_called(const struct landau_callee *callees, size_t count, double activations,
			  bool by_cost)
{
	double weights = 0, parts = 0;

	for (size_t i = 0; i < count; i++) {
		double weight = by_cost ? (double)callees[i].cost : (double)callees[i].calls;
		double callers = 0;

		for (size_t j = 0; j < callees[i].by_size_count; j++)
			callers += (double)callees[i].by_size[j].calls;
		weights += weight;
		parts += weight * callers / activations;
	}
	return weights > 0 ? parts / weights : 1;
}

/* How many callees of as many calls each would be as various. */
static double variety(const struct landau_callee *callees, size_t count)
{
	double calls = 0, logarithms = 0;

	for (size_t i = 0; i < count; i++) {
		calls += (double)callees[i].calls;
		logarithms += (double)callees[i].calls * log(fmax((double)callees[i].calls, 1));
	}
	return calls > 0 ? calls / exp(logarithms / calls) : 0;
}

bool landau_is_dispatcher(const struct landau_profile *profile, uint32_t routine,
			  const struct landau_summary *summary)
{
	double activations = (double)summary->calls, cost = 0;
	struct landau_callee *callees;
	size_t count, others = 0;
	bool is_one;

	if (summary->calls < least_activations ||
	    !((double)summary->self <= most_self * (double)summary->cost) ||
	    !landau_profile_callees(profile, routine, &callees, &count))
		return false;
	for (size_t i = 0; i < count; i++) {
		struct landau_callee callee = callees[i];

		if (callee.routine == routine)
			continue;
		cost += (double)callee.cost;
		callees[i] = callees[others];
		callees[others++] = callee;
	}
	is_one =
		variety(callees, others) >= least_callees &&
		part_called(callees, others, activations, false) <= most_called &&
		/* Where callees are pending already, as in an interpreter, their cost does not show. */
		(cost < least_in_callees * (double)(summary->cost - summary->self) ||
		 part_called(callees, others, activations, true) <= most_called);
	landau_callees_free(callees, count);
	return is_one;
}
