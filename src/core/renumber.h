/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * renumber.h - making room on the clock.
 *
 * Stamps have 28 bits, which call-heavy code uses up in seconds. Renumbering maps all stamps to
 * small ones such that no comparison that the core will ever make changes its result, and resets
 * the clock to just above the largest. It takes time proportional to the shadow in use.
 */
#ifndef LANDAU_CORE_RENUMBER_H
#define LANDAU_CORE_RENUMBER_H

#include "thread.h"

void landau_renumber(struct landau_core *core);

/*
 * The parts of it, for an engine that keeps words and write stamps of its own, and for several
 * cores that share one time: count and add the stamps of all threads, sort, map all words, then all
 * write stamps, then all threads. Every clock goes on from landau_places_clock.
 */
struct landau_places {
	uint32_t *stamps; /* of pending activations, in memory of the caller */
	uint32_t count;
	uint32_t last; /* place found last: neighbouring cells tend to have close stamps */
};

void landau_places_add(struct landau_places *places, const struct landau_thread *thread);

/* A time that all stamps are to stay above or below. */
void landau_places_add_stamp(struct landau_places *places, uint32_t stamp);
uint32_t landau_places_map_stamp(struct landau_places *places, uint32_t stamp);

void landau_places_sort(struct landau_places *places);
uint32_t landau_places_clock(const struct landau_places *places);

/* `writes` is NULL where there are no write stamps; they are as they were, not mapped yet. */
void landau_places_map_words(struct landau_places *places, landau_word *words,
			     const landau_word *writes, size_t count);
void landau_places_map_writes(struct landau_places *places, landau_word *writes, size_t count);

/* The thread's activations; the boundary is raised to its core's clock, which is set before. */
void landau_places_map_thread(struct landau_places *places, struct landau_thread *thread);

/* The core goes on with a clock of `clock`; one more renumbering is counted. */
void landau_restart_clock(struct landau_core *core, uint32_t clock);

#endif
