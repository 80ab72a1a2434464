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
	return order ? order : landau_order_of(a->external_input, b->external_input);
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
	return order;
}

bool landau_curves_finish(struct landau_profile *profile, struct landau_arena *arena, bool borrowed)
{
	struct landau_curve *curves = profile->curves;
	size_t used = 0;
	size_t of_owner = 0;

	if (profile->curve_count == 0)
		return true;
	qsort(curves, profile->curve_count, sizeof(*curves), compare_curves);
	for (size_t i = 0; i < profile->curve_count; i++) {
		struct landau_curve curve = curves[i];

		if (used == 0 || compare_owners(&curves[used - 1], &curve) != 0)
			of_owner = 0;
		if (of_owner++ >= LANDAU_CURVES_KEPT)
			continue;
		if (borrowed)
			curve.marks = landau_arena_copy(arena, curve.marks,
							curve.mark_count * sizeof(*curve.marks));
		if (!curve.marks)
			return false;
		curves[used++] = curve;
	}
	profile->curve_count = used;
	return true;
}

/* The first of this routine or a later one. */
static size_t first_curve(const struct landau_profile *profile, uint32_t routine)
{
	size_t low = 0;
	size_t high = profile->curve_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (profile->curves[middle].routine < routine)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void landau_profile_curves_of(const struct landau_profile *profile, uint32_t routine, size_t *first,
			      size_t *last)
{
	*first = first_curve(profile, routine);
	*last = first_curve(profile, routine + 1);
}

/* -- Lines ------------------------------------------------------------------------------------- */

static struct landau_mark read_mark(struct landau_fields *fields)
{
	struct landau_mark mark;

	mark.trms = landau_fields_number(fields, "the size");
	mark.rms = landau_fields_number(fields, "rms");
	mark.thread_input = landau_fields_number(fields, "the thread input");
	mark.external_input = landau_fields_number(fields, "the external input");
	mark.cost = landau_fields_number(fields, "cost");
	if (mark.rms > mark.trms)
		landau_fields_fail(fields, "rms is larger than trms");
	if ((unsigned __int128)mark.thread_input + mark.external_input > mark.trms)
		landau_fields_fail(fields, "thread and external input are larger than trms");
	return mark;
}

/* The activation has only gone on between two marks; at the end it may have read no more. */
static void check_progress(struct landau_fields *fields, const struct landau_mark *before,
			   const struct landau_mark *mark, bool is_end)
{
	if (mark->trms < before->trms || (mark->trms == before->trms && !is_end))
		landau_fields_fail(fields, "the marks of a curve are not sorted by size");
	else if (mark->rms < before->rms || mark->thread_input < before->thread_input ||
		 mark->external_input < before->external_input || mark->cost < before->cost)
		landau_fields_fail(fields, "a curve falls");
}

void landau_curve_read(struct landau_fields *fields, struct landau_arena *arena,
		       struct landau_curve *curve)
{
	struct landau_mark *marks = NULL;
	size_t count = 0;
	size_t limit = 0;

	do {
		if (!LANDAU_GROW(marks, count, limit)) {
			landau_fields_no_memory(fields);
			break;
		}
		marks[count] = read_mark(fields);
		if (count > 0 && !fields->failed)
			check_progress(fields, &marks[count - 1], &marks[count],
				       landau_fields_over(fields));
		count++;
	} while (!fields->failed && !landau_fields_over(fields));
	if (!fields->failed && count < 2)
		landau_fields_fail(fields, "a curve has no marks");
	if (!fields->failed) {
		curve->end = marks[count - 1];
		curve->mark_count = count - 1;
		curve->marks = landau_arena_copy(arena, marks, (count - 1) * sizeof(*marks));
		if (!curve->marks)
			landau_fields_no_memory(fields);
	}
	free(marks);
}
