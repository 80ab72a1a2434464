/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_read.c - the reader: damage is found and named, and no text at all makes it crash.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "profile/writer.h"
#include "text.h"

/* A profile in canonical order that has every kind of line. */
static const char *const whole[] = {
	"landau 1",
	"cost bb",
	"cell 4",
	"contexts yes",
	"run valgrind signal 11 /usr/bin/prog prog -x a%20b",
	"thread 1 500 7 9 main",
	"thread 3 20 0 0 -",
	"routine 0 12 f prog prog.c",
	"routine 1 0 g - -",
	"context 0 - 0",
	"context 1 0 1",
	"record 0 1 0 3 40 10 differs",
	"t 10 2 5 8 13 89 15 2 3",
	"t 12 1 27 27 27 729 12 0 0",
	"r 5 1 5 5 5",
	"r 10 1 8 8 8",
	"r 12 1 27 27 27",
	"record 1 1 1 4 30 30 same",
	("t 3 4 1 18446744073709551615 18446744073709551615 "
	 "340282366920938463463374607431768211455 12 0 0"),
	"record 1 3 1 0 0 0 same",
	"edge 0 1 1 0 1 4 30",
	"c 10 2 1 2 3",
	"c 12 1 1 1 1",
	"end 24",
};

enum { LINES = sizeof(whole) / sizeof(whole[0]) };

/* The lines with line number `at` (from 1) replaced; NULL leaves it out. */
static struct text text_with(uint64_t at, const char *replacement)
{
	struct text text = {0};

	for (uint64_t i = 1; i <= LINES; i++) {
		const char *line = i == at ? replacement : whole[i - 1];

		if (line) {
			text_add(&text, line);
			text_add(&text, "\n");
		}
	}
	return text;
}

static void reads_and_writes_the_same(void **state)
{
	struct text text = text_with(0, NULL);
	struct landau_profile *profile = profile_of_text(&text);
	struct text again = text_of_profile(profile);

	(void)state;
	assert_string_equal(text.bytes, again.bytes);
	assert_int_equal(profile->runs[0].exit_kind, LANDAU_EXIT_SIGNAL);
	assert_int_equal(profile->runs[0].exit_code, 11);
	assert_int_equal(profile->runs[0].command_count, 3);
	assert_string_equal(profile->runs[0].command[2], "a b");
	assert_string_equal(profile->threads[1].name, "");
	assert_int_equal(profile->threads[1].id, 3);
	assert_int_equal(profile->records[1].trms[0].costs.max, UINT64_MAX);
	assert_true(profile->records[1].trms[0].sum_of_squares == ~(unsigned __int128)0);
	assert_int_equal(profile->records[0].rms_count, 3);
	assert_null(profile->records[1].rms);
	assert_int_equal(profile->edges[0].by_size_count, 2);
	text_free(&text);
	text_free(&again);
	landau_profile_free(profile);
}

/* -- Damage ------------------------------------------------------------------------------------ */

/* Line `at` is replaced by `text` (NULL: left out); the error must be this one. */
struct change {
	uint64_t at;
	const char *text;
	uint64_t line;
	const char *message;
};

static const struct change damages[] = {
	{1, "perf 1", 1, "this is not a profile: it does not start with 'landau'"},
	{1, " landau 1", 1, "this is not a profile: it does not start with 'landau'"},
	{1, "landau 2", 1, "this is version 2 of the format; only 1 can be read"},
	{1, "landau", 1, "the version is missing"},
	{1, "landau one", 1, "the version is not a number"},
	{2, "cost joule", 2, "the cost is not bb, instr or time"},
	{2, NULL, 2, "a line that starts with 'cost' is missing here"},
	{3, "cell 3", 3, "the cell size is not 1, 2, 4, 8 or 16"},
	{3, "cell 32", 3, "the cell size is not 1, 2, 4, 8 or 16"},
	{3, "cell 0", 3, "the cell size is not 1, 2, 4, 8 or 16"},
	{4, "contexts maybe", 4, "contexts is neither yes nor no"},
	{4, "contexts no", 10, "there is a context, but the profile has none"},
	{6, "allocator opaque", 6, "the allocator line must be above all runs"},
	{5, "allocator", 5, "the allocator line must say opaque"},
	{5, "allocator raw", 5, "the allocator line must say opaque"},
	{5, "allocator opaque a b", 5, "the line has too many fields"},
	{5, "allocator opaque\nallocator opaque", 6, "the profile has two allocator lines"},
	{6, "x-files distinct", 6, "the only x-files line must be above all runs"},
	{5, "x-files distinct\nx-files distinct", 6,
	 "the only x-files line must be above all runs"},
	{5, "x-files", 5, "the x-files line must say distinct"},
	{5, "x-files all", 5, "the x-files line must say distinct"},
	{5, "x-files distinct 1", 5, "the line has too many fields"},
	{5, "run valgrind died 11 p", 5, "the way it ended is not exit, signal, exec or running"},
	{5, "run valgrind signal -1 p", 5, "the exit code is not a number"},
	{5, "run valgrind signal 2147483648 p", 5, "the exit code is too large"},
	{5, "run valgrind exit 0", 5, "the program is missing"},
	{5, "run valgrind exit 0 p a%", 5, "an argument holds a byte that must be escaped"},
	{5, "run valgrind exit 0 p a%0g", 5, "an argument holds a byte that must be escaped"},
	{5, "run valgrind exit 0 p a%00", 5, "an argument holds a byte that must be escaped"},
	{5, "run valgrind exit 0 a\tb", 5, "the program holds a byte that must be escaped"},
	{5, "run valgrind exit 0 p\r", 5, "the program holds a byte that must be escaped"},
	{5, NULL, 23, "the file should have 24 lines: some are missing or were added"},
	{5, "x-run", 24, "there is no run in the file"},
	{6, "thread 1 500 7 9", 6, "the name is missing"},
	{6, "thread 1 500 7 9 main again", 6, "the line has too many fields"},
	{6, "thread 4294967295 500 7 9 main", 6, "the thread's id is too large"},
	{6, "thread 3 500 7 9 main", 7, "thread 3 is defined twice"},
	{6, "thread 2 500 7 9 main", 12, "there is no thread 1 above this line"},
	{8, "routine 1 12 f prog prog.c", 9, "routine 1 is defined twice"},
	{8, "routine 0 12 f prog", 8, "the file is missing"},
	{8, "routine 0 12 f  prog.c", 8, "the object is missing"},
	{8, "routine 0 4294967296 f prog prog.c", 8, "the source line is too large"},
	{10, "context 0 0 0", 10, "there is no context 0 above this line"},
	{10, "context 0 - 2", 10, "there is no routine 2 above this line"},
	{10, "context 1 - 0", 11, "there is no context 0 above this line"},
	{11, "context 0 - 1", 11, "context 0 is defined twice"},
	{12, "record 0 1 0 3 40 10", 12, "a record must end in 'same' or 'differs'"},
	{12, "record 0 1 0 3 40 10 maybe", 12, "a record must end in 'same' or 'differs'"},
	{12, "record 0 1 1 3 40 10 differs", 12, "context 1 belongs to another routine"},
	{12, "record 0 1 - 3 40 10 differs", 12,
	 "there is no context, but the profile has contexts"},
	{12, "record 9 1 0 3 40 10 differs", 12, "there is no routine 9 above this line"},
	{12, "record 0 9 0 3 40 10 differs", 12, "there is no thread 9 above this line"},
	{12, "record 0 1 0 4 40 10 differs", 12, "the record has other calls than its t lines"},
	{12, "record 0 1 0 3 40 10 same", 15, "an r line is not in a record whose rms differs"},
	{12, "x-record", 13, "a t line is not where it belongs in a record"},
	{13, "t 10 2 5 8 13 89 15 2", 13, "the external input is missing"},
	{13, "t 10 2 5 8 13 89 15 2 3 4", 13, "the line has too many fields"},
	{13, "t 10 2 5 8 13 89 15 2 3 ", 13, "the line has too many fields"},
	{13, "t  10 2 5 8 13 89 15 2 3", 13, "the size is missing"},
	{13, "t x 2 5 8 13 89 15 2 3", 13, "the size is not a number"},
	{13, "t 1x 2 5 8 13 89 15 2 3", 13, "the size is not a number"},
	{13, "t -1 2 5 8 13 89 15 2 3", 13, "the size is not a number"},
	{13, "t +1 2 5 8 13 89 15 2 3", 13, "the size is not a number"},
	{13, "t 0x1 2 5 8 13 89 15 2 3", 13, "the size is not a number"},
	{13, "t 010 2 5 8 13 89 15 2 3", 13, "the size starts with a needless zero"},
	{13, "t 18446744073709551616 2 5 8 13 89 15 2 3", 13, "the size is too large"},
	{13, "t 99999999999999999999999999 2 5 8 13 89 15 2 3", 13, "the size is too large"},
	{13, "t 10 2 5 8 13 340282366920938463463374607431768211456 15 2 3", 13,
	 "the sum of squares is too large"},
	{13, "t 10 2 5 8 13 3402823669209384634633746074317682114550 15 2 3", 13,
	 "the sum of squares is too large"},
	{13, "t 10 0 5 8 13 89 15 2 3", 13, "a point has no calls"},
	{13, "t 10 2 8 5 13 89 15 2 3", 13, "min is larger than max"},
	{13, "t 10 2 5 8 9 89 15 2 3", 13, "the sum is not possible with these calls, min and max"},
	{13, "t 10 2 5 8 17 89 15 2 3", 13,
	 "the sum is not possible with these calls, min and max"},
	{13, "t 10 2 5 8 13 89 21 2 3", 13, "rms is larger than trms"},
	{13, "t 10 2 5 8 13 89 15 11 10", 13, "thread and external input are larger than trms"},
	{13, "t 10 1 5 8 8 89 10 2 3", 12, "the record has other calls than its t lines"},
	{14, "t 10 1 27 27 27 729 10 0 0", 14, "there are two points of one size"},
	{14, "t 9 1 27 27 27 729 9 0 0", 14, "the points are not sorted by size"},
	{15, "r 5 2 5 5 10", 12, "the record has other calls than its r lines"},
	{15, "r 5 1 6 5 5", 15, "min is larger than max"},
	{16, "t 13 1 8 8 8 64 13 0 0", 16, "a t line is not where it belongs in a record"},
	{16, "r 5 1 8 8 8", 16, "there are two points of one size"},
	{16, "r 4 1 8 8 8", 16, "the points are not sorted by size"},
	{16, "c 10 1 8 8 8", 16, "a c line is not in an edge"},
	{16, "r", 16, "this kind of line is not known"},
	{16, "", 16, "this kind of line is not known"},
	{16, " r 10 1 8 8 8", 16, "this kind of line is not known"},
	{16, "frobnicate 1", 16, "this kind of line is not known"},
	{16, "landau 1", 16, "this kind of line is not known"},
	{21, "edge 0 1 1 0 0 4 30", 21, "context 0 belongs to another routine"},
	{21, "edge 0 1 2 0 1 4 30", 21, "there is no thread 2 above this line"},
	{21, "edge 0 1 1 0 1 3 30", 21, "the edge has fewer calls than its c lines"},
	{21, "edge 0 1 1 0 1 4", 21, "cost is missing"},
	{22, "c 10 0 0 0 0", 22, "a point has no calls"},
	{23, "c 10 1 1 1 1", 23, "there are two points of one size"},
	{23, "r 12 1 1 1 1", 23, "an r line is not in a record whose rms differs"},
	{23, NULL, 23, "the file should have 24 lines: some are missing or were added"},
	{23, "x-more 1\nc 12 1 1 1 1", 25,
	 "the file should have 24 lines: some are missing or were added"},
	{24, "end", 24, "the number of lines is missing"},
	{24, "end 23", 24, "the file should have 23 lines: some are missing or were added"},
	{24, NULL, 23, "the file ends without an end line: it is incomplete"},
	{24, "end 24\n", 25, "there is text after the end line"},
	{24, "end 24\nlandau 1", 25, "there is text after the end line"},
};

static void damage_is_named(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
		const struct change *damage = &damages[i];
		struct text text = text_with(damage->at, damage->text);
		struct landau_error error;
		struct landau_profile *profile =
			landau_profile_parse(text.bytes, text.count, "FILE", &error);

		if (profile)
			fail_msg("row %zu: '%s' is not refused", i, damage->text);
		if (error.line != damage->line || strcmp(error.text, damage->message) != 0)
			fail_msg("row %zu: '%s' gives %ju: %s\ninstead of %ju: %s", i, damage->text,
				 (uintmax_t)error.line, error.text, (uintmax_t)damage->line,
				 damage->message);
		assert_string_equal(error.file, "FILE");
		text_free(&text);
	}
}

/* Files of before say nothing: allocators were like all routines. */
static void says_how_allocators_were_treated(void **state)
{
	static const struct {
		const char *line;
		const char *allocator;
	} rows[] = {
		{"", "raw"},
		{"allocator opaque\n", "opaque"},
		{"allocator opaque get,Arena::take\n", "get,Arena::take"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct text text = {0};
		struct text again;
		struct landau_profile *profile;

		text_add(&text, "landau 1\ncost bb\ncell 4\ncontexts no\n");
		text_add(&text, rows[i].line);
		text_add(&text, "run replay exit 0 a\n");
		text_add(&text, rows[i].line[0] ? "end 7\n" : "end 6\n");
		profile = profile_of_text(&text);
		assert_string_equal(landau_profile_allocator(profile), rows[i].allocator);
		again = text_of_profile(profile);
		assert_string_equal(again.bytes, text.bytes);
		landau_profile_free(profile);
		text_free(&text);
		text_free(&again);
	}
}

/* However much of a file is missing at its end, it is an error. */
static void truncation_is_found(void **state)
{
	struct text text = text_with(0, NULL);

	(void)state;
	for (size_t count = 0; count < text.count; count++) {
		struct landau_error error;
		/* A copy of its own, so that a sanitizer sees reads behind the end. */
		char *copy = malloc(count + 1);
		struct landau_profile *profile;

		assert_non_null(copy);
		memcpy(copy, text.bytes, count);
		copy = realloc(copy, count ? count : 1);
		profile = landau_profile_parse(copy, count, "FILE", &error);
		if (profile)
			fail_msg("%zu of %zu bytes are taken for a whole file", count, text.count);
		assert_true(error.text[0]);
		free(copy);
	}
	text_free(&text);
}

/* Changes a byte, drops it, doubles it: what is still read must be a sound profile. */
static void any_change_is_survived(void **state)
{
	static const char others[] = "0 9\n-%xtre\xff\x01";
	struct text text = text_with(0, NULL);
	size_t accepted = 0;

	(void)state;
	for (size_t at = 0; at < text.count; at++)
		for (size_t kind = 0; kind < sizeof(others) + 1; kind++) {
			struct text changed = {0};
			struct landau_error error;
			struct landau_profile *profile;

			text_put(&changed, text.bytes, at);
			if (kind < sizeof(others)) /* the zero byte too */
				text_put(&changed, &others[kind], 1);
			text_put(&changed, text.bytes + at + 1, text.count - at - 1);
			profile =
				landau_profile_parse(changed.bytes, changed.count, "FILE", &error);
			if (profile) {
				struct text first = text_of_profile(profile);
				struct landau_profile *again = profile_of_text(&first);
				struct text second = text_of_profile(again);

				assert_string_equal(first.bytes, second.bytes);
				accepted++;
				text_free(&first);
				text_free(&second);
				landau_profile_free(again);
				landau_profile_free(profile);
			}
			text_free(&changed);
		}
	assert_true(accepted > 0);
	text_free(&text);
}

/* The same for random profiles, many changes at once. */
static void random_changes_are_survived(void **state)
{
	uint64_t random = 1;

	(void)state;
	for (uint64_t seed = 0; seed < 2000; seed++) {
		struct text text = random_text(seed, seed % 2);
		struct landau_error error;
		struct landau_profile *profile;

		for (unsigned i = 0; i < 1 + seed % 3; i++) {
			random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
			text.bytes[(random >> 16) % text.count] = (char)(random >> 56);
		}
		profile = landau_profile_parse(text.bytes, text.count, "FILE", &error);
		if (profile)
			landau_profile_free(profile);
		else
			assert_true(error.text[0]);
		text_free(&text);
	}
}

static void extensions_are_skipped(void **state)
{
	static const char with[] = "landau 1\ncost bb\ncell 4\ncontexts no\nx-colour 1 2 3\n"
				   "run replay exit 0 p\nroutine 0 0 f - -\nthread 1 1 0 0 -\n"
				   "record 0 1 - 2 2 2 same\nt 1 1 1 1 1 1 1 0 0\nx-\n"
				   "t 2 1 1 1 1 1 2 0 0\nend 13\n";
	static const char without[] = "landau 1\ncost bb\ncell 4\ncontexts no\n"
				      "run replay exit 0 p\nthread 1 1 0 0 -\nroutine 0 0 f - -\n"
				      "record 0 1 - 2 2 2 same\nt 1 1 1 1 1 1 1 0 0\n"
				      "t 2 1 1 1 1 1 2 0 0\nend 11\n";
	struct text text = {0};
	struct landau_profile *profile;
	struct text again;

	(void)state;
	text_add(&text, with);
	profile = profile_of_text(&text);
	again = text_of_profile(profile);
	assert_string_equal(again.bytes, without);
	text_free(&text);
	text_free(&again);
	landau_profile_free(profile);
}

/* Every byte but zero may stand in a name, and a name may be long. */
static void names_hold_any_byte(void **state)
{
	enum { LONG = 3 * 1024 * 1024 };
	static struct landau_writer writer;
	char all[256];
	char *lengthy = malloc(LONG);
	struct text text = {0};
	struct landau_profile *profile;

	(void)state;
	assert_non_null(lengthy);
	for (int i = 0; i < 255; i++)
		all[i] = (char)(i + 1);
	all[255] = '\0';
	memset(lengthy, ' ', LONG - 1);
	lengthy[LONG - 1] = '\0';
	landau_writer_start(&writer, text_put, &text);
	landau_write_header(&writer, "time", 1, false, false, NULL);
	landau_write_run(&writer, "native", LANDAU_EXIT_EXEC, 0, NULL, NULL, 0);
	landau_write_routine(&writer, 0, 0, all, "-", lengthy);
	landau_write_routine(&writer, 1, 0, "%2d", "--", NULL);
	assert_true(landau_writer_end(&writer));
	profile = profile_of_text(&text);
	assert_int_equal(profile->routine_count, 2);
	assert_string_equal(profile->routines[0].name, all);
	assert_string_equal(profile->routines[0].object, "-");
	assert_string_equal(profile->routines[0].file, lengthy);
	assert_string_equal(profile->routines[1].name, "%2d");
	assert_string_equal(profile->routines[1].object, "--");
	assert_string_equal(profile->routines[1].file, "");
	assert_string_equal(profile->runs[0].program, "");
	landau_profile_free(profile);
	text_free(&text);
	free(lengthy);
}

/* Numbers of all lengths, as decimal text, come out of the writer as they went in. */
static void wide_numbers_are_exact(void **state)
{
	(void)state;
	for (unsigned bit = 0; bit < 128; bit++)
		for (int offset = -1; offset <= 1; offset++) {
			static struct landau_writer writer;
			unsigned __int128 number =
				((unsigned __int128)1 << bit) + (unsigned __int128)(__int128)offset;
			struct landau_point point = {.costs = {1, 1, 1, 1, 1},
						     .sum_of_squares = number};
			struct text text = {0};
			struct landau_profile *profile;

			landau_writer_start(&writer, text_put, &text);
			landau_write_header(&writer, "bb", 4, false, false, NULL);
			landau_write_run(&writer, "replay", LANDAU_EXIT_EXIT, 0, "p", NULL, 0);
			landau_write_thread(&writer, 1, 0, 0, 0, NULL);
			landau_write_routine(&writer, 0, 0, "f", NULL, NULL);
			landau_write_record(&writer, 0, 1, LANDAU_NONE, 1, 1, 1, false);
			landau_write_trms(&writer, &point);
			assert_true(landau_writer_end(&writer));
			profile = profile_of_text(&text);
			assert_true(profile->records[0].trms[0].sum_of_squares == number);
			landau_profile_free(profile);
			text_free(&text);
		}
}

struct full {
	size_t room;
	size_t refused; /* number of times that it was asked in vain */
};

static bool put_in_full(void *context, const void *bytes, size_t count)
{
	struct full *full = context;

	(void)bytes;
	if (count > full->room) {
		full->refused++;
		return false;
	}
	full->room -= count;
	return true;
}

/* A sink that is full is not asked again, and the writer says so at the end. */
static void writer_reports_failure(void **state)
{
	static struct landau_writer writer;
	struct full full = {.room = 40000};

	(void)state;
	landau_writer_start(&writer, put_in_full, &full);
	for (uint32_t i = 0; i < 10000; i++)
		landau_write_thread(&writer, i, 1, 2, 3, "name");
	assert_false(landau_writer_end(&writer));
	assert_int_equal(full.refused, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(says_how_allocators_were_treated),
		cmocka_unit_test(reads_and_writes_the_same),
		cmocka_unit_test(damage_is_named),
		cmocka_unit_test(truncation_is_found),
		cmocka_unit_test(any_change_is_survived),
		cmocka_unit_test(random_changes_are_survived),
		cmocka_unit_test(extensions_are_skipped),
		cmocka_unit_test(names_hold_any_byte),
		cmocka_unit_test(wide_numbers_are_exact),
		cmocka_unit_test(writer_reports_failure),
	};

	return cmocka_run_group_tests_name("profile-read", tests, NULL, NULL);
}
