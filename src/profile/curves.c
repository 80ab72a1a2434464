/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * curves.c - how the cost of long activations has grown on their way; see curves.h.
 *
 * Which curves are kept depends on what they say alone, down to the last mark: what is most expensive of
 * some is so of all, and merging stays associative and commutative.
 */
#include "profile/curves.h"

#include <stdlib.h>

#include "profile/unite.h"

/* -- Order ------------------------------------------------------------------------------------- */

static int compare_marks(const struct landau_mark *a, const struct landau_mark *b)
{
	int order = landau_order_of(a->cost, b->cost);

	if (!order)
		order = landau_order_of(a->trms, b->trms);
	if (!order)
		order = landau_order_of(a->rms, b->rms);
	if (!order)
		order = landau_order_of(a->thread_input, b->thread_input);
	if (!order)
		order = landau_order_of(a->external_input, b->external_input);
	if (!order)
		order = landau_order_of(a->callee_cost, b->callee_cost);
	return order ? order : landau_order_of(a->callee, b->callee);
}

static int compare_steps(const struct landau_step *a, const struct landau_step *b)
{
	int order = landau_order_of(a->returns, b->returns);

	if (!order)
		order = landau_order_of(a->trms, b->trms);
	return order ? order : landau_order_of(a->cost, b->cost);
}

static int compare_owners(const struct landau_curve *a, const struct landau_curve *b)
{
	int order = landau_order_of(a->routine, b->routine);

	return order ? order : landau_order_of(a->thread, b->thread);
}

/* The most expensive first. */
static int compare_curves(const void *first, const void *second)
{
	const struct landau_curve *a = first;
	const struct landau_curve *b = second;
	int order = compare_owners(a, b);

	if (!order)
		order = -compare_marks(&a->end, &b->end);
	if (!order)
		order = -landau_order_of(a->mark_count, b->mark_count);
	for (size_t i = 0; !order && i < a->mark_count; i++)
		order = -compare_marks(&a->marks[i], &b->marks[i]);
	if (!order)
		order = -landau_order_of(a->returns, b->returns);
	if (!order)
		order = -landau_order_of(a->step_count, b->step_count);
	for (size_t i = 0; !order && i < a->step_count; i++)
		order = -compare_steps(&a->steps[i], &b->steps[i]);
	return order;
}

void landau_curves_finish(struct landau_profile *profile)
{
	struct landau_curve *curves = profile->curves;
	size_t used = 0;
	size_t of_owner = 0;

	if (profile->curve_count == 0)
		return;
	qsort(curves, profile->curve_count, sizeof(*curves), compare_curves);
	for (size_t i = 0; i < profile->curve_count; i++) {
		if (used == 0 || compare_owners(&curves[used - 1], &curves[i]) != 0)
			of_owner = 0;
		if (of_owner++ < LANDAU_CURVES_KEPT)
			curves[used++] = curves[i];
	}
	profile->curve_count = used;
}

bool landau_curve_own(struct landau_arena *arena, struct landau_curve *curve, uint32_t offset)
{
	curve->marks =
		landau_arena_copy(arena, curve->marks, curve->mark_count * sizeof(*curve->marks));
	if (!curve->marks)
		return false;
	for (size_t i = 0; i < curve->mark_count; i++)
		if (curve->marks[i].callee != LANDAU_NONE)
			curve->marks[i].callee += offset;
	if (curve->step_count == 0)
		return true;
	curve->steps =
		landau_arena_copy(arena, curve->steps, curve->step_count * sizeof(*curve->steps));
	return curve->steps != NULL;
}

void landau_profile_curves_of(const struct landau_profile *profile, uint32_t routine, size_t *first,
			      size_t *last)
{
	landau_about_routine(profile->curves, profile->curve_count, sizeof(*profile->curves),
			     routine, first, last);
}
