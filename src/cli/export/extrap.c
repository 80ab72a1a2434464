/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export/extrap.c - costs against input sizes in the text format of Extra-P, as landau-export(1)
 * describes it.
 *
 * The format has one list of points for the whole file, and wants a value for each of them from each
 * region. The sizes that routines are seen with are their own, though. So the points are the sizes of
 * one routine, the one that was asked for or the one that landau report lists first; the regions are
 * that routine and all others that were seen with all of those sizes. Nothing is interpolated. Size 0
 * is left out, since Extra-P takes logarithms.
 */
#include "cli/export/export.h"
#include "profile/format.h"
#include "cli/print/json.h"

#include <stdlib.h>
#include <string.h>

#include "cli/analysis/analysis.h"

/* The first of the points whose size is not 0. */
static size_t skip_zero(const struct landau_summary *summary)
{
	return summary->trms_count > 0 && summary->trms[0].costs.size == 0 ? 1 : 0;
}

static bool has_all_points(const struct landau_summary *summary,
			   const struct landau_summary *wanted)
{
	if (summary->trms_count < wanted->trms_count - skip_zero(wanted))
		return false;
	for (size_t i = skip_zero(wanted); i < wanted->trms_count; i++)
		if (!landau_summary_point(summary, wanted->trms[i].costs.size))
			return false;
	return true;
}

/*
 * The name of a region. Extra-P splits it at "->" into a call path, which the name of a C++ operator must
 * not be; and two routines of one name must not be one region.
 */
static void print_region(FILE *stream, const struct landau_profile *profile, uint32_t index)
{
	const struct landau_routine *routines = profile->routines;
	const struct landau_routine *routine = &routines[index];
	const char *at = routine->name;
	const char *arrow;
	bool before = index > 0 && strcmp(routines[index - 1].name, routine->name) == 0;
	bool behind = index + 1 < profile->routine_count &&
		      strcmp(routines[index + 1].name, routine->name) == 0;

	fputs("\nREGION ", stream);
	for (; (arrow = strstr(at, "->")); at = arrow + 2) {
		landau_export_part(stream, at, (size_t)(arrow - at), "", '?');
		fputs("- >", stream);
	}
	landau_export_name(stream, *routine->name ? at : "???", "", '?');
	if (before || behind) {
		fputs(" [", stream);
		landau_export_name(stream, routine->object, "", '?');
		putc(' ', stream);
		landau_export_name(stream, routine->file, "", '?');
		putc(']', stream);
	}
	putc('\n', stream);
}

static const struct landau_point *point_of(const struct landau_point *points,
					   const struct landau_summary *summary,
					   const struct landau_summary *wanted, size_t index)
{
	return &points[landau_summary_point(summary, wanted->trms[index].costs.size) -
		       summary->trms];
}

/* `points` are those of the summary, with their costs in place. */
static void print_metric(FILE *stream, const char *cost, const struct landau_point *points,
			 const struct landau_summary *summary, const struct landau_summary *wanted)
{
	fprintf(stream, "METRIC %s_max\n", cost);
	for (size_t i = skip_zero(wanted); i < wanted->trms_count; i++) {
		const struct landau_point *point = point_of(points, summary, wanted, i);

		fputs("DATA ", stream);
		landau_json_number(stream, point->costs.max);
		putc('\n', stream);
	}
	fprintf(stream, "METRIC %s_mean\n", cost);
	for (size_t i = skip_zero(wanted); i < wanted->trms_count; i++) {
		const struct landau_point *point = point_of(points, summary, wanted, i);

		fprintf(stream, "DATA %.6f\n",
			(double)point->costs.sum / (double)point->costs.calls);
	}
}

static bool print_metrics(FILE *stream, const struct landau_profile *profile, uint32_t routine,
			  const struct landau_summary *summary, const struct landau_summary *wanted)
{
	print_metric(stream, profile->cost_kind, summary->trms, summary, wanted);
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++) {
		struct landau_point *points;

		if (!(profile->further_costs >> i & 1))
			continue;
		points = landau_further_points(profile, routine, LANDAU_NONE, summary,
					       (enum landau_further)i);
		if (!points)
			return false;
		print_metric(stream, landau_further_name((enum landau_further)i), points, summary,
			     wanted);
		free(points);
	}
	return true;
}

/* The routine that landau report lists first; LANDAU_NONE if there is none, or no memory. */
static uint32_t worst_routine(const struct landau_profile *profile, bool *memory)
{
	struct landau_analysis analysis;
	uint32_t routine = LANDAU_NONE;
	size_t *ranks;

	*memory = landau_analyse(profile, LANDAU_NONE, &analysis);
	if (!*memory)
		return LANDAU_NONE;
	/* The points of calls are what is exported. */
	landau_analysis_forget_within(&analysis);
	ranks = landau_analysis_rank(&analysis);
	*memory = ranks != NULL;
	if (ranks && analysis.count > 0)
		routine = analysis.findings[ranks[0]].routine;
	free(ranks);
	landau_analysis_free(&analysis);
	return routine;
}

static bool write_regions(FILE *stream, const struct landau_export *export,
			  const struct landau_summary *wanted)
{
	const struct landau_profile *profile = export->profile;

	for (uint32_t i = 0; i < profile->routine_count; i++) {
		struct landau_summary summary;
		bool fine = true;

		if (!landau_profile_summarise(profile, i, LANDAU_NONE, &summary))
			return false;
		if (has_all_points(&summary, wanted)) {
			print_region(stream, profile, i);
			fine = print_metrics(stream, profile, i, &summary, wanted);
		}
		landau_summary_free(&summary);
		if (!fine)
			return false;
		landau_progress_step(export->progress, i + 1);
	}
	return true;
}

static void print_head(FILE *stream, const struct landau_profile *profile, uint32_t routine,
		       const struct landau_summary *wanted)
{
	fprintf(stream, "# landau " LANDAU_VERSION "; n: cells of %u bytes read\n",
		profile->cell_bytes);
	fputs("# the sizes are those of ", stream);
	landau_export_name(stream, profile->routines[routine].name, "", '?');
	fputs("\nPARAMETER n\nPOINTS", stream);
	for (size_t i = skip_zero(wanted); i < wanted->trms_count; i++) {
		fputs(" (", stream);
		landau_json_number(stream, wanted->trms[i].costs.size);
		putc(')', stream);
	}
	putc('\n', stream);
}

static bool write_extrap(FILE *stream, const struct landau_export *export)
{
	const struct landau_profile *profile = export->profile;
	uint32_t routine = export->routine;
	struct landau_summary wanted;
	bool fine = true;

	if (routine == LANDAU_NONE)
		routine = worst_routine(profile, &fine);
	if (!fine)
		return false;
	if (routine == LANDAU_NONE) {
		snprintf(export->error->text, sizeof(export->error->text),
			 "cannot be written: the profile has no routine");
		return false;
	}
	if (!landau_profile_summarise(profile, routine, LANDAU_NONE, &wanted))
		return false;
	if (wanted.trms_count > skip_zero(&wanted)) {
		print_head(stream, profile, routine, &wanted);
		fine = write_regions(stream, export, &wanted);
	} else {
		snprintf(export->error->text, sizeof(export->error->text),
			 "cannot be written: %.128s never had any input; choose another routine "
			 "with --routine",
			 profile->routines[routine].name);
		fine = false;
	}
	landau_summary_free(&wanted);
	return fine;
}

const struct landau_exporter landau_exporter_extrap = {
	.name = "extrap",
	.summary = "text input of Extra-P: the sizes of one routine",
	.takes_routine = true,
	.write = write_extrap,
};
