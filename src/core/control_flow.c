/* SPDX-License-Identifier: GPL-2.0-or-later */
/* control_flow.c - the control flow of a routine that was watched; see control_flow.h. */
#include "control_flow.h"

/* The side at the other end of an edge. */
static enum landau_direction opposite(enum landau_direction direction)
{
	return direction == LANDAU_IN ? LANDAU_OUT : LANDAU_IN;
}

void *landau_room_get(struct landau_room *room, uint64_t count, uint64_t element_bytes)
{
	void *memory = room->memory + room->used;

	room->used += (count * element_bytes + 7) & ~UINT64_C(7);
	return memory;
}

static uint64_t address_of(const struct landau_watched_block *block)
{
	return block->instructions[0].address;
}

/* -- Nodes ------------------------------------------------------------------------------------- */

static bool is_before(const struct landau_watched_block *a, const struct landau_watched_block *b)
{
	if (address_of(a) != address_of(b))
		return address_of(a) < address_of(b);
	return a->instruction_count > b->instruction_count;
}

static void sift_down(struct landau_flow_node *nodes, uint32_t root, uint32_t end)
{
	const struct landau_watched_block *moved = nodes[root].block;

	for (uint32_t child = 2 * root + 1; child < end; child = 2 * root + 1) {
		if (child + 1 < end && is_before(nodes[child].block, nodes[child + 1].block))
			child++;
		if (!is_before(moved, nodes[child].block))
			break;
		nodes[root].block = nodes[child].block;
		root = child;
	}
	nodes[root].block = moved;
}

/* One for each address where a block begins, with the longest block there. */
static void make_nodes(struct landau_control_flow *flow, const struct landau_watched *watched)
{
	struct landau_flow_node *nodes = flow->nodes;
	uint32_t count = watched->block_count;

	for (uint32_t i = 0; i < count; i++)
		nodes[i].block = watched->blocks[i];
	for (uint32_t root = count / 2; root > 0; root--)
		sift_down(nodes, root - 1, count);
	for (uint32_t end = count; end > 1; end--) {
		const struct landau_watched_block *first = nodes[0].block;

		nodes[0].block = nodes[end - 1].block;
		nodes[end - 1].block = first;
		sift_down(nodes, 0, end - 1);
	}
	for (uint32_t i = 0; i < count; i++) {
		struct landau_flow_node *last = &nodes[flow->node_count - (flow->node_count > 0)];

		if (flow->node_count > 0 && address_of(last->block) == address_of(nodes[i].block))
			continue;
		nodes[flow->node_count++] = (struct landau_flow_node){
			.block = nodes[i].block,
			.instruction_count = nodes[i].block->instruction_count,
			.first = {LANDAU_OUTSIDE, LANDAU_OUTSIDE},
		};
	}
}

static uint32_t find_node(const struct landau_control_flow *flow, uint64_t address)
{
	uint32_t low = 0;
	uint32_t high = flow->node_count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (address_of(flow->nodes[middle].block) < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low < flow->node_count && address_of(flow->nodes[low].block) == address
		       ? low
		       : LANDAU_OUTSIDE;
}

/* A node ends where the next one begins. What it begins with runs as often as all blocks that contain it. */
static void find_members(struct landau_control_flow *flow, const struct landau_watched *watched)
{
	for (uint32_t i = 0; i < watched->block_count; i++) {
		const struct landau_watched_block *block = watched->blocks[i];

		for (uint32_t k = 0; !block->is_repeat && k < block->instruction_count; k++) {
			uint32_t node = find_node(flow, block->instructions[k].address);

			if (node != LANDAU_OUTSIDE)
				flow->members[flow->member_count++] =
					(struct landau_flow_member){node, i};
		}
	}
	for (uint32_t i = 0; i < flow->node_count; i++) {
		struct landau_flow_node *node = &flow->nodes[i];

		for (uint32_t k = 1; k < node->instruction_count; k++)
			if (find_node(flow, node->block->instructions[k].address) != LANDAU_OUTSIDE)
				node->instruction_count = k;
	}
}

/* -- Edges ------------------------------------------------------------------------------------- */

/* The node that control comes to behind string instructions. */
static uint32_t node_behind(const struct landau_control_flow *flow, uint64_t address)
{
	enum { MOST_STRINGS = 8 };
	uint32_t node = find_node(flow, address);

	for (int i = 0; node != LANDAU_OUTSIDE && flow->nodes[node].block->is_repeat; i++) {
		const struct landau_watched_block *block = flow->nodes[node].block;
		uint32_t next = LANDAU_OUTSIDE;

		for (uint32_t k = 0; k < block->next_count && i < MOST_STRINGS; k++)
			if (block->next[k] != address_of(block))
				next = find_node(flow, block->next[k]);
		node = next;
	}
	return node;
}

static void add_edge(struct landau_control_flow *flow, uint32_t from, uint32_t to)
{
	struct landau_flow_edge *edge = &flow->edges[flow->edge_count];

	if (from != LANDAU_OUTSIDE)
		for (uint32_t other = landau_first_edge(flow, from, LANDAU_OUT);
		     other != LANDAU_OUTSIDE; other = landau_next_edge(flow, other, LANDAU_OUT))
			if (flow->edges[other].node[LANDAU_OUT] == to)
				return;
	*edge = (struct landau_flow_edge){
		.node = {from, to},
		.next = {LANDAU_OUTSIDE, LANDAU_OUTSIDE},
	};
	if (from != LANDAU_OUTSIDE) {
		edge->next[LANDAU_OUT] = flow->nodes[from].first[LANDAU_OUT];
		flow->nodes[from].first[LANDAU_OUT] = flow->edge_count;
	}
	if (to != LANDAU_OUTSIDE) {
		edge->next[LANDAU_IN] = flow->nodes[to].first[LANDAU_IN];
		flow->nodes[to].first[LANDAU_IN] = flow->edge_count;
	}
	flow->edge_count++;
}

/* The node that the end of a block is in: several blocks may have that. */
static uint32_t last_node_of(const struct landau_control_flow *flow,
			     const struct landau_watched_block *block)
{
	uint32_t node = LANDAU_OUTSIDE;

	for (uint32_t i = block->instruction_count; i > 0 && node == LANDAU_OUTSIDE; i--)
		node = find_node(flow, block->instructions[i - 1].address);
	return node;
}

static void add_ways_out(struct landau_control_flow *flow, const struct landau_watched_block *block)
{
	uint32_t from = last_node_of(flow, block);

	for (uint32_t i = 0; i < block->next_count; i++) {
		uint32_t to = node_behind(flow, block->next[i]);

		if (to != LANDAU_OUTSIDE)
			add_edge(flow, from, to);
		else
			flow->nodes[from].has_more_ways = true;
	}
	flow->nodes[from].calls |= block->calls;
	if (block->leaves || block->calls)
		add_edge(flow, from, LANDAU_OUTSIDE);
}

/* To where the next node begins in the midst of its block; and outside if nothing else is known. */
static void add_way_on(struct landau_control_flow *flow, uint32_t index)
{
	const struct landau_flow_node *node = &flow->nodes[index];

	if (node->instruction_count < node->block->instruction_count)
		add_edge(flow, index,
			 node_behind(flow,
				     node->block->instructions[node->instruction_count].address));
	else if (node->first[LANDAU_OUT] == LANDAU_OUTSIDE)
		add_edge(flow, index, LANDAU_OUTSIDE);
}

static void make_edges(struct landau_control_flow *flow, const struct landau_watched *watched)
{
	for (uint32_t i = 0; i < watched->block_count; i++)
		if (!watched->blocks[i]->is_repeat)
			add_ways_out(flow, watched->blocks[i]);
	for (uint32_t i = 0; i < flow->node_count; i++)
		if (!flow->nodes[i].block->is_repeat)
			add_way_on(flow, i);
	for (uint32_t i = 0; i < watched->block_count; i++) {
		const struct landau_watched_block *block = watched->blocks[i];
		uint32_t node =
			block->is_entry ? node_behind(flow, address_of(block)) : LANDAU_OUTSIDE;
		bool is_new = node != LANDAU_OUTSIDE;

		for (uint32_t edge = is_new ? flow->nodes[node].first[LANDAU_IN] : LANDAU_OUTSIDE;
		     edge != LANDAU_OUTSIDE; edge = flow->edges[edge].next[LANDAU_IN])
			is_new &= flow->edges[edge].node[LANDAU_IN] != LANDAU_OUTSIDE;
		if (is_new)
			add_edge(flow, LANDAU_OUTSIDE, node);
	}
	for (uint32_t i = 0; i < flow->node_count; i++)
		if (!flow->nodes[i].block->is_repeat &&
		    flow->nodes[i].first[LANDAU_IN] == LANDAU_OUTSIDE)
			add_edge(flow, LANDAU_OUTSIDE, i);
}

/* -- How often control took each edge ----------------------------------------------------------- */

/* A side of a node has one unknown edge left: it is known, and one unknown edge less is at its other end. */
static void settle_side(struct landau_control_flow *flow, uint32_t node,
			enum landau_direction direction)
{
	while (node != LANDAU_OUTSIDE && flow->nodes[node].unknown[direction] == 1) {
		uint32_t edge = flow->nodes[node].first[direction];

		while (flow->edges[edge].known)
			edge = flow->edges[edge].next[direction];
		flow->edges[edge].known = true;
		flow->nodes[node].unknown[direction] = 0;
		flow->steps[flow->step_count++] = (struct landau_flow_step){edge, node, direction};
		/* An edge into this node is one out of that one. */
		node = flow->edges[edge].node[direction];
		direction = opposite(direction);
		if (node != LANDAU_OUTSIDE)
			flow->nodes[node].unknown[direction]--;
	}
}

static void find_steps(struct landau_control_flow *flow)
{
	for (uint32_t i = 0; i < flow->node_count; i++)
		for (enum landau_direction side = LANDAU_IN; side <= LANDAU_OUT; side++)
			for (uint32_t edge = landau_first_edge(flow, i, side);
			     edge != LANDAU_OUTSIDE; edge = landau_next_edge(flow, edge, side))
				flow->nodes[i].unknown[side]++;
	for (uint32_t i = 0; i < flow->node_count; i++)
		for (enum landau_direction side = LANDAU_IN; side <= LANDAU_OUT; side++)
			settle_side(flow, i, side);
}

/* The sum over the known edges on a side. */
static uint64_t times_of(const struct landau_control_flow *flow, uint32_t node,
			 enum landau_direction direction)
{
	uint64_t sum = 0;

	for (uint32_t edge = landau_first_edge(flow, node, direction); edge != LANDAU_OUTSIDE;
	     edge = landau_next_edge(flow, edge, direction))
		sum += flow->edges[edge].times;
	return sum;
}

void landau_control_flow_take(struct landau_control_flow *flow, const struct landau_row *row)
{
	for (uint32_t i = 0; i < flow->node_count; i++)
		flow->nodes[i].executions = 0;
	for (uint32_t i = 0; i < flow->edge_count; i++)
		flow->edges[i].times = 0;
	for (uint64_t i = 0; i < flow->member_count; i++) {
		const struct landau_flow_member *member = &flow->members[i];

		if (member->block < row->cell_limit)
			flow->nodes[member->node].executions +=
				row->cells[member->block].executions;
	}
	flow->fits = true;
	for (uint32_t i = 0; i < flow->step_count; i++) {
		const struct landau_flow_step *step = &flow->steps[i];
		uint64_t others = times_of(flow, step->node, step->direction);

		if (others > flow->nodes[step->node].executions)
			flow->fits = false;
		else
			flow->edges[step->edge].times = flow->nodes[step->node].executions - others;
	}
	for (uint32_t i = 0; i < flow->node_count; i++)
		for (enum landau_direction side = LANDAU_IN; side <= LANDAU_OUT; side++)
			if (!flow->nodes[i].block->is_repeat && flow->nodes[i].unknown[side] == 0)
				flow->fits &= times_of(flow, i, side) == flow->nodes[i].executions;
}

/* -- The whole --------------------------------------------------------------------------------- */

bool landau_control_flow_of(struct landau_control_flow *flow, const struct landau_host *host,
			    const struct landau_watched *watched, uint64_t node_bytes,
			    uint64_t more_bytes)
{
	enum { PAGE = 4096, ARRAYS = 16 };
	uint64_t nodes = watched->block_count;
	uint64_t edges = 0;
	uint64_t members = 0;
	uint64_t bytes;

	for (uint32_t i = 0; i < watched->block_count; i++) {
		/* Behind it, outside twice, and into it. */
		edges += watched->blocks[i]->next_count + 4;
		members += watched->blocks[i]->instruction_count;
	}
	bytes = nodes * (sizeof(*flow->nodes) + node_bytes) + more_bytes +
		edges * (sizeof(*flow->edges) + sizeof(*flow->steps)) +
		members * sizeof(*flow->members) + ARRAYS * sizeof(uint64_t);
	*flow = (struct landau_control_flow){.room = {.host = host}};
	flow->room.bytes = (bytes + PAGE - 1) / PAGE * PAGE;
	flow->room.memory = host->get_memory(host->context, flow->room.bytes);
	if (!flow->room.memory)
		return false;
	flow->nodes = landau_room_get(&flow->room, nodes, sizeof(*flow->nodes));
	flow->edges = landau_room_get(&flow->room, edges, sizeof(*flow->edges));
	flow->steps = landau_room_get(&flow->room, edges, sizeof(*flow->steps));
	flow->members = landau_room_get(&flow->room, members, sizeof(*flow->members));
	make_nodes(flow, watched);
	find_members(flow, watched);
	make_edges(flow, watched);
	find_steps(flow);
	return true;
}

void landau_control_flow_free(struct landau_control_flow *flow)
{
	const struct landau_host *host = flow->room.host;

	if (flow->room.memory)
		host->give_back(host->context, flow->room.memory, flow->room.bytes);
	flow->room.memory = NULL;
}
