/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export/csv.c - the points of a profile as comma-separated values, as landau-export(1) describes
 * them: one row a point of a routine on a thread, then one a size of the runs of a sweep, then one a mark of a
 * progress curve, quoted as RFC 4180 says.
 */
#include "cli/export/export.h"
#include "cli/print/json.h"

#include <stdlib.h>
#include <string.h>

#include "cli/analysis/by_run.h"

/*
 * A string, in quotes if it needs them; a quote within is doubled. One that a spreadsheet would take for
 * a formula gets an apostrophe in front, which makes it text there.
 */
static void print_string(FILE *stream, const char *string)
{
	const char *apostrophe = *string && strchr("=+-@\t\r", *string) ? "'" : "";

	if (!strpbrk(string, ",\"\r\n")) {
		fprintf(stream, "%s%s", apostrophe, string);
		return;
	}
	fprintf(stream, "\"%s", apostrophe);
	for (; *string; string++) {
		if (*string == '"')
			putc('"', stream);
		putc(*string, stream);
	}
	putc('"', stream);
}

static void print_number(FILE *stream, uint64_t number)
{
	putc(',', stream);
	landau_json_number(stream, number);
}

static void print_wide_number(FILE *stream, unsigned __int128 number)
{
	char digits[40];
	size_t first = sizeof(digits);

	do {
		digits[--first] = (char)('0' + (int)(number % 10));
		number /= 10;
	} while (number > 0);
	putc(',', stream);
	fwrite(digits + first, 1, sizeof(digits) - first, stream);
}

/* Without a thread where it is LANDAU_NONE. */
static void print_row(FILE *stream, const struct landau_routine *routine, uint32_t thread,
		      const char *metric, const struct landau_costs *costs)
{
	print_string(stream, routine->name);
	putc(',', stream);
	print_string(stream, routine->object);
	putc(',', stream);
	print_string(stream, routine->file);
	print_number(stream, routine->line);
	if (thread == LANDAU_NONE)
		putc(',', stream);
	else
		print_number(stream, thread);
	putc(',', stream);
	fputs(metric, stream);
	print_number(stream, costs->size);
	print_number(stream, costs->calls);
	print_number(stream, costs->min);
	print_number(stream, costs->max);
	print_number(stream, costs->sum);
}

static void print_summary(FILE *stream, const struct landau_routine *routine, uint32_t thread,
			  const struct landau_summary *summary)
{
	for (size_t i = 0; i < summary->trms_count; i++) {
		const struct landau_point *point = &summary->trms[i];

		print_row(stream, routine, thread, "trms", &point->costs);
		print_wide_number(stream, point->sum_of_squares);
		print_number(stream, point->rms_sum);
		print_number(stream, point->thread_sum);
		print_number(stream, point->external_sum);
		putc('\n', stream);
	}
	for (size_t i = 0; i < summary->rms_count; i++) {
		print_row(stream, routine, thread, "rms", &summary->rms[i]);
		fputs(",,,,\n", stream);
	}
}

/* What further costs the same activations had: rows as those against trms. */
static bool print_further(FILE *stream, const struct landau_profile *profile, uint32_t routine,
			  uint32_t thread, const struct landau_summary *summary)
{
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++) {
		struct landau_point *points;
		char metric[32];

		if (!(profile->further_costs >> i & 1))
			continue;
		points = landau_further_points(profile, routine, thread, summary,
					       (enum landau_further)i);
		if (!points)
			return false;
		snprintf(metric, sizeof(metric), "trms_%s",
			 landau_further_name((enum landau_further)i));
		for (size_t k = 0; k < summary->trms_count; k++) {
			print_row(stream, &profile->routines[routine], profile->threads[thread].id,
				  metric, &points[k].costs);
			fputs(",,,,\n", stream);
		}
		free(points);
	}
	return true;
}

static bool print_by_run(FILE *stream, const struct landau_profile *profile, uint32_t routine)
{
	struct landau_by_run by_run;
	bool fine = landau_by_run_of(profile, routine, &by_run);

	for (int kind = 0; fine && kind < LANDAU_BY_RUN_KINDS; kind++) {
		char metric[16];

		snprintf(metric, sizeof(metric), "run_%s",
			 landau_by_run_name((enum landau_by_run_kind)kind));
		for (size_t i = 0; i < by_run.count; i++) {
			print_row(stream, &profile->routines[routine], LANDAU_NONE, metric,
				  &by_run.points[kind][i]);
			fputs(",,,,\n", stream);
		}
	}
	landau_by_run_free(&by_run);
	return fine;
}

/* What a long call had read and paid, as one call of that size. */
static void print_mark(FILE *stream, const struct landau_profile *profile,
		       const struct landau_curve *curve, size_t number,
		       const struct landau_mark *mark)
{
	struct landau_costs costs = {mark->trms, 1, mark->cost, mark->cost, mark->cost};
	char metric[32];

	snprintf(metric, sizeof(metric), "within_%zu", number);
	print_row(stream, &profile->routines[curve->routine], profile->threads[curve->thread].id,
		  metric, &costs);
	print_wide_number(stream, (unsigned __int128)mark->cost * mark->cost);
	print_number(stream, mark->rms);
	print_number(stream, mark->thread_input);
	print_number(stream, mark->external_input);
	putc('\n', stream);
}

/* After so many calls, what they and what came before them had cost, and what had been read. */
static void print_step(FILE *stream, const struct landau_profile *profile,
		       const struct landau_curve *curve, size_t number, struct landau_step step)
{
	struct landau_costs costs = {step.returns, 1, step.cost, step.cost, step.cost};
	char metric[32];

	snprintf(metric, sizeof(metric), "calls_%zu", number);
	print_row(stream, &profile->routines[curve->routine], profile->threads[curve->thread].id,
		  metric, &costs);
	print_wide_number(stream, (unsigned __int128)step.cost * step.cost);
	print_number(stream, step.trms);
	fputs(",,\n", stream);
}

static void print_curves(FILE *stream, const struct landau_profile *profile)
{
	size_t number = 0;

	for (size_t i = 0; i < profile->curve_count; i++) {
		const struct landau_curve *curve = &profile->curves[i];

		if (i == 0 || curve[-1].routine != curve->routine ||
		    curve[-1].thread != curve->thread)
			number = 0;
		number++;
		for (size_t k = 0; k < curve->mark_count; k++)
			print_mark(stream, profile, curve, number, &curve->marks[k]);
		print_mark(stream, profile, curve, number, &curve->end);
		for (size_t k = 0; k < curve->step_count; k++)
			print_step(stream, profile, curve, number, curve->steps[k]);
	}
}

static bool write_csv(FILE *stream, const struct landau_export *export)
{
	const struct landau_profile *profile = export->profile;
	bool fine = true;

	fputs("routine,object,file,line,thread,metric,n,calls,min,max,sum,"
	      "sum_of_squares,rms_sum,thread_sum,external_sum\n",
	      stream);
	for (size_t i = 0; fine && i < profile->record_count; i++) {
		const struct landau_profile_record *record = &profile->records[i];
		struct landau_summary summary;

		/* The records of a routine on a thread, one a context, stand together. */
		if (i > 0 && record[-1].routine == record->routine &&
		    record[-1].thread == record->thread)
			continue;
		if (!landau_profile_summarise(profile, record->routine, record->thread, &summary))
			return false;
		print_summary(stream, &profile->routines[record->routine],
			      profile->threads[record->thread].id, &summary);
		fine = print_further(stream, profile, record->routine, record->thread, &summary);
		landau_summary_free(&summary);
		landau_progress_step(export->progress, record->routine + 1);
	}
	for (uint32_t i = 0; fine && i < profile->routine_count; i++)
		fine = print_by_run(stream, profile, i);
	if (fine)
		print_curves(stream, profile);
	return fine;
}

const struct landau_exporter landau_exporter_csv = {
	.name = "csv",
	.summary = "the points, one a row",
	.write = write_csv,
};
