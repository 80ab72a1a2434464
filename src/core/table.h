/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * table.h - the points of a routine: hash tables keyed by input size.
 *
 * Adding to a table is O(1) amortised, however many sizes it holds. A slot is empty while its
 * `calls` is 0. Sums saturate instead of wrapping.
 *
 * A record whose activations all had trms = rms keeps only the trms table, since the other would be
 * the same; `rms_differs` says when there are two.
 */
#ifndef LANDAU_CORE_TABLE_H
#define LANDAU_CORE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct landau_core;

/* Costs of activations with one input size. */
struct landau_costs {
	uint64_t size; /* n */
	uint64_t calls;
	uint64_t min;
	uint64_t max;
	uint64_t sum;
};

/*
 * A point against trms, with where the input came from. Most activations have neither of the last two; the
 * others fill a line of the cache.
 */
struct landau_point {
	struct landau_costs costs;
	uint64_t rms_sum;
	unsigned __int128 sum_of_squares; /* of the costs */
	uint64_t thread_sum;
	uint64_t external_sum;
};

/* `count` used slots, NULL or a power of two of them; for points or for plain costs (collect.h). */
struct landau_table {
	void *slots;
	struct landau_costs *last; /* the slot used last, or NULL: sizes tend to come again */
	uint32_t count;
	uint8_t entry_bytes; /* of the struct that it is a table of */
	uint8_t log_capacity;
};

static inline uint64_t landau_table_capacity(const struct landau_table *table)
{
	return table->slots ? UINT64_C(1) << table->log_capacity : 0;
}

/* A set of edges that start at one record, hashed by the callee's routine: NULL or a power of two. */
struct landau_edges {
	struct landau_edge **slots;
	struct landau_edge *last; /* the one used last, or NULL */
	uint32_t count;
	uint32_t capacity;
};

/*
 * The points of one routine (or context of it) on one thread. Programs make calls by the million,
 * to and fro between many records; hence a record takes two lines of the cache, and an edge one.
 */
struct landau_record {
	struct landau_edges edges; /* the calls that it made */
	uint32_t routine;
	uint32_t number; /* of the record in its thread, from 0 */
	bool rms_differs;
	bool taken_back; /* by an engine: its only activation did not belong to the program */
	uint8_t way;     /* how the routine is treated: enum landau_way */
	uint32_t charge; /* for a call, where it is opaque */
	uint32_t author; /* its number as one on this thread (authors.h); 0: not known */
	uint64_t calls;
	uint64_t cost; /* inclusive, of outermost activations only */
	uint64_t self;
	struct landau_record *next; /* of the same thread, in order of creation */

	struct landau_table trms;     /* of struct landau_point */
	struct landau_table rms;      /* of struct landau_costs, if rms_differs */
	struct landau_record *parent; /* with contexts: the calling context, NULL at the root */
};

/* Calls from one record, the one that has it among its edges, to another. */
struct landau_edge {
	struct landau_record *callee;
	uint32_t slot; /* internal: where the running activation of the caller counts */
	uint64_t calls;
	uint64_t cost; /* inclusive, of these calls; in recursion, of the outermost ones */
	/*
	 * Calls made by one activation of the caller, by its trms: `calls` is the number of its
	 * activations that made any, min, max and sum are numbers of calls made.
	 */
	struct landau_table by_size;
};

/* The next edge from *position on, which moves behind it; NULL: that was the last. Start at 0. */
static inline struct landau_edge *landau_next_edge(const struct landau_record *record,
						   uint32_t *position)
{
	while (*position < record->edges.capacity) {
		struct landau_edge *edge = record->edges.slots[(*position)++];

		if (edge)
			return edge;
	}
	return NULL;
}

/*
 * The used slots of a table sorted by size, as an array of count * entry_bytes in memory got from
 * the host (*bytes long, to be given back to it with landau_release), or NULL when the table is
 * empty.
 */
void *landau_sorted(struct landau_core *core, const struct landau_table *table, size_t *bytes);
void landau_release(struct landau_core *core, void *memory, size_t bytes);

#endif
