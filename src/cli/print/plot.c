/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plot.c - braille plots; see plot.h. */
#include "cli/print/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print/terminal.h"

enum { LABEL_COLUMNS = 7, DOTS_X = 2, DOTS_Y = 4, GAP_COLUMNS = 2 };

static struct landau_plot_axis linear_axis(double low, double high)
{
	struct landau_plot_axis axis = {low > 0 && low < high / 3 ? 0 : low, high, false};

	if (!(axis.high > axis.low))
		axis.high = axis.low + 1;
	return axis;
}

struct landau_plot_axis landau_plot_axis_for(double low, double high)
{
	if (low > 0 && high / low > 100)
		return (struct landau_plot_axis){low, high, true};
	return linear_axis(low, high);
}

void landau_plot_axes_for(const double low[2], const double high[2],
			  const struct landau_model *curve, struct landau_plot_axis axes[2])
{
	bool exponential = curve && curve->verdict == LANDAU_VERDICT_OK &&
			   curve->growth == LANDAU_GROWTH_EXPONENTIAL;
	bool possible = true, wanted = false;

	for (int i = 0; i < 2; i++) {
		axes[i] = landau_plot_axis_for(low[i], high[i]);
		wanted = wanted || axes[i].logarithmic;
		possible = possible && low[i] > 0 && low[i] < high[i];
	}
	for (int i = 0; i < 2 && wanted && !exponential; i++)
		axes[i] = possible ? (struct landau_plot_axis){low[i], high[i], true}
				   : linear_axis(low[i], high[i]);
}

bool landau_plot_start(struct landau_plot *plot, const char *title, const char *x_label,
		       int columns, int rows, struct landau_plot_axis x, struct landau_plot_axis y)
{
	size_t cells;

	*plot = (struct landau_plot){.title = title,
				     .x_label = x_label,
				     .columns = columns,
				     .rows = rows,
				     .x = x,
				     .y = y,
				     .grid_columns = columns - LABEL_COLUMNS};
	cells = (size_t)plot->grid_columns * (size_t)rows;
	plot->points = calloc(cells, 1);
	plot->curve = calloc(cells, 1);
	if (plot->points && plot->curve)
		return true;
	landau_plot_free(plot);
	return false;
}

void landau_plot_free(struct landau_plot *plot)
{
	free(plot->points);
	free(plot->curve);
	plot->points = NULL;
	plot->curve = NULL;
}

/* Where a value lies on the axis, 0 to 1 if it is within. */
static double place_on(const struct landau_plot_axis *axis, double value)
{
	if (axis->logarithmic)
		return value > 0 ? log(value / axis->low) / log(axis->high / axis->low) : -1;
	return (value - axis->low) / (axis->high - axis->low);
}

static double value_at(const struct landau_plot_axis *axis, double place)
{
	if (axis->logarithmic)
		return axis->low * pow(axis->high / axis->low, place);
	return axis->low + place * (axis->high - axis->low);
}

static void set_dot(const struct landau_plot *plot, unsigned char *dots, int x, int y)
{
	/* Bits of the braille block, by row and column of the dot. */
	static const unsigned char bits[DOTS_Y][DOTS_X] = {
		{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
	int row = plot->rows - 1 - y / DOTS_Y;

	dots[row * plot->grid_columns + x / DOTS_X] |= bits[DOTS_Y - 1 - y % DOTS_Y][x % DOTS_X];
}

/* The dot nearest to the value; false if it is outside. */
static bool dot_of(const struct landau_plot_axis *axis, int dots, double value, int *dot)
{
	double place = place_on(axis, value);

	if (!(place >= -1e-9 && place <= 1 + 1e-9))
		return false;
	*dot = (int)(place * (dots - 1) + 0.5);
	return true;
}

void landau_plot_point(struct landau_plot *plot, double x, double y)
{
	int column, row;

	if (dot_of(&plot->x, plot->grid_columns * DOTS_X, x, &column) &&
	    dot_of(&plot->y, plot->rows * DOTS_Y, y, &row)) {
		set_dot(plot, plot->points, column, row);
		plot->point_count++;
	}
}

void landau_plot_bar(struct landau_plot *plot, double x, double y)
{
	int column, row;

	if (!dot_of(&plot->x, plot->grid_columns * DOTS_X, x, &column) ||
	    !dot_of(&plot->y, plot->rows * DOTS_Y, y, &row))
		return;
	for (; row >= 0; row--)
		set_dot(plot, plot->points, column, row);
}

void landau_plot_curve(struct landau_plot *plot, double (*value)(const void *context, double x),
		       const void *context)
{
	int dots = plot->grid_columns * DOTS_X;

	for (int column = 0; column < dots; column++) {
		double y = value(context, value_at(&plot->x, (double)column / (dots - 1)));
		int row;

		if (dot_of(&plot->y, plot->rows * DOTS_Y, y, &row))
			set_dot(plot, plot->curve, column, row);
	}
}

/* -- Printing ----------------------------------------------------------------------------------- */

static void print_padded(const char *text, int columns)
{
	int width = (int)landau_text_width(text);

	printf("%s%*s", text, columns > width ? columns - width : 0, "");
}

static void print_braille(unsigned char dots)
{
	/* U+2800 and the dots, in UTF-8. */
	printf("\xe2%c%c", 0xa0 + (dots >> 6), 0x80 + (dots & 0x3f));
}

/* What stands beside a row: the values at the ends and in the middle, if that reads as another one. */
static void label_of(const struct landau_plot *plot, int row, char *label, size_t bytes)
{
	char top[32], bottom[32];

	landau_short_number(
		value_at(&plot->y, plot->rows > 1 ? 1 - (double)row / (plot->rows - 1) : 0), label,
		bytes);
	if (row == 0 || row == plot->rows - 1)
		return;
	landau_short_number(value_at(&plot->y, 1), top, sizeof(top));
	landau_short_number(value_at(&plot->y, 0), bottom, sizeof(bottom));
	if (row != plot->rows / 2 || strcmp(label, top) == 0 || strcmp(label, bottom) == 0)
		label[0] = '\0';
}

static void print_grid_row(const struct landau_plot *plot, int row, bool colour)
{
	char label[32];

	label_of(plot, row, label, sizeof(label));
	printf("%*s ┤", LABEL_COLUMNS - 2, label);
	for (int column = 0; column < plot->grid_columns; column++) {
		unsigned char dots = plot->points[row * plot->grid_columns + column];
		unsigned char curve = plot->curve[row * plot->grid_columns + column];

		if (colour && !dots && curve)
			printf("\033[36m");
		if (dots && plot->point_count > 0 &&
		    plot->point_count <= (size_t)plot->grid_columns)
			printf("•");
		else
			print_braille(dots ? dots : curve);
		if (colour && !dots && curve)
			printf("\033[0m");
	}
}

static void print_x_axis(const struct landau_plot *plot)
{
	char low[32], high[32], text[256];
	int room;

	landau_short_number(plot->x.low, low, sizeof(low));
	landau_short_number(plot->x.high, high, sizeof(high));
	room = plot->columns - LABEL_COLUMNS - (int)strlen(low) - (int)strlen(high);
	snprintf(text, sizeof(text), "%s%s", plot->x_label, plot->x.logarithmic ? " (log)" : "");
	printf("%*s%s%*s", LABEL_COLUMNS, "", low, (room - (int)strlen(text)) / 2, "");
	print_padded(text, room - (room - (int)strlen(text)) / 2);
	printf("%s", high);
}

static void print_title(const struct landau_plot *plot)
{
	char text[256];

	snprintf(text, sizeof(text), "%*s%s%s", LABEL_COLUMNS, "", plot->title,
		 plot->y.logarithmic ? " (log)" : "");
	print_padded(text, plot->columns);
}

void landau_plot_print(const struct landau_plot *left, const struct landau_plot *right, bool colour)
{
	print_title(left);
	if (right) {
		printf("%*s", GAP_COLUMNS, "");
		print_title(right);
	}
	putchar('\n');
	for (int row = 0; row < left->rows; row++) {
		print_grid_row(left, row, colour);
		if (right) {
			printf("%*s", GAP_COLUMNS, "");
			print_grid_row(right, row, colour);
		}
		putchar('\n');
	}
	print_x_axis(left);
	if (right) {
		printf("%*s", GAP_COLUMNS, "");
		print_x_axis(right);
	}
	putchar('\n');
}
