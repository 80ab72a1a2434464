/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * control_flow.h - the control flow of a routine that was watched: nodes, edges, and how often control took each edge.
 *
 * For loops.c, which says what a node is. Blocks may overlap; nodes do not. An edge from or to LANDAU_OUTSIDE is a way into the routine
 * or out of it. Rounds of a repeated string instruction are not all counted (watch.h): such a block is passed over, so that
 * edges that lead to it lead behind it.
 */
#ifndef LANDAU_CORE_CONTROL_FLOW_H
#define LANDAU_CORE_CONTROL_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"
#include "watch.h"

/* No node, and no edge. */
#define LANDAU_OUTSIDE UINT32_MAX

enum landau_direction { LANDAU_IN, LANDAU_OUT, LANDAU_DIRECTIONS };

struct landau_flow_node {
	const struct landau_watched_block *block; /* whose beginning it is */
	uint32_t instruction_count;               /* of the block's, from the first one on */
	uint32_t first[LANDAU_DIRECTIONS];        /* edge */
	uint32_t unknown[LANDAU_DIRECTIONS];      /* edges; internal */
	bool calls;                               /* at its end, and what it calls may not return */
	bool has_more_ways;                       /* out, which control never took */
	uint64_t executions;                      /* in the row that was taken */
};

struct landau_flow_edge {
	uint32_t node
		[LANDAU_DIRECTIONS]; /* [LANDAU_IN]: where it comes from; [LANDAU_OUT]: where it goes */
	uint32_t next[LANDAU_DIRECTIONS]; /* another one out of the same node; into the same node */
	bool known;                       /* how often control took it follows from executions */
	uint64_t times;                   /* so often in the row that was taken */
};

/* Edge `edge` is what the others on this side of a node leave of its executions. */
struct landau_flow_step {
	uint32_t edge;
	uint32_t node;
	enum landau_direction direction;
};

/* An instruction that a node begins with, in a block. */
struct landau_flow_member {
	uint32_t node;
	uint32_t block; /* index in the routine */
};

struct landau_control_flow {
	struct landau_flow_node *nodes; /* by address */
	uint32_t node_count;
	struct landau_flow_edge *edges;
	uint32_t edge_count;
	struct landau_flow_step *steps;
	uint32_t step_count;
	struct landau_flow_member *members;
	uint64_t member_count;
	bool fits; /* as often as nodes of the row were entered, they were left */

	struct landau_room {
		const struct landau_host *host;
		unsigned char *memory;
		uint64_t bytes;
		uint64_t used;
	} room;
};

/* So much memory, zeroed, of the room that is left; there must be so much. */
void *landau_room_get(struct landau_room *room, uint64_t count, uint64_t element_bytes);

/* False: no memory. So many more bytes for each node, and `more_bytes`, are left in the room, for up to 8 pieces. */
bool landau_control_flow_of(struct landau_control_flow *flow, const struct landau_host *host,
			    const struct landau_watched *watched, uint64_t node_bytes,
			    uint64_t more_bytes);
void landau_control_flow_free(struct landau_control_flow *flow);

void landau_control_flow_take(struct landau_control_flow *flow, const struct landau_row *row);

/* The edges on one side of a node, one after the other; LANDAU_OUTSIDE: there are no more. */
static inline uint32_t landau_first_edge(const struct landau_control_flow *flow, uint32_t node,
					 enum landau_direction direction)
{
	return flow->nodes[node].first[direction];
}

static inline uint32_t landau_next_edge(const struct landau_control_flow *flow, uint32_t edge,
					enum landau_direction direction)
{
	return flow->edges[edge].next[direction];
}

#endif
