/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * steps.c - how the cost of a long activation grows from one call that it makes to the next; see steps.h.
 *
 * The price of the calls is looked at as the price of cells is (within.c), from both ends: by how many have been made, and by
 * how many are left.
 */
#include "model/steps.h"

#include <string.h>

/* Fewer steps at a standstill say nothing. */
enum { LEAST_STEPS = 16 };
/* Of n: with so much of it read (as in within.c), the activation is at a standstill. */
#define NEARLY_ALL 0.6
/* Of the cost: less at the standstill, and what is said of it says little of the call. */
#define MOST_OF_COST 0.5

/* The part of an activation at which its input has been read. */
struct standstill {
	const struct landau_step *steps;
	size_t count;
	uint64_t returns; /* at the first step, and in all of the part */
	uint64_t calls;
	uint64_t cost; /* the same */
	uint64_t paid;
	uint64_t n;
};

static bool find_standstill(struct standstill *still, const struct landau_step *steps, size_t count,
			    uint64_t returns, const struct landau_mark *end)
{
	size_t first = 0;

	while (first < count && (double)steps[first].trms < NEARLY_ALL * (double)end->trms)
		first++;
	if (count - first < LEAST_STEPS)
		return false;
	*still = (struct standstill){
		.steps = &steps[first],
		.count = count - first,
		.returns = steps[first].returns,
		.calls = returns - steps[first].returns,
		.cost = steps[first].cost,
		.paid = end->cost - steps[first].cost,
		.n = end->trms,
	};
	/* Before the first step there were calls at a standstill, too; what they took is not known. */
	return end->trms >= returns && (double)still->paid >= MOST_OF_COST * (double)end->cost;
}

static struct landau_mark point_at(const struct standstill *still, uint64_t calls, uint64_t cost)
{
	double share = (double)calls / (double)still->calls;
	uint64_t n = calls == still->calls ? still->n : (uint64_t)(share * (double)still->n);

	return (struct landau_mark){.trms = n, .rms = n, .cost = cost};
}

/* The points grow; there is one for each step but that which begins them, and one for all. */
static void look_from(struct landau_steps *found, const struct standstill *still, bool of_rest)
{
	struct landau_mark *point = found->points;

	for (size_t i = 1; i < still->count; i++) {
		const struct landau_step *step = &still->steps[of_rest ? still->count - i : i];
		uint64_t calls = step->returns - still->returns;
		uint64_t cost = step->cost - still->cost;

		if (of_rest) {
			calls = still->calls - calls;
			cost = still->paid - cost;
		}
		if (calls > 0 && calls < still->calls)
			*point++ = point_at(still, calls, cost);
	}
	*point = point_at(still, still->calls, still->paid);
	found->of_rest = of_rest;
	found->point_count = (size_t)(point - found->points) + 1;
	found->within =
		landau_within_of(found->points, found->point_count - 1, point, LANDAU_WITHIN_TRMS);
}

static bool grows_fast(const struct landau_within *within)
{
	return within->kind == LANDAU_WITHIN_GROWTH &&
	       within->model.power_low > landau_growth_power(LANDAU_GROWTH_LINEAR_LOG);
}

struct landau_steps landau_steps_of(const struct landau_step *steps, size_t count, uint64_t returns,
				    const struct landau_mark *end)
{
	struct landau_steps found;
	struct standstill still;

	memset(&found, 0, sizeof(found));
	if (count == 0 || !find_standstill(&still, steps, count, returns, end))
		return found;
	look_from(&found, &still, false);
	if (!grows_fast(&found.within))
		look_from(&found, &still, true);
	if (!grows_fast(&found.within))
		memset(&found, 0, sizeof(found));
	return found;
}
