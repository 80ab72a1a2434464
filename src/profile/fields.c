/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fields.c - a text as lines, and a line as fields; see fields.h. */
#include "profile/fields.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_BUFFER_BYTES = 1024 * 1024 };

void landau_fields_start(struct landau_fields *fields, int descriptor, struct landau_error *error)
{
	*fields = (struct landau_fields){.descriptor = descriptor, .error = error};
}

void landau_fields_start_memory(struct landau_fields *fields, const char *text, size_t bytes,
				struct landau_error *error)
{
	*fields = (struct landau_fields){.descriptor = -1,
					 .next = text,
					 .end = text + bytes,
					 .at_end = true,
					 .error = error};
}

void landau_fields_finish(struct landau_fields *fields)
{
	free(fields->buffer);
	fields->buffer = NULL;
}

/* -- Errors ------------------------------------------------------------------------------------ */

static void keep_error(struct landau_fields *fields, uint64_t line, const char *format,
		       va_list arguments)
{
	if (fields->failed)
		return;
	fields->failed = true;
	fields->error->line = line;
	vsnprintf(fields->error->text, sizeof(fields->error->text), format, arguments);
}

void landau_fields_fail(struct landau_fields *fields, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	keep_error(fields, fields->line, format, arguments);
	va_end(arguments);
}

void landau_fields_fail_at(struct landau_fields *fields, uint64_t line, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	keep_error(fields, line, format, arguments);
	va_end(arguments);
}

void landau_fields_no_memory(struct landau_fields *fields)
{
	landau_fields_fail(fields, "there is not enough memory to read any further");
}

/* -- Lines ------------------------------------------------------------------------------------- */

/* Reads more behind what is left of the buffer, which is moved to its start. */
static bool read_more(struct landau_fields *fields)
{
	size_t left = (size_t)(fields->end - fields->next);
	ssize_t got;

	if (left > 0 && fields->next != fields->buffer)
		memmove(fields->buffer, fields->next, left);
	if (left == fields->buffer_bytes) {
		size_t larger =
			fields->buffer_bytes ? fields->buffer_bytes * 2 : FIRST_BUFFER_BYTES;
		char *memory = realloc(fields->buffer, larger);

		if (!memory) {
			landau_fields_no_memory(fields);
			return false;
		}
		fields->buffer = memory;
		fields->buffer_bytes = larger;
	}
	do {
		got = read(fields->descriptor, fields->buffer + left, fields->buffer_bytes - left);
	} while (got < 0 && errno == EINTR);
	fields->next = fields->buffer;
	fields->end = fields->buffer + left;
	if (got < 0) {
		landau_fields_fail_at(fields, 0, "cannot be read: %s", strerror(errno));
		return false;
	}
	fields->end += got;
	fields->at_end = got == 0;
	return true;
}

bool landau_fields_next(struct landau_fields *fields)
{
	const char *newline = NULL;
	size_t searched = 0;

	if (fields->failed)
		return false;
	for (;;) {
		size_t bytes = (size_t)(fields->end - fields->next);

		if (bytes > searched)
			newline = memchr(fields->next + searched, '\n', bytes - searched);
		if (newline || fields->at_end)
			break;
		searched = bytes;
		if (!read_more(fields))
			return false;
	}
	if (!newline && fields->next == fields->end)
		return false;
	fields->line++;
	if (!newline) {
		landau_fields_fail(fields,
				   "the file ends in the middle of a line: it is incomplete");
		return false;
	}
	fields->start = fields->next;
	fields->at = fields->start;
	fields->next = newline + 1;
	return true;
}

/* -- Fields ------------------------------------------------------------------------------------ */

static bool ends_field(char byte)
{
	return byte == ' ' || byte == '\n';
}

bool landau_fields_over(const struct landau_fields *fields)
{
	return *fields->at == '\n';
}

bool landau_fields_word(struct landau_fields *fields, const char *word)
{
	const char *at = fields->at;

	if (at != fields->start && *at++ != ' ')
		return false;
	while (*word && *at == *word) { /* no word has a newline in it */
		at++;
		word++;
	}
	if (*word || !ends_field(*at))
		return false;
	fields->at = at;
	return true;
}

/* Passes over the blank in front of a field. */
static bool begin_field(struct landau_fields *fields, const char *what)
{
	if (fields->failed)
		return false;
	if (fields->at[0] != ' ' || ends_field(fields->at[1])) {
		landau_fields_fail(fields, "%s is missing", what);
		return false;
	}
	fields->at++;
	return true;
}

static unsigned digit_of(char byte)
{
	return (unsigned)(unsigned char)byte - '0';
}

/* What follows the digits from `start` on; numbers have no needless zeros. */
static bool end_number(struct landau_fields *fields, const char *start, const char *what,
		       bool overflow)
{
	if (fields->at == start || !ends_field(*fields->at)) {
		landau_fields_fail(fields, "%s is not a number", what);
		return false;
	}
	if (*start == '0' && fields->at - start > 1) {
		landau_fields_fail(fields, "%s starts with a needless zero", what);
		return false;
	}
	if (overflow)
		landau_fields_fail(fields, "%s is too large", what);
	return !overflow;
}

uint64_t landau_fields_number(struct landau_fields *fields, const char *what)
{
	const char *start;
	uint64_t number = 0;
	bool overflow = false;
	unsigned digit;

	if (!begin_field(fields, what))
		return 0;
	start = fields->at;
	while ((digit = digit_of(*fields->at)) < 10) {
		if (number > UINT64_MAX / 10 || number * 10 > UINT64_MAX - digit)
			overflow = true;
		number = number * 10 + digit;
		fields->at++;
	}
	return end_number(fields, start, what, overflow) ? number : 0;
}

uint32_t landau_fields_small_number(struct landau_fields *fields, const char *what)
{
	uint64_t number = landau_fields_number(fields, what);

	if (number >= LANDAU_NONE) {
		landau_fields_fail(fields, "%s is too large", what);
		return 0;
	}
	return (uint32_t)number;
}

unsigned __int128 landau_fields_wide_number(struct landau_fields *fields, const char *what)
{
	const unsigned __int128 most = ~(unsigned __int128)0;
	const char *start;
	unsigned __int128 number;
	uint64_t low = 0;
	bool overflow = false;
	unsigned digit;

	if (!begin_field(fields, what))
		return 0;
	start = fields->at;
	/* Nineteen digits always fit in 64 bits, which is the common case and much faster. */
	while (fields->at - start < 19 && (digit = digit_of(*fields->at)) < 10) {
		low = low * 10 + digit;
		fields->at++;
	}
	number = low;
	while ((digit = digit_of(*fields->at)) < 10) {
		if (number > most / 10 || number * 10 > most - digit)
			overflow = true;
		number = number * 10 + digit;
		fields->at++;
	}
	return end_number(fields, start, what, overflow) ? number : 0;
}

uint32_t landau_fields_index_or_none(struct landau_fields *fields, const char *what)
{
	if (!fields->failed && landau_fields_word(fields, "-"))
		return LANDAU_NONE;
	return landau_fields_small_number(fields, what);
}

static int hexadecimal_of(char byte)
{
	if (byte >= '0' && byte <= '9')
		return byte - '0';
	if (byte >= 'a' && byte <= 'f')
		return byte - 'a' + 10;
	if (byte >= 'A' && byte <= 'F')
		return byte - 'A' + 10;
	return -1;
}

/* The byte behind a '%' at fields->at, which is passed over; 0 is not a byte of a string. */
static unsigned char unescape(struct landau_fields *fields)
{
	int high = hexadecimal_of(fields->at[1]);
	int low = high < 0 ? -1 : hexadecimal_of(fields->at[2]);

	if (low < 0)
		return 0;
	fields->at += 3;
	return (unsigned char)(high * 16 + low);
}

char *landau_fields_string(struct landau_fields *fields, struct landau_arena *arena,
			   const char *what)
{
	static char empty[] = "";
	const char *end;
	char *string;
	size_t used = 0;

	if (!begin_field(fields, what))
		return empty;
	end = fields->at;
	while (!ends_field(*end))
		end++;
	string = landau_arena_get(arena, (size_t)(end - fields->at) + 1);
	if (!string) {
		landau_fields_no_memory(fields);
		return empty;
	}
	if (*fields->at == '-' && end - fields->at == 1)
		fields->at++;
	while (fields->at < end) {
		unsigned char byte = (unsigned char)*fields->at;

		if (byte == '%')
			byte = unescape(fields);
		else if (byte < 0x20 || byte == 0x7f)
			byte = 0;
		else
			fields->at++;
		if (!byte) {
			landau_fields_fail(fields, "%s holds a byte that must be escaped", what);
			return empty;
		}
		string[used++] = (char)byte;
	}
	string[used] = '\0';
	return string;
}
