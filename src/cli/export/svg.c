/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export/svg.c - the plots of one routine as a picture, for documents and slides.
 *
 * The plot `external` is for the question what the input would be if other threads did not count. That is
 * rms and what the kernel brought in again, for which all external input stands: what of it was also
 * read for the first time is counted twice, though never beyond trms. A profile has these sums for all
 * activations of one trms together, so their mean is what stands on the axis.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/export/export.h"
#include "cli/print/names.h"
#include "cli/print/svg.h"
#include "model/model.h"

enum { MOST_PANELS = 6, TITLE_COLUMNS = 100, NAME_BYTES = 512 };

enum kind { BY_TRMS, BY_RMS, BY_EXTERNAL, WORKLOAD_TRMS, WORKLOAD_RMS, KIND_COUNT };

static const struct {
	const char *name;
	const char *title;
	const char *x_label;
} kinds[] = {
	[BY_TRMS] = {"trms", "greatest cost by trms", "trms"},
	[BY_RMS] = {"rms", "greatest cost by rms", "rms"},
	[BY_EXTERNAL] = {"external", "greatest cost by rms + external", "rms + external input"},
	[WORKLOAD_TRMS] = {"workload", "calls by trms", "trms"},
	[WORKLOAD_RMS] = {"rms-workload", "calls by rms", "rms"},
};

struct picture {
	struct landau_svg_panel panels[MOST_PANELS];
	struct landau_model models[MOST_PANELS];
	size_t count;
};

/* The kinds that a list such as "trms,rms" names; false if it names none. */
static bool read_kinds(const char *list, enum kind chosen[MOST_PANELS], size_t *count)
{
	for (*count = 0; *count < MOST_PANELS;) {
		size_t length = strcspn(list, ",");
		int kind = 0;

		while (kind < KIND_COUNT && (strlen(kinds[kind].name) != length ||
					     strncmp(kinds[kind].name, list, length) != 0))
			kind++;
		if (kind == KIND_COUNT)
			return false;
		chosen[(*count)++] = (enum kind)kind;
		if (!list[length])
			return true;
		list += length + 1;
	}
	return false;
}

static struct landau_svg_point point_of(enum kind kind, const struct landau_summary *summary,
					size_t i)
{
	bool by_rms = kind == BY_RMS || kind == WORKLOAD_RMS;
	const struct landau_costs *costs = by_rms ? &summary->rms[i] : &summary->trms[i].costs;
	struct landau_svg_point point = {(double)costs->size, (double)costs->max};

	if (kind == WORKLOAD_TRMS || kind == WORKLOAD_RMS)
		point.y = (double)costs->calls;
	if (kind == BY_EXTERNAL)
		point.x = fmin(point.x, ((double)summary->trms[i].rms_sum +
					 (double)summary->trms[i].external_sum) /
						(double)costs->calls);
	return point;
}

/* The model of what the panel shows; there is none of workloads. */
static bool fit(enum kind kind, const struct landau_summary *summary,
		const struct landau_svg_panel *panel, struct landau_model *model)
{
	struct landau_sample *samples;

	if (kind == BY_TRMS) {
		*model = landau_model_fit_points(summary->trms, summary->trms_count,
						 LANDAU_MERGE_WORST);
		return true;
	}
	if (kind == BY_RMS) {
		*model = landau_model_fit_costs(summary->rms, summary->rms_count,
						LANDAU_MERGE_WORST);
		return true;
	}
	samples = calloc(panel->count + 1, sizeof(*samples));
	if (!samples)
		return false;
	for (size_t i = 0; i < panel->count; i++)
		samples[i] = (struct landau_sample){panel->points[i].x, panel->points[i].y,
						    (double)summary->trms[i].costs.calls};
	*model = landau_model_fit(samples, panel->count, LANDAU_MERGE_WORST);
	free(samples);
	return true;
}

static bool add_panel(struct picture *picture, enum kind kind, const char *cost_kind,
		      const struct landau_summary *summary)
{
	struct landau_svg_panel *panel = &picture->panels[picture->count];
	struct landau_model *model = &picture->models[picture->count];
	bool workload = kind == WORKLOAD_TRMS || kind == WORKLOAD_RMS;
	size_t used;

	panel->count =
		kind == BY_RMS || kind == WORKLOAD_RMS ? summary->rms_count : summary->trms_count;
	panel->x_label = kinds[kind].x_label;
	panel->y_label = workload ? "calls" : landau_cost_unit(cost_kind);
	panel->bars = workload;
	panel->points = calloc(panel->count + 1, sizeof(*panel->points));
	if (!panel->points)
		return false;
	picture->count++;
	for (size_t i = 0; i < panel->count; i++)
		panel->points[i] = point_of(kind, summary, i);
	/* Sizes made of sums may come twice. */
	snprintf(panel->title, sizeof(panel->title), "%s, %zu %s%s", kinds[kind].title,
		 panel->count, kind == BY_EXTERNAL ? "point" : "size",
		 panel->count == 1 ? "" : "s");
	if (workload)
		return true;
	if (!fit(kind, summary, panel, model))
		return false;
	panel->curve = model;
	used = strlen(panel->title);
	snprintf(panel->title + used, sizeof(panel->title) - used, ": %s",
		 model->verdict == LANDAU_VERDICT_OK ? landau_growth_name(model->growth)
						     : landau_verdict_name(model->verdict));
	return true;
}

static bool write_svg(FILE *stream, const struct landau_export *export)
{
	const struct landau_profile *profile = export->profile;
	enum kind chosen[MOST_PANELS];
	struct landau_summary summary = {0};
	struct picture picture = {.count = 0};
	char name[NAME_BYTES];
	size_t count;
	bool fine;

	if (export->routine == LANDAU_NONE) {
		snprintf(export->error->text, sizeof(export->error->text),
			 "a picture shows one routine; use --routine=NAME");
		return false;
	}
	if (!read_kinds(export->plots ? export->plots : "trms,rms", chosen, &count)) {
		snprintf(export->error->text, sizeof(export->error->text),
			 "--plots must be a list of at most %d of trms, rms, external, workload, "
			 "rms-workload",
			 MOST_PANELS);
		return false;
	}
	fine = landau_profile_summarise(profile, export->routine, LANDAU_NONE, &summary);
	for (size_t i = 0; fine && i < count; i++)
		fine = add_panel(&picture, chosen[i], profile->cost_kind, &summary);
	if (fine) {
		landau_short_name(profile->routines[export->routine].name, TITLE_COLUMNS, name,
				  sizeof(name));
		fine = landau_svg_write(stream, name, picture.panels, picture.count, export->axes);
	}
	for (size_t i = 0; i < picture.count; i++)
		free(picture.panels[i].points);
	landau_summary_free(&summary);
	return fine;
}

const struct landau_exporter landau_exporter_svg = {
	.name = "svg",
	.summary = "plots of one routine, as a picture",
	.takes_routine = true,
	.takes_plots = true,
	.write = write_svg,
};
