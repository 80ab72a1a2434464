/* SPDX-License-Identifier: GPL-2.0-or-later */
/* print/loops.h - the loops of a routine: in sentences, as brackets beside its source, and as JSON. */
#ifndef LANDAU_CLI_PRINT_LOOPS_H
#define LANDAU_CLI_PRINT_LOOPS_H

#include <stdio.h>

#include "cli/analysis/loops.h"

enum { LANDAU_TRIPS_BYTES = LANDAU_STATEMENT_BYTES + 32 };

/* "0.5·n^2 trips", "at least n^1.9 trips", "at most n^2 trips"; "7.2k trips in all" where nothing is known of the growth. */
void landau_trips_text(const struct landau_loop_growth *growth, char text[LANDAU_TRIPS_BYTES]);

/* "store.c:41, inside the loop at :38: 0.5·n^2 trips" */
void landau_print_loop(FILE *stream, const struct landau_loop_growth *growth);

/* A row each, beginning with "loop": of all, or of those around a line, the outermost first. */
void landau_print_loops(const struct landau_loop_growths *growths, const char *only_file);
void landau_print_loops_around(const struct landau_loop_growths *growths, const char *file,
			       uint32_t line);

/* Brackets of the loops beside a line of a file, as wide for all of its lines; "" if there are no loops in it. */
void landau_print_brackets(const struct landau_loop_growths *growths, const char *file,
			   uint32_t line);

/* An array: of each loop file, line, last_line, inlined, depth, inside, trips, at_most, model and points. */
void landau_print_json_loops(FILE *stream, const struct landau_loop_growths *growths,
			     const char *only_file, const char *indent);

#endif
