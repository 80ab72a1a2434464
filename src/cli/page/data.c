/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/data.c - a profile as the page reads it; see page/data.h.
 *
 * The blocks of the routines are made first, since the header says how long each is and what the model
 * makes of it. The header is JSON, in columns: the page parses ten thousand routines in a moment.
 */
#include "cli/page/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analysis/startup.h"
#include "cli/page/block.h"
#include "cli/page/curves.h"
#include "cli/page/flows.h"
#include "cli/page/lines.h"
#include "cli/page/notes.h"
#include "cli/page/outlook.h"
#include "cli/print/json.h"

enum { MOST_SOURCE_BYTES = 4 << 20 };

/* Strings that repeat, each once and sorted, so that a routine names one by its number. */
struct names {
	const char **strings;
	size_t count;
};

struct page {
	const struct landau_profile *profile;
	const struct landau_page_options *options;
	struct landau_page_routine *routines;
	struct landau_page_fit *fits;
	struct landau_page_edges edges;
	struct names objects;
	struct names files;
	struct landau_page_outlook outlook;
	FILE *json;
};

/* -- Names ------------------------------------------------------------------------------------- */

static int compare_strings(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool make_unique(struct names *names, const char **strings, size_t count)
{
	names->strings = strings;
	if (!strings)
		return false;
	qsort(strings, count, sizeof(*strings), compare_strings);
	for (size_t i = 0; i < count; i++)
		if (i == 0 || strcmp(strings[i], strings[names->count - 1]) != 0)
			strings[names->count++] = strings[i];
	return true;
}

static bool collect_names(struct page *page)
{
	const struct landau_profile *profile = page->profile;
	size_t count = profile->routine_count;
	const char **objects = calloc(count + 1, sizeof(*objects));
	const char **files = calloc(count + 1, sizeof(*files));

	for (size_t i = 0; objects && files && i < count; i++) {
		objects[i] = profile->routines[i].object;
		files[i] = profile->routines[i].file;
	}
	/* Both are owned by the page from here on, also where one is missing. */
	bool fine = objects && files;

	fine = make_unique(&page->objects, objects, fine ? count : 0) && fine;
	return make_unique(&page->files, files, fine ? count : 0) && fine;
}

static size_t number_of(const struct names *names, const char *string)
{
	const char **found =
		bsearch(&string, names->strings, names->count, sizeof(string), compare_strings);

	return (size_t)(found - names->strings);
}

/* -- Columns ----------------------------------------------------------------------------------- */

/* Prints the i-th value of a column. */
typedef void print_value(const struct page *page, size_t i);

static void print_column(const struct page *page, const char *name, size_t count,
			 print_value *print)
{
	fprintf(page->json, "\"%s\":[", name);
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			putc(',', page->json);
		print(page, i);
	}
	putc(']', page->json);
}

#define STRING_COLUMN(function, value)                                                             \
	static void function(const struct page *page, size_t i)                                    \
	{                                                                                          \
		landau_json_string(page->json, value);                                             \
	}

#define NUMBER_COLUMN(function, value)                                                             \
	static void function(const struct page *page, size_t i)                                    \
	{                                                                                          \
		landau_json_number(page->json, value);                                             \
	}

#define REAL_COLUMN(function, value)                                                               \
	static void function(const struct page *page, size_t i)                                    \
	{                                                                                          \
		landau_json_real(page->json, value);                                               \
	}

STRING_COLUMN(object_name, page->objects.strings[i])
STRING_COLUMN(file_name, page->files.strings[i])

NUMBER_COLUMN(thread_id, page->profile->threads[i].id)
STRING_COLUMN(thread_name, page->profile->threads[i].name)
NUMBER_COLUMN(thread_cost, page->profile->threads[i].cost)
NUMBER_COLUMN(thread_thread_input, page->profile->threads[i].thread_input)
NUMBER_COLUMN(thread_external_input, page->profile->threads[i].external_input)

STRING_COLUMN(routine_name, page->profile->routines[i].name)
NUMBER_COLUMN(routine_object, number_of(&page->objects, page->profile->routines[i].object))
NUMBER_COLUMN(routine_file, number_of(&page->files, page->profile->routines[i].file))
NUMBER_COLUMN(routine_line, page->profile->routines[i].line)
NUMBER_COLUMN(routine_calls, page->routines[i].calls)
NUMBER_COLUMN(routine_cost, page->routines[i].cost)
NUMBER_COLUMN(routine_self, page->routines[i].self)
NUMBER_COLUMN(routine_points, page->routines[i].points)
NUMBER_COLUMN(routine_rms_points, page->routines[i].rms_points)
REAL_COLUMN(routine_richness, page->routines[i].measures.richness)
REAL_COLUMN(routine_input_volume, page->routines[i].measures.input_volume)
REAL_COLUMN(routine_thread_input, page->routines[i].measures.thread_input)
REAL_COLUMN(routine_external_input, page->routines[i].measures.external_input)
NUMBER_COLUMN(routine_bytes, page->routines[i].bytes)
NUMBER_COLUMN(routine_rank, page->outlook.ranks[i])
REAL_COLUMN(routine_predicted, page->outlook.predicted[i])
NUMBER_COLUMN(routine_startup, landau_is_startup(&page->profile->routines[i]))

NUMBER_COLUMN(edge_caller, page->edges.edges[i].caller)
NUMBER_COLUMN(edge_callee, page->edges.edges[i].callee)
NUMBER_COLUMN(edge_calls, page->edges.edges[i].calls)
NUMBER_COLUMN(edge_cost, page->edges.edges[i].cost)
NUMBER_COLUMN(edge_growth, page->edges.edges[i].model->growth)
STRING_COLUMN(edge_formula, page->edges.edges[i].model->formula)
NUMBER_COLUMN(edge_statement, page->edges.edges[i].model->statement)
NUMBER_COLUMN(edge_open, page->edges.edges[i].model->open)

static void edge_text(const struct page *page, size_t i)
{
	char text[LANDAU_STATEMENT_BYTES];

	landau_model_statement_text(page->edges.edges[i].model, text);
	landau_json_string(page->json, text);
}

NUMBER_COLUMN(context_routine, page->profile->contexts[i].routine)

/* -1 at a root. */
static void context_parent(const struct page *page, size_t i)
{
	uint32_t parent = page->profile->contexts[i].parent;

	fprintf(page->json, "%ld", parent == LANDAU_NONE ? -1L : (long)parent);
}

/* The numbers of the threads that ran the routine; its records stand together by thread. */
static void routine_threads(const struct page *page, size_t i)
{
	const struct landau_profile *profile = page->profile;
	size_t first;
	size_t last;

	landau_profile_records_of(profile, (uint32_t)i, &first, &last);
	putc('[', page->json);
	for (size_t k = first; k < last; k++) {
		if (k > first && profile->records[k - 1].thread == profile->records[k].thread)
			continue;
		if (k > first)
			putc(',', page->json);
		landau_json_number(page->json, profile->records[k].thread);
	}
	putc(']', page->json);
}

/* As PackedModel in viewer/src/data/profile.ts says. */
static void print_model(FILE *stream, const struct landau_model *model)
{
	char statement[LANDAU_STATEMENT_BYTES];
	const double reals[] = {
		model->power_low,
		model->power_high,
		model->exponent,
		model->exponent_low,
		model->exponent_high,
		model->constant,
		model->linear,
		model->leading,
		model->shift,
		model->base,
		model->scatter,
		model->reach,
		model->smallest,
		model->largest,
		(double)model->sizes,
		model->covariance[0][0],
		model->covariance[0][1],
		model->covariance[0][2],
		model->covariance[1][1],
		model->covariance[1][2],
		model->covariance[2][2],
	};

	fprintf(stream, "[%d,%d,%d,%d,", (int)model->growth, (int)model->best_guess,
		(int)model->runner_up, (int)model->verdict);
	landau_json_string(stream, model->formula);
	landau_model_statement_text(model, statement);
	fprintf(stream, ",%d,%u,", (int)model->statement, model->open);
	landau_json_string(stream, statement);
	putc(',', stream);
	landau_json_string(stream, model->reason);
	for (size_t i = 0; i < sizeof(reals) / sizeof(reals[0]); i++) {
		putc(',', stream);
		landau_json_real(stream, reals[i]);
	}
	putc(']', stream);
}

static void routine_worst(const struct page *page, size_t i)
{
	print_model(page->json, &page->fits[i].worst);
}

/* 0, or the number of runs, the statement's strength of the cost of all calls, and three statements in words. */
static void routine_by_run(const struct page *page, size_t i)
{
	const struct landau_page_fit *fit = &page->fits[i];

	if (fit->by_run_count == 0) {
		putc('0', page->json);
		return;
	}
	fprintf(page->json, "[%zu,%d", fit->by_run_count,
		(int)fit->by_run[LANDAU_BY_RUN_COST].statement);
	for (int kind = 0; kind < LANDAU_BY_RUN_KINDS; kind++) {
		char text[LANDAU_STATEMENT_BYTES];

		landau_model_statement_text(&fit->by_run[kind], text);
		putc(',', page->json);
		landau_json_string(page->json, text);
	}
	putc(']', page->json);
}

/* 0 where calls as a whole are told of. */
static void routine_within(const struct page *page, size_t i)
{
	if (page->outlook.within[i])
		print_model(page->json, page->outlook.within[i]);
	else
		putc('0', page->json);
}

static void routine_mean(const struct page *page, size_t i)
{
	print_model(page->json, &page->fits[i].mean);
}

struct column {
	const char *name;
	print_value *print;
};

static void print_columns(const struct page *page, const char *name, size_t count,
			  const struct column *columns, size_t column_count)
{
	fprintf(page->json, ",\"%s\":{", name);
	for (size_t i = 0; i < column_count; i++) {
		if (i > 0)
			putc(',', page->json);
		print_column(page, columns[i].name, count, columns[i].print);
	}
	putc('}', page->json);
}

#define PRINT_COLUMNS(page, name, count, columns)                                                  \
	print_columns(page, name, count, columns, sizeof(columns) / sizeof((columns)[0]))

/* -- Head -------------------------------------------------------------------------------------- */

static void print_runs(const struct page *page)
{
	fputs(",\"runs\":[", page->json);
	for (size_t i = 0; i < page->profile->run_count; i++) {
		const struct landau_run *run = &page->profile->runs[i];

		fprintf(page->json, "%s{\"program\":", i > 0 ? "," : "");
		landau_json_string(page->json, run->program);
		fputs(",\"command\":[", page->json);
		for (uint32_t k = 0; k < run->command_count; k++) {
			if (k > 0)
				putc(',', page->json);
			landau_json_string(page->json, run->command[k]);
		}
		fputs("],\"engine\":", page->json);
		landau_json_string(page->json, run->engine);
		fprintf(page->json, ",\"exit\":{\"kind\":\"%s\",\"code\":%d}}",
			landau_exit_kind_name(run->exit_kind), run->exit_code);
	}
	putc(']', page->json);
}

static uint64_t add(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

static void print_totals(const struct page *page)
{
	const struct landau_profile *profile = page->profile;
	uint64_t totals[4] = {0};
	static const char *const names[] = {"cost", "calls", "thread_input", "external_input"};

	for (size_t i = 0; i < profile->thread_count; i++) {
		totals[0] = add(totals[0], profile->threads[i].cost);
		totals[2] = add(totals[2], profile->threads[i].thread_input);
		totals[3] = add(totals[3], profile->threads[i].external_input);
	}
	for (size_t i = 0; i < profile->record_count; i++)
		totals[1] = add(totals[1], profile->records[i].calls);
	for (size_t i = 0; i < 4; i++) {
		fprintf(page->json, "%s\"%s\":", i > 0 ? "," : ",\"totals\":{", names[i]);
		landau_json_number(page->json, totals[i]);
	}
	putc('}', page->json);
}

static bool print_head(const struct page *page)
{
	const struct landau_profile *profile = page->profile;

	fputs("{\"format\":1,\"label\":", page->json);
	landau_json_string(page->json, page->options->label);
	fputs(",\"program\":", page->json);
	landau_json_string(page->json, profile->run_count > 0 ? profile->runs[0].program : "");
	fputs(",\"cost\":", page->json);
	landau_json_string(page->json, profile->cost_kind);
	fprintf(page->json, ",\"cell\":%u", profile->cell_bytes);
	print_runs(page);
	print_totals(page);
	landau_page_print_curves(profile, page->json);
	return landau_page_print_outlook(&page->outlook, page->json) &&
	       landau_page_print_notes(profile, page->fits, page->json);
}

/* -- Source ------------------------------------------------------------------------------------ */

struct ranked {
	uint32_t routine;
	uint64_t cost;
};

static int compare_cost(const void *a, const void *b)
{
	const struct ranked *first = a;
	const struct ranked *second = b;

	if (first->cost != second->cost)
		return first->cost < second->cost ? 1 : -1;
	return first->routine < second->routine ? -1 : first->routine > second->routine;
}

/* The most expensive routines first, until there is enough; three columns in one walk. */
static bool print_sources(const struct page *page)
{
	const struct landau_profile *profile = page->profile;
	size_t count = page->options->without_source ? 0 : profile->routine_count;
	struct ranked *order = calloc(count + 1, sizeof(*order));
	struct landau_sources sources = {0};
	char *texts[3] = {0};
	size_t lengths[3] = {0};
	FILE *streams[3] = {0};
	size_t taken = 0;
	size_t used = 0;
	bool fine =
		order && landau_sources_start(&sources, &page->options->places, page->files.count);

	for (int i = 0; i < 3; i++) {
		streams[i] = open_memstream(&texts[i], &lengths[i]);
		fine = fine && streams[i];
	}
	for (size_t i = 0; fine && i < count; i++)
		order[i] = (struct ranked){(uint32_t)i, page->routines[i].cost};
	if (fine)
		qsort(order, count, sizeof(*order), compare_cost);
	for (size_t i = 0; fine && i < count && used < MOST_SOURCE_BYTES; i++) {
		const struct landau_routine *routine = &profile->routines[order[i].routine];
		struct landau_page_range range = landau_page_range_of(profile, order[i].routine);
		struct landau_excerpt excerpt;
		char *text;

		if (!landau_source_excerpt(&sources, number_of(&page->files, routine->file),
					   routine->file, routine->line, range.first, range.last,
					   &excerpt))
			continue;
		text = strndup(excerpt.text, excerpt.length);
		fine = text != NULL;
		if (!fine)
			break;
		for (int k = 0; taken > 0 && k < 3; k++)
			putc(',', streams[k]);
		landau_json_number(streams[0], order[i].routine);
		landau_json_number(streams[1], excerpt.first_line);
		landau_json_string(streams[2], text);
		used += excerpt.length;
		taken++;
		free(text);
	}
	for (int i = 0; i < 3; i++)
		fine = (!streams[i] || fclose(streams[i]) == 0) && fine;
	if (fine)
		fprintf(page->json, ",\"sources\":{\"routine\":[%s],\"line\":[%s],\"text\":[%s]}",
			texts[0], texts[1], texts[2]);
	for (int i = 0; i < 3; i++)
		free(texts[i]);
	landau_sources_free(&sources);
	free(order);
	return fine;
}

/* -- The whole --------------------------------------------------------------------------------- */

static bool print_header(const struct page *page)
{
	static const struct column threads[] = {
		{"id", thread_id},
		{"name", thread_name},
		{"cost", thread_cost},
		{"thread_input", thread_thread_input},
		{"external_input", thread_external_input},
	};
	static const struct column routines[] = {
		{"name", routine_name},
		{"object", routine_object},
		{"file", routine_file},
		{"line", routine_line},
		{"calls", routine_calls},
		{"cost", routine_cost},
		{"self", routine_self},
		{"points", routine_points},
		{"rms_points", routine_rms_points},
		{"richness", routine_richness},
		{"input_volume", routine_input_volume},
		{"thread_input", routine_thread_input},
		{"external_input", routine_external_input},
		{"threads", routine_threads},
		{"bytes", routine_bytes},
		{"rank", routine_rank},
		{"predicted", routine_predicted},
		{"startup", routine_startup},
		{"worst", routine_worst},
		{"mean", routine_mean},
		{"within", routine_within},
		{"by_run", routine_by_run},
	};
	static const struct column edges[] = {
		{"caller", edge_caller}, {"callee", edge_callee},       {"calls", edge_calls},
		{"cost", edge_cost},     {"growth", edge_growth},       {"formula", edge_formula},
		{"open", edge_open},     {"statement", edge_statement}, {"text", edge_text},
	};
	static const struct column contexts[] = {
		{"parent", context_parent},
		{"routine", context_routine},
	};
	const struct landau_profile *profile = page->profile;

	if (!print_head(page))
		return false;
	putc(',', page->json);
	print_column(page, "objects", page->objects.count, object_name);
	putc(',', page->json);
	print_column(page, "files", page->files.count, file_name);
	PRINT_COLUMNS(page, "threads", profile->thread_count, threads);
	PRINT_COLUMNS(page, "routines", profile->routine_count, routines);
	PRINT_COLUMNS(page, "edges", page->edges.count, edges);
	if (profile->has_contexts)
		PRINT_COLUMNS(page, "contexts", profile->context_count, contexts);
	else
		fputs(",\"contexts\":null", page->json);
	if (!landau_page_print_flows(profile, page->json) || !print_sources(page) ||
	    !landau_page_print_lines(profile, page->json))
		return false;
	putc('}', page->json);
	return true;
}

static bool put_all(struct page *page, struct landau_bytes *blocks, struct landau_bytes *bytes)
{
	size_t count = page->profile->routine_count;
	char *header = NULL;
	size_t length = 0;
	bool fine;

	for (size_t i = 0; i < count; i++)
		if (!landau_page_block(page->profile, (uint32_t)i, &page->fits[i],
				       &page->routines[i], &page->edges, blocks))
			return false;
	if (!landau_page_outlook_of(page->profile, page->routines, page->fits, &page->outlook))
		return false;
	page->json = open_memstream(&header, &length);
	if (!page->json)
		return false;
	fine = print_header(page);
	fine = fclose(page->json) == 0 && fine && length <= UINT32_MAX;
	if (fine) {
		unsigned char start[8] = {'L', 'D', 'P', '1'};

		for (int i = 0; i < 4; i++)
			start[4 + i] = (unsigned char)(length >> 8 * i);
		landau_bytes_put(bytes, start, sizeof(start));
		landau_bytes_put(bytes, header, length);
		landau_bytes_put(bytes, blocks->data, blocks->count);
	}
	free(header);
	return fine && !bytes->failed;
}

bool landau_page_data(const struct landau_profile *profile,
		      const struct landau_page_options *options, struct landau_bytes *bytes)
{
	struct page page = {.profile = profile, .options = options};
	struct landau_bytes blocks = {0};
	struct landau_page_routine *routines =
		calloc(profile->routine_count + 1, sizeof(*routines));
	bool fine;

	page.routines = routines;
	page.fits = landau_page_fits(profile);
	fine = collect_names(&page) && routines && page.fits && put_all(&page, &blocks, bytes);
	landau_bytes_free(&blocks);
	landau_page_outlook_free(&page.outlook);
	free(routines);
	landau_page_fits_free(page.fits, profile->routine_count);
	free(page.edges.edges);
	free(page.objects.strings);
	free(page.files.strings);
	return fine;
}
