/* SPDX-License-Identifier: GPL-2.0-or-later */
/* text.c - text that grows, and random profiles; see text.h. */
#include "text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "profile/writer.h"

bool text_put(void *context, const void *bytes, size_t count)
{
	struct text *text = context;

	while (text->count + count + 1 > text->limit) {
		text->limit = text->limit ? text->limit * 2 : 4096;
		text->bytes = realloc(text->bytes, text->limit);
		assert_non_null(text->bytes);
	}
	memcpy(text->bytes + text->count, bytes, count);
	text->count += count;
	text->bytes[text->count] = '\0';
	return true;
}

void text_add(struct text *text, const char *string)
{
	text_put(text, string, strlen(string));
}

void text_free(struct text *text)
{
	free(text->bytes);
	*text = (struct text){0};
}

struct text text_of_profile(const struct landau_profile *profile)
{
	static struct landau_writer writer;
	struct text text = {0};

	landau_writer_start(&writer, text_put, &text);
	assert_true(landau_profile_write(profile, &writer));
	return text;
}

struct landau_profile *profile_of_text(const struct text *text)
{
	struct landau_error error;
	struct landau_profile *profile =
		landau_profile_parse(text->bytes, text->count, "text", &error);

	if (!profile)
		fail_msg("line %ju: %s in\n%s", (uintmax_t)error.line, error.text, text->bytes);
	return profile;
}

struct landau_profile *parse(const char *string)
{
	struct text text = {0};
	struct landau_profile *profile;

	text_add(&text, string);
	profile = profile_of_text(&text);
	text_free(&text);
	return profile;
}

void assert_text(const struct landau_profile *profile, const char *expected)
{
	struct text text = text_of_profile(profile);

	assert_string_equal(text.bytes, expected);
	text_free(&text);
}

void assert_merged_in_any_order(struct landau_profile *parts[3], const char *expected)
{
	for (int i = 0; i < 6; i++) {
		int second = (i + 1 + i / 3) % 3;
		struct landau_profile *pair[] = {parts[i % 3], parts[second]};
		struct landau_error error;
		struct landau_profile *both = landau_profile_merge(pair, 2, &error);
		struct landau_profile *all[] = {both, parts[3 - i % 3 - second]};
		struct landau_profile *merged = landau_profile_merge(all, 2, &error);

		assert_non_null(merged);
		merged->run_count = 1;
		assert_text(merged, expected);
		landau_profile_free(merged);
		landau_profile_free(both);
	}
	for (int i = 0; i < 3; i++)
		landau_profile_free(parts[i]);
}

static uint64_t count_lines(const char *string)
{
	uint64_t count = 0;

	for (; *string; string++)
		count += *string == '\n';
	return count;
}

void assert_damage(const char *head, const struct damage *damage, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct landau_error error;
		struct text text = {0};

		text_add(&text, head);
		text_add(&text, damage[i].lines);
		text_add(&text, "end 99\n");
		assert_null(landau_profile_parse(text.bytes, text.count, "text", &error));
		assert_string_equal(error.text, damage[i].message);
		assert_int_equal(error.line, count_lines(head) + count_lines(damage[i].lines));
		text_free(&text);
	}
}

/* -- Random profiles --------------------------------------------------------------------------- */

static uint64_t next_number(uint64_t *state)
{
	uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static uint64_t below(uint64_t *state, uint64_t limit)
{
	return next_number(state) % limit;
}

/* Mostly small, now and then as large as there is. */
static uint64_t amount(uint64_t *state)
{
	switch (below(state, 12)) {
	case 0:
		return UINT64_MAX - below(state, 3);
	case 1:
		return next_number(state);
	default:
		return below(state, 50);
	}
}

static const char *name_of(uint64_t *state)
{
	static const char *const names[] = {
		"",       "-",      "--",        "f",      "g",         "operator new(int)",
		"a%b",    "\n",     "\x01\x7f ", "é",      "\xff\xfe",  "t 1 2 3",
		"end 5",  "%20",    "a\tb",      "\"q\",", "vector<T>", "\xed\xa0\x80",
		"main.c", "landau", "x-y",       "f\r",
	};

	return names[below(state, sizeof(names) / sizeof(names[0]))];
}

/* Costs that are possible; sizes grow from one to the next. */
static struct landau_costs random_costs(uint64_t *state, uint64_t *size, uint64_t calls)
{
	struct landau_costs costs = {.size = *size, .calls = calls};
	unsigned __int128 sum;

	*size += 1 + below(state, 4);
	costs.min = amount(state);
	costs.max = costs.min;
	sum = (unsigned __int128)costs.min * calls;
	if (calls > 1 && costs.min < UINT64_MAX - 100) {
		costs.max = costs.min + below(state, 100);
		sum = (unsigned __int128)costs.min * (calls - 1) + costs.max;
	}
	costs.sum = sum > UINT64_MAX ? UINT64_MAX : (uint64_t)sum;
	return costs;
}

static uint64_t at_most(uint64_t *state, unsigned __int128 limit)
{
	uint64_t number = amount(state);

	return number > limit ? (uint64_t)limit : number;
}

static void write_random_points(struct landau_writer *writer, uint64_t *state, uint32_t routine,
				uint32_t thread, uint32_t context)
{
	uint64_t count = below(state, 6);
	uint64_t size = below(state, 3);
	bool differs = below(state, 2) == 0;
	uint64_t calls = count ? count + below(state, 20) : 0;

	landau_write_record(writer, routine, thread, context, calls, amount(state), amount(state),
			    differs);
	for (uint64_t i = 0, left = calls; i < count; i++) {
		uint64_t now = i + 1 < count ? 1 + below(state, (left - (count - i - 1))) : left;
		struct landau_point point = {.costs = random_costs(state, &size, now)};
		unsigned __int128 input = (unsigned __int128)point.costs.size * now;

		left -= now;
		point.sum_of_squares = (unsigned __int128)amount(state) * amount(state);
		if (below(state, 9) == 0)
			point.sum_of_squares = ~(unsigned __int128)0 - below(state, 2);
		point.rms_sum = at_most(state, input);
		point.thread_sum = at_most(state, input);
		point.external_sum = at_most(state, input - point.thread_sum);
		landau_write_trms(writer, &point);
	}
	size = below(state, 3);
	while (differs && calls > 0) {
		uint64_t now = 1 + below(state, calls);
		struct landau_costs costs = random_costs(state, &size, now);

		calls -= now;
		landau_write_rms(writer, &costs);
	}
}

static void write_random_edge(struct landau_writer *writer, uint64_t *state, uint32_t caller,
			      uint32_t callee, uint32_t thread, uint32_t caller_context,
			      uint32_t callee_context)
{
	uint64_t calls = amount(state);
	uint64_t size = 0;

	landau_write_edge(writer, caller, callee, thread, caller_context, callee_context, calls,
			  amount(state));
	for (uint64_t count = below(state, 4); count > 0 && calls > 0; count--) {
		uint64_t now = 1 + below(state, calls);
		struct landau_costs costs = {
			.size = size, .calls = 1, .min = now, .max = now, .sum = now};

		calls -= now;
		size += 1 + below(state, 9);
		landau_write_calls(writer, &costs);
	}
}

enum {
	ROUTINES = 8,
	THREADS = 4,
	CONTEXTS = 10,
	RECORDS = 12,
	EDGES = 6,
	TOTALS = 12,
	CURVES = 12,
	LINES = 12,
	EXTERNALS = 4,
	FLOWS = 12
};

static void write_random_run(struct landau_writer *writer, uint64_t *state)
{
	const char *command[3];

	for (int i = 0; i < 3; i++)
		command[i] = name_of(state);
	landau_write_run(writer, below(state, 2) ? "replay" : "valgrind",
			 (enum landau_exit_kind)below(state, 4), (int)below(state, 3),
			 name_of(state), command, (uint32_t)below(state, 4));
	if (below(state, 2))
		landau_write_run_size(writer, (enum landau_run_unit)(1 + below(state, 3)),
				      amount(state));
}

/* What runs of a few sizes cost, some of them more than once. */
static void write_random_totals(struct landau_writer *writer, uint64_t *state, uint32_t routine)
{
	uint64_t numbers[3 + 9] = {routine, below(state, 4), 1 + below(state, 3)};
	size_t count = 3;

	for (int i = 0; i < 3; i++) {
		uint64_t size = 0;
		struct landau_costs costs = random_costs(state, &size, numbers[2]);

		numbers[count++] = costs.min;
		if (numbers[2] == 1)
			continue;
		numbers[count++] = costs.max;
		numbers[count++] = costs.sum;
	}
	landau_write_numbers(writer, "x-runs", numbers, count);
}

/* Few different ones, so that some are as expensive as others, or are there twice. */
static void write_random_curve(struct landau_writer *writer, uint64_t *state, uint32_t routine,
			       uint32_t thread)
{
	struct landau_mark marks[5] = {{0}};
	uint64_t count = 2 + below(state, 4);

	for (uint64_t i = 0; i < count; i++) {
		if (i > 0)
			marks[i] = marks[i - 1];
		marks[i].trms += 1 + below(state, 2);
		marks[i].rms += below(state, 2);
		marks[i].external_input += below(state, 2);
		marks[i].cost += below(state, 9) ? below(state, 3) : UINT64_MAX / 8;
	}
	landau_write_curve(writer, routine, thread, marks, count - 1, &marks[count - 1]);
}

/* Few different places, so that some are there twice. */
static void write_random_line(struct landau_writer *writer, uint64_t *state, uint32_t routine)
{
	uint32_t depth = (uint32_t)below(state, 3);
	uint64_t count = below(state, 4);
	uint64_t size = 0;

	landau_write_line(writer, routine, name_of(state), (uint32_t)below(state, 3), depth);
	for (uint32_t i = 0; i < depth; i++)
		landau_write_inlined(writer, name_of(state), below(state, 2) ? "h" : "",
				     (uint32_t)below(state, 2));
	landau_write_line_sums(writer, UINT64_MAX - below(state, 2), 400 + below(state, 2),
			       below(state, 400));
	for (uint64_t i = 0; i < count; i++) {
		landau_write_line_point(writer, size, 1 + amount(state) / 2, amount(state) / 4,
					below(state, 99));
		size += 1 + below(state, 2);
	}
	landau_write_line_end(writer);
}

/* Few different sources, so that some are there twice. */
static void write_random_flow(struct landau_writer *writer, uint64_t *state, uint32_t routine,
			      uint32_t thread)
{
	uint64_t size = 1 + below(state, 3);
	bool external = below(state, 2);
	uint32_t from = external ? (uint32_t)below(state, EXTERNALS) : routine;

	landau_write_flow(writer, routine, thread, external ? LANDAU_NONE : thread,
			  below(state, 4) ? from : LANDAU_NONE, 1, below(state, 2));
	for (uint64_t i = 0, count = 1 + below(state, 4); i < count; i++) {
		uint64_t cells = 1 + below(state, size);
		struct landau_costs point = {
			.size = size, .calls = 1 + below(state, 3), .min = cells, .max = cells};

		point.sum = point.calls * cells;
		landau_write_flow_point(writer, &point);
		size += 1 + below(state, 2);
	}
	landau_write_flow_end(writer);
}

static void write_random_further(struct landau_writer *writer, uint64_t *state, uint32_t routine,
				 uint32_t thread, uint32_t context)
{
	uint64_t size = below(state, 3);

	landau_write_further(writer, below(state, 2) ? LANDAU_COST_PEAK : LANDAU_COST_ALLOC,
			     routine, thread, context, amount(state), amount(state));
	for (uint64_t i = 0, count = below(state, 4); i < count; i++) {
		uint64_t value = 1 + below(state, 50);
		struct landau_costs point = {
			.size = size, .calls = 1 + below(state, 3), .min = value, .max = value};

		point.sum = point.calls * value;
		landau_write_flow_point(writer, &point);
		size += 1 + below(state, 2);
	}
	landau_write_flow_end(writer);
}

struct text random_text(uint64_t seed, bool contexts)
{
	static struct landau_writer writer;
	struct text text = {0};
	uint64_t *state = &seed;
	uint32_t of_context[CONTEXTS];

	landau_writer_start(&writer, text_put, &text);
	landau_write_header(&writer, "bb", 4, false, contexts, NULL);
	landau_write_further_names(&writer, 1 << LANDAU_COST_PEAK | 1 << LANDAU_COST_ALLOC);
	for (uint64_t i = 0, runs = 1 + below(state, 2); i < runs; i++)
		write_random_run(&writer, state);
	/* Numbers in the file have gaps and no order. */
	for (uint32_t i = 0; i < THREADS; i++)
		landau_write_thread(&writer, (i * 5 + 3) % 7, amount(state), amount(state),
				    amount(state), name_of(state));
	for (uint32_t i = 0; i < ROUTINES; i++)
		landau_write_routine(&writer, 1000 - 7 * i, (uint32_t)below(state, 4),
				     name_of(state), below(state, 2) ? "prog" : "",
				     below(state, 2) ? "prog.c" : name_of(state));
	for (uint32_t i = 0; contexts && i < CONTEXTS; i++) {
		of_context[i] = 1000 - 7 * (uint32_t)below(state, ROUTINES);
		landau_write_context(&writer, 50 - i,
				     below(state, 3) && i > 0 ? 50 - (uint32_t)below(state, i)
							      : LANDAU_NONE,
				     of_context[i]);
	}
	for (uint64_t i = 0, count = below(state, RECORDS); i < count; i++) {
		uint32_t thread = ((uint32_t)below(state, THREADS) * 5 + 3) % 7;
		uint32_t context = (uint32_t)below(state, CONTEXTS);
		uint32_t routine = 1000 - 7 * (uint32_t)below(state, ROUTINES);

		write_random_points(&writer, state, contexts ? of_context[context] : routine,
				    thread, contexts ? 50 - context : LANDAU_NONE);
	}
	for (uint64_t i = 0, count = below(state, EDGES); i < count; i++) {
		uint32_t thread = ((uint32_t)below(state, THREADS) * 5 + 3) % 7;
		uint32_t caller = (uint32_t)below(state, CONTEXTS);
		uint32_t callee = (uint32_t)below(state, CONTEXTS);

		if (contexts)
			write_random_edge(&writer, state, of_context[caller], of_context[callee],
					  thread, 50 - caller, 50 - callee);
		else
			write_random_edge(&writer, state, 1000 - 7 * (caller % ROUTINES),
					  1000 - 7 * (callee % ROUTINES), thread, LANDAU_NONE,
					  LANDAU_NONE);
	}
	for (uint64_t i = 0, count = below(state, TOTALS); i < count; i++)
		write_random_totals(&writer, state, 1000 - 7 * (uint32_t)below(state, ROUTINES));
	for (uint64_t i = 0, count = below(state, CURVES); i < count; i++)
		write_random_curve(&writer, state, 1000 - 7 * (uint32_t)below(state, 2),
				   ((uint32_t)below(state, 2) * 5 + 3) % 7);
	for (uint64_t i = 0, count = below(state, LINES); i < count; i++)
		write_random_line(&writer, state, 1000 - 7 * (uint32_t)below(state, 2));
	for (uint32_t i = 0; i < EXTERNALS; i++)
		landau_write_external(&writer, i, below(state, 2) ? "file" : "pipe",
				      name_of(state));
	for (uint64_t i = 0, count = below(state, FLOWS); i < count; i++)
		write_random_flow(&writer, state, 1000 - 7 * (uint32_t)below(state, 2),
				  ((uint32_t)below(state, 2) * 5 + 3) % 7);
	for (uint64_t i = 0, count = below(state, FLOWS); i < count; i++) {
		uint32_t thread = ((uint32_t)below(state, 2) * 5 + 3) % 7;
		uint32_t context = (uint32_t)below(state, CONTEXTS);
		uint32_t routine = contexts ? of_context[context] : 1000 - 7 * (context % 2);

		if (below(state, 4) == 0)
			write_random_further(&writer, state, LANDAU_NONE, thread, LANDAU_NONE);
		else
			write_random_further(&writer, state, routine, thread,
					     contexts ? 50 - context : LANDAU_NONE);
	}
	assert_true(landau_writer_end(&writer));
	return text;
}
