/* SPDX-License-Identifier: GPL-2.0-or-later */
/* svg.c - plots as a picture in SVG; see svg.h. */
#include "cli/print/svg.h"

#include <math.h>
#include <stdlib.h>

#include "cli/print/json.h"
#include "cli/print/plot.h"
#include "cli/print/terminal.h"

/* In units of the picture, which are pixels at its natural size. */
enum {
	PANEL_WIDTH = 380,
	PANEL_HEIGHT = 290,
	GRID_LEFT = 56,
	GRID_TOP = 34,
	GRID_WIDTH = 306,
	GRID_HEIGHT = 204,
	HEAD_HEIGHT = 28,
	PANELS_IN_A_ROW = 3,
	CURVE_STEPS = 120,
	MOST_TICKS = 12,
};

/* Where the panel that is being drawn lies, and its axes. */
struct frame {
	FILE *stream;
	double left; /* of the grid */
	double top;
	struct landau_plot_axis x, y;
};

static double place_on(const struct landau_plot_axis *axis, double value)
{
	if (axis->logarithmic)
		return value > 0 ? log(value / axis->low) / log(axis->high / axis->low) : -1;
	return (value - axis->low) / (axis->high - axis->low);
}

static double pixel_x(const struct frame *frame, double value)
{
	return frame->left + GRID_WIDTH * place_on(&frame->x, value);
}

static double pixel_y(const struct frame *frame, double value)
{
	return frame->top + GRID_HEIGHT * (1 - place_on(&frame->y, value));
}

static bool within(const struct landau_plot_axis *axis, double value)
{
	double place = place_on(axis, value);

	return place >= -1e-9 && place <= 1 + 1e-9;
}

/* -- Axes --------------------------------------------------------------------------------------- */

/* Powers of ten, and where these are few also their double and fivefold. */
static size_t logarithmic_ticks(const struct landau_plot_axis *axis, double ticks[MOST_TICKS])
{
	int first = (int)floor(log10(axis->low));
	int last = (int)floor(log10(axis->high) + 1e-9);
	bool few = last - first < 3;
	int stride = 1 + (last - first) / 8;
	size_t count = 0;

	for (int i = first; i <= last; i += stride) {
		static const double multiples[] = {1, 2, 5};

		for (int k = 0; k < (few ? 3 : 1) && count < MOST_TICKS; k++) {
			double tick = multiples[k] * pow(10, i);

			if (within(axis, tick))
				ticks[count++] = tick;
		}
	}
	return count;
}

/* The values at which an axis has a mark. */
static size_t ticks_of(const struct landau_plot_axis *axis, double ticks[MOST_TICKS])
{
	double range = axis->high - axis->low;
	size_t count = 0;
	double step;

	if (axis->logarithmic)
		return logarithmic_ticks(axis, ticks);
	/* 3 to 7 of them; sizes, costs and calls are whole numbers. */
	step = pow(10, floor(log10(range / 3)));
	if (range / step > 14)
		step *= 5;
	else if (range / step > 7)
		step *= 2;
	step = fmax(step, 1);
	for (double number = ceil(axis->low / step - 1e-9); count < MOST_TICKS; count++) {
		ticks[count] = (number + (double)count) * step;
		if (ticks[count] > axis->high + step * 1e-9)
			break;
	}
	return count;
}

static void write_label(FILE *stream, double x, double y, const char *anchor, const char *text)
{
	fprintf(stream, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
	landau_xml_text(stream, text);
	fputs("</text>\n", stream);
}

static void write_axes(const struct frame *frame, const struct landau_svg_panel *panel)
{
	double ticks[MOST_TICKS];
	double bottom = frame->top + GRID_HEIGHT;
	char text[256];
	size_t count = ticks_of(&frame->y, ticks);

	for (size_t i = 0; i < count; i++) {
		double y = pixel_y(frame, ticks[i]);

		fprintf(frame->stream, "<path class=\"grid\" d=\"M%.1f %.1fh%d\"/>\n", frame->left,
			y, GRID_WIDTH);
		landau_short_number(ticks[i], text, sizeof(text));
		write_label(frame->stream, frame->left - 6, y + 4, "end", text);
	}
	count = ticks_of(&frame->x, ticks);
	for (size_t i = 0; i < count; i++) {
		double x = pixel_x(frame, ticks[i]);

		fprintf(frame->stream, "<path class=\"axis\" d=\"M%.1f %.1fv4\"/>\n", x, bottom);
		landau_short_number(ticks[i], text, sizeof(text));
		write_label(frame->stream, x, bottom + 17, "middle", text);
	}
	fprintf(frame->stream, "<path class=\"axis\" d=\"M%.1f %.1fv%dh%d\"/>\n", frame->left,
		frame->top, GRID_HEIGHT, GRID_WIDTH);
	snprintf(text, sizeof(text), "%s%s", panel->x_label, frame->x.logarithmic ? " (log)" : "");
	write_label(frame->stream, frame->left + GRID_WIDTH / 2.0, bottom + 36, "middle", text);
	snprintf(text, sizeof(text), "%s%s", panel->y_label, frame->y.logarithmic ? " (log)" : "");
	write_label(frame->stream, frame->left, frame->top - 7, "start", text);
}

static struct landau_plot_axis axis_over(double smallest, double low, double high,
					 enum landau_svg_axes axes)
{
	struct landau_plot_axis axis = landau_plot_axis_for(low, high);

	if (axes == LANDAU_SVG_LINEAR) {
		axis = (struct landau_plot_axis){0, high > 0 ? high : 1, false};
	} else if (axes == LANDAU_SVG_LOGARITHMIC && smallest < high) {
		axis = (struct landau_plot_axis){smallest, high, true};
	}
	return axis;
}

/* The axes over all points of the panel. */
static void set_axes(struct frame *frame, const struct landau_svg_panel *panel,
		     enum landau_svg_axes axes)
{
	double low[2] = {INFINITY, INFINITY}, high[2] = {0, 0};
	double smallest[2] = {INFINITY, INFINITY}; /* that is above 0, as logarithms need */

	for (size_t i = 0; i < panel->count; i++) {
		const double at[2] = {panel->points[i].x, panel->points[i].y};

		for (int k = 0; k < 2; k++) {
			low[k] = fmin(low[k], at[k]);
			high[k] = fmax(high[k], at[k]);
			if (at[k] > 0)
				smallest[k] = fmin(smallest[k], at[k]);
		}
	}
	if (panel->count == 0)
		low[0] = low[1] = 0;
	if (axes == LANDAU_SVG_AUTOMATIC && !panel->bars) {
		struct landau_plot_axis both[2];

		landau_plot_axes_for(low, high, panel->curve, both);
		frame->x = both[0];
		frame->y = both[1];
		return;
	}
	frame->x = axis_over(smallest[0], low[0], high[0], axes);
	frame->y = axis_over(smallest[1], low[1], high[1], axes);
	/* The lowest bar is not to vanish. */
	if (panel->bars && frame->y.logarithmic)
		frame->y.low /= 2;
	else if (panel->bars)
		frame->y = (struct landau_plot_axis){0, fmax(high[1], 1), false};
}

/* -- What is drawn ------------------------------------------------------------------------------ */

/* Bars and points of one spot are drawn once, the highest bar. False: no memory. */
static bool write_bars(const struct frame *frame, const struct landau_svg_panel *panel)
{
	double *top = calloc(GRID_WIDTH + 1, sizeof(*top));

	if (!top)
		return false;
	for (size_t i = 0; i < panel->count; i++) {
		double place = place_on(&frame->x, panel->points[i].x);
		size_t column;

		if (!(place >= 0 && place <= 1))
			continue;
		column = (size_t)(place * GRID_WIDTH + 0.5);
		top[column] = fmax(top[column], panel->points[i].y);
	}
	for (int column = 0; column <= GRID_WIDTH; column++)
		if (top[column] > 0)
			fprintf(frame->stream, "<path class=\"bar\" d=\"M%.1f %.1fV%.1f\"/>\n",
				frame->left + column, frame->top + GRID_HEIGHT,
				pixel_y(frame, top[column]));
	free(top);
	return true;
}

static bool write_points(const struct frame *frame, const struct landau_svg_panel *panel)
{
	unsigned char *drawn = calloc((size_t)(GRID_WIDTH + 1) * (GRID_HEIGHT + 1), 1);

	if (!drawn)
		return false;
	for (size_t i = 0; i < panel->count; i++) {
		const struct landau_svg_point *point = &panel->points[i];
		double x, y;
		unsigned char *spot;

		if (!within(&frame->x, point->x) || !within(&frame->y, point->y))
			continue;
		x = pixel_x(frame, point->x);
		y = pixel_y(frame, point->y);
		spot = &drawn[(size_t)(y - frame->top + 0.5) * (GRID_WIDTH + 1) +
			      (size_t)(x - frame->left + 0.5)];
		if (!*spot)
			fprintf(frame->stream,
				"<circle class=\"point\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>\n", x,
				y);
		*spot = 1;
	}
	free(drawn);
	return true;
}

static void write_curve(const struct frame *frame, const struct landau_model *model)
{
	bool open = false;

	if (!model || model->verdict != LANDAU_VERDICT_OK)
		return;
	for (int i = 0; i <= CURVE_STEPS; i++) {
		double place = (double)i / CURVE_STEPS;
		double x = frame->x.logarithmic
				   ? frame->x.low * pow(frame->x.high / frame->x.low, place)
				   : frame->x.low + place * (frame->x.high - frame->x.low);
		double y = landau_model_predict(model, x);

		if (x < model->fitted_from || !isfinite(y) || !within(&frame->y, y))
			continue;
		fprintf(frame->stream, "%s%.1f,%.1f",
			open ? " " : "<polyline class=\"curve\" points=\"", pixel_x(frame, x),
			pixel_y(frame, y));
		open = true;
	}
	if (open)
		fputs("\"/>\n", frame->stream);
}

static bool write_panel(FILE *stream, const struct landau_svg_panel *panel, double left, double top,
			enum landau_svg_axes axes)
{
	struct frame frame = {.stream = stream, .left = left + GRID_LEFT, .top = top + GRID_TOP};
	bool fine;

	set_axes(&frame, panel, axes);
	write_label(stream, frame.left - 40, top + 8, "start", panel->title);
	write_axes(&frame, panel);
	fine = panel->bars ? write_bars(&frame, panel) : write_points(&frame, panel);
	write_curve(&frame, panel->curve);
	return fine;
}

bool landau_svg_write(FILE *stream, const char *title, const struct landau_svg_panel *panels,
		      size_t count, enum landau_svg_axes axes)
{
	size_t columns = count == 4 ? 2 : count < PANELS_IN_A_ROW ? count : PANELS_IN_A_ROW;
	size_t rows = (count + columns - 1) / columns;
	size_t width = columns * PANEL_WIDTH;
	size_t height = HEAD_HEIGHT + rows * PANEL_HEIGHT;
	bool fine = true;

	fprintf(stream,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%zu\" "
		"viewBox=\"0 0 %zu %zu\" role=\"img\">\n<title>",
		width, height, width, height);
	landau_xml_text(stream, title);
	fputs("</title>\n<style>text{font:12px sans-serif;fill:#333}.head{font-weight:bold}"
	      ".axis{stroke:#888;fill:none}.grid{stroke:#888;fill:none;opacity:.25}"
	      ".point{fill:#0072b2;fill-opacity:.75}.bar{stroke:#0072b2;stroke-width:1.5}"
	      ".curve{stroke:#d55e00;stroke-width:1.5;fill:none}"
	      "@media(prefers-color-scheme:dark){text{fill:#ddd}.point{fill:#56b4e9}"
	      ".bar{stroke:#56b4e9}.curve{stroke:#e69f00}}</style>\n",
	      stream);
	fputs("<text class=\"head\" x=\"16\" y=\"17\">", stream);
	landau_xml_text(stream, title);
	fputs("</text>\n", stream);
	for (size_t i = 0; fine && i < count; i++) {
		size_t left = i % columns * PANEL_WIDTH;
		size_t top = HEAD_HEIGHT + i / columns * PANEL_HEIGHT + 6;

		fine = write_panel(stream, &panels[i], (double)left, (double)top, axes);
	}
	fputs("</svg>\n", stream);
	return fine;
}
