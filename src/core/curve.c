/* SPDX-License-Identifier: GPL-2.0-or-later */
/* curve.c - progress curves of long activations; see curve.h. */
#include "curve.h"

#include "core.h"
#include "memory.h"
#include "metric.h"
#include "state.h"

enum {
	FIRST_PENDING = 8,
	FIRST_MARKS = 18, /* a block of 1024 bytes */
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
	marks->step_count = 0;
	marks->stride = landau_first_stride(thread->curve_floor);
	marks->activation = thread->top;
	thread->marks_count++;
	thread->curved = thread->top;
	return marks;
}

/* Who was called since the last mark of the innermost activation. */
static void name_callee(struct landau_thread *thread, struct landau_mark *mark)
{
	struct landau_callee_count *count =
		thread->counts + thread->activations[thread->top].first_count;
	const struct landau_callee_count *end = thread->counts + thread->count_top;

	for (; count < end; count++) {
		uint64_t cost = count->cost - count->cost_at_mark;

		count->cost_at_mark = count->cost;
		if (cost > mark->callee_cost) {
			mark->callee = count->edge->callee->routine;
			mark->callee_cost = cost;
		}
	}
}

static void take_mark(struct landau_thread *thread, struct landau_mark *mark)
{
	struct landau_marks *marks = marks_of_innermost(thread);

	thread->activations[thread->top].next_mark = landau_next_mark(mark->trms);
	name_callee(thread, mark);
	/* A clock that is set back is no progress. */
	while (marks->count > 0 && marks->marks[marks->count - 1].cost >= mark->cost) {
		const struct landau_mark *last = &marks->marks[--marks->count];

		mark->callee = last->callee;
		mark->callee_cost = last->callee_cost;
	}
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

/* Every second step, those that the new stride meets. */
static void drop_steps(struct landau_marks *marks)
{
	uint32_t left = 0;

	marks->stride *= 2;
	for (uint32_t i = 0; i < marks->step_count; i++)
		if (marks->steps[i].returns % marks->stride == 0)
			marks->steps[left++] = marks->steps[i];
	marks->step_count = left;
}

static void take_step(struct landau_thread *thread, const struct landau_mark *now)
{
	struct landau_marks *marks = marks_of_innermost(thread);
	struct landau_activation *activation = &thread->activations[thread->top];
	uint64_t returns = activation->returns;

	if (!marks->steps)
		marks->steps =
			landau_memory_get(thread->core, LANDAU_STEPS_MOST * sizeof(*marks->steps));
	while (marks->step_count > 0 && marks->steps[marks->step_count - 1].cost > now->cost)
		marks->step_count--;
	if (marks->step_count == LANDAU_STEPS_MOST)
		drop_steps(marks);
	if (returns % marks->stride == 0)
		marks->steps[marks->step_count++] =
			(struct landau_step){returns, now->trms, now->cost};
	activation->next_step = (returns / marks->stride + 1) * marks->stride;
}

void landau_mark_after_return(struct landau_thread *thread)
{
	const struct landau_activation *activation = &thread->activations[thread->top];
	struct landau_mark mark = values_of(activation, thread->cost);

	if (activation->returns >= activation->next_step)
		take_step(thread, &mark);
	if (mark.trms >= activation->next_mark)
		take_mark(thread, &mark);
}

/* -- The end ----------------------------------------------------------------------------------- */

struct landau_marks *landau_take_marks(struct landau_thread *thread, const struct landau_mark *end,
				       uint64_t returns)
{
	struct landau_marks *marks;

	if (thread->curved != thread->top + 1)
		return NULL;
	marks = &thread->marks[--thread->marks_count];
	thread->curved =
		thread->marks_count ? thread->marks[thread->marks_count - 1].activation : 0;
	marks->end = *end;
	marks->returns = returns;
	while (marks->count > 0 && marks->marks[marks->count - 1].cost > end->cost)
		marks->count--;
	while (marks->step_count > 0 && marks->steps[marks->step_count - 1].cost > end->cost)
		marks->step_count--;
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
	landau_memory_put(thread->core, marks->steps, LANDAU_STEPS_MOST * sizeof(*marks->steps));
}

static bool is_worth_it(const struct landau_marks *marks)
{
	return marks->count >= LANDAU_CURVE_LEAST ||
	       (marks->count > 0 && marks->step_count >= LANDAU_STEPS_LEAST);
}

static struct landau_marks copy_of(struct landau_thread *thread, const struct landau_marks *marks)
{
	struct landau_marks copy = *marks;

	copy.limit = marks->count;
	copy.marks = landau_memory_get(thread->core, copy.limit * sizeof(*copy.marks));
	for (uint32_t i = 0; i < marks->count; i++)
		copy.marks[i] = marks->marks[i];
	copy.steps = NULL;
	if (marks->step_count < LANDAU_STEPS_LEAST) {
		copy.step_count = 0;
		return copy;
	}
	copy.steps = landau_memory_get(thread->core, LANDAU_STEPS_MOST * sizeof(*copy.steps));
	for (uint32_t i = 0; i < marks->step_count; i++)
		copy.steps[i] = marks->steps[i];
	return copy;
}

void landau_keep_marks(struct landau_thread *thread, uint32_t routine,
		       const struct landau_marks *marks)
{
	struct landau_marks copy;
	struct landau_kept *kept;
	uint32_t place;

	if (!is_worth_it(marks))
		return;
	kept = kept_of(thread, routine);
	place = kept->count;
	while (place > 0 && kept->curves[place - 1].end.cost < marks->end.cost)
		place--;
	if (place == LANDAU_CURVES_KEPT)
		return;
	copy = copy_of(thread, marks);
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
