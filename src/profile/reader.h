/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reader.h - the state of reading landau.data(5): for the reader's own files.
 */
#ifndef LANDAU_PROFILE_READER_H
#define LANDAU_PROFILE_READER_H

#include "profile/build.h"
#include "profile/fields.h"
#include "profile/keys.h"

/* What the points being read belong to. */
enum landau_block { LANDAU_NO_BLOCK, LANDAU_RECORD_BLOCK, LANDAU_EDGE_BLOCK };

struct landau_reader {
	struct landau_fields fields;
	struct landau_builder builder;
	struct landau_keys threads; /* id, index, index in the file -> position in the profile */
	struct landau_keys routines;
	struct landau_keys contexts;
	struct landau_keys externals;

	enum landau_block block; /* its record or edge is the last of the profile */
	uint64_t block_line;
	struct landau_point *points;
	size_t point_count;
	size_t point_limit;
	struct landau_costs *costs; /* rms points, or calls by size */
	size_t cost_count;
	size_t cost_limit;
};

/* The next field refers to what `keys` has; `what` it is called in errors. */
uint32_t landau_reader_reference(struct landau_reader *reader, const struct landau_keys *keys,
				 const char *what);

/* Lines x-curve, x-called and x-steps. */
void landau_reader_curve(struct landau_reader *reader);
void landau_reader_called(struct landau_reader *reader);
void landau_reader_steps(struct landau_reader *reader);

/* Lines x-line and x-loop. */
void landau_reader_line(struct landau_reader *reader);
void landau_reader_loop(struct landau_reader *reader);

/* A line of kind t, r or c. */
void landau_reader_point(struct landau_reader *reader, char kind);

/* A block of points begins: its record or edge has been added. The block that was open ended before. */
void landau_reader_begin_block(struct landau_reader *reader, enum landau_block block);

/* The block that was open, if any, has no more points. */
void landau_reader_end_block(struct landau_reader *reader);

#endif
