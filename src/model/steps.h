/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * steps.h - how the cost of a long activation grows from one call that it makes to the next, when it has read its input.
 *
 * Where n stands still a curve by n says nothing. But if each of the calls that are made meanwhile comes at a higher price than the one
 * before, in proportion to how many there were, the cost is the square of their number; and so it is if the price falls in
 * proportion to how many are left, as where a list is walked for each element that is taken off. Since there is a cell of input for each
 * call at least, the size of the input is put in place of their number.
 *
 * No more is told by steps than that a cost grows faster than n log n: an even price says that the cost goes with the number of calls, and
 * how that goes with n is not known.
 */
#ifndef LANDAU_MODEL_STEPS_H
#define LANDAU_MODEL_STEPS_H

#include "core/curve.h"
#include "model/within.h"

struct landau_steps {
	struct landau_within within; /* LANDAU_WITHIN_GROWTH or LANDAU_WITHIN_NONE */
	bool of_rest; /* the price falls: points are what was left to do, not what was done */
	/* By n, put in place of the number of calls: the cost of the calls that were made, or left. */
	struct landau_mark points[LANDAU_STEPS_MOST + 1];
	size_t point_count;
};

/* Sorted by returns; `returns` is their number when the activation returned, as `end`. */
struct landau_steps landau_steps_of(const struct landau_step *steps, size_t count, uint64_t returns,
				    const struct landau_mark *end);

#endif
