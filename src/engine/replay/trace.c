/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trace.c - reads an event trace; see trace.h.
 *
 * A buffer is filled from the descriptor and lines are parsed in place. A newline is always put
 * behind the last byte, so that the parser has no end to watch for: no token holds a newline. A
 * line that is cut by the end of the buffer is moved to its front, and the buffer grows if it is
 * full.
 */
#include "engine/replay/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profile/format.h"

enum { BUFFER_BYTES = 1 << 18, QUOTED_BYTES = 48 };

static const uint64_t address_limit = (uint64_t)1 << 47;

static const char *const words[] = {
	[LANDAU_EVENT_CALL] = "call",     [LANDAU_EVENT_RETURN] = "return",
	[LANDAU_EVENT_COST] = "cost",     [LANDAU_EVENT_READ] = "read",
	[LANDAU_EVENT_WRITE] = "write",   [LANDAU_EVENT_KREAD] = "kread",
	[LANDAU_EVENT_KWRITE] = "kwrite", [LANDAU_EVENT_COPY] = "copy",
	[LANDAU_EVENT_FORGET] = "forget", [LANDAU_EVENT_ALLOC] = "alloc",
	[LANDAU_EVENT_FREE] = "free",     [LANDAU_EVENT_SPLIT] = "split",
	[LANDAU_EVENT_SPEND] = "spend",   [LANDAU_EVENT_OPAQUE] = "opaque",
	[LANDAU_EVENT_OPEN] = "open",
};

enum { WORD_COUNT = sizeof(words) / sizeof(words[0]) };

bool landau_trace_open(struct landau_trace *trace, int descriptor)
{
	*trace = (struct landau_trace){.descriptor = descriptor, .capacity = BUFFER_BYTES};
	trace->buffer = malloc(trace->capacity);
	trace->position = trace->buffer;
	trace->end = trace->buffer;
	return trace->buffer != NULL;
}

void landau_trace_close(struct landau_trace *trace)
{
	free(trace->buffer);
	trace->buffer = NULL;
}

static enum landau_trace_status bad(struct landau_trace *trace, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static enum landau_trace_status bad(struct landau_trace *trace, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(trace->error, sizeof(trace->error), format, arguments);
	va_end(arguments);
	return LANDAU_TRACE_BAD;
}

/* -- Lines ------------------------------------------------------------------------------------- */

/* Appends what can be read to what is not yet parsed. False on error. */
static bool fill(struct landau_trace *trace)
{
	size_t kept = (size_t)(trace->end - trace->position);
	ssize_t count;

	memmove(trace->buffer, trace->position, kept);
	if (kept + 1 >= trace->capacity) {
		char *larger = realloc(trace->buffer, trace->capacity * 2);

		if (larger == NULL) {
			bad(trace, "out of memory for a line of %zu bytes", kept);
			return false;
		}
		trace->buffer = larger;
		trace->capacity *= 2;
	}
	trace->position = trace->buffer;
	trace->end = trace->buffer + kept;
	do
		count = read(trace->descriptor, trace->end, trace->capacity - kept - 1);
	while (count < 0 && errno == EINTR);
	if (count < 0) {
		bad(trace, "cannot read: %s", strerror(errno));
		trace->line = 0;
		return false;
	}
	trace->end += count;
	trace->at_end = count == 0;
	return true;
}

static char *skip_blanks(char *position)
{
	while (*position == ' ' || *position == '\t')
		position++;
	return position;
}

/*
 * Finds the end of the line at trace->position: its newline, or a newline put behind the last line.
 * A comment is thrown away as it is read, so that its length does not matter. NULL on error and,
 * with trace->at_end set and nothing left, at the end of the trace.
 */
static char *find_line_end(struct landau_trace *trace)
{
	size_t searched = 0;

	for (;;) {
		size_t length = (size_t)(trace->end - trace->position);
		char *newline = memchr(trace->position + searched, '\n', length - searched);

		if (newline == NULL) {
			newline = trace->end;
			*newline = '\n';
		}
		if (newline - trace->position > LANDAU_TRACE_LINE_LIMIT &&
		    *skip_blanks(trace->position) != '#') {
			bad(trace, "the line is longer than %d bytes", LANDAU_TRACE_LINE_LIMIT);
			return NULL;
		}
		if (newline < trace->end)
			return newline;
		if (trace->at_end)
			return length == 0 ? NULL : newline;
		if (*skip_blanks(trace->position) == '#') {
			*trace->buffer = '#';
			trace->position = trace->buffer;
			trace->end = trace->buffer + 1;
			length = 1;
		}
		searched = length;
		if (!fill(trace))
			return NULL;
	}
}

/* -- Tokens ------------------------------------------------------------------------------------ */

static bool ends_token(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

static bool ends_number(char c)
{
	return ends_token(c) || c == '#';
}

/* The token at `position` for a message: cut if it is long, unprintable bytes as '?'. */
static const char *quoted(const char *position, char text[QUOTED_BYTES])
{
	size_t length = 0;

	while (length < 40 && !ends_token(position[length])) {
		char c = position[length];

		text[length] = c;
		if ((unsigned char)c < ' ' || c == 0x7f)
			text[length] = '?';
		length++;
	}
	snprintf(text + length, QUOTED_BYTES - length, "%s",
		 ends_token(position[length]) ? "" : "...");
	return text;
}

/* A number at *position; false if there is none or it does not fit in 64 bits. */
static bool parse_number(char **position, uint64_t *number)
{
	const char *c = *position;
	uint64_t value = 0;

	if (c[0] == '0' && (c[1] == 'x' || c[1] == 'X')) {
		const char *first = c += 2;

		for (;; c++) {
			unsigned digit = (unsigned)(unsigned char)*c - '0';

			if (digit > 9) {
				digit = ((unsigned)(unsigned char)*c | 0x20) - 'a' + 10;
				if (digit < 10 || digit > 15)
					break;
			}
			if (value >> 60 != 0)
				return false;
			value = value << 4 | digit;
		}
		if (c == first)
			return false;
	} else {
		const char *first = c;

		for (;; c++) {
			unsigned digit = (unsigned)(unsigned char)*c - '0';

			if (digit > 9)
				break;
			if (value >= UINT64_MAX / 10 &&
			    (value > UINT64_MAX / 10 || digit > UINT64_MAX % 10))
				return false;
			value = value * 10 + digit;
		}
		if (c == first)
			return false;
	}
	if (!ends_number(*c))
		return false;
	*number = value;
	*position += c - *position;
	return true;
}

/* The next token, which must be a number up to `limit`; `what` names it in messages. */
static bool take_number(struct landau_trace *trace, char **position, const char *event,
			const char *what, uint64_t limit, uint64_t *number)
{
	char text[QUOTED_BYTES];
	char *token = skip_blanks(*position);

	if (*token == '\n' || *token == '#') {
		bad(trace, "'%s' has no %s", event, what);
		return false;
	}
	*position = token;
	if (!parse_number(position, number)) {
		bad(trace, "the %s '%s' is not a number below 2^64", what, quoted(token, text));
		return false;
	}
	if (*number > limit) {
		bad(trace, "the %s %" PRIu64 " is above %" PRIu64, what, *number, limit);
		return false;
	}
	return true;
}

/* The name at *position, of which there is one; `what` has it. */
static bool take_name(struct landau_trace *trace, char **position, const char *what,
		      const char **name, size_t *length)
{
	char *token = *position;
	char *c = token;

	while (!ends_token(*c)) {
		if (*c == '\0') {
			bad(trace, "the %s's name holds a NUL byte", what);
			return false;
		}
		c++;
	}
	*name = token;
	*length = (size_t)(c - token);
	*position = c;
	return true;
}

static bool take_routine(struct landau_trace *trace, char **position, const char *word,
			 struct landau_event *event)
{
	*position = skip_blanks(*position);
	if (**position == '\n' || **position == '#') {
		bad(trace, "'%s' has no routine", word);
		return false;
	}
	return take_name(trace, position, "routine", &event->routine, &event->routine_length);
}

/* Where the kernel had it from, or who wrote, if the trace says it. */
static bool take_source(struct landau_trace *trace, char **position, struct landau_event *event)
{
	event->source = NULL;
	*position = skip_blanks(*position);
	return **position == '\n' || **position == '#' ||
	       take_name(trace, position, "source", &event->source, &event->source_length);
}

static bool is_below_limit(struct landau_trace *trace, uint64_t address, uint64_t size)
{
	if (address + size <= address_limit)
		return true;
	bad(trace, "the memory from 0x%" PRIx64 " on, %" PRIu64 " bytes, ends above 2^47", address,
	    size);
	return false;
}

static bool take_range(struct landau_trace *trace, char **position, const char *word,
		       struct landau_event *event)
{
	return take_number(trace, position, word, "address", address_limit, &event->address) &&
	       take_number(trace, position, word, "size", address_limit, &event->size) &&
	       is_below_limit(trace, event->address, event->size);
}

static bool take_copy(struct landau_trace *trace, char **position, const char *word,
		      struct landau_event *event)
{
	return take_number(trace, position, word, "address", address_limit, &event->address) &&
	       take_number(trace, position, word, "second address", address_limit, &event->from) &&
	       take_number(trace, position, word, "size", address_limit, &event->size) &&
	       is_below_limit(trace, event->address, event->size) &&
	       is_below_limit(trace, event->from, event->size);
}

/* What is spent: what is neither the main cost nor memory. */
static bool take_spent(struct landau_trace *trace, char **position, const char *word,
		       struct landau_event *event)
{
	char text[QUOTED_BYTES];
	char *token = skip_blanks(*position);
	char *end = token;

	if (*token == '\n' || *token == '#') {
		bad(trace, "'%s' has no cost", word);
		return false;
	}
	while (!ends_token(*end))
		end++;
	event->spent = landau_further_named(token, (size_t)(end - token));
	if (event->spent == LANDAU_FURTHER_COSTS || 1 << event->spent & LANDAU_FURTHER_SPACE) {
		bad(trace, "'%s' cannot be spent", quoted(token, text));
		return false;
	}
	*position = end;
	return take_number(trace, position, word, "amount", UINT64_MAX, &event->amount);
}

/* The event that a word names; false if it names none. */
static bool find_word(const char *word, size_t length, enum landau_event_kind *kind)
{
	/* Most events are reads and writes. */
	if (length == 4 && memcmp(word, "read", 4) == 0) {
		*kind = LANDAU_EVENT_READ;
		return true;
	}
	if (length == 5 && memcmp(word, "write", 5) == 0) {
		*kind = LANDAU_EVENT_WRITE;
		return true;
	}
	for (int i = 0; i < WORD_COUNT; i++) {
		if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0) {
			*kind = (enum landau_event_kind)i;
			return true;
		}
	}
	return false;
}

/* What stands behind the word of an event of a thread. */
static bool take_event(struct landau_trace *trace, char **position, const char *word,
		       struct landau_event *event)
{
	uint64_t thread;

	if (!take_number(trace, position, word, "thread", UINT32_MAX - 1, &thread))
		return false;
	event->thread = (uint32_t)thread;
	switch (event->kind) {
	case LANDAU_EVENT_CALL:
		return take_routine(trace, position, word, event);
	case LANDAU_EVENT_RETURN:
		return true;
	case LANDAU_EVENT_COST:
		return take_number(trace, position, word, "amount", UINT64_MAX, &event->amount);
	case LANDAU_EVENT_FREE:
		return take_number(trace, position, word, "address", address_limit,
				   &event->address);
	case LANDAU_EVENT_SPEND:
		return take_spent(trace, position, word, event);
	case LANDAU_EVENT_COPY:
		return take_copy(trace, position, word, event);
	case LANDAU_EVENT_WRITE:
	case LANDAU_EVENT_KWRITE:
		return take_range(trace, position, word, event) &&
		       take_source(trace, position, event);
	default:
		return take_range(trace, position, word, event);
	}
}

static bool take_treatment(struct landau_trace *trace, char **position, const char *word,
			   struct landau_event *event)
{
	char *rest;

	if (!take_routine(trace, position, word, event))
		return false;
	event->amount = 0;
	rest = skip_blanks(*position);
	return event->kind == LANDAU_EVENT_OPEN || *rest == '\n' || *rest == '#' ||
	       take_number(trace, position, word, "charge", UINT32_MAX, &event->amount);
}

/* The event on a line that is not empty and no comment. */
static bool parse_event(struct landau_trace *trace, char *position, struct landau_event *event)
{
	char text[QUOTED_BYTES];
	char *token = position;
	const char *word;
	bool of_thread;

	while (!ends_token(*position))
		position++;
	if (!find_word(token, (size_t)(position - token), &event->kind)) {
		bad(trace, "'%s' is not an event", quoted(token, text));
		return false;
	}
	word = words[event->kind];
	of_thread = event->kind != LANDAU_EVENT_OPAQUE && event->kind != LANDAU_EVENT_OPEN;
	if (of_thread ? !take_event(trace, &position, word, event)
		      : !take_treatment(trace, &position, word, event))
		return false;
	position = skip_blanks(position);
	if (*position != '\n' && *position != '#') {
		bad(trace, "'%s' is left over after the end of the event", quoted(position, text));
		return false;
	}
	return true;
}

enum landau_trace_status landau_trace_next(struct landau_trace *trace, struct landau_event *event)
{
	for (;;) {
		char *line_end;
		char *first;

		trace->line++;
		line_end = find_line_end(trace);
		if (line_end == NULL) {
			if (trace->error[0] != '\0')
				return LANDAU_TRACE_BAD;
			trace->line--;
			return LANDAU_TRACE_END;
		}
		if (line_end > trace->position && line_end[-1] == '\r')
			line_end[-1] = '\n';
		first = skip_blanks(trace->position);
		trace->position = line_end < trace->end ? line_end + 1 : trace->end;
		if (*first == '\n' || *first == '#')
			continue;
		return parse_event(trace, first, event) ? LANDAU_TRACE_EVENT : LANDAU_TRACE_BAD;
	}
}
