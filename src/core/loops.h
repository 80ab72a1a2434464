/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loops.h - the loops of a routine that was watched, and how often they went round.
 *
 * The control flow of the routine is known by its blocks (watch.h): where each begins, and where control may go at its end. A
 * *node* is code that is entered at its first instruction alone; there is one where a block begins. A node dominates another one if
 * no way into the routine leads to that one past it. An edge that leads back to a node that dominates where it comes from closes a
 * *loop*; the node is the loop's *header*, where each of its rounds begins. Edges back to one header make one loop, and loops contain
 * each other or have nothing in common. Code that jumps into the middle of what goes round, which compilers hardly make, closes no loop.
 *
 * A loop's *trips* are the rounds that get past a test at the top: executions of the header, less those that leave the loop right there.
 * Where the test is at the bottom the header is the body, and all of its executions are trips; so they are where nothing but a jump is behind the test. How often control took which way out of a node
 * follows from the executions of the nodes, since as often as a node is entered it is left: where only one edge is not known,
 * it is what the others leave. Where that is not enough, or does not hold (longjmp has led into the middle), the trips are at
 * most the executions of the header.
 */
#ifndef LANDAU_CORE_LOOPS_H
#define LANDAU_CORE_LOOPS_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"
#include "watch.h"

/* Instructions from..end-1 of a block. */
struct landau_code_range {
	const struct landau_watched_block *block;
	uint32_t from;
	uint32_t end;
};

#define LANDAU_NO_LOOP UINT32_MAX

struct landau_loops;

/* NULL: no memory. Blocks must not get new ways out while this is used. */
struct landau_loops *landau_loops_of(const struct landau_host *host,
				     const struct landau_watched *watched);
void landau_loops_free(struct landau_loops *loops);

uint32_t landau_loop_count(const struct landau_loops *loops);
/* The loop around it, LANDAU_NO_LOOP: there is none. */
uint32_t landau_loop_parent(const struct landau_loops *loops, uint32_t loop);

/*
 * The code that says where the loop stands in the source: its header, and the nodes that lead back there. `number` counts them
 * from 0, the header; false: there are not so many.
 */
bool landau_loop_code(const struct landau_loops *loops, uint32_t loop, uint32_t number,
		      struct landau_code_range *code);

/* All of its code, and that of the loops inside: the node behind *node, which is 0 at first; false: there are no more. */
bool landau_loop_body(const struct landau_loops *loops, uint32_t loop, uint32_t *node,
		      struct landau_code_range *code);

/* Takes the executions of one row of what was watched; landau_loop_trips is about these. */
void landau_loops_take(struct landau_loops *loops, const struct landau_row *row);

/* Trips; *at_most is made true if there may be less. */
uint64_t landau_loop_trips(const struct landau_loops *loops, uint32_t loop, bool *at_most);

#endif
