/* SPDX-License-Identifier: GPL-2.0-or-later */
/* print/lines.h - the lines of a routine, with their source where it is at hand, and as JSON. */
#ifndef LANDAU_CLI_PRINT_LINES_H
#define LANDAU_CLI_PRINT_LINES_H

#include <stdio.h>

#include "cli/analysis/lines.h"
#include "cli/analysis/loops.h"

/* Whose lines are printed; `path` is that of the profile, or NULL. */
struct landau_lines_view {
	const struct landau_profile *profile;
	uint32_t routine;
	const char *path;
	const struct landau_line_growths *growths;
	const struct landau_loop_growths *loops;
	const char *only_file; /* NULL: all, the routine's own file first */
};

/*
 * All counted lines and brackets of loops, with the source between them where gaps are small; in the routine's own file with what was inlined from
 * others.
 */
void landau_print_lines(const struct landau_lines_view *view);

/* The lines that grow fastest and cost something, three at most, with a few lines around each. */
void landau_print_fastest_lines(const struct landau_lines_view *view);

/* An array: of each line file, line, inlined, executions, cost, model, cost_model and points. */
void landau_print_json_lines(FILE *stream, const struct landau_line_growths *growths,
			     const char *only_file, const char *indent);

#endif
