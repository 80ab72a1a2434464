/* SPDX-License-Identifier: GPL-2.0-or-later */
/* writer.c - writes landau.data(5); see writer.h. No libc here. */
#include "profile/writer.h"

static void flush(struct landau_writer *writer)
{
	if (!writer->failed && writer->used > 0)
		writer->failed = !writer->put(writer->context, writer->buffer, writer->used);
	writer->used = 0;
}

static void put_byte(struct landau_writer *writer, char byte)
{
	if (writer->used == sizeof(writer->buffer))
		flush(writer);
	writer->buffer[writer->used++] = byte;
}

static void put_word(struct landau_writer *writer, const char *word)
{
	while (*word)
		put_byte(writer, *word++);
}

static void end_line(struct landau_writer *writer)
{
	put_byte(writer, '\n');
	writer->lines++;
}

/* The digits of a number, right-aligned in `digits`, at least `width` of them. */
enum { MOST_DIGITS = 48 };

static size_t make_digits(char digits[MOST_DIGITS], size_t end, uint64_t number, unsigned width)
{
	size_t first = end;

	while (number > 0 || end - first < width) {
		digits[--first] = (char)('0' + number % 10);
		number /= 10;
	}
	return first;
}

static void put_digits(struct landau_writer *writer, const char *digits, size_t first)
{
	for (size_t i = first; i < MOST_DIGITS; i++)
		put_byte(writer, digits[i]);
}

/* A blank and a number; all fields but the first word of a line start so. */
static void put_number(struct landau_writer *writer, uint64_t number)
{
	char digits[MOST_DIGITS];

	put_byte(writer, ' ');
	put_digits(writer, digits, make_digits(digits, MOST_DIGITS, number, 1));
}

/*
 * Nine digits at a time by long division in 32-bit limbs: a division of 128 bits would call the
 * compiler's library, which not every engine links.
 */
static void put_wide_number(struct landau_writer *writer, unsigned __int128 number)
{
	enum { LIMBS = 4, NINE_DIGITS = 1000000000 };
	uint32_t limbs[LIMBS];
	char digits[MOST_DIGITS];
	size_t first = MOST_DIGITS;

	if ((uint64_t)(number >> 64) == 0) {
		put_number(writer, (uint64_t)number);
		return;
	}
	for (int i = 0; i < LIMBS; i++)
		limbs[i] = (uint32_t)(number >> (32 * (LIMBS - 1 - i)));
	for (;;) {
		uint64_t rest = 0;
		bool more = false;

		for (int i = 0; i < LIMBS; i++) {
			rest = rest << 32 | limbs[i];
			limbs[i] = (uint32_t)(rest / NINE_DIGITS);
			rest %= NINE_DIGITS;
			more = more || limbs[i] != 0;
		}
		first = make_digits(digits, first, rest, more ? 9 : 1);
		if (!more)
			break;
	}
	put_byte(writer, ' ');
	put_digits(writer, digits, first);
}

/* An index, "-" where there is none. */
static void put_index(struct landau_writer *writer, uint32_t index)
{
	if (index == LANDAU_NONE)
		put_word(writer, " -");
	else
		put_number(writer, index);
}

static void put_escaped(struct landau_writer *writer, unsigned char byte)
{
	static const char hexadecimal[] = "0123456789abcdef";

	put_byte(writer, '%');
	put_byte(writer, hexadecimal[byte >> 4]);
	put_byte(writer, hexadecimal[byte & 15]);
}

static void put_string(struct landau_writer *writer, const char *string)
{
	put_byte(writer, ' ');
	if (!string || !*string) {
		put_byte(writer, '-');
		return;
	}
	if (string[0] == '-' && string[1] == '\0') {
		put_escaped(writer, '-');
		return;
	}
	for (; *string; string++) {
		unsigned char byte = (unsigned char)*string;

		if (byte <= 0x20 || byte == 0x7f || byte == '%')
			put_escaped(writer, byte);
		else
			put_byte(writer, *string);
	}
}

static void put_costs(struct landau_writer *writer, const struct landau_costs *costs)
{
	put_number(writer, costs->size);
	put_number(writer, costs->calls);
	put_number(writer, costs->min);
	put_number(writer, costs->max);
	put_number(writer, costs->sum);
}

const char *landau_exit_kind_name(enum landau_exit_kind kind)
{
	switch (kind) {
	case LANDAU_EXIT_EXIT:
		return "exit";
	case LANDAU_EXIT_SIGNAL:
		return "signal";
	case LANDAU_EXIT_EXEC:
		return "exec";
	case LANDAU_EXIT_RUNNING:
		return "running";
	}
	return "running";
}

const char *landau_further_name(enum landau_further cost)
{
	static const char *const names[] = {
		[LANDAU_COST_ALLOC] = "alloc",
		[LANDAU_COST_ALLOCS] = "allocs",
		[LANDAU_COST_LIVE] = "live",
		[LANDAU_COST_PEAK] = "peak",
		[LANDAU_COST_BYTES_IN] = "bytes-in",
		[LANDAU_COST_BYTES_OUT] = "bytes-out",
		[LANDAU_COST_SYSCALLS] = "syscalls",
		[LANDAU_COST_WAIT] = "wait",
		[LANDAU_COST_STACK] = "stack",
		[LANDAU_COST_TIME] = "time",
		[LANDAU_COST_BB] = "bb",
		[LANDAU_COST_INSTR] = "instr",
	};

	return names[cost];
}

enum landau_further landau_further_named(const char *name, size_t length)
{
	int cost;

	for (cost = 0; cost < LANDAU_FURTHER_COSTS; cost++) {
		const char *word = landau_further_name((enum landau_further)cost);
		size_t i = 0;

		while (i < length && word[i] && word[i] == name[i])
			i++;
		if (i == length && !word[i])
			break;
	}
	return (enum landau_further)cost;
}

const char *landau_run_unit_name(enum landau_run_unit unit)
{
	switch (unit) {
	case LANDAU_RUN_NUMBER:
		return "n";
	case LANDAU_RUN_LINES:
		return "lines";
	case LANDAU_RUN_BYTES:
		return "bytes";
	case LANDAU_RUN_THREADS:
		return "threads";
	default:
		return "";
	}
}

void landau_writer_start(struct landau_writer *writer, landau_sink *put, void *context)
{
	writer->put = put;
	writer->context = context;
	writer->lines = 0;
	writer->used = 0;
	writer->failed = false;
}

bool landau_writer_end(struct landau_writer *writer)
{
	put_word(writer, "end");
	put_number(writer, writer->lines + 1);
	end_line(writer);
	flush(writer);
	return !writer->failed;
}

void landau_write_header(struct landau_writer *writer, const char *cost_kind, unsigned cell_bytes,
			 bool rms_only, bool contexts, const char *allocators)
{
	put_word(writer, "landau");
	put_number(writer, LANDAU_FORMAT_VERSION);
	end_line(writer);
	put_word(writer, "cost");
	put_string(writer, cost_kind);
	end_line(writer);
	put_word(writer, "cell");
	put_number(writer, cell_bytes);
	if (rms_only)
		put_word(writer, " rms");
	end_line(writer);
	put_word(writer, contexts ? "contexts yes" : "contexts no");
	end_line(writer);
	if (!allocators)
		return;
	put_word(writer, "allocator opaque");
	if (*allocators)
		put_string(writer, allocators);
	end_line(writer);
}

void landau_write_files(struct landau_writer *writer, bool distinct)
{
	if (!distinct)
		return;
	put_word(writer, "x-files distinct");
	end_line(writer);
}

void landau_write_run(struct landau_writer *writer, const char *engine,
		      enum landau_exit_kind exit_kind, int exit_code, const char *program,
		      const char *const *command, uint32_t command_count)
{
	put_word(writer, "run");
	put_string(writer, engine);
	put_byte(writer, ' ');
	put_word(writer, landau_exit_kind_name(exit_kind));
	put_number(writer, exit_code > 0 ? (uint64_t)exit_code : 0);
	put_string(writer, program);
	for (uint32_t i = 0; i < command_count; i++)
		put_string(writer, command[i]);
	end_line(writer);
}

void landau_write_run_size(struct landau_writer *writer, enum landau_run_unit unit, uint64_t size)
{
	put_word(writer, "x-size ");
	put_word(writer, landau_run_unit_name(unit));
	put_number(writer, size);
	end_line(writer);
}

void landau_write_thread(struct landau_writer *writer, uint32_t id, uint64_t cost,
			 uint64_t thread_input, uint64_t external_input, const char *name)
{
	put_word(writer, "thread");
	put_number(writer, id);
	put_number(writer, cost);
	put_number(writer, thread_input);
	put_number(writer, external_input);
	put_string(writer, name);
	end_line(writer);
}

void landau_write_routine(struct landau_writer *writer, uint32_t index, uint32_t line,
			  const char *name, const char *object, const char *file)
{
	put_word(writer, "routine");
	put_number(writer, index);
	put_number(writer, line);
	put_string(writer, name);
	put_string(writer, object);
	put_string(writer, file);
	end_line(writer);
}

void landau_write_context(struct landau_writer *writer, uint32_t index, uint32_t parent,
			  uint32_t routine)
{
	put_word(writer, "context");
	put_number(writer, index);
	put_index(writer, parent);
	put_number(writer, routine);
	end_line(writer);
}

void landau_write_record(struct landau_writer *writer, uint32_t routine, uint32_t thread,
			 uint32_t context, uint64_t calls, uint64_t cost, uint64_t self,
			 bool rms_differs)
{
	put_word(writer, "record");
	put_number(writer, routine);
	put_number(writer, thread);
	put_index(writer, context);
	put_number(writer, calls);
	put_number(writer, cost);
	put_number(writer, self);
	put_word(writer, rms_differs ? " differs" : " same");
	end_line(writer);
}

void landau_write_trms(struct landau_writer *writer, const struct landau_point *point)
{
	put_byte(writer, 't');
	put_costs(writer, &point->costs);
	put_wide_number(writer, point->sum_of_squares);
	put_number(writer, point->rms_sum);
	put_number(writer, point->thread_sum);
	put_number(writer, point->external_sum);
	end_line(writer);
}

void landau_write_rms(struct landau_writer *writer, const struct landau_costs *costs)
{
	put_byte(writer, 'r');
	put_costs(writer, costs);
	end_line(writer);
}

void landau_write_edge(struct landau_writer *writer, uint32_t caller, uint32_t callee,
		       uint32_t thread, uint32_t caller_context, uint32_t callee_context,
		       uint64_t calls, uint64_t cost)
{
	put_word(writer, "edge");
	put_number(writer, caller);
	put_number(writer, callee);
	put_number(writer, thread);
	put_index(writer, caller_context);
	put_index(writer, callee_context);
	put_number(writer, calls);
	put_number(writer, cost);
	end_line(writer);
}

void landau_write_calls(struct landau_writer *writer, const struct landau_costs *calls)
{
	put_byte(writer, 'c');
	put_costs(writer, calls);
	end_line(writer);
}

static void put_mark(struct landau_writer *writer, const struct landau_mark *mark)
{
	put_number(writer, mark->trms);
	put_number(writer, mark->rms);
	put_number(writer, mark->thread_input);
	put_number(writer, mark->external_input);
	put_number(writer, mark->cost);
}

static void write_called(struct landau_writer *writer, const struct landau_mark *marks,
			 size_t count)
{
	bool begun = false;

	for (size_t i = 0; i < count; i++) {
		if (marks[i].callee_cost == 0)
			continue;
		if (!begun)
			put_word(writer, "x-called");
		begun = true;
		put_number(writer, i);
		put_number(writer, marks[i].callee);
		put_number(writer, marks[i].callee_cost);
	}
	if (begun)
		end_line(writer);
}

void landau_write_curve(struct landau_writer *writer, uint32_t routine, uint32_t thread,
			const struct landau_mark *marks, size_t count,
			const struct landau_mark *end)
{
	put_word(writer, "x-curve");
	put_number(writer, routine);
	put_number(writer, thread);
	for (size_t i = 0; i < count; i++)
		put_mark(writer, &marks[i]);
	put_mark(writer, end);
	end_line(writer);
	write_called(writer, marks, count);
}

void landau_write_steps(struct landau_writer *writer, uint64_t returns,
			const struct landau_step *steps, size_t count)
{
	if (count == 0)
		return;
	put_word(writer, "x-steps");
	put_number(writer, returns);
	for (size_t i = 0; i < count; i++) {
		put_number(writer, steps[i].returns);
		put_number(writer, steps[i].trms);
		put_number(writer, steps[i].cost);
	}
	end_line(writer);
}

void landau_write_line(struct landau_writer *writer, uint32_t routine, const char *file,
		       uint32_t line, uint32_t inlined_count)
{
	put_word(writer, "x-line");
	put_number(writer, routine);
	put_string(writer, file);
	put_number(writer, line);
	put_number(writer, inlined_count);
}

void landau_write_inlined(struct landau_writer *writer, const char *name, const char *file,
			  uint32_t line)
{
	put_string(writer, name);
	put_string(writer, file);
	put_number(writer, line);
}

void landau_write_line_sums(struct landau_writer *writer, uint64_t executions, uint64_t cost,
			    uint64_t self)
{
	put_number(writer, executions);
	put_number(writer, cost);
	put_number(writer, self);
}

void landau_write_line_point(struct landau_writer *writer, uint64_t size, uint64_t calls,
			     uint64_t executions, uint64_t cost)
{
	put_number(writer, size);
	put_number(writer, calls);
	put_number(writer, executions);
	put_number(writer, cost);
}

void landau_write_line_end(struct landau_writer *writer)
{
	end_line(writer);
}

void landau_write_loop(struct landau_writer *writer, uint32_t routine, uint64_t position,
		       uint64_t parent, bool at_most, uint32_t last_line, const char *file,
		       uint32_t line, uint32_t inlined_count)
{
	put_word(writer, "x-loop");
	put_number(writer, routine);
	put_number(writer, position);
	put_number(writer, parent);
	put_number(writer, at_most);
	put_number(writer, last_line);
	put_string(writer, file);
	put_number(writer, line);
	put_number(writer, inlined_count);
}

void landau_write_loop_trips(struct landau_writer *writer, uint64_t trips)
{
	put_number(writer, trips);
}

void landau_write_loop_point(struct landau_writer *writer, uint64_t size, uint64_t calls,
			     uint64_t trips)
{
	put_number(writer, size);
	put_number(writer, calls);
	put_number(writer, trips);
}

void landau_write_external(struct landau_writer *writer, uint32_t number, const char *kind,
			   const char *name)
{
	put_word(writer, "x-external");
	put_number(writer, number);
	put_string(writer, kind);
	put_string(writer, name);
	end_line(writer);
}

void landau_write_flow(struct landau_writer *writer, uint32_t routine, uint32_t thread,
		       uint32_t from_thread, uint32_t from, uint64_t self, uint64_t induced)
{
	put_word(writer, "x-flow");
	put_number(writer, routine);
	put_number(writer, thread);
	put_index(writer, from_thread);
	put_index(writer, from);
	put_number(writer, self);
	put_number(writer, induced);
}

void landau_write_flow_point(struct landau_writer *writer, const struct landau_costs *cells)
{
	put_costs(writer, cells);
}

void landau_write_flow_end(struct landau_writer *writer)
{
	end_line(writer);
}

void landau_write_further_names(struct landau_writer *writer, uint32_t costs)
{
	if (costs == 0)
		return;
	put_word(writer, "x-costs");
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++)
		if (costs >> i & 1)
			put_string(writer, landau_further_name((enum landau_further)i));
	end_line(writer);
}

void landau_write_further(struct landau_writer *writer, enum landau_further cost, uint32_t routine,
			  uint32_t thread, uint32_t context, uint64_t total, uint64_t self)
{
	put_word(writer, "x-cost");
	put_string(writer, landau_further_name(cost));
	put_index(writer, routine);
	put_number(writer, thread);
	put_index(writer, context);
	put_number(writer, total);
	put_number(writer, self);
}

void landau_write_numbers(struct landau_writer *writer, const char *kind, const uint64_t *numbers,
			  size_t count)
{
	put_word(writer, kind);
	for (size_t i = 0; i < count; i++)
		put_number(writer, numbers[i]);
	end_line(writer);
}
