/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * read.c - reads landau.data(5).
 *
 * The lines are taken one by one; each is checked when it is read and added to a builder, which
 * brings everything in canonical order at the end. No line says how many of something will follow, so
 * there is no claim to believe.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profile/flows.h"
#include "profile/further.h"
#include "profile/lines.h"
#include "profile/reader.h"
#include "profile/totals.h"

/* -- References -------------------------------------------------------------------------------- */

/* The position of a part by its number in the file, 0 after an error. */
static uint32_t find(struct landau_reader *reader, const struct landau_keys *keys, uint32_t number,
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

uint32_t landau_reader_reference(struct landau_reader *reader, const struct landau_keys *keys,
				 const char *what)
{
	uint32_t number = landau_fields_small_number(&reader->fields, what);

	return find(reader, keys, number, what);
}

static uint32_t read_routine_reference(struct landau_reader *reader)
{
	return landau_reader_reference(reader, &reader->routines, "routine");
}

/* The context of a record or edge, which must be one of `routine`. */
static uint32_t read_context_reference(struct landau_reader *reader, uint32_t routine)
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
		landau_fields_fail(&reader->fields, "context %u belongs to another routine",
				   number);
	return position;
}

/* Notes the number by which lines below will refer to the part added last. */
static void note(struct landau_reader *reader, struct landau_keys *keys, uint32_t number,
		 size_t count, const char *what)
{
	if (reader->fields.failed)
		return;
	if (landau_keys_find(keys, number) != LANDAU_NONE)
		landau_fields_fail(&reader->fields, "%s %u is defined twice", what, number);
	else if (!landau_keys_add(keys, number, (uint32_t)count - 1))
		landau_fields_no_memory(&reader->fields);
}

/* -- The other lines --------------------------------------------------------------------------- */

static enum landau_exit_kind read_exit_kind(struct landau_reader *reader)
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

static void read_run(struct landau_reader *reader)
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

/* The size of the run above. */
static void read_run_size(struct landau_reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	const struct landau_profile *profile = reader->builder.profile;
	struct landau_run *run =
		profile->run_count > 0 ? &profile->runs[profile->run_count - 1] : NULL;

	if (!run || run->unit != LANDAU_RUN_UNSIZED) {
		landau_fields_fail(fields, "there is no run above this line, or it has a size");
		return;
	}
	for (unsigned unit = LANDAU_RUN_UNSIZED + 1; unit < LANDAU_RUN_UNITS; unit++)
		if (landau_fields_word(fields, landau_run_unit_name((enum landau_run_unit)unit))) {
			run->unit = (enum landau_run_unit)unit;
			break;
		}
	if (run->unit == LANDAU_RUN_UNSIZED)
		landau_fields_fail(fields, "the unit is not n, lines, bytes or threads");
	run->size = landau_fields_number(fields, "the size of the run");
}

static void read_totals(struct landau_reader *reader)
{
	struct landau_run_totals *totals = landau_builder_totals(&reader->builder);

	if (!totals) {
		landau_fields_no_memory(&reader->fields);
		return;
	}
	totals->routine = read_routine_reference(reader);
	landau_totals_read(&reader->fields, totals);
}

static void read_external(struct landau_reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_external *external = landau_builder_external(&reader->builder);
	uint32_t number;

	if (!external) {
		landau_fields_no_memory(fields);
		return;
	}
	number = landau_fields_small_number(fields, "the number of an external");
	external->kind = landau_fields_string(fields, reader->builder.arena, "its kind");
	external->name = landau_fields_string(fields, reader->builder.arena, "its name");
	note(reader, &reader->externals, number, reader->builder.profile->external_count,
	     "external");
}

/* The position of a part, or LANDAU_NONE where the line has "-". */
static uint32_t read_reference_or_none(struct landau_reader *reader, const struct landau_keys *keys,
				       const char *what)
{
	uint32_t number = landau_fields_index_or_none(&reader->fields, what);

	return number == LANDAU_NONE ? LANDAU_NONE : find(reader, keys, number, what);
}

static void read_flow(struct landau_reader *reader)
{
	struct landau_profile_flow *flow = landau_builder_flow(&reader->builder);

	if (!flow) {
		landau_fields_no_memory(&reader->fields);
		return;
	}
	flow->routine = read_routine_reference(reader);
	flow->thread = landau_reader_reference(reader, &reader->threads, "thread");
	flow->from_thread = read_reference_or_none(reader, &reader->threads, "thread");
	flow->from = flow->from_thread == LANDAU_NONE
			     ? read_reference_or_none(reader, &reader->externals, "external")
			     : read_reference_or_none(reader, &reader->routines, "routine");
	landau_flow_read(&reader->fields, reader->builder.arena, flow);
}

static void read_further(struct landau_reader *reader)
{
	struct landau_profile_further *further = landau_builder_further(&reader->builder);

	if (!further) {
		landau_fields_no_memory(&reader->fields);
		return;
	}
	further->cost = landau_further_read_name(&reader->fields, reader->builder.profile);
	further->routine = read_reference_or_none(reader, &reader->routines, "routine");
	further->thread = landau_reader_reference(reader, &reader->threads, "thread");
	further->context = read_reference_or_none(reader, &reader->contexts, "context");
	landau_further_read(&reader->fields, reader->builder.arena, further);
}

static void read_thread(struct landau_reader *reader)
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

static void read_routine(struct landau_reader *reader)
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

static void read_context(struct landau_reader *reader)
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

static void read_record(struct landau_reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_profile_record *record = landau_builder_record(&reader->builder);

	if (!record) {
		landau_fields_no_memory(fields);
		return;
	}
	record->routine = read_routine_reference(reader);
	record->thread = landau_reader_reference(reader, &reader->threads, "thread");
	record->context = read_context_reference(reader, record->routine);
	record->calls = landau_fields_number(fields, "calls");
	record->cost = landau_fields_number(fields, "cost");
	record->self = landau_fields_number(fields, "self");
	record->rms_differs = landau_fields_word(fields, "differs");
	if (!record->rms_differs && !landau_fields_word(fields, "same"))
		landau_fields_fail(fields, "a record must end in 'same' or 'differs'");
	landau_reader_begin_block(reader, LANDAU_RECORD_BLOCK);
}

static void read_edge(struct landau_reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_profile_edge *edge = landau_builder_edge(&reader->builder);

	if (!edge) {
		landau_fields_no_memory(fields);
		return;
	}
	edge->caller = read_routine_reference(reader);
	edge->callee = read_routine_reference(reader);
	edge->thread = landau_reader_reference(reader, &reader->threads, "thread");
	edge->caller_context = read_context_reference(reader, edge->caller);
	edge->callee_context = read_context_reference(reader, edge->callee);
	edge->calls = landau_fields_number(fields, "calls");
	edge->cost = landau_fields_number(fields, "cost");
	landau_reader_begin_block(reader, LANDAU_EDGE_BLOCK);
}

/* -- The file ---------------------------------------------------------------------------------- */

static void expect_over(struct landau_reader *reader)
{
	if (!reader->fields.failed && !landau_fields_over(&reader->fields))
		landau_fields_fail(&reader->fields, "the line has too many fields");
}

static bool read_version(struct landau_reader *reader)
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
static bool next_header_line(struct landau_reader *reader, const char *kind)
{
	if (landau_fields_next(&reader->fields) && landau_fields_word(&reader->fields, kind))
		return true;
	landau_fields_fail(&reader->fields, "a line that starts with '%s' is missing here", kind);
	return false;
}

static bool read_header(struct landau_reader *reader)
{
	static const char *const cost_kinds[] = {"bb", "instr", "time"};
	struct landau_fields *fields = &reader->fields;
	struct landau_profile *profile = reader->builder.profile;
	size_t kind = 0;
	uint32_t cell;

	if (!read_version(reader) || !next_header_line(reader, "cost"))
		return false;
	while (kind < sizeof(cost_kinds) / sizeof(cost_kinds[0]) &&
	       !landau_fields_word(fields, cost_kinds[kind]))
		kind++;
	if (kind == sizeof(cost_kinds) / sizeof(cost_kinds[0])) {
		landau_fields_fail(fields, "the cost is not bb, instr or time");
		return false;
	}
	profile->cost_kind = landau_arena_string(reader->builder.arena, cost_kinds[kind]);
	if (!profile->cost_kind)
		landau_fields_no_memory(fields);
	expect_over(reader);
	if (!next_header_line(reader, "cell"))
		return false;
	cell = landau_fields_small_number(fields, "the cell size");
	if (cell > 16 || (cell & (cell - 1)) || cell == 0)
		landau_fields_fail(fields, "the cell size is not 1, 2, 4, 8 or 16");
	profile->cell_bytes = cell;
	profile->rms_only = landau_fields_word(fields, "rms");
	expect_over(reader);
	if (!next_header_line(reader, "contexts"))
		return false;
	profile->has_contexts = landau_fields_word(fields, "yes");
	if (!profile->has_contexts && !landau_fields_word(fields, "no"))
		landau_fields_fail(fields, "contexts is neither yes nor no");
	expect_over(reader);
	profile->allocators = landau_arena_string(reader->builder.arena, "");
	if (!profile->allocators)
		landau_fields_no_memory(fields);
	return !fields->failed;
}

static void read_further_names(struct landau_reader *reader)
{
	landau_further_read_names(&reader->fields, reader->builder.profile);
}

/* Behind the header, or not at all. */
static void read_allocator(struct landau_reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_profile *profile = reader->builder.profile;

	if (profile->opaque_allocators)
		landau_fields_fail(fields, "the profile has two allocator lines");
	else if (profile->run_count > 0)
		landau_fields_fail(fields, "the allocator line must be above all runs");
	else if (!landau_fields_word(fields, "opaque"))
		landau_fields_fail(fields, "the allocator line must say opaque");
	profile->opaque_allocators = true;
	if (!fields->failed && !landau_fields_over(fields))
		profile->allocators =
			landau_fields_string(fields, reader->builder.arena, "an allocator");
}

static void read_files(struct landau_reader *reader)
{
	struct landau_profile *profile = reader->builder.profile;

	if (profile->distinct_files || profile->run_count > 0)
		landau_fields_fail(&reader->fields, "the only x-files line must be above all runs");
	else if (!landau_fields_word(&reader->fields, "distinct"))
		landau_fields_fail(&reader->fields, "the x-files line must say distinct");
	profile->distinct_files = true;
}

/*
 * Lines between the header and the end, except for points, which are the many. Extensions (landau.data(5)) stand anywhere, between
 * the points of a block too, and those that are not known are skipped.
 */
static void read_part(struct landau_reader *reader)
{
	static const struct {
		const char *kind;
		void (*read)(struct landau_reader *reader);
	} kinds[] = {
		{"record", read_record},
		{"edge", read_edge},
		{"routine", read_routine},
		{"thread", read_thread},
		{"context", read_context},
		{"run", read_run},
		{"allocator", read_allocator},
		{"x-line", landau_reader_line},
		{"x-loop", landau_reader_loop},
		{"x-runs", read_totals},
		{"x-curve", landau_reader_curve},
		{"x-called", landau_reader_called},
		{"x-steps", landau_reader_steps},
		{"x-external", read_external},
		{"x-flow", read_flow},
		{"x-cost", read_further},
		{"x-costs", read_further_names},
		{"x-size", read_run_size},
		{"x-files", read_files},
	};
	const char *line = reader->fields.at;
	bool is_extension = line[0] == 'x' && line[1] == '-';

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (landau_fields_word(&reader->fields, kinds[i].kind)) {
			if (!is_extension)
				landau_reader_end_block(reader);
			kinds[i].read(reader);
			return;
		}
	if (is_extension)
		reader->fields.at = reader->fields.next - 1;
	else
		landau_fields_fail(&reader->fields, "this kind of line is not known");
}

static void read_end(struct landau_reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	uint64_t lines = landau_fields_number(fields, "the number of lines");

	if (!fields->failed && lines != fields->line)
		landau_fields_fail(fields,
				   "the file should have %ju lines: some are missing or were added",
				   (uintmax_t)lines);
	expect_over(reader);
	if (landau_fields_next(fields))
		landau_fields_fail(fields, "there is text after the end line");
}

static void read_lines(struct landau_reader *reader)
{
	struct landau_fields *fields = &reader->fields;
	struct landau_profile *profile = reader->builder.profile;
	bool ended = false;

	if (!read_header(reader))
		return;
	while (!ended && landau_fields_next(fields)) {
		char kind = fields->at[0];

		if ((kind == 't' || kind == 'r' || kind == 'c') && fields->at[1] == ' ') {
			landau_reader_point(reader, kind);
			expect_over(reader);
		} else if (landau_fields_word(fields, "end")) {
			landau_reader_end_block(reader);
			read_end(reader);
			ended = true;
		} else {
			read_part(reader);
			expect_over(reader);
		}
	}
	if (!ended)
		landau_fields_fail(fields, "the file ends without an end line: it is incomplete");
	if (profile->run_count == 0)
		landau_fields_fail(fields, "there is no run in the file");
}

/* Takes the source of `fields`; the rest of the reader is empty. */
static struct landau_profile *read_profile(struct landau_reader *reader)
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
	landau_keys_free(&reader->externals);
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
	struct landau_reader reader = {0};

	*error = (struct landau_error){.file = name};
	landau_fields_start_memory(&reader.fields, text, bytes, error);
	return read_profile(&reader);
}

struct landau_profile *landau_profile_read(const char *path, struct landau_error *error)
{
	struct landau_reader reader = {0};
	struct landau_profile *profile;
	bool standard_input = strcmp(path, "-") == 0;
	int descriptor = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);

	*error = (struct landau_error){.file = standard_input ? "standard input" : path};
	if (descriptor < 0) {
		snprintf(error->text, sizeof(error->text), "cannot be opened: %s%s",
			 strerror(errno), errno == ENOENT ? "; 'landau record' writes one" : "");
		return NULL;
	}
	landau_fields_start(&reader.fields, descriptor, error);
	profile = read_profile(&reader);
	if (!standard_input)
		close(descriptor);
	return profile;
}
