/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lines.h - how often source lines ran in activations of a routine: the lines x-line of landau.data(5).
 */
#ifndef LANDAU_PROFILE_LINES_H
#define LANDAU_PROFILE_LINES_H

#include "profile/arena.h"
#include "profile/build.h"
#include "profile/fields.h"
#include "profile/profile.h"

/* Brings the lines of a profile in canonical order; those of one routine and place become one. False: no memory. */
bool landau_lines_finish(struct landau_builder *builder);

/* Reads the fields behind the routine, which must be possible. */
void landau_line_read(struct landau_fields *fields, struct landau_arena *arena,
		      struct landau_line *line);

/* For loops, which have a place and points, too: */
int landau_line_compare(const struct landau_line *a, const struct landau_line *b);
void landau_line_read_place(struct landau_fields *fields, struct landau_arena *arena,
			    struct landau_line *line);

/*
 * Makes one line of `count` about the same that follow each other at this distance, the first one. Its points are the
 * builder's then. False: no memory.
 */
bool landau_line_unite(const struct landau_builder *builder, struct landau_line *line, size_t count,
		       size_t distance);

/* Copies the strings of a line into the arena; false: no memory. */
bool landau_line_copy_place(struct landau_arena *arena, struct landau_line *line);

#endif
