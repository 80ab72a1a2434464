/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loops.c - the loops of a routine that was watched; see loops.h.
 *
 * Dominators are found as by Cooper, Harvey and Kennedy ("A simple, fast dominance algorithm", 2001), loops from the inside to the
 * outside: a header comes behind those of the loops that contain it in each depth first order of the nodes.
 */
#include "loops.h"

#include "control_flow.h"

/* What is known of a node beside its edges. */
struct place {
	uint32_t
		order; /* + 1, in the order in which searching depth first left nodes; 0: not yet */
	uint32_t dominator; /* the next one, LANDAU_OUTSIDE: there is none */
	uint32_t loop;      /* the innermost one */
	bool is_root;       /* no node is known to lead there from where control comes in */
	bool reached;       /* by the search, and its dominator was not looked for since */
};

struct loop {
	uint32_t header;
	uint32_t test; /* the node where rounds may end first: behind the header without a choice */
	uint32_t parent;
};

struct visit {
	uint32_t node;
	uint32_t edge; /* to be followed next */
};

struct landau_loops {
	struct landau_control_flow flow;
	struct place *places; /* of the nodes */
	uint32_t *by_order;   /* nodes */
	struct visit *visits; /* those that are being visited; each node once at most */
	struct loop *loops;
	uint32_t ordered;
	uint32_t loop_count;
};

static const struct landau_flow_edge *edge_of(const struct landau_loops *loops, uint32_t edge)
{
	return &loops->flow.edges[edge];
}

/* -- Dominators --------------------------------------------------------------------------------- */

static void search_from(struct landau_loops *loops, uint32_t root)
{
	uint32_t depth = 0;

	if (loops->places[root].reached || loops->flow.nodes[root].block->is_repeat)
		return;
	loops->places[root].reached = true;
	loops->visits[depth++] = (struct visit){root, loops->flow.nodes[root].first[LANDAU_OUT]};
	while (depth > 0) {
		struct visit *visit = &loops->visits[depth - 1];
		uint32_t to;

		if (visit->edge == LANDAU_OUTSIDE) {
			loops->by_order[loops->ordered++] = visit->node;
			loops->places[visit->node].order = loops->ordered;
			depth--;
			continue;
		}
		to = edge_of(loops, visit->edge)->node[LANDAU_OUT];
		visit->edge = edge_of(loops, visit->edge)->next[LANDAU_OUT];
		if (to == LANDAU_OUTSIDE || loops->places[to].reached)
			continue;
		loops->places[to].reached = true;
		loops->visits[depth++] =
			(struct visit){to, loops->flow.nodes[to].first[LANDAU_OUT]};
	}
}

/* From where control comes into the routine first; what is left after that, nobody seems to lead to. */
static void order_nodes(struct landau_loops *loops)
{
	for (uint32_t i = 0; i < loops->flow.node_count; i++)
		for (uint32_t edge = landau_first_edge(&loops->flow, i, LANDAU_IN);
		     edge != LANDAU_OUTSIDE; edge = landau_next_edge(&loops->flow, edge, LANDAU_IN))
			if (edge_of(loops, edge)->node[LANDAU_IN] == LANDAU_OUTSIDE)
				search_from(loops, i);
	for (uint32_t i = 0; i < loops->flow.node_count; i++) {
		loops->places[i].is_root = !loops->places[i].reached;
		search_from(loops, i);
	}
}

/* The nearest node that dominates both. */
static uint32_t common_dominator(const struct landau_loops *loops, uint32_t a, uint32_t b)
{
	const struct place *places = loops->places;

	while (a != b && a != LANDAU_OUTSIDE && b != LANDAU_OUTSIDE) {
		if (places[a].order < places[b].order)
			a = places[a].dominator;
		else
			b = places[b].dominator;
	}
	return a == b ? a : LANDAU_OUTSIDE;
}

/* What dominates a node, as far as is known of those that lead to it; *any: at least one of them is known. */
static uint32_t dominator_of(const struct landau_loops *loops, uint32_t node, bool *any)
{
	uint32_t dominator = LANDAU_OUTSIDE;

	*any = loops->places[node].is_root;
	if (*any)
		return LANDAU_OUTSIDE;
	for (uint32_t edge = landau_first_edge(&loops->flow, node, LANDAU_IN);
	     edge != LANDAU_OUTSIDE; edge = landau_next_edge(&loops->flow, edge, LANDAU_IN)) {
		uint32_t from = edge_of(loops, edge)->node[LANDAU_IN];

		if (from == LANDAU_OUTSIDE) {
			*any = true;
			return LANDAU_OUTSIDE;
		}
		if (loops->places[from].reached)
			continue; /* not known yet */
		dominator = *any ? common_dominator(loops, dominator, from) : from;
		*any = true;
	}
	return dominator;
}

static void find_dominators(struct landau_loops *loops)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (uint32_t i = loops->ordered; i > 0; i--) {
			uint32_t node = loops->by_order[i - 1];
			struct place *place = &loops->places[node];
			bool any;
			uint32_t dominator = dominator_of(loops, node, &any);

			changed |= place->reached || place->dominator != dominator;
			place->dominator = dominator;
			place->reached = false;
		}
	}
}

static bool dominates(const struct landau_loops *loops, uint32_t node, uint32_t other)
{
	while (other != LANDAU_OUTSIDE && loops->places[other].order < loops->places[node].order)
		other = loops->places[other].dominator;
	return other == node;
}

/* -- Loops -------------------------------------------------------------------------------------- */

/* Is this an edge out of a loop, or into it from outside of it, back to its header? */
static bool closes(const struct landau_loops *loops, uint32_t edge, uint32_t header)
{
	uint32_t from = edge_of(loops, edge)->node[LANDAU_IN];

	return from != LANDAU_OUTSIDE && dominates(loops, header, from);
}

static uint32_t outermost(const struct landau_loops *loops, uint32_t loop)
{
	while (loops->loops[loop].parent != LANDAU_NO_LOOP)
		loop = loops->loops[loop].parent;
	return loop;
}

/* All that leads to `node` without passing the header goes round in the loop with it. */
static void take_into(struct landau_loops *loops, uint32_t loop, uint32_t node)
{
	uint32_t header = loops->loops[loop].header;
	uint32_t depth = 0;

	loops->visits[depth++].node = node;
	while (depth > 0) {
		uint32_t taken = loops->visits[--depth].node;
		uint32_t inner = loops->places[taken].loop;

		if (inner == LANDAU_NO_LOOP) {
			loops->places[taken].loop = loop;
		} else {
			inner = outermost(loops, inner);
			if (inner == loop)
				continue;
			loops->loops[inner].parent = loop;
			taken = loops->loops[inner].header;
		}
		for (uint32_t edge = landau_first_edge(&loops->flow, taken, LANDAU_IN);
		     edge != LANDAU_OUTSIDE;
		     edge = landau_next_edge(&loops->flow, edge, LANDAU_IN)) {
			uint32_t from = edge_of(loops, edge)->node[LANDAU_IN];

			if (taken != header && from != LANDAU_OUTSIDE &&
			    (loops->places[from].loop == LANDAU_NO_LOOP ||
			     outermost(loops, loops->places[from].loop) != loop))
				loops->visits[depth++].node = from;
		}
	}
}

static void find_loops(struct landau_loops *loops)
{
	for (uint32_t i = 0; i < loops->ordered; i++) {
		uint32_t header = loops->by_order[i];
		uint32_t loop = loops->loop_count;

		loops->loops[loop] = (struct loop){header, header, LANDAU_NO_LOOP};
		for (uint32_t edge = landau_first_edge(&loops->flow, header, LANDAU_IN);
		     edge != LANDAU_OUTSIDE;
		     edge = landau_next_edge(&loops->flow, edge, LANDAU_IN)) {
			if (!closes(loops, edge, header))
				continue;
			if (loop == loops->loop_count) {
				loops->loop_count++;
				take_into(loops, loop, header);
			}
			take_into(loops, loop, edge_of(loops, edge)->node[LANDAU_IN]);
		}
	}
}

static bool is_in(const struct landau_loops *loops, uint32_t node, uint32_t loop)
{
	uint32_t at = node == LANDAU_OUTSIDE ? LANDAU_NO_LOOP : loops->places[node].loop;

	while (at != LANDAU_NO_LOOP && at != loop)
		at = loops->loops[at].parent;
	return at == loop;
}

/* The only edge on a side of a node but for those from or to outside; LANDAU_OUTSIDE: there is none, or several. */
static uint32_t only_edge(const struct landau_loops *loops, uint32_t node,
			  enum landau_direction direction)
{
	uint32_t only = LANDAU_OUTSIDE;

	for (uint32_t edge = landau_first_edge(&loops->flow, node, direction);
	     edge != LANDAU_OUTSIDE; edge = landau_next_edge(&loops->flow, edge, direction)) {
		if (edge_of(loops, edge)->node[direction] == LANDAU_OUTSIDE)
			continue;
		if (only != LANDAU_OUTSIDE)
			return LANDAU_OUTSIDE;
		only = edge;
	}
	return only;
}

static void find_test(struct landau_loops *loops, struct loop *loop)
{
	uint32_t edge;

	while ((edge = only_edge(loops, loop->test, LANDAU_OUT)) != LANDAU_OUTSIDE) {
		uint32_t to = edge_of(loops, edge)->node[LANDAU_OUT];

		if (to == loop->header || loops->flow.nodes[loop->test].has_more_ways ||
		    only_edge(loops, to, LANDAU_IN) != edge)
			return;
		loop->test = to;
	}
}

struct landau_loops *landau_loops_of(const struct landau_host *host,
				     const struct landau_watched *watched)
{
	/* A node is on the stack once for each of its edges at most; find_loops has one loop too many. */
	enum { NODE = sizeof(struct place) + sizeof(struct loop) + sizeof(uint32_t) };
	uint64_t visits = watched->block_count + 1;
	struct landau_control_flow flow;
	struct landau_loops *loops;

	for (uint32_t i = 0; i < watched->block_count; i++)
		visits += watched->blocks[i]->next_count + 1;
	if (!landau_control_flow_of(&flow, host, watched, NODE,
				    sizeof(*loops) + sizeof(struct loop) +
					    visits * sizeof(struct visit)))
		return NULL;
	loops = landau_room_get(&flow.room, 1, sizeof(*loops));
	loops->places = landau_room_get(&flow.room, flow.node_count, sizeof(*loops->places));
	loops->by_order = landau_room_get(&flow.room, flow.node_count, sizeof(*loops->by_order));
	loops->loops = landau_room_get(&flow.room, flow.node_count + 1, sizeof(*loops->loops));
	loops->visits = landau_room_get(&flow.room, visits, sizeof(*loops->visits));
	loops->flow = flow;
	for (uint32_t i = 0; i < flow.node_count; i++)
		loops->places[i] =
			(struct place){.dominator = LANDAU_OUTSIDE, .loop = LANDAU_NO_LOOP};
	order_nodes(loops);
	find_dominators(loops);
	find_loops(loops);
	for (uint32_t i = 0; i < loops->loop_count; i++)
		find_test(loops, &loops->loops[i]);
	return loops;
}

void landau_loops_free(struct landau_loops *loops)
{
	struct landau_control_flow flow;

	if (!loops)
		return;
	flow = loops->flow; /* the loops themselves are in its room */
	landau_control_flow_free(&flow);
}

/* -- What is asked for --------------------------------------------------------------------------- */

uint32_t landau_loop_count(const struct landau_loops *loops)
{
	return loops->loop_count;
}

uint32_t landau_loop_parent(const struct landau_loops *loops, uint32_t loop)
{
	return loops->loops[loop].parent;
}

static struct landau_code_range code_of(const struct landau_loops *loops, uint32_t node)
{
	return (struct landau_code_range){
		.block = loops->flow.nodes[node].block,
		.end = loops->flow.nodes[node].instruction_count,
	};
}

bool landau_loop_body(const struct landau_loops *loops, uint32_t loop, uint32_t *node,
		      struct landau_code_range *code)
{
	while (*node < loops->flow.node_count) {
		*code = code_of(loops, *node);
		if (is_in(loops, (*node)++, loop))
			return true;
	}
	return false;
}

bool landau_loop_code(const struct landau_loops *loops, uint32_t loop, uint32_t number,
		      struct landau_code_range *code)
{
	uint32_t node = loops->loops[loop].header;
	uint32_t left = number;

	for (uint32_t edge = loops->flow.nodes[node].first[LANDAU_IN]; left > 0;
	     edge = edge_of(loops, edge)->next[LANDAU_IN]) {
		if (edge == LANDAU_OUTSIDE)
			return false;
		if (!closes(loops, edge, loops->loops[loop].header))
			continue;
		node = edge_of(loops, edge)->node[LANDAU_IN];
		left--;
	}
	*code = code_of(loops, node);
	return true;
}

void landau_loops_take(struct landau_loops *loops, const struct landau_row *row)
{
	landau_control_flow_take(&loops->flow, row);
}

/* Does the node do nothing but jump back to the header? */
static bool is_way_back(const struct landau_loops *loops, uint32_t node, uint32_t header)
{
	/* A jump, and what fills a place in code that is not optimised. */
	enum { MOST_INSTRUCTIONS = 2 };
	const struct landau_flow_node *at = &loops->flow.nodes[node];
	uint32_t edge = only_edge(loops, node, LANDAU_OUT);

	return edge != LANDAU_OUTSIDE && edge_of(loops, edge)->node[LANDAU_OUT] == header &&
	       at->instruction_count <= MOST_INSTRUCTIONS && !at->calls &&
	       at->instruction_count == at->block->instruction_count;
}

uint64_t landau_loop_trips(const struct landau_loops *loops, uint32_t loop, bool *at_most)
{
	const struct loop *at = &loops->loops[loop];
	const struct landau_flow_node *test = &loops->flow.nodes[at->test];
	uint64_t rounds = loops->flow.nodes[at->header].executions;
	uint64_t ends = 0;
	bool known = true;
	bool any = test->has_more_ways;

	for (uint32_t edge = landau_first_edge(&loops->flow, at->test, LANDAU_OUT);
	     edge != LANDAU_OUTSIDE; edge = landau_next_edge(&loops->flow, edge, LANDAU_OUT)) {
		uint32_t to = edge_of(loops, edge)->node[LANDAU_OUT];

		/* The test is at the bottom. */
		if (to == at->header ||
		    (is_in(loops, to, loop) && is_way_back(loops, to, at->header)))
			return rounds;
		if (is_in(loops, to, loop) || (to == LANDAU_OUTSIDE && test->calls))
			continue;
		any = true;
		known &= edge_of(loops, edge)->known;
		ends += edge_of(loops, edge)->times;
	}
	if (!any)
		return rounds;
	if (known && loops->flow.fits)
		return test->executions - ends;
	*at_most = true;
	return rounds;
}
