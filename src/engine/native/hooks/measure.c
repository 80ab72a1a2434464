/* SPDX-License-Identifier: GPL-2.0-or-later */
/* measure.c - time, blocks and stack as further costs; see measure.h. */
#include "measure.h"

#include "engine/native/output/event_log.h"
#include "engine/native/runtime/raw.h"
#include "engine/native/runtime/slots.h"

static bool is_wanted(enum landau_further cost)
{
	return landau_native.further >> cost & 1;
}

static void spend(struct landau_native_thread *self, enum landau_further cost, uint64_t amount)
{
	if (!is_wanted(cost) || amount == 0)
		return;
	if (LANDAU_UNLIKELY(landau_native.log))
		landau_log_spent(self, cost, amount);
	landau_spend(self->core_thread, cost, amount);
}

void landau_measure_now(struct landau_native_thread *self)
{
	struct landau_measuring *measuring = &self->measuring;

	if (measuring->stands)
		return;
	measuring->stands = true;
	measuring->since = __builtin_ia32_rdtsc();
	if (!self->collecting)
		return;
	spend(self, LANDAU_COST_TIME, measuring->since - measuring->from);
	spend(self, LANDAU_COST_BB, self->hot->cost - measuring->blocks);
}

void landau_measure_on(struct landau_native_thread *self)
{
	struct landau_measuring *measuring = &self->measuring;

	measuring->from = __builtin_ia32_rdtsc();
	if (measuring->stands && self->collecting)
		measuring->own += measuring->from - measuring->since;
	measuring->stands = false;
	measuring->blocks = self->hot->cost;
}

/* -- Stack ----------------------------------------------------------------------------------------
 */

static void make_room(struct landau_measuring *measuring, uint32_t top)
{
	enum { FIRST = 256 };
	uint32_t limit = measuring->limit ? measuring->limit : FIRST;
	uintptr_t *lowest;

	while (limit <= top)
		limit *= 2;
	lowest = landau_raw_pages(limit * sizeof(*lowest));
	if (!lowest)
		landau_native_give_up("out of memory");
	if (measuring->lowest) {
		__builtin_memcpy(lowest, measuring->lowest, measuring->limit * sizeof(*lowest));
		landau_raw_unmap(measuring->lowest, measuring->limit * sizeof(*lowest));
	}
	measuring->lowest = lowest;
	measuring->limit = limit;
}

void landau_measure_stack_of_call(struct landau_native_thread *self, uintptr_t stack)
{
	struct landau_measuring *measuring = &self->measuring;
	uint32_t top = self->core_thread->top;

	if (!is_wanted(LANDAU_COST_STACK))
		return;
	if (top >= measuring->limit)
		make_room(measuring, top);
	measuring->lowest[top] = stack;
}

void landau_measure_stack_of_return(struct landau_native_thread *self, uintptr_t stack,
				    uintptr_t callers)
{
	struct landau_measuring *measuring = &self->measuring;
	uint32_t top = self->core_thread->top;

	if (!is_wanted(LANDAU_COST_STACK) || top >= measuring->limit)
		return;
	if (callers < stack)
		callers = stack;
	spend(self, LANDAU_COST_STACK, callers - measuring->lowest[top]);
	if (callers > stack && top > 1 && measuring->lowest[top] < measuring->lowest[top - 1])
		measuring->lowest[top - 1] = measuring->lowest[top];
}

/* -- The share of the runtime ---------------------------------------------------------------------
 */

void landau_measure_tell(void)
{
	uint64_t own = 0;
	uint64_t time = 0;
	uint64_t tenths;
	char whole[24], tenth[24];

	if (!is_wanted(LANDAU_COST_TIME))
		return;
	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		const struct landau_native_thread *slot = landau_slot(i);
		const struct landau_thread *thread = landau_first_thread(slot->core);

		own += slot->measuring.own;
		for (; thread; thread = thread->next)
			time += landau_further_total(thread, LANDAU_COST_TIME);
	}
	if (own + time == 0)
		return;
	tenths = (uint64_t)((unsigned __int128)own * 1000 / (own + time));
	landau_raw_say(
		"landau: ", landau_raw_decimal(whole, tenths / 10), ".",
		landau_raw_decimal(tenth, tenths % 10),
		" % of the time of the threads went into following calls and returns, and is "
		"left out of it; what following reads and writes took is in it",
		NULL);
}
