/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * writer.h - writes landau.data(5), a line at a time.
 *
 * Freestanding and without memory of its own but for the buffer in struct landau_writer (which is
 * too large for some stacks). The text goes to a sink. Once the sink has failed nothing more is
 * put; landau_writer_end tells.
 *
 * Order: the header first, then each line after the lines that it refers to, points right after
 * their record or edge and sorted by size, the end last. What is written is taken as it is: the
 * reader checks.
 */
#ifndef LANDAU_PROFILE_WRITER_H
#define LANDAU_PROFILE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/curve.h"
#include "core/table.h"
#include "profile/format.h"

/* Takes all `count` bytes, or returns false. */
typedef bool landau_sink(void *context, const void *bytes, size_t count);

struct landau_writer {
	landau_sink *put;
	void *context;
	uint64_t lines;
	size_t used;
	bool failed;
	char buffer[16384];
};

void landau_writer_start(struct landau_writer *writer, landau_sink *put, void *context);

/* The closing line and the rest of the buffer; true if the sink has taken everything. */
bool landau_writer_end(struct landau_writer *writer);

/* cost_kind: "bb", "instr" or "time". */
void landau_write_header(struct landau_writer *writer, const char *cost_kind, unsigned cell_bytes,
			 bool rms_only, bool contexts, const char *allocators);

/* Whether what was read of a file once more was no input: above all runs. Nothing is written if it was. */
void landau_write_files(struct landau_writer *writer, bool distinct);

/* One run of one process. Strings may be NULL, which is the same as "". */
void landau_write_run(struct landau_writer *writer, const char *engine,
		      enum landau_exit_kind exit_kind, int exit_code, const char *program,
		      const char *const *command, uint32_t command_count);

/* The size that the run before was made for; the unit is not LANDAU_RUN_UNSIZED. */
void landau_write_run_size(struct landau_writer *writer, enum landau_run_unit unit, uint64_t size);

void landau_write_thread(struct landau_writer *writer, uint32_t id, uint64_t cost,
			 uint64_t thread_input, uint64_t external_input, const char *name);

/* line 0, object and file "": not known. */
void landau_write_routine(struct landau_writer *writer, uint32_t index, uint32_t line,
			  const char *name, const char *object, const char *file);

/* parent: LANDAU_NONE at a root. */
void landau_write_context(struct landau_writer *writer, uint32_t index, uint32_t parent,
			  uint32_t routine);

/*
 * `thread` is an id, `context` LANDAU_NONE in a profile without contexts. The trms points follow
 * and, if rms_differs, the rms points.
 */
void landau_write_record(struct landau_writer *writer, uint32_t routine, uint32_t thread,
			 uint32_t context, uint64_t calls, uint64_t cost, uint64_t self,
			 bool rms_differs);
void landau_write_trms(struct landau_writer *writer, const struct landau_point *point);
void landau_write_rms(struct landau_writer *writer, const struct landau_costs *costs);

/* The calls by size follow. */
void landau_write_edge(struct landau_writer *writer, uint32_t caller, uint32_t callee,
		       uint32_t thread, uint32_t caller_context, uint32_t callee_context,
		       uint64_t calls, uint64_t cost);
void landau_write_calls(struct landau_writer *writer, const struct landau_costs *calls);

/* Marks of an activation, sorted by trms, at least one, and what it was at the end. `thread` is an id. */
void landau_write_curve(struct landau_writer *writer, uint32_t routine, uint32_t thread,
			const struct landau_mark *marks, size_t count,
			const struct landau_mark *end);

/* Of the curve that was written last: its steps, sorted by returns; nothing if there are none. */
void landau_write_steps(struct landau_writer *writer, uint64_t returns,
			const struct landau_step *steps, size_t count);

/*
 * A source line of a routine, in pieces: the place, the functions that are inlined there, the outermost first, the sums, the
 * points sorted by size, and the end.
 */
void landau_write_line(struct landau_writer *writer, uint32_t routine, const char *file,
		       uint32_t line, uint32_t inlined_count);
void landau_write_inlined(struct landau_writer *writer, const char *name, const char *file,
			  uint32_t line);
void landau_write_line_sums(struct landau_writer *writer, uint64_t executions, uint64_t cost,
			    uint64_t self);
void landau_write_line_point(struct landau_writer *writer, uint64_t size, uint64_t calls,
			     uint64_t executions, uint64_t cost);
void landau_write_line_end(struct landau_writer *writer);

/*
 * A loop of a routine, in the same pieces but for the sums: only trips. `position` and `parent` are where rounds of it, and of the loop around it, begin in
 * the object; parent 0: no loop is around it. Lines `line` to `last_line` are of it.
 */
void landau_write_loop(struct landau_writer *writer, uint32_t routine, uint64_t position,
		       uint64_t parent, bool at_most, uint32_t last_line, const char *file,
		       uint32_t line, uint32_t inlined_count);
void landau_write_loop_trips(struct landau_writer *writer, uint64_t trips);
void landau_write_loop_point(struct landau_writer *writer, uint64_t size, uint64_t calls,
			     uint64_t trips);

/* Something outside of the program that flows refer to by its number. */
void landau_write_external(struct landau_writer *writer, uint32_t number, const char *kind,
			   const char *name);

/*
 * A flow to a routine from a thread and a routine or, with from_thread LANDAU_NONE, from something outside; `from` may be LANDAU_NONE:
 * outside of all routines, or nobody. Threads are ids. Its points, each with landau_write_flow_point, and landau_write_flow_end follow.
 */
void landau_write_flow(struct landau_writer *writer, uint32_t routine, uint32_t thread,
		       uint32_t from_thread, uint32_t from, uint64_t self, uint64_t induced);
void landau_write_flow_point(struct landau_writer *writer, const struct landau_costs *cells);
void landau_write_flow_end(struct landau_writer *writer);

/* Which further costs there are, as bits: above all runs. Nothing is written for 0. */
void landau_write_further_names(struct landau_writer *writer, uint32_t costs);

/*
 * One of the further costs of a routine or, where that is LANDAU_NONE, of the thread, whose id it is. Points follow, each with
 * landau_write_flow_point, and landau_write_flow_end.
 */
void landau_write_further(struct landau_writer *writer, enum landau_further cost, uint32_t routine,
			  uint32_t thread, uint32_t context, uint64_t total, uint64_t self);

/* A line of a kind that others do not know, as an extension: numbers only. */
void landau_write_numbers(struct landau_writer *writer, const char *kind, const uint64_t *numbers,
			  size_t count);

#endif
