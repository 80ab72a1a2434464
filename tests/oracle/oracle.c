/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * oracle.c - the metric by its definition; see oracle.h.
 *
 * Two things keep it usable on traces of millions of events. The set A(r) is stored as the union
 * of the sets of r and of the pending activations further in: an access puts a cell in the
 * innermost set only, and a returning activation hands its set to its caller. And cells that a
 * thread has never accessed are looked for in no set. Counting remains what the definition says:
 * one by one, for each pending activation.
 */
#include "oracle.h"

#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct oracle *oracle_create(unsigned cell_bytes, oracle_returned *returned, void *context)
{
	struct oracle *oracle = must(calloc(1, sizeof(*oracle)));

	oracle->cell_bytes = cell_bytes;
	oracle->returned = returned;
	oracle->context = context;
	return oracle;
}

static void free_lists(struct frame *frame)
{
	free(frame->callees);
	free(frame->result.marks);
	free(frame->result.steps);
	frame->callees = NULL;
	frame->result.marks = NULL;
	frame->result.steps = NULL;

	cells_free(&frame->from);
	cells_free(&frame->from_self);
	cells_free(&frame->from_induced);
	free(frame->result.shares);
	frame->result.shares = NULL;
	for (struct copy *copy = frame->copies, *next; copy != NULL; copy = next) {
		next = copy->next;
		free(copy);
	}
	frame->copies = NULL;
}

void oracle_destroy(struct oracle *oracle)
{
	for (uint32_t i = 0; i < oracle->line_count; i++) {
		struct line *line = &oracle->lines[i];

		for (uint32_t level = 1; level <= line->depth; level++) {
			cells_free(&line->frames[level].own);
			free_lists(&line->frames[level]);
		}
		cells_free(&line->last_access);
		free(line->frames);
	}
	free(oracle->lines);
	free(oracle->blocks);
	cells_free(&oracle->lines_by_id);
	cells_free(&oracle->ways);
	cells_free(&oracle->charges);
	cells_free(&oracle->last_write);
	cells_free(&oracle->by_kernel);
	cells_free(&oracle->writer);
	free(oracle);
}

static struct line *find_line(struct oracle *oracle, uint32_t id)
{
	uint64_t *number = cells_find(&oracle->lines_by_id, id);
	struct line *line;

	if (number != NULL)
		return &oracle->lines[*number];
	if (oracle->line_count == oracle->line_limit) {
		oracle->line_limit = oracle->line_limit * 2 + 8;
		oracle->lines = must(realloc(oracle->lines, oracle->line_limit * sizeof(*line)));
	}
	*cells_put(&oracle->lines_by_id, id) = oracle->line_count;
	line = &oracle->lines[oracle->line_count++];
	memset(line, 0, sizeof(*line));
	line->id = id;
	return line;
}

void oracle_treat(struct oracle *oracle, uint32_t routine, enum oracle_way way, uint64_t charge)
{
	*cells_put(&oracle->ways, routine) = way;
	*cells_put(&oracle->charges, routine) = charge;
}

void oracle_follow(struct oracle *oracle, uint64_t floor)
{
	oracle->curve_floor = floor;
}

void oracle_ask_sources(struct oracle *oracle)
{
	oracle->sources = true;
}

/* -- Sources ----------------------------------------------------------------------------------- */

static void count_source(struct frame *frame, uint64_t source, bool innermost, bool induced)
{
	++*cells_put(&frame->from, source);
	if (innermost)
		++*cells_put(&frame->from_self, source);
	if (innermost && induced)
		++*cells_put(&frame->from_induced, source);
}

static int compare_shares(const void *left, const void *right)
{
	uint64_t a = ((const struct oracle_share *)left)->source;
	uint64_t b = ((const struct oracle_share *)right)->source;

	return (a > b) - (a < b);
}

static uint64_t value_of(const struct cells *cells, uint64_t key)
{
	const uint64_t *value = cells_find(cells, key);

	return value == NULL ? 0 : *value;
}

static void list_shares(struct frame *frame)
{
	struct oracle_result *result = &frame->result;

	result->shares = must(calloc(frame->from.count + 1, sizeof(*result->shares)));
	for (size_t i = 0; i < frame->from.capacity; i++) {
		uint64_t source = frame->from.entries[i].key - 1;

		if (frame->from.entries[i].key != 0)
			result->shares[result->share_count++] = (struct oracle_share){
				.source = source,
				.cells = frame->from.entries[i].value,
				.self = value_of(&frame->from_self, source),
				.induced = value_of(&frame->from_induced, source),
			};
	}
	qsort(result->shares, result->share_count, sizeof(*result->shares), compare_shares);
}

/* The callee that has added most since the mark before; from now on this is it. */
static struct callee take_callee(struct frame *frame)
{
	struct callee most = {0};

	for (uint64_t i = 0; i < frame->callee_count; i++) {
		if (frame->callees[i].since_mark > most.since_mark)
			most = frame->callees[i];
		frame->callees[i].since_mark = 0;
	}
	return most;
}

/* A callee has returned. */
static void count_callee(struct frame *frame, uint64_t routine, uint64_t cost)
{
	uint64_t i = 0;

	frame->result.returns++;
	while (i < frame->callee_count && frame->callees[i].routine != routine)
		i++;
	if (i == frame->callee_count) {
		frame->callees = must(realloc(frame->callees, (i + 1) * sizeof(*frame->callees)));
		frame->callees[frame->callee_count++] = (struct callee){.routine = routine};
	}
	frame->callees[i].since_mark += cost;
}

/* A return into the innermost activation. */
static void look_at_steps(struct frame *frame)
{
	struct oracle_result *result = &frame->result;
	struct oracle_step *steps;
	uint64_t kept = 0;

	if (frame->next_step == 0 || result->returns < frame->next_step)
		return;
	steps = must(realloc(result->steps, (result->step_count + 1) * sizeof(*steps)));
	result->steps = steps;
	while (result->step_count > 0 && steps[result->step_count - 1].cost > result->cost)
		result->step_count--;
	if (result->step_count == 64) {
		frame->stride *= 2;
		for (uint64_t i = 0; i < 64; i++)
			if (steps[i].returns % frame->stride == 0)
				steps[kept++] = steps[i];
		result->step_count = kept;
	}
	if (result->returns % frame->stride == 0)
		steps[result->step_count++] =
			(struct oracle_step){result->returns, result->trms, result->cost};
	while (frame->next_step <= result->returns || frame->next_step % frame->stride != 0)
		frame->next_step++;
}

/* A moment of the innermost activation. */
static void look_at_innermost(struct line *line)
{
	struct frame *frame;
	struct oracle_result *result;
	struct callee callee;

	if (line->depth == 0)
		return;
	frame = &line->frames[line->depth];
	result = &frame->result;
	if (frame->next_mark == 0 || result->trms < frame->next_mark)
		return;
	frame->next_mark = result->trms + result->trms / 8 + 1;
	callee = take_callee(frame);
	while (result->mark_count > 0 &&
	       result->marks[result->mark_count - 1].cost >= result->cost) {
		const struct oracle_mark *last = &result->marks[--result->mark_count];

		callee = (struct callee){last->callee, last->callee_cost};
	}
	if (result->mark_count == frame->mark_limit) {
		frame->mark_limit = frame->mark_limit * 2 + 4;
		result->marks =
			must(realloc(result->marks, frame->mark_limit * sizeof(*result->marks)));
	}
	result->marks[result->mark_count++] = (struct oracle_mark){
		.trms = result->trms,
		.rms = result->rms,
		.thread_input = result->thread_input,
		.external_input = result->external_input,
		.cost = result->cost,
		.callee_cost = callee.since_mark,
		.callee = callee.routine,
	};
}

static void find_barrier(const struct oracle *oracle, struct line *line)
{
	struct frame *frame = &line->frames[line->depth];
	const uint64_t *way = cells_find(&oracle->ways, frame->result.routine);

	if (line->depth > 1) {
		frame->barrier = frame[-1].barrier;
		frame->callers_cost = frame[-1].result.cost;
	}
	if (way != NULL && *way == ORACLE_OPEN)
		frame->barrier = 0;
	if (way == NULL || *way != ORACLE_OPAQUE || frame->barrier != 0)
		return;
	frame->barrier = line->depth;
	frame->charge = *cells_find(&oracle->charges, frame->result.routine);
}

static void call(struct oracle *oracle, struct line *line, uint32_t routine)
{
	struct frame *frame;

	if (line->depth + 1 >= line->limit) {
		line->limit = line->limit * 2 + 8;
		line->frames = must(realloc(line->frames, line->limit * sizeof(*line->frames)));
	}
	frame = &line->frames[++line->depth];
	memset(frame, 0, sizeof(*frame));
	frame->result.number = ++oracle->calls;
	frame->result.parent = line->depth > 1 ? line->frames[line->depth - 1].result.number : 0;
	frame->result.thread = line->id;
	frame->result.routine = routine;
	frame->called = oracle->now;
	frame->level_at_call = line->level;
	frame->next_mark = oracle->curve_floor;
	frame->next_step = oracle->curve_floor;
	frame->stride = oracle->curve_floor >= 32 ? oracle->curve_floor / 32 : 1;
	find_barrier(oracle, line);
}

/* To all pending activations from the innermost one out to `barrier`. */
static void add_cost(struct line *line, uint32_t barrier, uint64_t amount)
{
	for (uint32_t level = line->depth; level > 0 && level >= barrier; level--)
		line->frames[level].result.cost += amount;
}

/* The later one first, as they stand; so an earlier one holds where both have been. */
static void end_copies(struct oracle *oracle, const struct frame *frame)
{
	for (const struct copy *copy = frame->copies; copy != NULL; copy = copy->next)
		for (uint64_t i = 0; i < copy->count; i++)
			*cells_put(&oracle->writer, copy->first + i) = copy->sources[i];
}

static void return_innermost(struct oracle *oracle, struct line *line)
{
	struct frame *frame = &line->frames[line->depth];
	uint64_t routine, charged;

	line->depth--;
	if (frame->barrier == line->depth + 1)
		add_cost(line, 0, frame->charge);
	frame->result.charged =
		line->depth > 0 ? frame[-1].result.cost - frame->callers_cost : frame->result.cost;
	while (frame->result.mark_count > 0 &&
	       frame->result.marks[frame->result.mark_count - 1].cost > frame->result.cost)
		frame->result.mark_count--;
	while (frame->result.step_count > 0 &&
	       frame->result.steps[frame->result.step_count - 1].cost > frame->result.cost)
		frame->result.step_count--;
	if (oracle->sources)
		list_shares(frame);
	frame->result.further[ORACLE_OF_LIVE] = live_of(oracle, line, frame);
	routine = frame->result.routine;
	charged = frame->result.charged;
	oracle->returned(oracle->context, &frame->result);
	end_copies(oracle, frame);
	free_lists(frame);
	if (line->depth > 0) {
		cells_merge(&line->frames[line->depth].own, &frame->own);
	} else {
		cells_free(&frame->own);
	}
	if (line->depth > 0) {
		count_callee(&line->frames[line->depth], routine, charged);
		look_at_steps(&line->frames[line->depth]);
	}
	look_at_innermost(line);
}

static void return_all(struct oracle *oracle, struct line *line)
{
	while (line->depth > 0)
		return_innermost(oracle, line);
}

static uint64_t writer_of(const struct line *line)
{
	uint32_t depth = line->depth;

	return oracle_writer(line->id, depth > 0 ? line->frames[depth].result.routine + 1 : 0);
}

static void access_cell(struct oracle *oracle, struct line *line, uint64_t cell, bool is_read)
{
	uint64_t *known = cells_find(&line->last_access, cell);
	uint64_t *write = cells_find(&oracle->last_write, cell);
	uint64_t last_access = known == NULL ? 0 : *known;
	bool induced = write != NULL && *write > last_access;
	uint64_t source = value_of(&oracle->writer, cell);
	uint32_t holder = 0; /* the innermost activation that has the cell in its set */

	if (known != NULL)
		for (uint32_t level = line->depth; level > 0 && holder == 0; level--)
			if (cells_find(&line->frames[level].own, cell) != NULL)
				holder = level;
	for (uint32_t level = line->depth; is_read && level > 0; level--) {
		struct oracle_result *result = &line->frames[level].result;
		bool first = level > holder;

		if (level < line->frames[line->depth].barrier)
			break;
		if (!first && !induced)
			break; /* nor is it for any activation further out */
		result->trms++;
		result->rms += first;
		if (induced && cells_find(&oracle->by_kernel, cell) != NULL)
			result->external_input++;
		else if (induced)
			result->thread_input++;
		if (oracle->sources)
			count_source(&line->frames[level], source, level == line->depth, induced);
	}
	if (is_read)
		look_at_innermost(line);
	if (line->depth > 0 && holder != line->depth)
		cells_put(&line->frames[line->depth].own, cell);
	*cells_put(&line->last_access, cell) = oracle->now;
	if (!is_read) {
		*cells_put(&oracle->last_write, cell) = oracle->now;
		cells_remove(&oracle->by_kernel, cell);
		*cells_put(&oracle->writer, cell) = writer_of(line);
	}
}

static void kernel_writes_cell(struct oracle *oracle, uint64_t cell, uint32_t source)
{
	*cells_put(&oracle->last_write, cell) = oracle->now;
	cells_put(&oracle->by_kernel, cell);
	*cells_put(&oracle->writer, cell) = ORACLE_EXTERNAL | source;
}

static void forget(struct oracle *oracle, uint64_t first, uint64_t last)
{
	cells_remove_range(&oracle->last_write, first, last);
	cells_remove_range(&oracle->by_kernel, first, last);
	cells_remove_range(&oracle->writer, first, last);
	for (uint32_t i = 0; i < oracle->line_count; i++) {
		struct line *line = &oracle->lines[i];

		cells_remove_range(&line->last_access, first, last);
		for (uint32_t level = 1; level <= line->depth; level++)
			cells_remove_range(&line->frames[level].own, first, last);
	}
}

static void start_copy(struct oracle *oracle, struct line *line, const struct oracle_event *event)
{
	uint64_t bytes = oracle->cell_bytes;
	uint64_t first = event->address / bytes;
	uint64_t count = (event->address + event->size - 1) / bytes - first + 1;
	struct frame *frame = &line->frames[line->depth];
	struct copy *copy;

	if (line->depth == 0 || event->size == 0 || event->size > (uint64_t)1 << 28)
		return;
	copy = must(malloc(sizeof(*copy) + count * sizeof(copy->sources[0])));
	*copy = (struct copy){.next = frame->copies, .first = first, .count = count};
	for (uint64_t i = 0; i < count; i++) {
		uint64_t byte = (first + i) * bytes;

		if (byte < event->address)
			byte = event->address;
		copy->sources[i] =
			value_of(&oracle->writer, (event->from + (byte - event->address)) / bytes);
	}
	frame->copies = copy;
}

static void spend(struct line *line, const struct oracle_event *event)
{
	struct frame *innermost = &line->frames[line->depth];

	if (event->source != ORACLE_OF_STACK)
		for (uint32_t level = 1; level <= line->depth; level++)
			line->frames[level].result.further[event->source] += event->size;
	else if (line->depth > 0 && event->size > innermost->result.further[ORACLE_OF_STACK])
		innermost->result.further[ORACLE_OF_STACK] = event->size;
}

static void on_memory(struct oracle *oracle, struct line *line, const struct oracle_event *event)
{
	uint64_t first = event->address / oracle->cell_bytes;
	uint64_t last;

	if (event->size == 0)
		return;
	last = (event->address + event->size - 1) / oracle->cell_bytes;
	if (event->kind == ORACLE_FORGET) {
		forget(oracle, first, last);
		return;
	}
	for (uint64_t cell = first; cell <= last; cell++) {
		if (event->kind == ORACLE_KWRITE)
			kernel_writes_cell(oracle, cell, event->source);
		else
			access_cell(oracle, line, cell, event->kind != ORACLE_WRITE);
		if (event->kind == ORACLE_WRITE && event->source != 0)
			*cells_put(&oracle->writer, cell) = ORACLE_EXTERNAL | event->source;
	}
}

bool oracle_feed(struct oracle *oracle, const struct oracle_event *event)
{
	struct line *line;

	oracle->now++;
	if (event->kind == ORACLE_FORGET) {
		on_memory(oracle, NULL, event);
		return true;
	}
	line = find_line(oracle, event->thread);
	switch (event->kind) {
	case ORACLE_CALL:
		call(oracle, line, event->routine);
		return true;
	case ORACLE_RETURN:
		if (line->depth == 0)
			return false;
		return_innermost(oracle, line);
		return true;
	case ORACLE_COST:
		if (line->depth > 0) {
			add_cost(line, line->frames[line->depth].barrier, event->address);
			line->frames[line->depth].result.self += event->address;
		}
		return true;
	case ORACLE_FINISH:
		return_all(oracle, line);
		return true;
	case ORACLE_ALLOC:
		allocate(oracle, line, event->address, event->size);
		return true;
	case ORACLE_FREE:
		free_block(oracle, event->address);
		return true;
	case ORACLE_SPLIT:
		split_block(oracle, event->address, event->size);
		return true;
	case ORACLE_SPEND:
		spend(line, event);
		return true;
	case ORACLE_COPY:
		start_copy(oracle, line, event);
		return true;
	default:
		on_memory(oracle, line, event);
		return true;
	}
}

void oracle_end(struct oracle *oracle)
{
	for (;;) {
		struct line *lowest = NULL;

		for (uint32_t i = 0; i < oracle->line_count; i++) {
			struct line *line = &oracle->lines[i];

			if (line->depth > 0 && (lowest == NULL || line->id < lowest->id))
				lowest = line;
		}
		if (lowest == NULL)
			return;
		return_all(oracle, lowest);
	}
}

uint32_t oracle_depth(struct oracle *oracle, uint32_t thread)
{
	return find_line(oracle, thread)->depth;
}

struct oracle_result oracle_pending(struct oracle *oracle, uint32_t thread, uint32_t level)
{
	struct line *line = find_line(oracle, thread);

	return line->frames[level].result;
}
