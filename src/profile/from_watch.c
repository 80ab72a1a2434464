/* SPDX-License-Identifier: GPL-2.0-or-later */
/* from_watch.c - writes what watched activations have executed; see from_watch.h. No libc here. */
#include "profile/from_watch.h"

#include "core/core.h"
#include "core/saturate.h"
#include "core/watch.h"
#include "profile/from_loops.h"

/* An instruction of a block of the routine. Blocks may overlap: an instruction is there once for each of them. */
struct item {
	uint64_t address;
	uint32_t place;
	uint32_t block; /* its index */
	bool costs;     /* 1 an execution of the block */
	bool calls;     /* what the block called, it has called */
	bool is_repeat; /* how often it ran, the block does not say */
};

struct job {
	struct landau_writer *writer;
	const struct landau_description *description;
	const struct landau_watched *watched;
	struct landau_cell *totals; /* by block, over all rows */
	struct item *items;         /* sorted by place and address */
	uint64_t count;
};

/* -- Items ------------------------------------------------------------------------------------- */

static bool is_before(const struct item *a, const struct item *b)
{
	return a->place < b->place || (a->place == b->place && a->address < b->address);
}

static void sift_down(struct item *items, uint64_t root, uint64_t end)
{
	for (uint64_t child = 2 * root + 1; child < end; child = 2 * root + 1) {
		struct item swap = items[root];

		if (child + 1 < end && is_before(&items[child], &items[child + 1]))
			child++;
		if (!is_before(&items[root], &items[child]))
			return;
		items[root] = items[child];
		items[child] = swap;
		root = child;
	}
}

/* Heapsort: no recursion, no memory, no bad case. */
static void sort(struct item *items, uint64_t count)
{
	for (uint64_t root = count / 2; root > 0; root--)
		sift_down(items, root - 1, count);
	for (uint64_t end = count; end > 1; end--) {
		struct item swap = items[0];

		items[0] = items[end - 1];
		items[end - 1] = swap;
		sift_down(items, 0, end - 1);
	}
}

static uint64_t count_items(const struct landau_watched *watched)
{
	uint64_t count = 0;

	for (uint32_t i = 0; i < watched->block_count; i++)
		count += watched->blocks[i]->instruction_count;
	return count;
}

static void fill_items(struct job *job)
{
	for (uint32_t i = 0; i < job->watched->block_count; i++) {
		const struct landau_watched_block *block = job->watched->blocks[i];

		for (uint32_t j = 0; j < block->instruction_count; j++) {
			bool last = j + 1 == block->instruction_count;

			job->items[job->count++] = (struct item){
				.address = block->instructions[j].address,
				.place = block->instructions[j].place,
				.block = i,
				.costs = block->each_costs || (last && block->costs),
				.calls = last,
				.is_repeat = block->is_repeat,
			};
		}
	}
	sort(job->items, job->count);
}

static void fill_totals(struct job *job)
{
	const struct landau_watched *watched = job->watched;

	for (uint32_t i = 0; i < watched->row_count; i++)
		for (uint32_t j = 0; j < watched->rows[i].cell_limit && j < watched->block_count;
		     j++) {
			const struct landau_cell *cell = &watched->rows[i].cells[j];

			job->totals[j].executions =
				landau_add(job->totals[j].executions, cell->executions);
			job->totals[j].called = landau_add(job->totals[j].called, cell->called);
		}
}

/* -- Lines ------------------------------------------------------------------------------------- */

/* Items first .. end - 1 are those of one line; most .. most_end - 1 those of its instruction that ran most often. */
struct line {
	uint64_t first, end;
	uint64_t most, most_end;
};

static struct line line_at(const struct job *job, uint64_t first)
{
	const struct item *items = job->items;
	struct line line = {.first = first, .end = first};
	uint64_t most_executions = 0;
	uint64_t next;

	for (uint64_t i = first; i < job->count && items[i].place == items[first].place; i = next) {
		uint64_t executions = 0;

		for (next = i; next < job->count && items[next].place == items[first].place &&
			       items[next].address == items[i].address;
		     next++)
			if (!items[next].is_repeat)
				executions = landau_add(executions,
							job->totals[items[next].block].executions);
		if (executions > most_executions || i == first) {
			most_executions = executions;
			line.most = i;
			line.most_end = next;
		}
		line.end = next;
	}
	return line;
}

static struct landau_cell cell_of(const struct landau_cell *cells, uint32_t limit,
				  const struct item *item)
{
	return item->block < limit ? cells[item->block] : (struct landau_cell){0};
}

/* How often the line ran, what it cost, and what it cost itself. */
struct sum {
	uint64_t executions;
	uint64_t cost;
	uint64_t self;
};

static struct sum sum_of(const struct job *job, const struct line *line,
			 const struct landau_cell *cells, uint32_t limit)
{
	struct sum sum = {0};

	for (uint64_t i = line->first; i < line->end; i++) {
		const struct item *item = &job->items[i];
		struct landau_cell cell = cell_of(cells, limit, item);

		if (i >= line->most && i < line->most_end && !item->is_repeat)
			sum.executions = landau_add(sum.executions, cell.executions);
		if (item->costs)
			sum.self = landau_add(sum.self, cell.executions);
		if (item->calls)
			sum.cost = landau_add(sum.cost, cell.called);
	}
	sum.cost = landau_add(sum.cost, sum.self);
	return sum;
}

static void write_line(const struct job *job, const struct line *line)
{
	const struct landau_watched *watched = job->watched;
	struct sum sum = sum_of(job, line, job->totals, watched->block_count);
	struct landau_place place = {0};

	job->description->place(job->description->context, job->items[line->first].place, &place);
	landau_write_line(job->writer, watched->routine, place.file, place.line,
			  place.inlined_count);
	for (uint32_t i = 0; i < place.inlined_count; i++)
		landau_write_inlined(job->writer, place.inlined[i].name, place.inlined[i].file,
				     place.inlined[i].line);
	landau_write_line_sums(job->writer, sum.executions, sum.cost, sum.self);
	for (uint32_t i = 0; i < watched->row_count; i++) {
		const struct landau_row *row = &watched->rows[i];

		sum = sum_of(job, line, row->cells, row->cell_limit);
		landau_write_line_point(job->writer, row->sizes / row->calls, row->calls,
					sum.executions, sum.cost);
	}
	landau_write_line_end(job->writer);
}

static void write_watched(struct job *job, const struct landau_host *host)
{
	enum { PAGE = 4096 };
	uint64_t item_bytes =
		(count_items(job->watched) * sizeof(struct item) + PAGE) / PAGE * PAGE;
	uint64_t total_bytes =
		(job->watched->block_count * sizeof(struct landau_cell) + PAGE) / PAGE * PAGE;

	job->items = host->get_memory(host->context, item_bytes);
	job->totals = job->items ? host->get_memory(host->context, total_bytes) : NULL;
	job->count = 0;
	if (job->totals) {
		struct line line;

		fill_items(job);
		fill_totals(job);
		for (uint64_t i = 0; i < job->count; i = line.end) {
			line = line_at(job, i);
			write_line(job, &line);
		}
		host->give_back(host->context, job->totals, total_bytes);
	}
	if (job->items)
		host->give_back(host->context, job->items, item_bytes);
}

void landau_write_watched(struct landau_writer *writer, struct landau_core *core,
			  const struct landau_description *description)
{
	struct job job = {.writer = writer, .description = description};

	for (job.watched = landau_first_watched(core); job.watched;
	     job.watched = job.watched->next) {
		if (job.watched->row_count == 0)
			continue;
		write_watched(&job, description->host);
		landau_write_loops_of(writer, job.watched, description);
	}
}
