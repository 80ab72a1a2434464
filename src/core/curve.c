/* SPDX-License-Identifier: GPL-2.0-or-later */
/* curve.c - progress curves of long activations; see curve.h. */
#include "curve.h"

#include "core.h"
#include "memory.h"
#include "metric.h"
#include "state.h"

enum {
	FIRST_PENDING = 8,
	FIRST_MARKS = 25, /* a block of 1024 bytes */
};

/* -- Marks of pending activations -------------------------------------------------------------- */

static uint64_t cost_now(const struct landau_thread *thread)
{
	const struct landau_settings *settings = &thread->core->settings;

	return settings->cost_now ? settings->cost_now(settings->cost_now_context, thread)
				  : thread->cost;
}

/* Those of the innermost activation, which may have none yet. */
static struct landau_marks *marks_of_innermost(struct landau_thread *thread)
{
	struct landau_marks *marks;

	if (thread->curved == thread->top)
		return &thread->marks[thread->marks_count - 1];
	if (!thread->marks) {
		thread->marks =
			landau_memory_get(thread->core, FIRST_PENDING * sizeof(*thread->marks));
		thread->marks_limit = FIRST_PENDING;
	} else if (thread->marks_count == thread->marks_limit) {
		thread->marks = landau_memory_double(thread->core, thread->marks,
						     &thread->marks_limit, sizeof(*thread->marks),
						     "more curves than can be numbered");
	}
	/* It has the memory of one that was here before. */
	marks = &thread->marks[thread->marks_count];
	if (!marks->marks) {
		marks->marks = landau_memory_get(thread->core, FIRST_MARKS * sizeof(*marks->marks));
		marks->limit = FIRST_MARKS;
	}
	marks->count = 0;
	marks->activation = thread->top;
	thread->marks_count++;
	thread->curved = thread->top;
	return marks;
}

static void take_mark(struct landau_thread *thread, const struct landau_mark *mark)
{
	struct landau_marks *marks = marks_of_innermost(thread);

	thread->activations[thread->top].next_mark = landau_next_mark(mark->trms);
	/* A clock that is set back is no progress. */
	while (marks->count > 0 && marks->marks[marks->count - 1].cost >= mark->cost)
		marks->count--;
	if (marks->count == marks->limit)
		marks->marks = landau_memory_double(thread->core, marks->marks, &marks->limit,
						    sizeof(*marks->marks),
						    "more marks than can be numbered");
	marks->marks[marks->count++] = *mark;
}

static struct landau_mark values_of(const struct landau_activation *activation, uint64_t cost)
{
	return (struct landau_mark){
		.trms = landau_trms_of(activation),
		.rms = landau_rms_of(activation),
		.thread_input = landau_thread_input_of(activation),
		.external_input = landau_external_input_of(activation),
		.cost = cost - activation->cost_at_call,
	};
}

void landau_mark_after_read(struct landau_thread *thread, const struct landau_mark *step)
{
	const struct landau_activation *activation = &thread->activations[thread->top];
	struct landau_mark mark = values_of(activation, cost_now(thread));
	uint64_t size = activation->next_mark;
	uint64_t beyond;

	/* Marks on the way would have the same cost. */
	while (landau_next_mark(size) <= mark.trms)
		size = landau_next_mark(size);
	beyond = mark.trms - size;
	mark.trms = size;
	mark.rms -= beyond * step->rms;
	mark.thread_input -= beyond * step->thread_input;
	mark.external_input -= beyond * step->external_input;
	take_mark(thread, &mark);
}

void landau_mark_after_return(struct landau_thread *thread)
{
	const struct landau_activation *activation = &thread->activations[thread->top];
	struct landau_mark mark = values_of(activation, thread->cost);

	if (mark.trms >= activation->next_mark)
		take_mark(thread, &mark);
}

/* -- The end ----------------------------------------------------------------------------------- */

struct landau_marks *landau_take_marks(struct landau_thread *thread, const struct landau_mark *end)
{
	struct landau_marks *marks;

	if (thread->curved != thread->top + 1)
		return NULL;
	marks = &thread->marks[--thread->marks_count];
	thread->curved =
		thread->marks_count ? thread->marks[thread->marks_count - 1].activation : 0;
	marks->end = *end;
	while (marks->count > 0 && marks->marks[marks->count - 1].cost > end->cost)
		marks->count--;
	return marks;
}

static struct landau_kept *kept_of(struct landau_thread *thread, uint32_t routine)
{
	struct landau_kept *kept = landau_map_get(&thread->kept_by_routine, routine);

	if (kept)
		return kept;
	kept = landau_memory_get(thread->core, sizeof(*kept));
	kept->routine = routine;
	landau_map_add(thread->core, &thread->kept_by_routine, routine, kept);
	kept->next = thread->kept;
	thread->kept = kept;
	return kept;
}

static void free_marks(struct landau_thread *thread, struct landau_marks *marks)
{
	landau_memory_put(thread->core, marks->marks, marks->limit * sizeof(*marks->marks));
}

void landau_keep_marks(struct landau_thread *thread, uint32_t routine,
		       const struct landau_marks *marks)
{
	struct landau_marks copy = *marks;
	struct landau_kept *kept;
	uint32_t place;

	if (marks->count < LANDAU_CURVE_LEAST)
		return;
	kept = kept_of(thread, routine);
	place = kept->count;
	while (place > 0 && kept->curves[place - 1].end.cost < marks->end.cost)
		place--;
	if (place == LANDAU_CURVES_KEPT)
		return;
	copy.limit = marks->count;
	copy.marks = landau_memory_get(thread->core, copy.limit * sizeof(*copy.marks));
	for (uint32_t i = 0; i < marks->count; i++)
		copy.marks[i] = marks->marks[i];
	if (kept->count == LANDAU_CURVES_KEPT)
		free_marks(thread, &kept->curves[--kept->count]);
	for (uint32_t i = kept->count++; i > place; i--)
		kept->curves[i] = kept->curves[i - 1];
	kept->curves[place] = copy;
}

void landau_drop_pending_marks(struct landau_thread *thread)
{
	thread->marks_count = 0;
	thread->curved = 0;
}

void landau_free_pending_marks(struct landau_thread *thread)
{
	for (uint32_t i = 0; i < thread->marks_limit; i++)
		free_marks(thread, &thread->marks[i]);
	landau_memory_put(thread->core, thread->marks,
			  thread->marks_limit * sizeof(*thread->marks));
	thread->marks = NULL;
	thread->marks_limit = 0;
	landau_drop_pending_marks(thread);
}

void landau_free_kept_marks(struct landau_thread *thread)
{
	for (struct landau_kept *kept = thread->kept; kept; kept = kept->next)
		for (uint32_t i = 0; i < kept->count; i++)
			free_marks(thread, &kept->curves[i]);
	landau_map_clear(thread->core, &thread->kept_by_routine);
}
