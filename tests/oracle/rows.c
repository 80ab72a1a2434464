/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rows.c - what is collected, as flat rows; see rows.h. */
#include "rows.h"

#include <inttypes.h>
#include <stdlib.h>

static void add(struct rows *rows, struct row row)
{
	if (rows->count == rows->limit) {
		rows->limit = rows->limit * 2 + 64;
		rows->items = realloc(rows->items, rows->limit * sizeof(row));
		if (rows->items == NULL)
			abort();
	}
	rows->items[rows->count++] = row;
}

void rows_free(struct rows *rows)
{
	free(rows->items);
	*rows = (struct rows){0};
}

static int compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_keys(const void *left, const void *right)
{
	const struct row *a = left;
	const struct row *b = right;
	int order = compare(a->kind, b->kind);

	order = order != 0 ? order : compare(a->thread, b->thread);
	order = order != 0 ? order : compare(a->first, b->first);
	order = order != 0 ? order : compare(a->second, b->second);
	return order != 0 ? order : compare(a->size, b->size);
}

static void fold(struct rows *rows)
{
	size_t kept = 0;

	if (rows->count > 0)
		qsort(rows->items, rows->count, sizeof(*rows->items), compare_keys);
	for (size_t i = 0; i < rows->count; i++) {
		const struct row *from = &rows->items[i];
		struct row *into;

		if (kept == 0 || compare_keys(&rows->items[kept - 1], from) != 0) {
			rows->items[kept++] = *from;
			continue;
		}
		into = &rows->items[kept - 1];
		into->calls += from->calls;
		into->min = from->min < into->min ? from->min : into->min;
		into->max = from->max > into->max ? from->max : into->max;
		into->sum += from->sum;
		into->self += from->self;
		into->rms += from->rms;
		into->thread_input += from->thread_input;
		into->external_input += from->external_input;
		into->squares += from->squares;
	}
	rows->count = kept;
}

static uint64_t path_of(uint64_t parent_path, uint32_t routine)
{
	return (parent_path ^ (routine + UINT64_C(0x9e3779b97f4a7c15))) * 0x100000001b3u + 1;
}

/* -- From the core ----------------------------------------------------------------------------- */

static void add_costs(struct rows *rows, const struct row *key, const struct landau_costs *costs)
{
	struct row row = *key;

	row.size = costs->size;
	row.calls = costs->calls;
	row.min = costs->min;
	row.max = costs->max;
	row.sum = costs->sum;
	add(rows, row);
}

/* Rows of a table; of a table of points as points, or as the plain costs that it holds. */
static void add_table(struct rows *rows, struct landau_core *core, const struct landau_table *table,
		      struct row key)
{
	size_t bytes;
	unsigned char *slots = landau_sorted(core, table, &bytes);

	for (uint32_t i = 0; i < table->count; i++) {
		const struct landau_costs *costs =
			(const struct landau_costs *)(slots + (size_t)i * table->entry_bytes);

		if (key.kind == ROW_TRMS) {
			const struct landau_point *point = (const struct landau_point *)costs;

			key.rms = point->rms_sum;
			key.thread_input = point->thread_sum;
			key.external_input = point->external_sum;
			key.squares = point->sum_of_squares;
		}
		add_costs(rows, &key, costs);
	}
	landau_release(core, slots, bytes);
}

static uint64_t path_of_record(const struct landau_record *record)
{
	return path_of(record->parent != NULL ? path_of_record(record->parent) : 0,
		       record->routine);
}

static void add_record(struct rows *rows, struct landau_core *core, uint32_t thread,
		       const struct landau_record *record, bool with_contexts)
{
	struct row key = {.thread = thread, .first = record->routine};
	struct row total = key;
	const struct landau_edge *edge;

	key.kind = ROW_TRMS;
	add_table(rows, core, &record->trms, key);
	key.kind = ROW_RMS;
	add_table(rows, core, record->rms_differs ? &record->rms : &record->trms, key);
	total.calls = record->calls;
	total.sum = record->cost;
	total.self = record->self;
	total.kind = ROW_RECORD;
	add(rows, total);
	if (with_contexts) {
		total.kind = ROW_CONTEXT;
		total.first = path_of_record(record);
		total.second = record->routine;
		add(rows, total);
	}
	for (uint32_t position = 0; (edge = landau_next_edge(record, &position));) {
		key.second = edge->callee->routine;
		key.kind = ROW_CALLS;
		add_table(rows, core, &edge->by_size, key);
		add(rows, (struct row){
				  .kind = ROW_EDGE,
				  .thread = thread,
				  .first = record->routine,
				  .second = edge->callee->routine,
				  .calls = edge->calls,
				  .sum = edge->cost,
			  });
	}
}

static void add_flow(struct rows *rows, struct landau_core *core, uint32_t thread,
		     const struct landau_flow *flow)
{
	struct row row = {
		.kind = ROW_INPUT,
		.thread = thread,
		.first = flow->record->routine,
		.second = source_of_core(core, flow->source),
		.self = flow->self,
		.thread_input = flow->induced,
	};

	add(rows, row);
	row = (struct row){
		.kind = ROW_FLOW, .thread = thread, .first = row.first, .second = row.second};
	add_table(rows, core, &flow->by_size, row);
}

static void add_spent(struct rows *rows, struct landau_core *core, uint32_t thread,
		      const struct landau_spent *spent)
{
	for (uint64_t i = 0; i < LANDAU_FURTHER_COSTS; i++) {
		const struct landau_spent_cost *cost = &spent->costs[i];
		bool is_level = landau_further_is_level((enum landau_further)i);
		struct row row = {.kind = ROW_SPENT,
				  .thread = thread,
				  .first = spent->record->routine,
				  .second = i,
				  .sum = is_level ? 0 : cost->total,
				  .max = is_level ? cost->total : 0,
				  .self = is_level ? 0 : cost->self,
				  .min = is_level ? UINT64_MAX - cost->self : UINT64_MAX};

		if (cost->by_size.count == 0)
			continue;
		add(rows, row);
		row = (struct row){.kind = ROW_FURTHER,
				   .thread = thread,
				   .first = spent->record->routine,
				   .second = i};
		add_table(rows, core, &cost->by_size, row);
	}
}

static void add_mark(struct rows *rows, struct row key, uint64_t number,
		     const struct landau_mark *mark)
{
	key.kind = ROW_CURVE;
	key.size = number;
	key.self = mark->trms;
	key.rms = mark->rms;
	key.thread_input = mark->thread_input;
	key.external_input = mark->external_input;
	key.sum = mark->cost;
	key.min = mark->callee_cost;
	key.max = mark->callee;
	add(rows, key);
}

static void add_step(struct rows *rows, struct row key, uint64_t returns, uint64_t trms,
		     uint64_t cost)
{
	key.kind = ROW_STEP;
	key.size = returns;
	key.self = trms;
	key.sum = cost;
	add(rows, key);
}

static void add_curves(struct rows *rows, const struct landau_thread *thread)
{
	for (const struct landau_kept *kept = thread->kept; kept != NULL; kept = kept->next)
		for (uint32_t i = 0; i < kept->count; i++) {
			const struct landau_marks *curve = &kept->curves[i];
			struct row key = {
				.thread = thread->id, .first = kept->routine, .second = i};

			for (uint32_t k = 0; k < curve->count; k++)
				add_mark(rows, key, k, &curve->marks[k]);
			add_mark(rows, key, curve->count, &curve->end);
			for (uint32_t k = 0; k < curve->step_count; k++)
				add_step(rows, key, curve->steps[k].returns, curve->steps[k].trms,
					 curve->steps[k].cost);
			if (curve->step_count > 0)
				add_step(rows, key, UINT64_MAX, curve->returns, 0);
		}
}

struct rows rows_of_core(struct landau_core *core, bool with_contexts)
{
	struct rows rows = {0};

	for (struct landau_thread *thread = landau_first_thread(core); thread != NULL;
	     thread = thread->next) {
		for (struct landau_record *record = thread->first_record; record != NULL;
		     record = record->next)
			add_record(&rows, core, thread->id, record, with_contexts);
		add_curves(&rows, thread);
		for (const struct landau_flow *flow = landau_first_flow(thread); flow != NULL;
		     flow = flow->next)
			add_flow(&rows, core, thread->id, flow);
		for (const struct landau_spent *spent = thread->first_spent; spent != NULL;
		     spent = spent->next)
			add_spent(&rows, core, thread->id, spent);
	}
	fold(&rows);
	return rows;
}

/* -- From the list of activations -------------------------------------------------------------- */

/* Activations by number, with what is known of the calls that they made. */
struct node {
	const struct oracle_result *result;
	uint64_t path;
	bool outermost; /* no activation of the same routine is pending further out */
	uint64_t of_callees[ORACLE_FURTHER];
};

static bool is_level(uint64_t cost)
{
	return cost == ORACLE_OF_PEAK || cost == ORACLE_OF_LIVE || cost == ORACLE_OF_STACK;
}

static void add_further(struct rows *rows, const struct node *node)
{
	const struct oracle_result *result = node->result;

	for (uint64_t i = 0; i < ORACLE_FURTHER; i++) {
		uint64_t value = result->further[i];
		uint64_t total = node->outermost ? value : 0;
		struct row row = {.kind = ROW_FURTHER,
				  .thread = result->thread,
				  .first = result->routine,
				  .second = i,
				  .size = result->trms,
				  .calls = 1,
				  .min = value,
				  .max = value,
				  .sum = value};

		if (value == 0)
			continue;
		add(rows, row);
		row = (struct row){.kind = ROW_SPENT,
				   .thread = result->thread,
				   .first = result->routine,
				   .second = i,
				   .sum = is_level(i) ? 0 : total,
				   .max = is_level(i) ? total : 0,
				   .min = UINT64_MAX};
		/* The greatest is the least of what is below the largest number. */
		if (value > node->of_callees[i] && is_level(i))
			row.min -= value - node->of_callees[i];
		else if (value > node->of_callees[i])
			row.self = value - node->of_callees[i];
		add(rows, row);
	}
}

static void add_activation(struct rows *rows, const struct node *node, const struct node *parent,
			   bool with_contexts)
{
	const struct oracle_result *result = node->result;
	struct row row = {
		.kind = ROW_RMS,
		.thread = result->thread,
		.first = result->routine,
		.size = result->rms,
		.calls = 1,
		.min = result->cost,
		.max = result->cost,
		.sum = result->cost,
	};
	struct row total = {
		.kind = ROW_RECORD,
		.thread = result->thread,
		.first = result->routine,
		.calls = 1,
		.sum = node->outermost ? result->cost : 0,
		.self = result->self,
	};

	add(rows, row);
	row.kind = ROW_TRMS;
	row.size = result->trms;
	row.rms = result->rms;
	row.thread_input = result->thread_input;
	row.external_input = result->external_input;
	row.squares = (unsigned __int128)result->cost * result->cost;
	add(rows, row);
	add(rows, total);
	if (with_contexts) {
		total.kind = ROW_CONTEXT;
		total.first = node->path;
		total.second = result->routine;
		add(rows, total);
	}
	if (parent != NULL) {
		total.kind = ROW_EDGE;
		total.first = parent->result->routine;
		total.second = result->routine;
		total.sum = node->outermost ? result->charged : 0;
		total.self = 0;
		add(rows, total);
	}
}

/* A pair of an activation and a routine that it called, in order to count them. */
struct made_call {
	uint64_t caller;
	uint32_t callee;
};

static int compare_made_calls(const void *left, const void *right)
{
	const struct made_call *a = left;
	const struct made_call *b = right;
	int order = compare(a->caller, b->caller);

	return order != 0 ? order : compare(a->callee, b->callee);
}

static void add_made_calls(struct rows *rows, const struct node *nodes, size_t count)
{
	struct made_call *made = calloc(count + 1, sizeof(*made));
	size_t made_count = 0;

	if (made == NULL)
		abort();
	for (size_t number = 1; number <= count; number++)
		if (nodes[number].result->parent != 0)
			made[made_count++] = (struct made_call){nodes[number].result->parent,
								nodes[number].result->routine};
	qsort(made, made_count, sizeof(*made), compare_made_calls);
	for (size_t i = 0; i < made_count;) {
		const struct oracle_result *caller = nodes[made[i].caller].result;
		size_t first = i;

		while (i < made_count && compare_made_calls(&made[i], &made[first]) == 0)
			i++;
		add(rows, (struct row){
				  .kind = ROW_CALLS,
				  .thread = caller->thread,
				  .first = caller->routine,
				  .second = made[first].callee,
				  .size = caller->trms,
				  .calls = 1,
				  .min = i - first,
				  .max = i - first,
				  .sum = i - first,
			  });
	}
	free(made);
}

enum { CURVES_KEPT = 3, FEWEST_MARKS = 8, FEWEST_STEPS = 32 };

static bool has_curve(const struct oracle_result *result)
{
	return result->mark_count >= FEWEST_MARKS ||
	       (result->mark_count > 0 && result->step_count >= FEWEST_STEPS);
}

/* How many activations before or behind this one have a curve that is kept rather than its own? */
static size_t better_curves(const struct results *results, size_t number)
{
	const struct oracle_result *mine = &results->items[number];
	size_t better = 0;

	for (size_t i = 0; i < results->count; i++) {
		const struct oracle_result *other = &results->items[i];

		if (other->routine == mine->routine && other->thread == mine->thread &&
		    has_curve(other))
			better += other->cost > mine->cost ||
				  (other->cost == mine->cost && i < number);
	}
	return better;
}

static void add_kept_curves(struct rows *rows, const struct results *results)
{
	for (size_t i = 0; i < results->count; i++) {
		const struct oracle_result *result = &results->items[i];
		struct row key = {.thread = result->thread, .first = result->routine};
		struct landau_mark mark = {
			.trms = result->trms,
			.rms = result->rms,
			.thread_input = result->thread_input,
			.external_input = result->external_input,
			.cost = result->cost,
		};

		if (!has_curve(result))
			continue;
		key.second = better_curves(results, i);
		if (key.second >= CURVES_KEPT)
			continue;
		add_mark(rows, key, result->mark_count, &mark);
		for (uint64_t k = 0; k < result->mark_count; k++) {
			const struct oracle_mark *at = &result->marks[k];

			mark = (struct landau_mark){
				.trms = at->trms,
				.rms = at->rms,
				.thread_input = at->thread_input,
				.external_input = at->external_input,
				.cost = at->cost,
				.callee_cost = at->callee_cost,
				.callee = (uint32_t)at->callee,
			};
			add_mark(rows, key, k, &mark);
		}
		if (result->step_count < FEWEST_STEPS)
			continue;
		for (uint64_t k = 0; k < result->step_count; k++)
			add_step(rows, key, result->steps[k].returns, result->steps[k].trms,
				 result->steps[k].cost);
		add_step(rows, key, UINT64_MAX, result->returns, 0);
	}
}

static void add_shares(struct rows *rows, const struct oracle_result *result)
{
	for (uint64_t i = 0; i < result->share_count; i++) {
		const struct oracle_share *share = &result->shares[i];

		add(rows, (struct row){
				  .kind = ROW_FLOW,
				  .thread = result->thread,
				  .first = result->routine,
				  .second = share->source,
				  .size = result->trms,
				  .calls = 1,
				  .min = share->cells,
				  .max = share->cells,
				  .sum = share->cells,
			  });
		add(rows, (struct row){
				  .kind = ROW_INPUT,
				  .thread = result->thread,
				  .first = result->routine,
				  .second = share->source,
				  .self = share->self,
				  .thread_input = share->induced,
			  });
	}
}

struct rows rows_of_results(const struct results *results, bool with_contexts)
{
	struct rows rows = {0};
	struct node *nodes = calloc(results->count + 1, sizeof(*nodes));

	if (nodes == NULL)
		abort();
	for (size_t i = 0; i < results->count; i++)
		nodes[results->items[i].number].result = &results->items[i];
	/* Callers have lower numbers than those whom they call. */
	for (size_t number = 1; number <= results->count; number++) {
		struct node *node = &nodes[number];
		uint64_t parent = node->result->parent;
		uint64_t ancestor = parent;

		while (ancestor != 0 && nodes[ancestor].result->routine != node->result->routine)
			ancestor = nodes[ancestor].result->parent;
		node->outermost = ancestor == 0;
		/* A routine that is pending already gets no context below itself. */
		node->path = ancestor != 0 ? nodes[ancestor].path
					   : path_of(parent != 0 ? nodes[parent].path : 0,
						     node->result->routine);
		add_activation(&rows, node, parent != 0 ? &nodes[parent] : NULL, with_contexts);
	}
	for (size_t number = 1; number <= results->count; number++)
		for (int i = 0; i < ORACLE_FURTHER; i++) {
			uint64_t *of_callees = &nodes[nodes[number].result->parent].of_callees[i];
			uint64_t value = nodes[number].result->further[i];

			if (!is_level((uint64_t)i))
				*of_callees += value;
			else if (value > *of_callees)
				*of_callees = value;
		}
	for (size_t number = 1; number <= results->count; number++)
		add_further(&rows, &nodes[number]);
	add_made_calls(&rows, nodes, results->count);
	add_kept_curves(&rows, results);
	for (size_t i = 0; i < results->count; i++)
		add_shares(&rows, &results->items[i]);
	free(nodes);
	fold(&rows);
	return rows;
}

/* -- Comparison -------------------------------------------------------------------------------- */

static bool same(const struct row *a, const struct row *b)
{
	return compare_keys(a, b) == 0 && a->calls == b->calls && a->min == b->min &&
	       a->max == b->max && a->sum == b->sum && a->self == b->self && a->rms == b->rms &&
	       a->thread_input == b->thread_input && a->external_input == b->external_input &&
	       a->squares == b->squares;
}

size_t rows_differ(const struct rows *left, const struct rows *right)
{
	size_t common = left->count < right->count ? left->count : right->count;

	for (size_t i = 0; i < common; i++)
		if (!same(&left->items[i], &right->items[i]))
			return i;
	return left->count == right->count ? SIZE_MAX : common;
}

void row_print(const struct row *row, FILE *file)
{
	static const char *const kinds[] = {"trms", "rms",     "calls",   "record",
					    "edge", "context", "curve",   "step",
					    "flow", "input",   "further", "spent"};

	fprintf(file,
		"%s of thread %" PRIu32 ", %" PRIu64 " %" PRIu64 ", size %" PRIu64
		": calls %" PRIu64 " min %" PRIu64 " max %" PRIu64 " sum %" PRIu64 " self %" PRIu64
		" rms %" PRIu64 " thread %" PRIu64 " external %" PRIu64 "\n",
		kinds[row->kind], row->thread, row->first, row->second, row->size, row->calls,
		row->min, row->max, row->sum, row->self, row->rms, row->thread_input,
		row->external_input);
}
