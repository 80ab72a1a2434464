/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plot.h - plots drawn in the terminal with braille characters.
 *
 * A plot has a grid of characters, each of 2 x 4 dots. Points are dots, or bullets while they are few; a
 * curve is drawn in cells that have no point, in another colour where there are colours. Axes are linear, or logarithmic where
 * the values span more than two decades.
 */
#ifndef LANDAU_CLI_PLOT_H
#define LANDAU_CLI_PLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "model/model.h"

struct landau_plot_axis {
	double low;
	double high;
	bool logarithmic;
};

struct landau_plot {
	const char *title;
	const char *x_label;
	int columns; /* of the whole, with labels */
	int rows;    /* of the grid */
	struct landau_plot_axis x, y;
	unsigned char *points; /* dots of each cell */
	unsigned char *curve;
	int grid_columns;
	size_t point_count;
};

/* The axis for values from low to high, both finite. */
struct landau_plot_axis landau_plot_axis_for(double low, double high);

/*
 * The axes for sizes and costs from low to high: both logarithmic or neither. With one of them a straight
 * line looks like a logarithm, with both a power is a straight line. Only an exponential `curve` (which
 * may be NULL) is one with the costs alone.
 */
void landau_plot_axes_for(const double low[2], const double high[2],
			  const struct landau_model *curve, struct landau_plot_axis axes[2]);

/* False: no memory. `columns` is at least 24. */
bool landau_plot_start(struct landau_plot *plot, const char *title, const char *x_label,
		       int columns, int rows, struct landau_plot_axis x, struct landau_plot_axis y);
void landau_plot_free(struct landau_plot *plot);

void landau_plot_point(struct landau_plot *plot, double x, double y);
/* A bar from the bottom up to y. */
void landau_plot_bar(struct landau_plot *plot, double x, double y);
void landau_plot_curve(struct landau_plot *plot, double (*value)(const void *context, double x),
		       const void *context);

/* One or two plots beside each other on standard output; `right` may be NULL. */
void landau_plot_print(const struct landau_plot *left, const struct landau_plot *right,
		       bool colour);

#endif
