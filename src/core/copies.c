/* SPDX-License-Identifier: GPL-2.0-or-later */
/* copies.c - copies that are on their way, the last one first; see copies.h. */
#include "copies.h"

#include "authors.h"
#include "core.h"
#include "memory.h"
#include "state.h"

struct landau_copy {
	struct landau_copy *next;
	uint32_t activation;
	uint32_t count;
	uint64_t first; /* cell of the copy */
	uint32_t sources[];
};

static size_t bytes_of(uint32_t count)
{
	return sizeof(struct landau_copy) + count * sizeof(uint32_t);
}

void landau_copy(struct landau_thread *thread, uint64_t to, uint64_t from, uint64_t size)
{
	struct landau_core *core = thread->core;
	struct landau_copy *copy;
	uint64_t first = to >> core->cell_shift;
	uint32_t count;

	if (!core->authors || thread->top == 0 || size == 0 || size > LANDAU_LARGEST_COPY)
		return;
	count = (uint32_t)(((to + size - 1) >> core->cell_shift) - first + 1);
	copy = landau_memory_get(core, bytes_of(count));
	copy->next = thread->copies;
	copy->activation = thread->top;
	copy->count = count;
	copy->first = first;
	for (uint32_t i = 0; i < count; i++) {
		/* The first cell may begin before the copy does. */
		uint64_t start = i == 0 ? to : (first + i) << core->cell_shift;

		copy->sources[i] =
			landau_source_of(core, (from + (start - to)) >> core->cell_shift);
	}
	thread->copies = copy;
}

static struct landau_copy *drop_first(struct landau_thread *thread)
{
	struct landau_copy *copy = thread->copies;

	thread->copies = copy->next;
	landau_memory_put(thread->core, copy, bytes_of(copy->count));
	return thread->copies;
}

void landau_end_copies(struct landau_thread *thread, uint32_t activation)
{
	struct landau_core *core = thread->core;
	struct landau_copy *copy = thread->copies;

	while (copy && copy->activation == activation) {
		/* Cells that have the same source stand together. */
		for (uint32_t i = 0, end; i < copy->count; i = end) {
			for (end = i + 1; end < copy->count; end++)
				if (copy->sources[end] != copy->sources[i])
					break;
			landau_note_source(core, (copy->first + i) << core->cell_shift,
					   (uint64_t)(end - i) << core->cell_shift,
					   copy->sources[i]);
		}
		copy = drop_first(thread);
	}
}

void landau_drop_copies(struct landau_thread *thread)
{
	while (thread->copies)
		drop_first(thread);
}
