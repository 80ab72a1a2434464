/* SPDX-License-Identifier: GPL-2.0-or-later */
/* read_curves.c - the lines of landau.data(5) that tell how long activations went: x-curve, and below it x-called and x-steps. */
#include <stdlib.h>

#include "profile/reader.h"

static struct landau_mark read_mark(struct landau_fields *fields)
{
	struct landau_mark mark = {.callee = LANDAU_NONE};

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

static void read_marks(struct landau_fields *fields, struct landau_arena *arena,
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

void landau_reader_curve(struct landau_reader *reader)
{
	struct landau_curve *curve = landau_builder_curve(&reader->builder);

	if (!curve) {
		landau_fields_no_memory(&reader->fields);
		return;
	}
	curve->routine = landau_reader_reference(reader, &reader->routines, "routine");
	curve->thread = landau_reader_reference(reader, &reader->threads, "thread");
	read_marks(&reader->fields, reader->builder.arena, curve);
}

/* The curve that stands above; NULL, and an error, if there is none. */
static struct landau_curve *last_curve(struct landau_reader *reader)
{
	const struct landau_profile *profile = reader->builder.profile;

	if (profile->curve_count > 0)
		return &profile->curves[profile->curve_count - 1];
	landau_fields_fail(&reader->fields, "there is no curve above this line");
	return NULL;
}

void landau_reader_called(struct landau_reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_curve *curve = last_curve(reader);
	uint64_t least = 0;

	if (!curve)
		return;
	do {
		uint64_t number = landau_fields_number(fields, "the mark");
		uint32_t callee = landau_reader_reference(reader, &reader->routines, "routine");
		uint64_t cost = landau_fields_number(fields, "cost");
		struct landau_mark *mark;

		if (fields->failed)
			return;
		if (number < least || number >= curve->mark_count) {
			landau_fields_fail(fields, number < least ? "the marks are not sorted"
								  : "there is no such mark");
			return;
		}
		mark = &curve->marks[number];
		if (cost == 0)
			landau_fields_fail(fields, "the callee has cost nothing");
		mark->callee = callee;
		mark->callee_cost = cost;
		least = number + 1;
	} while (!fields->failed && !landau_fields_over(fields));
}

void landau_reader_steps(struct landau_reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_curve *curve = last_curve(reader);
	struct landau_step steps[LANDAU_STEPS_MOST];
	struct landau_step last = {0};
	size_t count = 0;

	if (!curve)
		return;
	curve->returns = landau_fields_number(fields, "the number of returns");
	do {
		struct landau_step step;

		step.returns = landau_fields_number(fields, "the step");
		step.trms = landau_fields_number(fields, "the size");
		step.cost = landau_fields_number(fields, "cost");
		if (count == LANDAU_STEPS_MOST)
			landau_fields_fail(fields, "there are more than %d steps",
					   LANDAU_STEPS_MOST);
		else if (step.returns <= last.returns || step.trms < last.trms ||
			 step.cost < last.cost)
			landau_fields_fail(fields, "the steps are not sorted");
		else if (step.returns > curve->returns || step.trms > curve->end.trms ||
			 step.cost > curve->end.cost)
			landau_fields_fail(fields, "a step is behind the end");
		if (fields->failed)
			return;
		steps[count++] = last = step;
	} while (!landau_fields_over(fields));
	curve->steps = landau_arena_copy(reader->builder.arena, steps, count * sizeof(*steps));
	curve->step_count = count;
	if (!curve->steps)
		landau_fields_no_memory(fields);
}
