/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * read.c - reads landau.data(5).
 *
 * The lines are taken one by one; each is checked when it is read and added to a builder, which
 * brings everything in canonical order at the end. The points of a block are collected in arrays
 * that grow, since no line says how many there will be: so there is no claim to believe.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "profile/build.h"
#include "profile/combine.h"
#include "profile/fields.h"
#include "profile/keys.h"

/* What the points being read belong to. */
enum block { NO_BLOCK, RECORD_BLOCK, EDGE_BLOCK };

struct reader {
	struct landau_fields fields;
	struct landau_builder builder;
	struct landau_keys threads; /* id, index, index in the file -> position in the profile */
	struct landau_keys routines;
	struct landau_keys contexts;

	enum block block; /* its record or edge is the last of the profile */
	uint64_t block_line;
	struct landau_point *points;
	size_t point_count;
	size_t point_limit;
	struct landau_costs *costs; /* rms points, or calls by size */
	size_t cost_count;
	size_t cost_limit;
};

/* -- Points -------------------------------------------------------------------------------------
 */

/* Takes the points of a block out of an array that is used again, or as a whole if it is large. */
static void *take_array(struct reader *reader, void **array, size_t bytes, size_t *limit)
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

static struct landau_point *take_points(struct reader *reader)
{
	void *array = reader->points;
	void *taken = take_array(reader, &array, reader->point_count * sizeof(*reader->points),
				 &reader->point_limit);

	reader->points = array;
	return taken;
}

static struct landau_costs *take_costs(struct reader *reader)
{
	void *array = reader->costs;
	void *taken = take_array(reader, &array, reader->cost_count * sizeof(*reader->costs),
				 &reader->cost_limit);

	reader->costs = array;
	return taken;
}

static void end_record(struct reader *reader)
{
	struct landau_profile *profile = reader->builder.profile;
	struct landau_profile_record *record = &profile->records[profile->record_count - 1];
	uint64_t trms_calls = 0;
	uint64_t rms_calls = 0;

	for (size_t i = 0; i < reader->point_count; i++)
		trms_calls = landau_add(trms_calls, reader->points[i].costs.calls);
	for (size_t i = 0; i < reader->cost_count; i++)
		rms_calls = landau_add(rms_calls, reader->costs[i].calls);
	if (record->rms_differs && trms_calls != rms_calls)
		landau_fields_fail_at(&reader->fields, reader->block_line,
				      "this record has %ju calls in t lines but %ju in r lines",
				      (uintmax_t)trms_calls, (uintmax_t)rms_calls);
	record->trms_count = reader->point_count;
	record->trms = take_points(reader);
	if (record->rms_differs) {
		record->rms_count = reader->cost_count;
		record->rms = take_costs(reader);
	}
}

static void end_edge(struct reader *reader)
{
	struct landau_profile *profile = reader->builder.profile;
	struct landau_profile_edge *edge = &profile->edges[profile->edge_count - 1];

	edge->by_size_count = reader->cost_count;
	edge->by_size = take_costs(reader);
}

/* The block that was open has no more points. */
static void end_block(struct reader *reader)
{
	if (reader->block == RECORD_BLOCK)
		end_record(reader);
	else if (reader->block == EDGE_BLOCK)
		end_edge(reader);
	reader->block = NO_BLOCK;
	reader->point_count = 0;
	reader->cost_count = 0;
}

static void begin_block(struct reader *reader, enum block block)
{
	end_block(reader);
	reader->block = block;
	reader->block_line = reader->fields.line;
}

/* N CALLS MIN MAX SUM, which must be possible, and come after `previous` if that is not NULL. */
static void read_costs(struct reader *reader, struct landau_costs *costs,
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
	/* Sums saturate, so the largest number may stand for an even larger one. */
	if ((unsigned __int128)costs->max * costs->calls < costs->sum ||
	    (costs->sum != UINT64_MAX && (unsigned __int128)costs->min * costs->calls > costs->sum))
		landau_fields_fail(fields, "the sum is not possible with these calls, min and max");
	if (previous && previous->size >= costs->size)
		landau_fields_fail(fields, previous->size == costs->size
						   ? "there are two points of one size"
						   : "the points are not sorted by size");
}

static void read_trms(struct reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_point *point;
	unsigned __int128 input;

	if (reader->block != RECORD_BLOCK || reader->cost_count > 0) {
		landau_fields_fail(fields, "a t line stands outside of its place in a record");
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
	if ((unsigned __int128)point->thread_sum + point->external_sum > input)
		landau_fields_fail(fields, "thread and external input are larger than trms");
	reader->point_count++;
}

static void read_plain_costs(struct reader *reader)
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

static void read_rms(struct reader *reader)
{
	const struct landau_profile *profile = reader->builder.profile;

	if (reader->block != RECORD_BLOCK ||
	    !profile->records[profile->record_count - 1].rms_differs)
		landau_fields_fail(&reader->fields,
				   "an r line stands outside of a record whose rms differs");
	else
		read_plain_costs(reader);
}

static void read_calls(struct reader *reader)
{
	if (reader->block != EDGE_BLOCK)
		landau_fields_fail(&reader->fields, "a c line stands outside of an edge");
	else
		read_plain_costs(reader);
}

/* -- References ---------------------------------------------------------------------------------
 */

/* The position of a part by its number in the file, 0 after an error. */
static uint32_t find(struct reader *reader, const struct landau_keys *keys, uint32_t number,
		     const char *what)
{
	uint32_t position;

	if (reader->fields.failed)
		return 0;
	position = landau_keys_find(keys, number);
	if (position != LANDAU_NONE)
		return position;
	landau_fields_fail(&reader->fields, "there is no %s %u above this line", what, number);
	return 0;
}

static uint32_t read_reference(struct reader *reader, const struct landau_keys *keys,
			       const char *what)
{
	uint32_t number = landau_fields_small_number(&reader->fields, what);

	return find(reader, keys, number, what);
}

static uint32_t read_routine_reference(struct reader *reader)
{
	return read_reference(reader, &reader->routines, "routine");
}

/* The context of a record or edge, which must be one of `routine`. */
static uint32_t read_context_reference(struct reader *reader, uint32_t routine)
{
	const struct landau_profile *profile = reader->builder.profile;
	uint32_t number = landau_fields_index_or_none(&reader->fields, "context");
	uint32_t position;

	if (reader->fields.failed)
		return LANDAU_NONE;
	if ((number != LANDAU_NONE) != profile->has_contexts) {
		landau_fields_fail(&reader->fields,
				   profile->has_contexts
					   ? "there is no context, but the profile has contexts"
					   : "there is a context, but the profile has none");
		return LANDAU_NONE;
	}
	if (number == LANDAU_NONE)
		return LANDAU_NONE;
	position = find(reader, &reader->contexts, number, "context");
	if (!reader->fields.failed && profile->contexts[position].routine != routine)
		landau_fields_fail(&reader->fields, "context %u is of another routine", number);
	return position;
}

/* Notes the number by which lines below will refer to the part added last. */
static void note(struct reader *reader, struct landau_keys *keys, uint32_t number, size_t count,
		 const char *what)
{
	if (reader->fields.failed)
		return;
	if (landau_keys_find(keys, number) != LANDAU_NONE)
		landau_fields_fail(&reader->fields, "%s %u is there twice", what, number);
	else if (!landau_keys_add(keys, number, (uint32_t)count - 1))
		landau_fields_no_memory(&reader->fields);
}

/* -- The other lines ----------------------------------------------------------------------------
 */

static enum landau_exit_kind read_exit_kind(struct reader *reader)
{
	static const enum landau_exit_kind kinds[] = {LANDAU_EXIT_EXIT, LANDAU_EXIT_SIGNAL,
						      LANDAU_EXIT_EXEC, LANDAU_EXIT_RUNNING};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (landau_fields_word(&reader->fields, landau_exit_kind_name(kinds[i])))
			return kinds[i];
	landau_fields_fail(&reader->fields,
			   "the way it ended is not exit, signal, exec or running");
	return LANDAU_EXIT_EXIT;
}

static void read_run(struct reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_arena *arena = reader->builder.arena;
	struct landau_run *run = landau_builder_run(&reader->builder);
	char **command = NULL;
	size_t count = 0;
	size_t limit = 0;
	uint64_t code;

	if (!run) {
		landau_fields_no_memory(fields);
		return;
	}
	run->engine = landau_fields_string(fields, arena, "the engine");
	run->exit_kind = read_exit_kind(reader);
	code = landau_fields_number(fields, "the exit code");
	if (code > INT_MAX)
		landau_fields_fail(fields, "the exit code is too large");
	run->exit_code = (int)(code & INT_MAX);
	run->program = landau_fields_string(fields, arena, "the program");
	while (!fields->failed && !landau_fields_over(fields)) {
		if (count >= LANDAU_NONE || !LANDAU_GROW(command, count, limit))
			landau_fields_no_memory(fields);
		else
			command[count++] = landau_fields_string(fields, arena, "an argument");
	}
	run->command = landau_arena_copy(arena, command, count * sizeof(*command));
	if (!run->command)
		landau_fields_no_memory(fields);
	run->command_count = (uint32_t)count;
	free(command);
}

static void read_thread(struct reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_profile_thread *thread = landau_builder_thread(&reader->builder);

	if (!thread) {
		landau_fields_no_memory(fields);
		return;
	}
	thread->id = landau_fields_small_number(fields, "the thread's id");
	thread->cost = landau_fields_number(fields, "cost");
	thread->thread_input = landau_fields_number(fields, "the thread input");
	thread->external_input = landau_fields_number(fields, "the external input");
	thread->name = landau_fields_string(fields, reader->builder.arena, "the name");
	note(reader, &reader->threads, thread->id, reader->builder.profile->thread_count, "thread");
}

static void read_routine(struct reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_arena *arena = reader->builder.arena;
	struct landau_routine *routine = landau_builder_routine(&reader->builder);
	uint32_t number;

	if (!routine) {
		landau_fields_no_memory(fields);
		return;
	}
	number = landau_fields_small_number(fields, "the routine's number");
	routine->line = landau_fields_small_number(fields, "the source line");
	routine->name = landau_fields_string(fields, arena, "the name");
	routine->object = landau_fields_string(fields, arena, "the object");
	routine->file = landau_fields_string(fields, arena, "the file");
	note(reader, &reader->routines, number, reader->builder.profile->routine_count, "routine");
}

static void read_context(struct reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_context *context = landau_builder_context(&reader->builder);
	uint32_t number;
	uint32_t parent;

	if (!context) {
		landau_fields_no_memory(fields);
		return;
	}
	if (!reader->builder.profile->has_contexts)
		landau_fields_fail(fields, "there is a context, but the profile has none");
	number = landau_fields_small_number(fields, "the context's number");
	parent = landau_fields_index_or_none(fields, "the parent");
	if (parent != LANDAU_NONE)
		parent = find(reader, &reader->contexts, parent, "context");
	context->parent = parent;
	context->routine = read_routine_reference(reader);
	note(reader, &reader->contexts, number, reader->builder.profile->context_count, "context");
}

static void read_record(struct reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_profile_record *record = landau_builder_record(&reader->builder);

	if (!record) {
		landau_fields_no_memory(fields);
		return;
	}
	record->routine = read_routine_reference(reader);
	record->thread = read_reference(reader, &reader->threads, "thread");
	record->context = read_context_reference(reader, record->routine);
	record->calls = landau_fields_number(fields, "calls");
	record->cost = landau_fields_number(fields, "cost");
	record->self = landau_fields_number(fields, "self");
	record->rms_differs = landau_fields_word(fields, "differs");
	if (!record->rms_differs && !landau_fields_word(fields, "same"))
		landau_fields_fail(fields, "a record must end in 'same' or 'differs'");
	begin_block(reader, RECORD_BLOCK);
}

static void read_edge(struct reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_profile_edge *edge = landau_builder_edge(&reader->builder);

	if (!edge) {
		landau_fields_no_memory(fields);
		return;
	}
	edge->caller = read_routine_reference(reader);
	edge->callee = read_routine_reference(reader);
	edge->thread = read_reference(reader, &reader->threads, "thread");
	edge->caller_context = read_context_reference(reader, edge->caller);
	edge->callee_context = read_context_reference(reader, edge->callee);
	edge->calls = landau_fields_number(fields, "calls");
	edge->cost = landau_fields_number(fields, "cost");
	begin_block(reader, EDGE_BLOCK);
}

/* -- The file -----------------------------------------------------------------------------------
 */

static void expect_over(struct reader *reader)
{
	if (!reader->fields.failed && !landau_fields_over(&reader->fields))
		landau_fields_fail(&reader->fields,
				   "there is more on the line than there should be");
}

static bool read_version(struct reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	uint64_t version;

	if (!landau_fields_next(fields)) {
		landau_fields_fail_at(fields, 0, "the file is empty");
		return false;
	}
	if (!landau_fields_word(fields, "landau")) {
		landau_fields_fail(fields,
				   "this is not a profile: it does not start with 'landau'");
		return false;
	}
	version = landau_fields_number(fields, "the version");
	if (!fields->failed && version != LANDAU_FORMAT_VERSION)
		landau_fields_fail(fields, "this is version %ju of the format; only %d can be read",
				   (uintmax_t)version, LANDAU_FORMAT_VERSION);
	expect_over(reader);
	return !fields->failed;
}

/* The next line must be the header's line of this kind. */
static bool next_header_line(struct reader *reader, const char *kind)
{
	if (landau_fields_next(&reader->fields) && landau_fields_word(&reader->fields, kind))
		return true;
	landau_fields_fail(&reader->fields, "a line that starts with '%s' is missing here", kind);
	return false;
}

static bool read_header(struct reader *reader)
{
	static const char *const cost_kinds[] = {"bb", "instr", "time"};
	struct landau_fields *fields = &reader->fields;
	struct landau_profile *profile = reader->builder.profile;
	uint32_t cell;

	if (!read_version(reader) || !next_header_line(reader, "cost"))
		return false;
	for (size_t i = 0; i < sizeof(cost_kinds) / sizeof(cost_kinds[0]); i++)
		if (landau_fields_word(fields, cost_kinds[i]))
			profile->cost_kind =
				landau_arena_string(reader->builder.arena, cost_kinds[i]);
	if (!profile->cost_kind)
		landau_fields_fail(fields, "the cost is not bb, instr or time");
	expect_over(reader);
	if (!next_header_line(reader, "cell"))
		return false;
	cell = landau_fields_small_number(fields, "the cell size");
	if (cell > 16 || (cell & (cell - 1)) || cell == 0)
		landau_fields_fail(fields, "the cell size is not 1, 2, 4, 8 or 16");
	profile->cell_bytes = cell;
	expect_over(reader);
	if (!next_header_line(reader, "contexts"))
		return false;
	profile->has_contexts = landau_fields_word(fields, "yes");
	if (!profile->has_contexts && !landau_fields_word(fields, "no"))
		landau_fields_fail(fields, "contexts is neither yes nor no");
	expect_over(reader);
	return !fields->failed;
}

/* Lines between the header and the end, except for points, which are the many. */
static void read_part(struct reader *reader)
{
	static const struct {
		const char *kind;
		void (*read)(struct reader *reader);
	} kinds[] = {
		{"record", read_record}, {"edge", read_edge},       {"routine", read_routine},
		{"thread", read_thread}, {"context", read_context}, {"run", read_run},
	};
	const char *line = reader->fields.at;

	if (line[0] == 'x' && line[1] == '-') { /* an extension, to be skipped: landau.data(5) */
		reader->fields.at = reader->fields.next - 1;
		return;
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (landau_fields_word(&reader->fields, kinds[i].kind)) {
			end_block(reader);
			kinds[i].read(reader);
			return;
		}
	landau_fields_fail(&reader->fields, "this kind of line is not known");
}

static void read_point(struct reader *reader, char kind)
{
	reader->fields.at++;
	if (kind == 't')
		read_trms(reader);
	else if (kind == 'r')
		read_rms(reader);
	else
		read_calls(reader);
}

static void read_end(struct reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	uint64_t lines = landau_fields_number(fields, "the number of lines");

	if (!fields->failed && lines != fields->line)
		landau_fields_fail(fields,
				   "the file should have %ju lines: some are missing or new",
				   (uintmax_t)lines);
	expect_over(reader);
	if (landau_fields_next(fields))
		landau_fields_fail(fields, "there is something behind the end line");
}

static void read_lines(struct reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_profile *profile = reader->builder.profile;
	bool ended = false;

	if (!read_header(reader))
		return;
	while (!ended && landau_fields_next(fields)) {
		char kind = fields->at[0];

		if ((kind == 't' || kind == 'r' || kind == 'c') && fields->at[1] == ' ') {
			read_point(reader, kind);
			expect_over(reader);
		} else if (landau_fields_word(fields, "end")) {
			end_block(reader);
			read_end(reader);
			ended = true;
		} else {
			read_part(reader);
			expect_over(reader);
		}
	}
	if (!ended)
		landau_fields_fail(fields, "the file ends without an end line: it is not whole");
	if (profile->run_count == 0)
		landau_fields_fail(fields, "there is no run in the file");
}

/* Takes the source of `fields`; the rest of the reader is empty. */
static struct landau_profile *read_profile(struct reader *reader)
{
	struct landau_profile *profile = NULL;

	if (!landau_builder_start(&reader->builder)) {
		landau_fields_no_memory(&reader->fields);
		landau_fields_finish(&reader->fields);
		return NULL;
	}
	read_lines(reader);
	/* Only now: finishing a large profile needs the memory. */
	landau_fields_finish(&reader->fields);
	landau_keys_free(&reader->threads);
	landau_keys_free(&reader->routines);
	landau_keys_free(&reader->contexts);
	free(reader->points);
	free(reader->costs);
	if (reader->fields.failed) {
		landau_builder_abandon(&reader->builder);
	} else {
		profile = landau_builder_finish(&reader->builder);
		if (!profile)
			landau_fields_no_memory(&reader->fields);
	}
	return profile;
}

struct landau_profile *landau_profile_parse(const char *text, size_t bytes, const char *name,
					    struct landau_error *error)
{
	struct reader reader = {0};

	*error = (struct landau_error){.file = name};
	landau_fields_start_memory(&reader.fields, text, bytes, error);
	return read_profile(&reader);
}

struct landau_profile *landau_profile_read(const char *path, struct landau_error *error)
{
	struct reader reader = {0};
	struct landau_profile *profile;
	bool standard_input = strcmp(path, "-") == 0;
	int descriptor = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);

	*error = (struct landau_error){.file = standard_input ? "standard input" : path};
	if (descriptor < 0) {
		snprintf(error->text, sizeof(error->text), "cannot be opened: %s", strerror(errno));
		return NULL;
	}
	landau_fields_start(&reader.fields, descriptor, error);
	profile = read_profile(&reader);
	if (!standard_input)
		close(descriptor);
	return profile;
}
