/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flows.c - landau flows: who feeds whom.
 *
 * Between threads and from outside, induced reads are counted: each cell once each time that it was written. Between routines,
 * what a routine has read itself, so that nobody stands there for what others have read that they called.
 */
#include "cli/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/analysis/feeds.h"
#include "cli/analysis/load.h"
#include "cli/analysis/purpose.h"
#include "cli/options.h"
#include "cli/print/json.h"
#include "cli/print/names.h"
#include "cli/print/terminal.h"
#include "core/saturate.h"

enum { NAME_COLUMNS = 30, NAME_BYTES = 256, WIDEST_MATRIX = 12 };

struct flows {
	const struct landau_profile *profile;
	uint64_t *matrix;   /* [reader * threads + writer]: induced reads */
	uint64_t *consumed; /* by external: induced reads; the last: of what is not known */
	struct landau_feed *feeds;
	size_t feed_count;
	size_t top;
	bool all;
	/* What routines have read themselves of each purpose; of what is no data only if it is not among the rest. */
	uint64_t apart[LANDAU_PURPOSES];
};

static void print_help(void)
{
	puts("usage: landau flows [OPTIONS] [FILE...]\n");
	puts("Who feeds whom, in a profile that was recorded with sources (landau.data by");
	puts("default): thread to thread, files and sockets by bytes, and routine to routine,");
	puts("the heaviest first.\n");
	puts("      --top=N  show so many routines (20)");
	puts("      --all    with what goes through locks and atomics, start-up, and what");
	puts("               allocators keep");
	puts("      --csv    the matrix of threads: one row a reader, one column a writer");
	puts("      --dot    the routines as a graph for Graphviz");
	puts("      --json   for programs");
	puts("  -h, --help   this text");
}

/* Leaves out the feeds that are no data and those of which the routine reads nothing itself. */
static void choose_feeds(struct flows *flows)
{
	size_t used = 0;

	for (size_t i = 0; i < flows->feed_count; i++) {
		const struct landau_feed *feed = &flows->feeds[i];
		enum landau_purpose purpose = landau_purpose_between(flows->profile, feed->routine,
								     feed->from_thread, feed->from);

		if (feed->self == 0)
			continue;
		if (flows->all || purpose == LANDAU_PURPOSE_DATA)
			flows->feeds[used++] = *feed;
		else
			flows->apart[purpose] = landau_add(flows->apart[purpose], feed->self);
	}
	flows->feed_count = used;
}

static bool collect(struct flows *flows)
{
	const struct landau_profile *profile = flows->profile;
	size_t threads = profile->thread_count;

	flows->matrix = calloc(threads * threads + 1, sizeof(*flows->matrix));
	flows->consumed = calloc(profile->external_count + 1, sizeof(*flows->consumed));
	if (!flows->matrix || !flows->consumed ||
	    !landau_feeds_of(profile, LANDAU_NONE, false, &flows->feeds, &flows->feed_count))
		return false;
	for (size_t i = 0; i < profile->flow_count; i++) {
		const struct landau_profile_flow *flow = &profile->flows[i];
		uint64_t *sum = &flows->consumed[flow->from == LANDAU_NONE ? profile->external_count
									   : flow->from];

		if (!flows->all && landau_purpose_of(profile, flow) != LANDAU_PURPOSE_DATA)
			continue;
		if (flow->from_thread != LANDAU_NONE)
			sum = &flows->matrix[flow->thread * threads + flow->from_thread];
		*sum = landau_add(*sum, flow->induced);
	}
	choose_feeds(flows);
	return true;
}

/* -- Text --------------------------------------------------------------------------------------- */

static bool has_writer(const struct flows *flows, size_t thread)
{
	size_t threads = flows->profile->thread_count;

	for (size_t i = 0; i < threads; i++)
		if (flows->matrix[i * threads + thread] || flows->matrix[thread * threads + i])
			return true;
	return false;
}

static void print_matrix(const struct flows *flows)
{
	const struct landau_profile *profile = flows->profile;
	size_t threads = profile->thread_count;
	size_t shown = 0;
	char number[16];

	for (size_t i = 0; i < threads; i++)
		shown += has_writer(flows, i);
	if (shown == 0) {
		puts("no thread has read what another one wrote");
		return;
	}
	if (shown > WIDEST_MATRIX) {
		printf("%zu threads have read what others wrote: --csv shows the matrix\n", shown);
		return;
	}
	printf("cells read of what other threads wrote\n%12s", "reader\\writer");
	for (size_t i = 0; i < threads; i++)
		if (has_writer(flows, i))
			printf(" %7" PRIu32, profile->threads[i].id);
	putchar('\n');
	for (size_t i = 0; i < threads; i++) {
		if (!has_writer(flows, i))
			continue;
		printf("%13" PRIu32, profile->threads[i].id);
		for (size_t j = 0; j < threads; j++) {
			landau_short_number((double)flows->matrix[i * threads + j], number,
					    sizeof(number));
			if (has_writer(flows, j))
				printf(" %7s", flows->matrix[i * threads + j] ? number : ".");
		}
		fputs("  ", stdout);
		landau_print_plain(stdout, profile->threads[i].name);
		putchar('\n');
	}
}

struct consumed {
	uint32_t external;
	uint64_t cells;
};

static int compare_consumed(const void *first, const void *second)
{
	const struct consumed *a = first;
	const struct consumed *b = second;

	if (a->cells != b->cells)
		return a->cells < b->cells ? 1 : -1;
	return (a->external > b->external) - (a->external < b->external);
}

/* Files, sockets and the like, those of which most was consumed first; *count of them were. */
static struct consumed *sort_consumed(const struct flows *flows, size_t *count)
{
	const struct landau_profile *profile = flows->profile;
	struct consumed *all = calloc(profile->external_count + 1, sizeof(*all));

	*count = 0;
	for (uint32_t i = 0; all && i < profile->external_count; i++)
		if (flows->consumed[i])
			all[(*count)++] = (struct consumed){i, flows->consumed[i]};
	if (*count > 0)
		qsort(all, *count, sizeof(*all), compare_consumed);
	return all;
}

static bool print_consumed(const struct flows *flows)
{
	const struct landau_profile *profile = flows->profile;
	size_t count;
	struct consumed *all = sort_consumed(flows, &count);
	char number[16];

	if (!all)
		return false;
	if (count > 0)
		printf("\n%8s  from outside\n", "bytes");
	for (size_t i = 0; i < count && i < flows->top; i++) {
		const struct landau_external *external = &profile->externals[all[i].external];

		landau_short_number((double)all[i].cells * profile->cell_bytes, number,
				    sizeof(number));
		printf("%8s  ", number);
		landau_print_plain(stdout, external->kind);
		putchar(' ');
		landau_print_plain(stdout, external->name);
		putchar('\n');
	}
	if (count > flows->top)
		printf("%10s%zu more: --top\n", "", count - flows->top);
	free(all);
	return true;
}

static bool print_feeds(const struct flows *flows)
{
	const struct landau_profile *profile = flows->profile;

	printf("\n%8s  %-16s %-*s %s\n", "cells", "growth", NAME_COLUMNS, "reader", "written by");
	for (size_t i = 0; i < flows->feed_count && i < flows->top; i++) {
		const struct landau_feed *feed = &flows->feeds[i];
		char number[16], growth[LANDAU_STATEMENT_BYTES], name[NAME_BYTES];
		char source[LANDAU_FEED_NAME_BYTES];
		struct landau_model model;

		if (!landau_feed_model(profile, feed, false, &model))
			return false;
		landau_short_number((double)feed->self, number, sizeof(number));
		landau_model_statement_text(&model, growth);
		landau_short_name(profile->routines[feed->routine].name, NAME_COLUMNS, name,
				  sizeof(name));
		landau_feed_source(profile, feed, false, NAME_COLUMNS, source);
		printf("%8s  %-16s %-*s ", number, growth, NAME_COLUMNS, name);
		landau_print_plain(stdout, source);
		putchar('\n');
	}
	if (flows->feed_count > flows->top)
		printf("%10s%zu more: --top\n", "", flows->feed_count - flows->top);
	return true;
}

static void print_apart(const struct flows *flows)
{
	static const char *const words[LANDAU_PURPOSES] = {
		[LANDAU_PURPOSE_SYNCHRONISATION] = "through locks, atomics and the like",
		[LANDAU_PURPOSE_STARTUP] = "of start-up",
		[LANDAU_PURPOSE_ALLOCATION] = "of the bookkeeping of allocators",
	};
	bool any = false;

	for (int i = 0; i < LANDAU_PURPOSES; i++) {
		char number[16];

		if (!words[i] || !flows->apart[i])
			continue;
		landau_short_number((double)flows->apart[i], number, sizeof(number));
		printf(any ? ", %s %s" : "\nset apart: %s cells %s", number, words[i]);
		any = true;
	}
	if (any)
		puts(" (--all shows them)");
}

/* -- For other programs ------------------------------------------------------------------------- */

static void print_csv(const struct flows *flows)
{
	const struct landau_profile *profile = flows->profile;
	size_t threads = profile->thread_count;

	fputs("reader", stdout);
	for (size_t i = 0; i < threads; i++)
		printf(",%" PRIu32, profile->threads[i].id);
	putchar('\n');
	for (size_t i = 0; i < threads; i++) {
		printf("%" PRIu32, profile->threads[i].id);
		for (size_t j = 0; j < threads; j++)
			printf(",%" PRIu64, flows->matrix[i * threads + j]);
		putchar('\n');
	}
}

static void print_dot(const struct flows *flows)
{
	const struct landau_profile *profile = flows->profile;

	puts("digraph flows {\n  rankdir=LR;\n  node [shape=box];");
	for (size_t i = 0; i < flows->feed_count && i < flows->top; i++) {
		const struct landau_feed *feed = &flows->feeds[i];
		struct landau_feed plain = *feed;
		char source[LANDAU_FEED_NAME_BYTES];

		plain.crosses = false;
		landau_feed_source(profile, &plain, false, NAME_COLUMNS, source);
		fputs("  ", stdout);
		landau_json_string(stdout, source);
		fputs(" -> ", stdout);
		landau_json_string(stdout, profile->routines[feed->routine].name);
		printf(" [label=\"%" PRIu64 "\"%s];\n", feed->self,
		       feed->crosses ? ", style=dashed" : "");
	}
	puts("}");
}

static bool print_json(const struct flows *flows)
{
	const struct landau_profile *profile = flows->profile;
	size_t threads = profile->thread_count;
	const char *separator = "";

	printf("{\"schema\": \"landau-flows/1\", \"cell\": %" PRIu32 ",\n  \"threads\": [",
	       profile->cell_bytes);
	for (size_t i = 0; i < threads * threads; i++) {
		if (!flows->matrix[i])
			continue;
		printf("%s\n    {\"reader\": %" PRIu32 ", \"writer\": %" PRIu32
		       ", \"cells\": %" PRIu64 "}",
		       separator, profile->threads[i / threads].id,
		       profile->threads[i % threads].id, flows->matrix[i]);
		separator = ",";
	}
	printf("],\n  \"externals\": [");
	separator = "";
	for (size_t i = 0; i < profile->external_count; i++) {
		if (!flows->consumed[i])
			continue;
		printf("%s\n    {\"kind\": ", separator);
		landau_json_string(stdout, profile->externals[i].kind);
		printf(", \"name\": ");
		landau_json_string(stdout, profile->externals[i].name);
		printf(", \"bytes\": %" PRIu64 "}", flows->consumed[i] * profile->cell_bytes);
		separator = ",";
	}
	printf("],\n  \"apart\": {");
	separator = "";
	for (int i = LANDAU_PURPOSE_DATA + 1; i < LANDAU_PURPOSES; i++) {
		printf("%s\"%s\": %" PRIu64, separator, landau_purpose_name((enum landau_purpose)i),
		       flows->apart[i]);
		separator = ", ";
	}
	printf("},\n  \"flows\": [");
	for (size_t i = 0; i < flows->feed_count && i < flows->top; i++) {
		const struct landau_feed *feed = &flows->feeds[i];
		bool is_routine = feed->from_thread != LANDAU_NONE && feed->from != LANDAU_NONE;
		bool is_external = feed->from_thread == LANDAU_NONE && feed->from != LANDAU_NONE;
		struct landau_model model;

		if (!landau_feed_model(profile, feed, false, &model))
			return false;
		printf("%s\n    {\"routine\": ", i == 0 ? "" : ",");
		landau_json_string(stdout, profile->routines[feed->routine].name);
		printf(", \"kind\": ");
		landau_json_string(stdout, landau_feed_kind(profile, feed));
		printf(", \"name\": ");
		landau_json_string(stdout, is_routine    ? profile->routines[feed->from].name
					   : is_external ? profile->externals[feed->from].name
							 : "");
		printf(", \"other_thread\": %s, \"cells\": %" PRIu64 ", \"self\": %" PRIu64
		       ", \"induced\": %" PRIu64 ", \"purpose\": \"%s\", \"model\": ",
		       feed->crosses ? "true" : "false", feed->cells, feed->self, feed->induced,
		       landau_purpose_name(landau_purpose_between(profile, feed->routine,
								  feed->from_thread, feed->from)));
		landau_model_print_json(stdout, &model);
		putchar('}');
	}
	puts("]}");
	return true;
}

/* -- The command -------------------------------------------------------------------------------- */

enum form { FORM_TEXT, FORM_CSV, FORM_DOT, FORM_JSON };

static bool print(const struct flows *flows, enum form form)
{
	switch (form) {
	case FORM_CSV:
		print_csv(flows);
		return true;
	case FORM_DOT:
		print_dot(flows);
		return true;
	case FORM_JSON:
		return print_json(flows);
	case FORM_TEXT:
		break;
	}
	print_matrix(flows);
	if (!print_consumed(flows) || !print_feeds(flows))
		return false;
	print_apart(flows);
	return true;
}

int landau_command_flows(int argc, char **argv)
{
	bool all = false, csv = false, dot = false, json = false;
	unsigned long top = 20;
	const struct landau_option rows[] = {{"top", .number = &top, .least = 1},
					     {"all", .flag = &all},
					     {"csv", .flag = &csv},
					     {"dot", .flag = &dot},
					     {"json", .flag = &json},
					     {0}};
	int status =
		landau_read_options(argc, argv, &(struct landau_options){rows, print_help, false});
	struct landau_error error = {0};
	struct landau_profile *profile;
	struct flows flows;

	if (status != LANDAU_GO_ON)
		return status;
	if (csv + dot + json > 1)
		return landau_complain("flows: only one of --csv, --dot and --json can be printed");
	profile = landau_load(argv + optind, argc - optind, &error);
	if (!profile)
		return landau_complain_error(&error);
	flows = (struct flows){.profile = profile, .top = top, .all = all};
	if (profile->flow_count == 0)
		status = landau_complain(
			"flows: the profile does not say whose the input was; record the "
			"program with 'landau record --sources'");
	else if (!collect(&flows) || !print(&flows, json  ? FORM_JSON
						    : dot ? FORM_DOT
						    : csv ? FORM_CSV
							  : FORM_TEXT))
		status = landau_complain("out of memory");
	else
		status = LANDAU_FINE;
	free(flows.matrix);
	free(flows.consumed);
	free(flows.feeds);
	landau_profile_free(profile);
	return status;
}
