/* SPDX-License-Identifier: GPL-2.0-or-later */
/* terminal.c - text for people; see terminal.h. */
#include "cli/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { DEFAULT_WIDTH = 100, SMALLEST_WIDTH = 60 };

int landau_terminal_width(void)
{
	struct winsize size;
	int width = DEFAULT_WIDTH;

	if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
	    size.ws_col > 0)
		width = size.ws_col;
	return width < SMALLEST_WIDTH ? SMALLEST_WIDTH : width;
}

bool landau_terminal_colour(void)
{
	const char *no_colour = getenv("NO_COLOR");
	const char *terminal = getenv("TERM");

	return isatty(STDOUT_FILENO) && !(no_colour && *no_colour) &&
	       !(terminal && strcmp(terminal, "dumb") == 0);
}

size_t landau_text_width(const char *text)
{
	size_t width = 0;

	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}

/* -- Names -------------------------------------------------------------------------------------- */

/* Copies; what stands between a pair of brackets at any depth is left out, the brackets stay. */
static void copy_without(const char *name, char open, char close, bool keep_brackets, char *text,
			 size_t bytes)
{
	int depth = 0;
	size_t used = 0;

	for (const char *c = name; *c && used + 8 < bytes; c++) {
		/* operator<, operator() and -> are not brackets. */
		bool is_operator = c - name >= 8 && strncmp(c - 8, "operator", 8) == 0;

		if (*c == open && !is_operator) {
			if (depth++ == 0 && keep_brackets)
				used += (size_t)snprintf(text + used, bytes - used, "%c…%c", open,
							 close);
		} else if (*c == close && depth > 0 && !(c > name && c[-1] == '-')) {
			depth--;
		} else if (depth == 0) {
			text[used++] = (unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c;
		}
	}
	text[used] = '\0';
}

static const char *forward(const char *text, size_t columns)
{
	while (*text && columns > 0) {
		text++;
		while (((unsigned char)*text & 0xc0) == 0x80)
			text++;
		columns--;
	}
	return text;
}

void landau_short_name(const char *name, int width, char *text, size_t bytes)
{
	char *shorter = malloc(strlen(name) * 5 + 16);
	size_t columns = (size_t)width, total;

	if (!shorter) {
		snprintf(text, bytes, "?");
		return;
	}
	copy_without(name, '(', ')', false, shorter, strlen(name) * 5 + 16);
	total = landau_text_width(shorter);
	if (total > columns) {
		char *with_templates = strdup(shorter);

		if (with_templates)
			copy_without(with_templates, '<', '>', true, shorter,
				     strlen(name) * 5 + 16);
		free(with_templates);
		total = landau_text_width(shorter);
	}
	if (total > columns) {
		/* The end says more than the beginning. */
		size_t front = (columns - 1) / 3, back = columns - 1 - front;
		int front_bytes = (int)(forward(shorter, front) - shorter);

		snprintf(text, bytes, "%.*s…%s", front_bytes, shorter,
			 forward(shorter, total - back));
	} else {
		snprintf(text, bytes, "%s", shorter);
	}
	free(shorter);
}

/* -- Numbers and plots -------------------------------------------------------------------------- */

void landau_short_number(double number, char *text, size_t bytes)
{
	static const char units[] = " kMGT";
	double value = number;
	int unit = 0;

	while (value >= 999.5 && unit < 5) {
		value /= 1000;
		unit++;
	}
	if (unit == 5)
		snprintf(text, bytes, "%.0e", number);
	else if (unit == 0)
		snprintf(text, bytes, "%.0f", value);
	else
		snprintf(text, bytes, value < 99.95 ? "%.1f%c" : "%.0f%c", value, units[unit]);
}

void landau_spark_line(const struct landau_point *points, size_t count, int columns, char *text)
{
	static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
	double *highest = calloc((size_t)columns, sizeof(*highest));
	double first = count ? (double)points[0].costs.size : 0;
	double span = count ? (double)points[count - 1].costs.size - first : 0;
	double top = 0;
	char *end = text;

	for (int i = 0; highest && i < columns; i++)
		highest[i] = -1;
	for (size_t i = 0; highest && i < count; i++) {
		double place = span > 0 ? ((double)points[i].costs.size - first) / span : 0;
		int column = (int)(place * (columns - 1) + 0.5);
		double cost = (double)points[i].costs.max;

		if (cost > highest[column])
			highest[column] = cost;
		if (cost > top)
			top = cost;
	}
	for (int i = 0; i < columns; i++) {
		const char *block = " ";

		if (highest && highest[i] >= 0)
			block = blocks[top > 0 ? (int)(highest[i] / top * 7 + 0.5) : 0];
		end = stpcpy(end, block);
	}
	free(highest);
}
