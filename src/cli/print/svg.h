/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * svg.h - plots as a picture in SVG: panels side by side, each with points or bars, axes and a curve.
 *
 * A picture stays small however many points there are: of those that fall on one spot one is drawn.
 * It has its own colours for light and dark surroundings and needs no script, font or file beside it.
 */
#ifndef LANDAU_CLI_SVG_H
#define LANDAU_CLI_SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "model/model.h"

enum landau_svg_axes {
	LANDAU_SVG_AUTOMATIC, /* as landau_plot_axes_for has it */
	LANDAU_SVG_LINEAR,
	LANDAU_SVG_LOGARITHMIC,
};

struct landau_svg_point {
	double x;
	double y;
};

struct landau_svg_panel {
	char title[160];
	const char *x_label;
	const char *y_label;
	struct landau_svg_point *points;
	size_t count;
	bool bars;                        /* from the bottom up to each point */
	const struct landau_model *curve; /* drawn if its verdict is OK; may be NULL */
};

/* False: no memory. Errors of the stream are the caller's to look at. */
bool landau_svg_write(FILE *stream, const char *title, const struct landau_svg_panel *panels,
		      size_t count, enum landau_svg_axes axes);

#endif
