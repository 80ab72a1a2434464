/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fields.h - a text as lines, and a line as fields: numbers and escaped strings.
 *
 * The first error is kept and sticks; after it every function returns something harmless, so that a
 * caller reads all fields of a line and asks once. Text comes from a file descriptor, in pieces, or
 * from memory. A line may be as long as it likes; memory grows with what was really read.
 */
#ifndef LANDAU_PROFILE_FIELDS_H
#define LANDAU_PROFILE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/arena.h"
#include "profile/profile.h"

struct landau_fields {
	int descriptor; /* -1: all of the text is in memory */
	char *buffer;   /* owned, if there is a descriptor */
	size_t buffer_bytes;
	const char *next; /* the line after this one */
	const char *end;  /* of what has been read so far */
	bool at_end;      /* there is nothing more to read */

	const char *start; /* of the line */
	const char *at;    /* in the line; a newline always follows */
	uint64_t line;     /* its number, from 1 */
	bool failed;
	struct landau_error *error;
};

void landau_fields_start(struct landau_fields *fields, int descriptor, struct landau_error *error);
void landau_fields_start_memory(struct landau_fields *fields, const char *text, size_t bytes,
				struct landau_error *error);
void landau_fields_finish(struct landau_fields *fields);

/* Goes to the next line; false at the end of the text or after an error. */
bool landau_fields_next(struct landau_fields *fields);

/* Keeps an error about this line, or another. */
void landau_fields_fail(struct landau_fields *fields, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void landau_fields_fail_at(struct landau_fields *fields, uint64_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void landau_fields_no_memory(struct landau_fields *fields);

/* Is the next field (at the start: the first word) this one? Then it is passed over. */
bool landau_fields_word(struct landau_fields *fields, const char *word);

/* Passes over a blank and the field behind it; `what` it is called in errors. */
uint64_t landau_fields_number(struct landau_fields *fields, const char *what);
uint32_t landau_fields_small_number(struct landau_fields *fields, const char *what);
unsigned __int128 landau_fields_wide_number(struct landau_fields *fields, const char *what);

/* A number below LANDAU_NONE, or "-", which is LANDAU_NONE. */
uint32_t landau_fields_index_or_none(struct landau_fields *fields, const char *what);

/* An escaped string, in memory of the arena; never NULL, "" after an error. */
char *landau_fields_string(struct landau_fields *fields, struct landau_arena *arena,
			   const char *what);

/* Is the line over? */
bool landau_fields_over(const struct landau_fields *fields);

#endif
