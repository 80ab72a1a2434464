/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * advice.c - the sweep that a profile calls for; see advice.h.
 *
 * A routine that is called once a run has one input size a run. The remedy is to run the program
 * over many sizes, and the profile knows its own command line: if one of the arguments alone is a
 * number, that is most likely the size. Otherwise the reader has to say where it goes.
 */
#include "cli/advice.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "cli/terminal.h"

/* Share of the cost, without callees, that must be where the sizes do not tell. */
static const double most_of_the_cost = 0.5;

/* From a thirty-second of the size that was run up to it; where that is small it is not worth it. */
enum { FIRST_OF_SIZES = 32, LEAST_SIZE = 64 };
/* 18 digits fit in 64 bits. */
enum { MOST_DIGITS = 18 };

static double unknown_share(const struct landau_analysis *analysis)
{
	double unknown = 0;

	for (size_t i = 0; i < analysis->count; i++) {
		const struct landau_finding *finding = &analysis->findings[i];
		enum landau_verdict verdict = finding->worst.verdict;

		if (verdict == LANDAU_VERDICT_TOO_FEW || verdict == LANDAU_VERDICT_TOO_NARROW)
			unknown += (double)finding->summary.self;
	}
	return analysis->total_cost > 0 ? unknown / (double)analysis->total_cost : 0;
}

/* What most of the cost is spent for is known to grow somehow: that is the answer. */
static bool is_explained(const struct landau_analysis *analysis)
{
	for (size_t i = 0; i < analysis->count; i++)
		if (analysis->findings[i].worst.verdict == LANDAU_VERDICT_OK &&
		    analysis->findings[i].share > most_of_the_cost)
			return true;
	return false;
}

static uint64_t number_in(const char *word)
{
	size_t length = strlen(word);

	for (const char *c = word; *c; c++)
		if (!isdigit((unsigned char)*c))
			return 0;
	return length <= MOST_DIGITS ? strtoull(word, NULL, 10) : 0;
}

/* The only argument that is a number large enough to be a size; 0 if there is none such. */
static uint32_t find_size(const struct landau_run *run)
{
	uint32_t found = 0;

	for (uint32_t i = 1; i < run->command_count; i++) {
		if (number_in(run->command[i]) < LEAST_SIZE)
			continue;
		if (found > 0)
			return 0;
		found = i;
	}
	return found;
}

static void print_words(FILE *stream, const struct landau_run *run, uint32_t size)
{
	for (uint32_t i = 0; i < run->command_count; i++) {
		putc(' ', stream);
		if (i > 0 && i == size)
			fputs("{n}", stream);
		else
			landau_print_quoted(stream, run->command[i]);
	}
}

/* The command in one line, all of the program's arguments or only the one that matters in it. */
static char *make_command(const struct landau_run *run, uint32_t size, bool whole)
{
	uint64_t last = size > 0 ? number_in(run->command[size]) : UINT64_C(1000) * FIRST_OF_SIZES;
	char *text = NULL;
	size_t bytes = 0;
	FILE *stream = open_memstream(&text, &bytes);

	if (!stream)
		return NULL;
	fprintf(stream, "landau sweep --sizes=%" PRIu64 "..%" PRIu64 ":x1.5 --",
		last / FIRST_OF_SIZES, last);
	if (whole) {
		print_words(stream, run, size);
	} else {
		putc(' ', stream);
		landau_print_quoted(stream, run->command[0]);
		fputs(size > 0 ? " ... {n} ..." : " ...", stream);
	}
	if (fclose(stream) == 0)
		return text;
	free(text);
	return NULL;
}

void landau_advise_sweep(const struct landau_analysis *analysis, int width)
{
	const struct landau_profile *profile = analysis->profile;
	const struct landau_run *run = &profile->runs[0];
	double share = unknown_share(analysis);

	/* Several runs are a sweep already; a trace cannot be run again. */
	if (profile->run_count != 1 || share <= most_of_the_cost || is_explained(analysis) ||
	    run->command_count == 0 || strcmp(run->engine, "replay") == 0)
		return;
	uint32_t size = find_size(run);
	char *command = make_command(run, size, true);
	if (command && landau_text_width(command) + strlen("next: ") > (size_t)width) {
		free(command);
		command = make_command(run, size, false);
	}
	if (!command)
		return;
	printf("%.0f %% of the cost is in routines seen with too few sizes; %s\nnext: %s\n",
	       100 * share, size > 0 ? "more of them tell:" : "put {n} or {file} into:", command);
	free(command);
}
