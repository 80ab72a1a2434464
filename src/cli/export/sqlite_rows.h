/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sqlite_rows.h - rows of an SQLite database, for the files of landau export --format=sqlite. */
#ifndef LANDAU_CLI_SQLITE_ROWS_H
#define LANDAU_CLI_SQLITE_ROWS_H

#include <sqlite3.h>
#include <stdbool.h>

#include "cli/export/sqlite_schema.h"
#include "profile/profile.h"

struct landau_sqlite_output {
	sqlite3 *database;
	sqlite3_stmt *statements[TABLE_COUNT];
	const struct landau_profile *profile;
	bool memory; /* there was enough so far */
};

/*
 * Puts a row into a table. `types` has a letter for each column: u uint64_t, d double, s string or NULL,
 * c the command of a run, l what is inlined in a line, i a position, which is a uint32_t, or LANDAU_NONE for NULL; 0 is NULL without an argument.
 */
bool landau_sqlite_insert(struct landau_sqlite_output *output, enum table table, const char *types,
			  ...);

/* The lines and the loops of a routine; false: an error, or no memory. */
bool landau_sqlite_write_lines(struct landau_sqlite_output *output, uint32_t routine);

#endif
