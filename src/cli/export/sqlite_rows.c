/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sqlite_rows.c - puts values into rows of an SQLite database; see sqlite_rows.h. */
#include "cli/export/sqlite_rows.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "cli/export/export.h"
#include "cli/print/json.h"

static int bind_number(sqlite3_stmt *statement, int column, uint64_t number)
{
	if (number > INT64_MAX)
		return sqlite3_bind_double(statement, column, (double)number);
	return sqlite3_bind_int64(statement, column, (sqlite3_int64)number);
}

/* NaN and infinities become NULL. */
static int bind_real(sqlite3_stmt *statement, int column, double number)
{
	if (!isfinite(number))
		return sqlite3_bind_null(statement, column);
	return sqlite3_bind_double(statement, column, number);
}

/* The text that `print` writes; NULL for no value. */
static int bind_printed(sqlite3_stmt *statement, int column,
			void (*print)(FILE *stream, const void *value), const void *value)
{
	char *text = NULL;
	size_t bytes = 0;
	int result = SQLITE_NOMEM;
	FILE *stream;

	if (!value)
		return sqlite3_bind_null(statement, column);
	stream = open_memstream(&text, &bytes);
	if (!stream)
		return result;
	print(stream, value);
	if (fclose(stream) == 0)
		result = sqlite3_bind_text64(statement, column, text, bytes, SQLITE_TRANSIENT,
					     SQLITE_UTF8);
	free(text);
	return result;
}

static void print_name(FILE *stream, const void *value)
{
	landau_export_name(stream, value, "", '?');
}

static void print_command(FILE *stream, const void *value)
{
	const struct landau_run *run = value;

	putc('[', stream);
	for (uint32_t i = 0; i < run->command_count; i++) {
		if (i > 0)
			fputs(", ", stream);
		landau_json_string(stream, run->command[i]);
	}
	putc(']', stream);
}

/* The functions that were inlined there, the outermost first. */
static void print_inlined(FILE *stream, const void *value)
{
	const struct landau_line *line = value;

	putc('[', stream);
	for (uint32_t i = 0; i < line->inlined_count; i++) {
		if (i > 0)
			fputs(", ", stream);
		landau_json_string(stream, line->inlined[i].name);
	}
	putc(']', stream);
}

bool landau_sqlite_insert(struct landau_sqlite_output *output, enum table table, const char *types,
			  ...)
{
	sqlite3_stmt *statement = output->statements[table];
	int result = SQLITE_OK;
	uint32_t position;
	va_list values;

	va_start(values, types);
	for (int i = 0; types[i] && result == SQLITE_OK; i++) {
		switch (types[i]) {
		case 'u':
			result = bind_number(statement, i + 1, va_arg(values, uint64_t));
			break;
		case 'i':
			position = va_arg(values, uint32_t);
			result = position == LANDAU_NONE ? sqlite3_bind_null(statement, i + 1)
							 : bind_number(statement, i + 1, position);
			break;
		case 'd':
			result = bind_real(statement, i + 1, va_arg(values, double));
			break;
		case 's':
			result = bind_printed(statement, i + 1, print_name,
					      va_arg(values, const char *));
			break;
		case 'c':
			result = bind_printed(statement, i + 1, print_command,
					      va_arg(values, const struct landau_run *));
			break;
		case 'l':
			result = bind_printed(statement, i + 1, print_inlined,
					      va_arg(values, const struct landau_line *));
			break;
		default:
			result = sqlite3_bind_null(statement, i + 1);
			break;
		}
	}
	va_end(values);
	if (result == SQLITE_OK)
		result = sqlite3_step(statement);
	if (result == SQLITE_NOMEM)
		output->memory = false;
	return result == SQLITE_DONE && sqlite3_reset(statement) == SQLITE_OK;
}
