/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export/callgrind.c - a profile in the format of callgrind.out, for KCachegrind and
 * callgrind_annotate, as landau-export(1) describes it.
 *
 * Threads and calling contexts are summed. A routine's self cost stands at its lines if they were counted, with what is
 * inlined under its own file; else, and what is left, at the line where the routine is defined. Its calls stand there, too, unless it is known that
 * all of them are made from one line. The self costs, with what happened outside
 * of all routines, add up to the total cost of the program. In recursion a call has the cost of the
 * outermost activations only, as in the profile. Further costs that add up are events of their own; of them self costs are known, and not those of
 * calls.
 */
#include "cli/analysis/lines.h"
#include "cli/export/export.h"
#include "cli/print/json.h"
#include "cli/print/names.h"
#include "profile/format.h"

#include <stdlib.h>
#include <string.h>

/* Names are written once and then by number. */
struct names {
	uint32_t *numbers; /* for each routine */
	bool *written;     /* for each number */
};

struct output {
	FILE *stream;
	const struct landau_profile *profile;
	struct names objects;
	struct names files;
	bool *written;          /* names of routines, which are numbered as they are */
	uint32_t line_of_calls; /* that the routine makes */
};

static const char *object_of(const struct landau_routine *routine)
{
	return routine->object;
}

static const char *file_of(const struct landau_routine *routine)
{
	return routine->file;
}

typedef const char *string_of(const struct landau_routine *routine);

struct order {
	const struct landau_profile *profile;
	string_of *string;
};

static int compare(const void *first, const void *second, void *context)
{
	const struct order *order = context;
	const struct landau_routine *routines = order->profile->routines;

	return strcmp(order->string(&routines[*(const uint32_t *)first]),
		      order->string(&routines[*(const uint32_t *)second]));
}

/* Gives equal strings equal numbers, from 0; false: no memory. */
static bool number_names(struct names *names, const struct landau_profile *profile,
			 string_of *string)
{
	struct order order = {profile, string};
	size_t count = profile->routine_count;
	uint32_t *sorted = calloc(count + 1, sizeof(*sorted));
	uint32_t number = 0;

	names->numbers = calloc(count + 1, sizeof(*names->numbers));
	names->written = calloc(count + 1, sizeof(*names->written));
	if (!sorted || !names->numbers || !names->written) {
		free(sorted);
		return false;
	}
	for (size_t i = 0; i < count; i++)
		sorted[i] = (uint32_t)i;
	qsort_r(sorted, count, sizeof(*sorted), compare, &order);
	for (size_t i = 0; i < count; i++) {
		if (i > 0 && compare(&sorted[i - 1], &sorted[i], &order) != 0)
			number++;
		names->numbers[sorted[i]] = number;
	}
	free(sorted);
	return true;
}

static void print_name(FILE *stream, const char *key, uint32_t number, bool *written,
		       const char *name)
{
	/* Numbers from 1, as Callgrind's own. */
	fprintf(stream, "%s=(%u)", key, number + 1);
	if (!*written) {
		putc(' ', stream);
		landau_export_name(stream, *name ? name : "???", "", '?');
		*written = true;
	}
	putc('\n', stream);
}

static void print_object(struct output *output, const char *key, uint32_t routine)
{
	uint32_t number = output->objects.numbers[routine];

	print_name(output->stream, key, number, &output->objects.written[number],
		   output->profile->routines[routine].object);
}

static void print_file(struct output *output, const char *key, uint32_t routine)
{
	uint32_t number = output->files.numbers[routine];

	print_name(output->stream, key, number, &output->files.written[number],
		   output->profile->routines[routine].file);
}

static void print_routine_name(struct output *output, const char *key, uint32_t routine)
{
	print_name(output->stream, key, routine, &output->written[routine],
		   output->profile->routines[routine].name);
}

/* With the self costs of the routine, or of what is outside of all, in the order of the events. */
static void print_costs(const struct output *output, uint32_t line, uint64_t cost, uint32_t routine)
{
	fprintf(output->stream, "%u ", line);
	landau_json_number(output->stream, cost);
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++) {
		if (!landau_export_adds_up(output->profile, (enum landau_further)i))
			continue;
		putc(' ', output->stream);
		landau_json_number(output->stream, landau_export_self(output->profile, routine,
								      (enum landau_further)i));
	}
	putc('\n', output->stream);
}

static void print_cost(FILE *stream, uint32_t line, uint64_t cost)
{
	fprintf(stream, "%u ", line);
	landau_json_number(stream, cost);
	putc('\n', stream);
}

/*
 * The line of the routine's own file that all of its calls are made from: known where only one line has cost of what it called.
 * Otherwise the routine's first line.
 */
static uint32_t line_of_calls(const struct landau_profile *profile, uint32_t routine)
{
	const char *own_file = profile->routines[routine].file;
	uint32_t own_line = profile->routines[routine].line;
	uint32_t found = 0;
	size_t first, last;

	landau_profile_lines_of(profile, routine, &first, &last);
	for (size_t i = first; i < last; i++) {
		const char *file;
		uint32_t line;

		if (profile->lines[i].cost == profile->lines[i].self)
			continue;
		landau_line_place(&profile->lines[i], own_file, &file, &line);
		if (strcmp(file, own_file) != 0 || line == 0 || (found && found != line))
			return own_line;
		found = line;
	}
	return found ? found : own_line;
}

static void print_call(struct output *output, uint32_t caller, const struct landau_callee *callee)
{
	const struct landau_routine *routines = output->profile->routines;

	if (output->objects.numbers[callee->routine] != output->objects.numbers[caller])
		print_object(output, "cob", callee->routine);
	if (output->files.numbers[callee->routine] != output->files.numbers[caller])
		print_file(output, "cfi", callee->routine);
	print_routine_name(output, "cfn", callee->routine);
	fputs("calls=", output->stream);
	landau_json_number(output->stream, callee->calls);
	fprintf(output->stream, " %u\n", routines[callee->routine].line);
	print_cost(output->stream, output->line_of_calls, callee->cost);
}

/* What the lines of a file cost; returns the part of `left` that is left. Lines of one file stand together. */
static uint64_t print_lines(struct output *output, uint32_t routine, uint64_t left)
{
	const struct landau_profile *profile = output->profile;
	const char *file = profile->routines[routine].file;
	size_t first, last;

	landau_profile_lines_of(profile, routine, &first, &last);
	for (size_t i = first; i < last; i++) {
		const struct landau_line *line = &profile->lines[i];
		uint64_t self = line->self < left ? line->self : left;

		if (self == 0 || line->line == 0)
			continue;
		if (strcmp(line->file, file) == 0) {
			/* goes on */
		} else if (strcmp(line->file, profile->routines[routine].file) == 0) {
			print_file(output, "fe", routine);
			file = line->file;
		} else {
			fputs("fi=", output->stream);
			landau_export_name(output->stream, line->file, "", '?');
			putc('\n', output->stream);
			file = line->file;
		}
		print_cost(output->stream, line->line, self);
		left -= self;
	}
	if (strcmp(file, profile->routines[routine].file) != 0)
		print_file(output, "fe", routine);
	return left;
}

static bool print_routine(struct output *output, uint32_t routine)
{
	uint64_t left;
	struct landau_callee *callees;
	unsigned __int128 self = 0;
	size_t count;
	size_t first;
	size_t last;

	if (!landau_profile_callees(output->profile, routine, &callees, &count))
		return false;
	landau_profile_records_of(output->profile, routine, &first, &last);
	for (size_t i = first; i < last; i++)
		self += output->profile->records[i].self;
	putc('\n', output->stream);
	print_object(output, "ob", routine);
	print_file(output, "fl", routine);
	print_routine_name(output, "fn", routine);
	left = print_lines(output, routine, self < UINT64_MAX ? (uint64_t)self : UINT64_MAX);
	print_costs(output, output->profile->routines[routine].line, left, routine);
	output->line_of_calls = line_of_calls(output->profile, routine);
	for (size_t i = 0; i < count; i++)
		print_call(output, routine, &callees[i]);
	landau_callees_free(callees, count);
	return true;
}

static const char *event_title(const char *cost_kind)
{
	if (strcmp(cost_kind, "bb") == 0)
		return "Basic blocks";
	if (strcmp(cost_kind, "instr") == 0)
		return "Instructions";
	return strcmp(cost_kind, "time") == 0 ? "Clock ticks" : landau_cost_unit(cost_kind);
}

/* The main cost, and further ones behind it. */
static void print_events(struct output *output)
{
	const struct landau_profile *profile = output->profile;

	fprintf(output->stream, "positions: line\nevent: %s : %s\n", profile->cost_kind,
		event_title(profile->cost_kind));
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++) {
		const char *name = landau_further_name((enum landau_further)i);

		if (landau_export_adds_up(profile, (enum landau_further)i))
			fprintf(output->stream, "event: %s : %s\n", name, event_title(name));
	}
	fprintf(output->stream, "events: %s", profile->cost_kind);
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++)
		if (landau_export_adds_up(profile, (enum landau_further)i))
			fprintf(output->stream, " %s", landau_further_name((enum landau_further)i));
}

/* Of all events. */
static void print_totals(const struct output *output)
{
	const struct landau_profile *profile = output->profile;

	landau_json_number(output->stream, landau_export_total(profile));
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++) {
		if (!landau_export_adds_up(profile, (enum landau_further)i))
			continue;
		putc(' ', output->stream);
		landau_json_number(output->stream,
				   landau_export_further_total(profile, (enum landau_further)i));
	}
	putc('\n', output->stream);
}

static void print_head(struct output *output)
{
	const struct landau_profile *profile = output->profile;
	const struct landau_run *run = &profile->runs[0];
	FILE *stream = output->stream;

	fputs("# callgrind format\nversion: 1\ncreator: landau " LANDAU_VERSION "\ncmd:", stream);
	for (uint32_t i = 0; i < run->command_count; i++) {
		putc(' ', stream);
		landau_export_name(stream, run->command[i], "", '?');
	}
	if (run->command_count == 0) {
		putc(' ', stream);
		landau_export_name(stream, run->program, "", '?');
	}
	fprintf(stream, "\npart: 1\ndesc: Runs: %zu\ndesc: Threads: %zu, summed\n",
		profile->run_count, profile->thread_count);
	print_events(output);
	fputs("\nsummary: ", stream);
	print_totals(output);
}

static void print_outside(struct output *output)
{
	uint64_t outside = landau_export_outside(output->profile);

	bool there = outside > 0;

	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++)
		there = there || (landau_export_adds_up(output->profile, (enum landau_further)i) &&
				  landau_export_self(output->profile, LANDAU_NONE,
						     (enum landau_further)i) > 0);
	if (!there)
		return;
	fprintf(output->stream, "\nob=???\nfl=???\nfn=%s\n", landau_export_outside_name);
	print_costs(output, 0, outside, LANDAU_NONE);
}

static void free_names(struct names *names)
{
	free(names->numbers);
	free(names->written);
}

static bool write_callgrind(FILE *stream, const struct landau_export *export)
{
	const struct landau_profile *profile = export->profile;
	struct output output = {.stream = stream, .profile = profile};
	bool fine = true;

	output.written = calloc(profile->routine_count + 1, sizeof(*output.written));
	fine = output.written && number_names(&output.objects, profile, object_of) &&
	       number_names(&output.files, profile, file_of);
	if (fine)
		print_head(&output);
	for (uint32_t i = 0; fine && i < profile->routine_count; i++) {
		fine = print_routine(&output, i);
		landau_progress_step(export->progress, i + 1);
	}
	if (fine) {
		print_outside(&output);
		fputs("\ntotals: ", stream);
		print_totals(&output);
	}
	free(output.written);
	free_names(&output.objects);
	free_names(&output.files);
	return fine;
}

const struct landau_exporter landau_exporter_callgrind = {
	.name = "callgrind",
	.summary = "callgrind.out, for KCachegrind and callgrind_annotate",
	.write = write_callgrind,
};
