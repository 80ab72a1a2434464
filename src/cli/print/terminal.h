/* SPDX-License-Identifier: GPL-2.0-or-later */
/* terminal.h - text for people: widths, colours, small plots. */
#ifndef LANDAU_CLI_TERMINAL_H
#define LANDAU_CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/table.h"

/* Columns of standard output: the terminal's, else 100. At least 60. */
int landau_terminal_width(void);
/* The same for sentences and plots, which are hard to take in where they are very wide: at most 100. */
int landau_terminal_text_width(void);

/* Lines of the terminal that standard output is; else 0. */
int landau_terminal_lines(void);

/* May standard output have colours? Only a terminal, and not if NO_COLOR is set. */
bool landau_terminal_colour(void);

/* Columns that a UTF-8 string takes, a wide character counted as one. */
size_t landau_text_width(const char *text);

/*
 * Text of a profile or of another file may hold anything, also what a terminal takes for a command. Each
 * control character, each one that turns the direction of writing, and each byte that is not UTF-8
 * becomes '?': in place, or on its way to the stream. Newlines stay if `lines` says so.
 */
void landau_make_plain(char *text, bool lines);
void landau_print_plain(FILE *stream, const char *text);

/* A number in at most 5 columns: 999, 12.3k, 4.5M, 1.2e15. */
void landau_short_number(double number, char *text, size_t bytes);

/* What is printed with two decimals: never as -0.00. */
double landau_hundredths(double number);

/*
 * The greatest cost against the size as `columns` block characters, both axes linear; a column without
 * a point is blank. `text` has room for 3 * columns + 1 bytes.
 */
void landau_spark_line(const struct landau_point *points, size_t count, int columns, char *text);

#endif
