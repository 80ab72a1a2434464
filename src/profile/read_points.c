/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * read_points.c - the points of landau.data(5), which are nearly all of its lines.
 *
 * The points of a block are collected in arrays that grow, and taken from there when the block ends.
 */
#include <stdlib.h>

#include "profile/combine.h"
#include "profile/reader.h"

/* Takes the points of a block out of an array that is used again, or as a whole if it is large. */
static void *take_array(struct landau_reader *reader, void **array, size_t bytes, size_t *limit)
{
	void *taken;

	if (bytes >= LANDAU_ARENA_LARGE) {
		taken = landau_arena_keep(reader->builder.arena, *array, bytes);
		*array = NULL;
		*limit = 0;
	} else {
		taken = landau_arena_copy(reader->builder.arena, *array, bytes);
	}
	if (!taken)
		landau_fields_no_memory(&reader->fields);
	return taken;
}

static struct landau_point *take_points(struct landau_reader *reader)
{
	void *array = reader->points;
	void *taken = take_array(reader, &array, reader->point_count * sizeof(*reader->points),
				 &reader->point_limit);

	reader->points = array;
	return taken;
}

static struct landau_costs *take_costs(struct landau_reader *reader)
{
	void *array = reader->costs;
	void *taken = take_array(reader, &array, reader->cost_count * sizeof(*reader->costs),
				 &reader->cost_limit);

	reader->costs = array;
	return taken;
}

static void fail_block(struct landau_reader *reader, const char *what)
{
	landau_fields_fail_at(&reader->fields, reader->block_line, "%s", what);
}

static void end_record(struct landau_reader *reader)
{
	struct landau_profile *profile = reader->builder.profile;
	struct landau_profile_record *record = &profile->records[profile->record_count - 1];
	uint64_t trms_calls = 0;
	uint64_t rms_calls = 0;

	for (size_t i = 0; i < reader->point_count; i++)
		trms_calls = landau_add(trms_calls, reader->points[i].costs.calls);
	for (size_t i = 0; i < reader->cost_count; i++)
		rms_calls = landau_add(rms_calls, reader->costs[i].calls);
	if (trms_calls != record->calls)
		fail_block(reader, "the record has other calls than its t lines");
	if (record->rms_differs && rms_calls != record->calls)
		fail_block(reader, "the record has other calls than its r lines");
	record->trms_count = reader->point_count;
	record->trms = take_points(reader);
	if (record->rms_differs) {
		record->rms_count = reader->cost_count;
		record->rms = take_costs(reader);
	}
}

static void end_edge(struct landau_reader *reader)
{
	struct landau_profile *profile = reader->builder.profile;
	struct landau_profile_edge *edge = &profile->edges[profile->edge_count - 1];
	uint64_t calls = 0;

	for (size_t i = 0; i < reader->cost_count; i++)
		calls = landau_add(calls, reader->costs[i].sum);
	/* A snapshot knows of calls whose caller has not returned yet. */
	if (calls > edge->calls)
		fail_block(reader, "the edge has fewer calls than its c lines");
	edge->by_size_count = reader->cost_count;
	edge->by_size = take_costs(reader);
}

/* The block that was open has no more points. */
void landau_reader_end_block(struct landau_reader *reader)
{
	if (reader->block == LANDAU_RECORD_BLOCK)
		end_record(reader);
	else if (reader->block == LANDAU_EDGE_BLOCK)
		end_edge(reader);
	reader->block = LANDAU_NO_BLOCK;
	reader->point_count = 0;
	reader->cost_count = 0;
}

void landau_reader_begin_block(struct landau_reader *reader, enum landau_block block)
{
	reader->block = block;
	reader->block_line = reader->fields.line;
}

/* N CALLS MIN MAX SUM, which must be possible, and come after `previous` if that is not NULL. */
static void read_costs(struct landau_reader *reader, struct landau_costs *costs,
		       const struct landau_costs *previous)
{
	struct landau_fields *fields = &reader->fields;

	costs->size = landau_fields_number(fields, "the size");
	costs->calls = landau_fields_number(fields, "calls");
	costs->min = landau_fields_number(fields, "min");
	costs->max = landau_fields_number(fields, "max");
	costs->sum = landau_fields_number(fields, "sum");
	if (costs->calls == 0)
		landau_fields_fail(fields, "a point has no calls");
	if (costs->min > costs->max)
		landau_fields_fail(fields, "min is larger than max");
	else if (!landau_could_add_up(costs->min, costs->max, costs->calls, costs->sum))
		landau_fields_fail(fields, "the sum is not possible with these calls, min and max");
	if (previous && previous->size >= costs->size)
		landau_fields_fail(fields, previous->size == costs->size
						   ? "there are two points of one size"
						   : "the points are not sorted by size");
}

static void read_trms(struct landau_reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_point *point;
	unsigned __int128 input;

	if (reader->block != LANDAU_RECORD_BLOCK || reader->cost_count > 0) {
		landau_fields_fail(fields, "a t line is not where it belongs in a record");
		return;
	}
	if (!LANDAU_GROW(reader->points, reader->point_count, reader->point_limit)) {
		landau_fields_no_memory(fields);
		return;
	}
	point = &reader->points[reader->point_count];
	read_costs(reader, &point->costs, reader->point_count > 0 ? &point[-1].costs : NULL);
	point->sum_of_squares = landau_fields_wide_number(fields, "the sum of squares");
	point->rms_sum = landau_fields_number(fields, "rms");
	point->thread_sum = landau_fields_number(fields, "the thread input");
	point->external_sum = landau_fields_number(fields, "the external input");
	input = (unsigned __int128)point->costs.size * point->costs.calls;
	if (point->rms_sum > input)
		landau_fields_fail(fields, "rms is larger than trms");
	if (point->costs.calls != UINT64_MAX &&
	    (unsigned __int128)point->thread_sum + point->external_sum > input)
		landau_fields_fail(fields, "thread and external input are larger than trms");
	reader->point_count++;
}

static void read_plain_costs(struct landau_reader *reader)
{
	struct landau_costs *costs;

	if (!LANDAU_GROW(reader->costs, reader->cost_count, reader->cost_limit)) {
		landau_fields_no_memory(&reader->fields);
		return;
	}
	costs = &reader->costs[reader->cost_count];
	read_costs(reader, costs, reader->cost_count > 0 ? &costs[-1] : NULL);
	reader->cost_count++;
}

static void read_rms(struct landau_reader *reader)
{
	const struct landau_profile *profile = reader->builder.profile;

	if (reader->block != LANDAU_RECORD_BLOCK ||
	    !profile->records[profile->record_count - 1].rms_differs)
		landau_fields_fail(&reader->fields,
				   "an r line is not in a record whose rms differs");
	else
		read_plain_costs(reader);
}

static void read_calls(struct landau_reader *reader)
{
	if (reader->block != LANDAU_EDGE_BLOCK)
		landau_fields_fail(&reader->fields, "a c line is not in an edge");
	else
		read_plain_costs(reader);
}

void landau_reader_point(struct landau_reader *reader, char kind)
{
	reader->fields.at++;
	if (kind == 't')
		read_trms(reader);
	else if (kind == 'r')
		read_rms(reader);
	else
		read_calls(reader);
}
