/* SPDX-License-Identifier: GPL-2.0-or-later */
/* routine_plots.c - the plots of one routine in the terminal; see routine_plots.h. */
#include "cli/print/routine_plots.h"

#include <math.h>
#include <stdio.h>

#include "cli/print/plot.h"
#include "cli/print/terminal.h"

enum { PLOT_ROWS = 12, WORKLOAD_ROWS = 5 };

static double predict(const void *context, double n)
{
	return landau_model_predict(context, n);
}

static struct landau_plot_axis axis_of_sizes(const struct landau_costs *first,
					     const struct landau_costs *last)
{
	return landau_plot_axis_for((double)first->size, (double)last->size);
}

/* Greatest cost against size, and the model's curve. `stride` is the distance of the costs. */
static bool cost_plot(struct landau_plot *plot, const char *title, const char *x_label, int columns,
		      const void *costs, size_t count, size_t stride,
		      const struct landau_model *model)
{
	const struct landau_costs *first = costs;
	const struct landau_costs *last =
		(const void *)((const unsigned char *)costs + (count - 1) * stride);
	double low[2] = {(double)first->size, INFINITY}, high[2] = {(double)last->size, 0};
	struct landau_plot_axis axes[2];

	for (size_t i = 0; i < count; i++) {
		const struct landau_costs *point =
			(const void *)((const unsigned char *)costs + i * stride);

		low[1] = fmin(low[1], (double)point->max);
		high[1] = fmax(high[1], (double)point->max);
	}
	landau_plot_axes_for(low, high, model, axes);
	if (!landau_plot_start(plot, title, x_label, columns, PLOT_ROWS, axes[0], axes[1]))
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct landau_costs *point =
			(const void *)((const unsigned char *)costs + i * stride);

		landau_plot_point(plot, (double)point->size, (double)point->max);
	}
	if (model->verdict == LANDAU_VERDICT_OK)
		landau_plot_curve(plot, predict, model);
	return true;
}

static bool workload_plot(struct landau_plot *plot, int columns,
			  const struct landau_summary *summary)
{
	double high = 0;

	for (size_t i = 0; i < summary->trms_count; i++)
		high = fmax(high, (double)summary->trms[i].costs.calls);
	if (!landau_plot_start(plot, "calls", "n", columns, WORKLOAD_ROWS,
			       axis_of_sizes(&summary->trms[0].costs,
					     &summary->trms[summary->trms_count - 1].costs),
			       (struct landau_plot_axis){0, high, false}))
		return false;
	for (size_t i = 0; i < summary->trms_count; i++)
		landau_plot_bar(plot, (double)summary->trms[i].costs.size,
				(double)summary->trms[i].costs.calls);
	return true;
}

/* What a long call has cost on its way, by `size`, and what is said of that. */
static bool within_plot(struct landau_plot *plot, const struct landau_curve *curve,
			const struct landau_within *within, enum landau_within_size size,
			int columns)
{
	bool external = size == LANDAU_WITHIN_EXTERNAL;
	const struct landau_mark *end = &curve->end;
	double first = (double)(external ? curve->marks[0].external_input : curve->marks[0].trms);
	double last = (double)(external ? end->external_input : end->trms);
	double low[2] = {first, (double)curve->marks[0].cost}, high[2] = {last, (double)end->cost};
	struct landau_plot_axis axes[2];

	landau_plot_axes_for(low, high, &within->model, axes);
	if (!landau_plot_start(plot, "cost so far", external ? "external input so far" : "n so far",
			       columns, PLOT_ROWS, axes[0], axes[1]))
		return false;
	for (size_t i = 0; i <= curve->mark_count; i++) {
		const struct landau_mark *mark = i < curve->mark_count ? &curve->marks[i] : end;

		landau_plot_point(plot, (double)(external ? mark->external_input : mark->trms),
				  (double)mark->cost);
	}
	if (within->model.statement == LANDAU_STATEMENT_CLASS)
		landau_plot_curve(plot, predict, &within->model);
	return true;
}

/* What calls have cost at a standstill; n stands for their number. */
static bool steps_plot(struct landau_plot *plot, const struct landau_steps *steps, int columns)
{
	const struct landau_mark *first = steps->points;
	const struct landau_mark *last = &steps->points[steps->point_count - 1];
	double low[2] = {(double)first->trms, (double)first->cost};
	double high[2] = {(double)last->trms, (double)last->cost};
	struct landau_plot_axis axes[2];

	landau_plot_axes_for(low, high, &steps->within.model, axes);
	if (!landau_plot_start(plot,
			       steps->of_rest ? "cost of the calls left" : "cost of its calls",
			       steps->of_rest ? "n by calls left" : "n by calls made", columns,
			       PLOT_ROWS, axes[0], axes[1]))
		return false;
	for (const struct landau_mark *point = first; point <= last; point++)
		landau_plot_point(plot, (double)point->trms, (double)point->cost);
	if (steps->within.model.statement == LANDAU_STATEMENT_CLASS)
		landau_plot_curve(plot, predict, &steps->within.model);
	return true;
}

/* Are the points by rms those by trms? */
static bool rms_is_trms(const struct landau_summary *summary)
{
	if (summary->rms_count != summary->trms_count)
		return false;
	for (size_t i = 0; i < summary->rms_count; i++)
		if (summary->rms[i].size != summary->trms[i].costs.size ||
		    summary->rms[i].max != summary->trms[i].costs.max)
			return false;
	return true;
}

/* Of further costs nothing is known by rms. */
static bool costs_by_rms(const struct landau_summary *summary)
{
	for (size_t i = 0; i < summary->rms_count; i++)
		if (summary->rms[i].max > 0)
			return true;
	return false;
}

bool landau_print_plots(const struct landau_summary *summary, const struct landau_model *worst,
			const struct landau_model *rms_worst)
{
	bool same = rms_is_trms(summary);
	bool one = same || !costs_by_rms(summary);
	int width = landau_terminal_text_width();
	int half = (width - 2) / 2;
	bool colour = landau_terminal_colour();
	struct landau_plot trms = {0}, rms = {0}, workload = {0};
	bool fine = cost_plot(&trms, "greatest cost", same ? "n = trms = rms" : "n = trms", half,
			      summary->trms, summary->trms_count, sizeof(*summary->trms), worst) &&
		    (one || cost_plot(&rms, "greatest cost", "rms", half, summary->rms,
				      summary->rms_count, sizeof(*summary->rms), rms_worst)) &&
		    workload_plot(&workload, half, summary);

	if (fine) {
		landau_plot_print(&trms, one ? NULL : &rms, colour);
		putchar('\n');
		landau_plot_print(&workload, NULL, colour);
	}
	landau_plot_free(&trms);
	landau_plot_free(&rms);
	landau_plot_free(&workload);
	return fine;
}

bool landau_print_within_plots(const struct landau_long_call *call)
{
	int half = (landau_terminal_text_width() - 2) / 2;
	struct landau_plot trms = {0}, second = {0};
	bool by_steps = landau_is_told_by_steps(call);
	bool fine = within_plot(&trms, call->curve, &call->within, LANDAU_WITHIN_TRMS, half);

	if (fine && by_steps)
		fine = steps_plot(&second, &call->steps, half);
	else if (fine && call->has_external)
		fine = within_plot(&second, call->curve, &call->external, LANDAU_WITHIN_EXTERNAL,
				   half);
	if (fine) {
		putchar('\n');
		landau_plot_print(&trms, by_steps || call->has_external ? &second : NULL,
				  landau_terminal_colour());
	}
	landau_plot_free(&trms);
	landau_plot_free(&second);
	return fine;
}
