/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sqlite_lines.c - the lines and the loops of routines in an SQLite database. */
#include "cli/analysis/lines.h"
#include "cli/analysis/loops.h"
#include "cli/export/sqlite_rows.h"
#include "model/model.h"

static bool write_line(struct landau_sqlite_output *output, const struct landau_line_growth *growth)
{
	const struct landau_line *line = growth->line;
	uint64_t id = (uint64_t)(line - output->profile->lines);
	char executions[LANDAU_STATEMENT_BYTES], cost[LANDAU_STATEMENT_BYTES];
	bool fine;

	landau_model_statement_text(&growth->executions, executions);
	landau_model_statement_text(&growth->cost, cost);
	fine = landau_sqlite_insert(output, TABLE_LINES, "uusuluuuss", id, (uint64_t)line->routine,
				    line->file, (uint64_t)line->line, line, line->executions,
				    line->cost, line->self, executions, cost);
	for (size_t i = 0; fine && i < line->point_count; i++)
		fine = landau_sqlite_insert(output, TABLE_LINE_POINTS, "uuuuu", id,
					    line->points[i].size, line->points[i].calls,
					    line->points[i].executions, line->points[i].cost);
	return fine;
}

static bool write_loop(struct landau_sqlite_output *output, const struct landau_loop_growth *growth)
{
	const struct landau_loop *loop = growth->loop;
	const struct landau_line *line = &loop->line;
	uint64_t id = (uint64_t)(loop - output->profile->loops);
	char statement[LANDAU_STATEMENT_BYTES];
	bool fine;

	landau_model_statement_text(&growth->trips, statement);
	fine = landau_sqlite_insert(
		output, TABLE_LOOPS, "uusuuluiuuus", id, (uint64_t)line->routine, line->file,
		(uint64_t)line->line, (uint64_t)loop->last_line, line, loop->position,
		growth->parent ? (uint32_t)(growth->parent->loop - output->profile->loops)
			       : LANDAU_NONE,
		(uint64_t)growth->depth, line->executions, (uint64_t)loop->at_most, statement);
	for (size_t i = 0; fine && i < line->point_count; i++)
		fine = landau_sqlite_insert(output, TABLE_LOOP_POINTS, "uuuu", id,
					    line->points[i].size, line->points[i].calls,
					    line->points[i].executions);
	return fine;
}

bool landau_sqlite_write_lines(struct landau_sqlite_output *output, uint32_t routine)
{
	struct landau_line_growths growths;
	struct landau_loop_growths loops = {0};
	bool fine = landau_line_growths_of(output->profile, routine, &growths) &&
		    landau_loop_growths_of(output->profile, routine, &loops);

	output->memory &= fine;
	for (size_t i = 0; fine && i < growths.count; i++)
		fine = write_line(output, &growths.lines[i]);
	for (size_t i = 0; fine && i < loops.count; i++)
		fine = write_loop(output, &loops.loops[i]);
	landau_line_growths_free(&growths);
	landau_loop_growths_free(&loops);
	return fine;
}
