/* SPDX-License-Identifier: GPL-2.0-or-later */
/* read_lines.c - reads the lines x-line and x-loop of landau.data(5). */
#include "profile/lines.h"
#include "profile/loops.h"
#include "profile/reader.h"

void landau_reader_line(struct landau_reader *reader)
{
	struct landau_line *line = landau_builder_line(&reader->builder);

	if (!line) {
		landau_fields_no_memory(&reader->fields);
		return;
	}
	line->routine = landau_reader_reference(reader, &reader->routines, "routine");
	landau_line_read(&reader->fields, reader->builder.arena, line);
}

void landau_reader_loop(struct landau_reader *reader)
{
	struct landau_loop *loop = landau_builder_loop(&reader->builder);

	if (!loop) {
		landau_fields_no_memory(&reader->fields);
		return;
	}
	loop->line.routine = landau_reader_reference(reader, &reader->routines, "routine");
	landau_loop_read(&reader->fields, reader->builder.arena, loop);
}
