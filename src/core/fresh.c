/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fresh.c - a sorted array of ranges; see fresh.h. */
#include "fresh.h"
#include "memory.h"

enum { FIRST_LIMIT = 16 };

/* Index of the first range that ends after the chunk. */
static uint32_t first_ending_after(const struct landau_core *core, uint64_t chunk)
{
	uint32_t low = 0, high = core->fresh_count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (core->fresh[middle].end > chunk)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

bool landau_fresh_contains(const struct landau_core *core, uint64_t chunk)
{
	uint32_t i = first_ending_after(core, chunk);

	return i < core->fresh_count && core->fresh[i].first <= chunk;
}

/* Ranges from .. to-1 are replaced by the given ones. */
static void replace(struct landau_core *core, uint32_t from, uint32_t to,
		    const struct landau_range *ranges, uint32_t count)
{
	uint32_t new_count = core->fresh_count - (to - from) + count;

	if (!core->fresh) {
		core->fresh = landau_memory_get(core, FIRST_LIMIT * sizeof(*core->fresh));
		core->fresh_limit = FIRST_LIMIT;
	}
	while (new_count > core->fresh_limit)
		core->fresh = landau_memory_double(core, core->fresh, &core->fresh_limit,
						   sizeof(*core->fresh),
						   "more mapped files than can be numbered");
	__builtin_memmove(core->fresh + from + count, core->fresh + to,
			  (core->fresh_count - to) * sizeof(*core->fresh));
	__builtin_memcpy(core->fresh + from, ranges, count * sizeof(*ranges));
	core->fresh_count = new_count;
}

void landau_fresh_add(struct landau_core *core, uint64_t first, uint64_t end)
{
	/* Ranges that overlap or touch first .. end become one with it. */
	uint32_t from = first > 0 ? first_ending_after(core, first - 1) : 0;
	uint32_t to = from;
	struct landau_range joined = {first, end};

	while (to < core->fresh_count && core->fresh[to].first <= end) {
		if (core->fresh[to].first < joined.first)
			joined.first = core->fresh[to].first;
		if (core->fresh[to].end > joined.end)
			joined.end = core->fresh[to].end;
		to++;
	}
	replace(core, from, to, &joined, 1);
}

void landau_fresh_remove(struct landau_core *core, uint64_t first, uint64_t end)
{
	struct landau_range left[2];
	uint32_t count = 0;
	uint32_t from = first_ending_after(core, first);
	uint32_t to = from;

	while (to < core->fresh_count && core->fresh[to].first < end) {
		if (core->fresh[to].first < first)
			left[count++] = (struct landau_range){core->fresh[to].first, first};
		if (core->fresh[to].end > end)
			left[count++] = (struct landau_range){end, core->fresh[to].end};
		to++;
	}
	if (to > from)
		replace(core, from, to, left, count);
}

void landau_fresh_clear(struct landau_core *core)
{
	landau_memory_put(core, core->fresh, core->fresh_limit * sizeof(*core->fresh));
	core->fresh = NULL;
	core->fresh_count = 0;
	core->fresh_limit = 0;
}
