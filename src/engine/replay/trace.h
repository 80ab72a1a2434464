/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trace.h - reads an event trace: text, one event a line.
 *
 *   call T ROUTINE      return T            cost T N
 *   read T ADDR SIZE    write T ADDR SIZE   kread T ADDR SIZE
 *   write T ADDR SIZE SOURCE                kwrite T ADDR SIZE [SOURCE]
 *   copy T TO FROM SIZE                     forget T ADDR SIZE
 *   alloc T ADDR SIZE   free T ADDR           split T ADDR SIZE
 *   spend T COST N
 *   opaque ROUTINE [N]  open ROUTINE
 *
 * Memory is allocated and freed (core/further.h); of a block that is split the first SIZE bytes become one of their own. What is spent
 * is bytes-in, bytes-out or syscalls.
 *
 * The last two say how a routine is treated (core/core.h), before it is first called or again; N is what a call of an opaque one is
 * charged, below 2^32, 0 if it is not there.
 *
 * SOURCE is what the kernel has read from, or who stands for the thread that writes, a name like ROUTINE.
 *
 * T is a thread number below 2^32 - 1. Numbers are decimal, or hexadecimal after 0x. ADDR + SIZE is at
 * most 2^47. ROUTINE is any bytes but blanks, line ends and NUL, and does not begin with '#'.
 * Tokens are separated by blanks (spaces and tabs), which may also stand at either end of a line. A
 * '#' where a token could begin, or right after a number, starts a comment. Lines end in LF or CR
 * LF; the last one need not.
 *
 * The reader streams: memory does not grow with the trace. A line that is not a comment may have
 * LANDAU_TRACE_LINE_LIMIT bytes; comments have no limit.
 */
#ifndef LANDAU_REPLAY_TRACE_H
#define LANDAU_REPLAY_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/further.h"

enum { LANDAU_TRACE_LINE_LIMIT = 16 << 20 };

enum landau_event_kind {
	LANDAU_EVENT_CALL,
	LANDAU_EVENT_RETURN,
	LANDAU_EVENT_COST,
	LANDAU_EVENT_READ,
	LANDAU_EVENT_WRITE,
	LANDAU_EVENT_KREAD,
	LANDAU_EVENT_KWRITE,
	LANDAU_EVENT_COPY,
	LANDAU_EVENT_FORGET,
	LANDAU_EVENT_ALLOC,
	LANDAU_EVENT_FREE,
	LANDAU_EVENT_SPLIT,
	LANDAU_EVENT_SPEND,
	LANDAU_EVENT_OPAQUE,
	LANDAU_EVENT_OPEN,
};

struct landau_event {
	enum landau_event_kind kind;
	uint32_t thread;
	const char
		*routine; /* of a call or a treatment; not terminated, valid until the next event */
	size_t routine_length;
	const char *source; /* of what is written, NULL: it is not said; as above */
	size_t source_length;
	enum landau_further spent;
	uint64_t
		amount; /* of a cost; of what is spent; what a call of an opaque routine is charged */
	uint64_t address;
	uint64_t from; /* of a copy, to `address` */
	uint64_t size;
};

enum landau_trace_status {
	LANDAU_TRACE_EVENT, /* *event holds the next one */
	LANDAU_TRACE_END,
	LANDAU_TRACE_BAD, /* trace->error says why, trace->line where; nothing can follow */
};

struct landau_trace {
	uint64_t line; /* number of the line last read, from 1; 0 if the file cannot be read */
	char error[160];

	/* The rest is the reader's own. */
	int descriptor;
	char *buffer;
	size_t capacity;
	char *position; /* of what was read, the part from here to `end` is not yet parsed */
	char *end;
	bool at_end; /* of the file */
};

/* False if there is no memory. The descriptor stays the caller's. */
bool landau_trace_open(struct landau_trace *trace, int descriptor);
void landau_trace_close(struct landau_trace *trace);

enum landau_trace_status landau_trace_next(struct landau_trace *trace, struct landau_event *event);

#endif
