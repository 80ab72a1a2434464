/* SPDX-License-Identifier: GPL-2.0-or-later */
/* terminal.c - text for people; see terminal.h. */
#include "cli/print/terminal.h"
#include "cli/print/json.h"

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

int landau_terminal_text_width(void)
{
	int width = landau_terminal_width();

	return width < DEFAULT_WIDTH ? width : DEFAULT_WIDTH;
}

int landau_terminal_lines(void)
{
	struct winsize size;

	if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		return size.ws_row;
	return 0;
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

/* -- Plain text --------------------------------------------------------------------------------- */

/* Is the character fit to be shown? *length: its bytes. */
static bool fit(const unsigned char *at, size_t *length)
{
	*length = landau_utf8_length(at);
	if (*length == 0) {
		*length = 1;
		return false;
	}
	if (*length == 1)
		return *at >= ' ' && *at != 0x7f;
	if (at[0] == 0xc2 && at[1] < 0xa0) /* U+0080 to U+009F */
		return false;
	/* U+200E, U+200F, U+2028 to U+202E; U+2066 to U+2069 */
	if (at[0] == 0xe2 && at[1] == 0x80)
		return at[2] != 0x8e && at[2] != 0x8f && (at[2] < 0xa8 || at[2] > 0xae);
	return at[0] != 0xe2 || at[1] != 0x81 || at[2] < 0xa6 || at[2] > 0xa9;
}

void landau_make_plain(char *text, bool lines)
{
	char *end = text;
	size_t length;

	for (; *text; text += length) {
		if (fit((const unsigned char *)text, &length) || (lines && *text == '\n')) {
			memmove(end, text, length);
			end += length;
		} else {
			*end++ = '?';
		}
	}
	*end = '\0';
}

void landau_print_plain(FILE *stream, const char *text)
{
	size_t length;

	for (; *text; text += length) {
		if (fit((const unsigned char *)text, &length))
			fwrite(text, 1, length, stream);
		else
			putc('?', stream);
	}
}

/* -- Numbers and plots -------------------------------------------------------------------------- */

double landau_hundredths(double number)
{
	return number > -0.005 && number < 0 ? 0 : number;
}

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
