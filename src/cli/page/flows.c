/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/flows.c - whose the input of each routine was, for the page; see page/flows.h.
 *
 * A feed is what a routine has from one source, whatever threads the two are on, but that flows between threads are feeds of their own.
 * Its `pairs` have the threads: reader, writer, self and induced, four numbers a pair. The page makes its matrices from
 * them, so that it shows what landau flows does.
 */
#include "cli/page/flows.h"

#include <stdlib.h>

#include "cli/analysis/feeds.h"
#include "cli/analysis/purpose.h"
#include "cli/print/json.h"

enum source { SOURCE_ROUTINE, SOURCE_OUTSIDE, SOURCE_EXTERNAL, SOURCE_NOBODY };

/* Columns of the page that are written in one walk. */
enum column {
	COLUMN_ROUTINE,
	COLUMN_KIND,
	COLUMN_FROM,
	COLUMN_CROSSES,
	COLUMN_PURPOSE,
	COLUMN_CELLS,
	COLUMN_SELF,
	COLUMN_INDUCED,
	COLUMN_STATEMENT,
	COLUMN_OPEN,
	COLUMN_LOW,
	COLUMN_HIGH,
	COLUMN_TEXT,
	COLUMN_PAIRS,
	COLUMNS
};

static const char *const names[COLUMNS] = {"routine", "kind", "from",    "crosses",   "purpose",
					   "cells",   "self", "induced", "statement", "open",
					   "low",     "high", "text",    "pairs"};

struct columns {
	FILE *streams[COLUMNS];
	char *texts[COLUMNS];
	size_t lengths[COLUMNS];
};

static bool open_columns(struct columns *columns)
{
	bool fine = true;

	for (int i = 0; i < COLUMNS; i++) {
		columns->streams[i] = open_memstream(&columns->texts[i], &columns->lengths[i]);
		fine = fine && columns->streams[i];
	}
	return fine;
}

static bool close_columns(struct columns *columns)
{
	bool fine = true;

	for (int i = 0; i < COLUMNS; i++)
		fine = columns->streams[i] && fclose(columns->streams[i]) == 0 && fine;
	return fine;
}

static enum source source_of(const struct landau_feed *feed)
{
	if (feed->from_thread != LANDAU_NONE)
		return feed->from == LANDAU_NONE ? SOURCE_OUTSIDE : SOURCE_ROUTINE;
	return feed->from == LANDAU_NONE ? SOURCE_NOBODY : SOURCE_EXTERNAL;
}

static void print_thread(FILE *stream, uint32_t thread)
{
	if (thread == LANDAU_NONE)
		fputs("-1", stream);
	else
		landau_json_number(stream, thread);
}

static void print_pairs(FILE *stream, const struct landau_profile *profile,
			const struct landau_feed *feed)
{
	const char *comma = "";
	size_t first, last;

	landau_profile_flows_of(profile, feed->routine, &first, &last);
	putc('[', stream);
	for (size_t i = first; i < last; i++) {
		const struct landau_profile_flow *flow = &profile->flows[i];

		if (!landau_feed_has(feed, flow))
			continue;
		fputs(comma, stream);
		comma = ",";
		landau_json_number(stream, flow->thread);
		putc(',', stream);
		print_thread(stream, flow->from_thread);
		putc(',', stream);
		landau_json_number(stream, flow->self);
		putc(',', stream);
		landau_json_number(stream, flow->induced);
	}
	putc(']', stream);
}

static bool print_feed(const struct columns *columns, const struct landau_profile *profile,
		       const struct landau_feed *feed)
{
	FILE *const *streams = columns->streams;
	enum source source = source_of(feed);
	char text[LANDAU_STATEMENT_BYTES];
	struct landau_model model;

	if (!landau_feed_model(profile, feed, false, &model))
		return false;
	landau_json_number(streams[COLUMN_ROUTINE], feed->routine);
	landau_json_number(streams[COLUMN_KIND], (uint64_t)source);
	landau_json_number(streams[COLUMN_FROM],
			   source == SOURCE_ROUTINE || source == SOURCE_EXTERNAL ? feed->from : 0);
	landau_json_number(streams[COLUMN_CROSSES], feed->crosses);
	landau_json_number(streams[COLUMN_PURPOSE],
			   (uint64_t)landau_purpose_between(profile, feed->routine,
							    feed->from_thread, feed->from));
	landau_json_number(streams[COLUMN_CELLS], feed->cells);
	landau_json_number(streams[COLUMN_SELF], feed->self);
	landau_json_number(streams[COLUMN_INDUCED], feed->induced);
	landau_json_number(streams[COLUMN_STATEMENT], (uint64_t)model.statement);
	landau_json_number(streams[COLUMN_OPEN], model.open);
	landau_json_real(streams[COLUMN_LOW], model.power_low);
	landau_json_real(streams[COLUMN_HIGH], model.power_high);
	landau_model_statement_text(&model, text);
	landau_json_string(streams[COLUMN_TEXT], text);
	print_pairs(streams[COLUMN_PAIRS], profile, feed);
	return true;
}

static void print_externals(const struct landau_profile *profile, FILE *stream)
{
	fputs("\"externals\":[", stream);
	for (size_t i = 0; i < profile->external_count; i++) {
		fputs(i > 0 ? ",[" : "[", stream);
		landau_json_string(stream, profile->externals[i].kind);
		putc(',', stream);
		landau_json_string(stream, profile->externals[i].name);
		putc(']', stream);
	}
	putc(']', stream);
}

bool landau_page_print_flows(const struct landau_profile *profile, FILE *stream)
{
	struct columns columns = {0};
	struct landau_feed *feeds = NULL;
	size_t count = 0;
	bool fine = open_columns(&columns);

	fputs(",\"flows\":", stream);
	if (profile->flow_count > 0)
		fine = fine && landau_feeds_of(profile, LANDAU_NONE, false, &feeds, &count);
	for (size_t i = 0; fine && i < count; i++) {
		for (int k = 0; i > 0 && k < COLUMNS; k++)
			putc(',', columns.streams[k]);
		fine = print_feed(&columns, profile, &feeds[i]);
	}
	fine = close_columns(&columns) && fine;
	if (fine && count > 0) {
		putc('{', stream);
		print_externals(profile, stream);
		for (int i = 0; i < COLUMNS; i++)
			fprintf(stream, ",\"%s\":[%s]", names[i], columns.texts[i]);
		putc('}', stream);
	} else {
		fputs("null", stream);
	}
	for (int i = 0; i < COLUMNS; i++)
		free(columns.texts[i]);
	free(feeds);
	return fine;
}
