/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flow.h - where the input of each activation comes from: for each source (authors.h), how many of its cells.
 *
 * A read that counts for an activation, since it is a first access or an induced one, counts for one source: who wrote the cell
 * last. So what an activation has from all sources together is its trms. As all values of activations are (thread.h), those are kept
 * partial: a cell is added to what the innermost activation has from the source and, where metric.h takes it off one further
 * out, taken off what that one has. On return they are added to the caller's. These *shares* are in a hash table by
 * activation and source, and in a list for each activation.
 *
 * When an activation returns, what it had from each source becomes a point of a *flow*, from the source to the routine on its
 * thread. Beside that a flow has sums that do not count anything twice:
 *
 *   self      the cells that activations of the routine have read themselves, not those that they called
 *   induced   of these, reads that were induced: what a thread has from other threads and from outside, each once
 *
 * An engine that does not ask for sources pays one test a return and one a read that is not settled in place.
 */
#ifndef LANDAU_CORE_FLOW_H
#define LANDAU_CORE_FLOW_H

#include "stamp.h"
#include "table.h"
#include "authors.h"

struct landau_thread;

struct landau_flow {
	struct landau_flow *next; /* of the same thread, in order of creation */
	struct landau_record *record;
	uint32_t source;
	uint64_t self;
	uint64_t induced;
	/* By trms: `calls` is the number of activations that had any, min, max and sum are cells. */
	struct landau_table by_size;
};

/* What a pending activation has from a source, while it is the innermost one; else a part of that. */
struct landau_share {
	uint32_t source;
	uint32_t activation;
	int64_t cells;
	uint64_t self;
	uint64_t induced;
	struct landau_flow *flow;  /* when it is known */
	struct landau_share *next; /* of the same activation */
	struct landau_share
		*outer; /* of the same source, of an activation further out; NULL: not known */
	struct landau_share *in_slot; /* of the hash table */
};

struct landau_flows; /* of a thread */

/* Where the thread keeps the number that it has as an author in this routine; 0: none yet. */
uint32_t *landau_author_place(struct landau_thread *thread, uint32_t routine);

void landau_flows_start(struct landau_thread *thread);
void landau_flows_drop(struct landau_thread *thread);  /* what is pending */
void landau_flows_clear(struct landau_thread *thread); /* all */

/* The first one of a thread; the others are behind it. */
struct landau_flow *landau_first_flow(const struct landau_thread *thread);

/* The innermost activation reads the cell, which has this word and this write stamp; it has not been counted yet. */
void landau_count_source(struct landau_thread *thread, uint64_t cell, landau_word old,
			 landau_word write);

/* The same for engines that keep themselves who wrote each cell: this source did. */
void landau_count_source_known(struct landau_thread *thread, uint32_t source, landau_word old,
			       landau_word write);

/* The innermost activation is about to return: room for what that needs. */
void landau_reserve_flows(struct landau_thread *thread);

/* It has returned. What it had, by source; valid until the next return. */
const struct landau_share *landau_collect_flows(struct landau_thread *thread, uint64_t trms);

#endif
