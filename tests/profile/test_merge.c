/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_merge.c - reading, writing and merging as properties of random profiles.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "text.h"

enum { TRIALS = 1000 };

static struct landau_profile *random_profile(uint64_t seed, bool contexts)
{
	struct text text = random_text(seed, contexts);
	struct landau_profile *profile = profile_of_text(&text);

	text_free(&text);
	return profile;
}

static struct landau_profile *merge(struct landau_profile *first, struct landau_profile *second)
{
	struct landau_profile *const both[] = {first, second};
	struct landau_error error;
	struct landau_profile *result = landau_profile_merge(both, 2, &error);

	if (!result)
		fail_msg("%s", error.text);
	return result;
}

static void assert_same(const struct landau_profile *first, const struct landau_profile *second,
			uint64_t seed)
{
	struct text a = text_of_profile(first);
	struct text b = text_of_profile(second);

	if (a.count != b.count || memcmp(a.bytes, b.bytes, a.count) != 0)
		fail_msg("seed %ju: these differ:\n%s\n%s", (uintmax_t)seed, a.bytes, b.bytes);
	text_free(&a);
	text_free(&b);
}

/* What was read, and so brought in order, is written and read as the same bytes. */
static void round_trip(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < TRIALS; seed++) {
		struct landau_profile *profile = random_profile(seed, seed % 2);
		struct text text = text_of_profile(profile);
		struct landau_profile *again = profile_of_text(&text);

		assert_same(profile, again, seed);
		text_free(&text);
		landau_profile_free(profile);
		landau_profile_free(again);
	}
}

static void merge_is_commutative(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < TRIALS; seed++) {
		struct landau_profile *a = random_profile(2 * seed, seed % 2);
		struct landau_profile *b = random_profile(2 * seed + 1, seed % 2);
		struct landau_profile *ab = merge(a, b);
		struct landau_profile *ba = merge(b, a);

		assert_same(ab, ba, seed);
		landau_profile_free(a);
		landau_profile_free(b);
		landau_profile_free(ab);
		landau_profile_free(ba);
	}
}

/* (ab)c, a(bc) and all three at once; what was merged also reads back as the same. */
static void merge_is_associative(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < TRIALS; seed++) {
		struct landau_profile *parts[3];
		struct landau_profile *results[5];
		struct landau_profile *again;
		struct landau_error error;
		struct text text;

		for (unsigned i = 0; i < 3; i++)
			parts[i] = random_profile(3 * seed + i, seed % 2);
		results[0] = merge(parts[0], parts[1]);
		results[1] = merge(results[0], parts[2]);
		results[2] = merge(parts[1], parts[2]);
		results[3] = merge(parts[0], results[2]);
		results[4] = landau_profile_merge(parts, 3, &error);
		assert_non_null(results[4]);
		assert_same(results[1], results[3], seed);
		assert_same(results[1], results[4], seed);
		text = text_of_profile(results[1]);
		again = profile_of_text(&text);
		assert_same(results[1], again, seed);
		text_free(&text);
		landau_profile_free(again);
		for (unsigned i = 0; i < 3; i++)
			landau_profile_free(parts[i]);
		for (unsigned i = 0; i < 5; i++)
			landau_profile_free(results[i]);
	}
}

/* One profile alone: merging changes nothing but makes a copy. */
static void merge_of_one_is_a_copy(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < TRIALS; seed++) {
		struct landau_profile *profile = random_profile(seed, seed % 2);
		struct landau_error error;
		struct landau_profile *copy = landau_profile_merge(&profile, 1, &error);

		assert_non_null(copy);
		assert_same(profile, copy, seed);
		landau_profile_free(profile);
		landau_profile_free(copy);
	}
}

/* -- Examples whose result is plain to see ----------------------------------------------------- */

#define HEAD "landau 1\ncost bb\ncell 4\ncontexts no\n"

static void assert_merged(const char *first, const char *second, const char *expected)
{
	struct landau_profile *a = parse(first);
	struct landau_profile *b = parse(second);
	struct landau_profile *merged = merge(a, b);

	assert_text(merged, expected);
	landau_profile_free(a);
	landau_profile_free(b);
	landau_profile_free(merged);
}

static void merge_adds_up(void **state)
{
	(void)state;
	assert_merged(HEAD "run replay exit 0 b b\n"
			   "thread 1 10 1 2 zoe\n"
			   "routine 0 0 f p c\n"
			   "record 0 1 - 2 10 9 same\n"
			   "t 5 2 1 3 4 10 10 0 0\n"
			   "end 10\n",
		      HEAD "run replay exit 0 a a\n"
			   "thread 2 7 0 0 -\n"
			   "thread 1 5 1 1 main\n"
			   "routine 0 30 g p c\n"
			   "routine 1 12 f p c\n"
			   "record 1 1 - 2 20 8 differs\n"
			   "t 5 1 7 7 7 49 3 0 2\n"
			   "t 6 1 8 8 8 64 6 0 0\n"
			   "r 3 1 7 7 7\n"
			   "r 6 1 8 8 8\n"
			   "edge 1 0 1 - - 3 5\n"
			   "c 5 1 3 3 3\n"
			   "end 17\n",
		      HEAD "run replay exit 0 a a\n"
			   "run replay exit 0 b b\n"
			   "thread 1 15 2 3 main\n"
			   "thread 2 7 0 0 -\n"
			   "routine 0 12 f p c\n"
			   "routine 1 30 g p c\n"
			   "record 0 1 - 4 30 17 differs\n"
			   "t 5 3 1 7 11 59 13 0 2\n"
			   "t 6 1 8 8 8 64 6 0 0\n"
			   "r 3 1 7 7 7\n"
			   "r 5 2 1 3 4\n"
			   "r 6 1 8 8 8\n"
			   "edge 0 1 1 - - 3 5\n"
			   "c 5 1 3 3 3\n"
			   "end 19\n");
}

static void sums_saturate(void **state)
{
	static const char large[] =
		HEAD "run replay exit 0 a\n"
		     "thread 1 18446744073709551614 0 0 -\n"
		     "routine 0 0 f - -\n"
		     "record 0 1 - 1 18446744073709551614 18446744073709551614 same\n"
		     "t 9 1 18446744073709551614 18446744073709551614 18446744073709551614 "
		     "340282366920938463463374607431768211454 9 0 0\n"
		     "end 10\n";

	(void)state;
	assert_merged(large, large,
		      HEAD "run replay exit 0 a\n"
			   "run replay exit 0 a\n"
			   "thread 1 18446744073709551615 0 0 -\n"
			   "routine 0 0 f - -\n"
			   "record 0 1 - 2 18446744073709551615 18446744073709551615 same\n"
			   "t 9 2 18446744073709551614 18446744073709551614 "
			   "18446744073709551615 340282366920938463463374607431768211455 18 0 0\n"
			   "end 11\n");
}

/* Equal paths are one context, whatever their numbers; depth first, siblings by name. */
static void paths_are_made_one(void **state)
{
	static const char head[] = "landau 1\ncost bb\ncell 4\ncontexts yes\nrun replay exit 0 a\n"
				   "thread 1 0 0 0 -\n";
	struct text first = {0};
	struct text expected = {0};

	(void)state;
	text_add(&first, head);
	text_add(&first, "routine 5 0 main - -\n"
			 "routine 6 0 b - -\n"
			 "routine 7 0 a - -\n"
			 "context 9 - 5\n"
			 "context 8 9 6\n"
			 "context 7 9 7\n"
			 "context 6 8 7\n"
			 "context 5 - 5\n"
			 "context 4 5 6\n"
			 "record 6 1 8 1 1 1 same\n"
			 "t 1 1 1 1 1 1 1 0 0\n"
			 "record 6 1 4 1 2 2 same\n"
			 "t 1 1 2 2 2 4 1 0 0\n"
			 "edge 6 7 1 4 6 1 1\n"
			 "end 21\n");
	text_add(&expected, head);
	text_add(&expected, "routine 0 0 a - -\n"
			    "routine 1 0 b - -\n"
			    "routine 2 0 main - -\n"
			    "context 0 - 2\n"
			    "context 1 0 0\n"
			    "context 2 0 1\n"
			    "context 3 2 0\n"
			    "record 1 1 2 2 3 3 same\n"
			    "t 1 2 1 2 3 5 2 0 0\n"
			    "edge 1 0 1 2 3 1 1\n"
			    "end 17\n");
	{
		struct landau_profile *profile = profile_of_text(&first);
		struct text text = text_of_profile(profile);

		assert_string_equal(text.bytes, expected.bytes);
		text_free(&text);
		landau_profile_free(profile);
	}
	text_free(&first);
	text_free(&expected);
}

/* A chain of contexts as deep as a file can make it must not cost stack or squared time. */
static void deep_paths(void **state)
{
	enum { DEPTH = 300000 };
	struct text text = {0};
	struct landau_profile *profile;
	char line[64];

	(void)state;
	text_add(&text, "landau 1\ncost bb\ncell 4\ncontexts yes\nrun replay exit 0 a\n"
			"routine 0 0 f - -\ncontext 0 - 0\n");
	for (int i = 1; i < DEPTH; i++) {
		snprintf(line, sizeof(line), "context %d %d 0\n", i, i - 1);
		text_add(&text, line);
	}
	snprintf(line, sizeof(line), "end %d\n", DEPTH + 7);
	text_add(&text, line);
	profile = profile_of_text(&text);
	assert_int_equal(profile->context_count, DEPTH);
	assert_int_equal(profile->contexts[DEPTH - 1].parent, DEPTH - 2);
	landau_profile_free(profile);
	text_free(&text);
}

static void refuses_what_does_not_go_together(void **state)
{
	static const struct {
		const char *head;
		const char *message;
	} rows[] = {
		{"landau 1\ncost instr\ncell 4\ncontexts no\n",
		 "cannot be merged: its cost is instr, that of the first is bb"},
		{"landau 1\ncost bb\ncell 8\ncontexts no\n",
		 "cannot be merged: its cells have 8 bytes, those of the first have 4"},
		{"landau 1\ncost bb\ncell 4\ncontexts yes\n",
		 "cannot be merged: it has calling contexts, the first has none"},
		{"landau 1\ncost bb\ncell 4\ncontexts no\nallocator opaque\n",
		 "cannot be merged: it was recorded with --allocator=opaque, the first with raw"},
		{"landau 1\ncost bb\ncell 4\ncontexts no\nallocator opaque get,put\n",
		 "cannot be merged: it was recorded with --allocator=get,put, the first with raw"},
		{"landau 1\ncost bb\ncell 4\ncontexts no\nx-files distinct\n",
		 "cannot be merged: it was recorded with --files=distinct, the first with all"},
	};
	struct landau_profile *first = parse(HEAD "run replay exit 0 a\nend 6\n");

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct landau_error error;
		struct landau_profile *both[2] = {first};
		struct text text = {0};

		text_add(&text, rows[i].head);
		text_add(&text, "run replay exit 0 a\n");
		text_add(&text, strstr(rows[i].head, "allocator") || strstr(rows[i].head, "x-files")
					? "end 7\n"
					: "end 6\n");
		both[1] = profile_of_text(&text);
		assert_null(landau_profile_merge(both, 2, &error));
		assert_string_equal(error.text, rows[i].message);
		landau_profile_free(both[1]);
		text_free(&text);
	}
	landau_profile_free(first);
}

/* What was recorded in one way goes together, and the result says which. */
static void treatment_stays(void **state)
{
	static const char *const lines[] = {"allocator opaque\n", "allocator opaque get,put\n",
					    "x-files distinct\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct text text = {0};
		struct text expected = {0};

		text_add(&text, HEAD);
		text_add(&text, lines[i]);
		text_add(&text, "run replay exit 0 a\nend 7\n");
		text_add(&expected, HEAD);
		text_add(&expected, lines[i]);
		text_add(&expected, "run replay exit 0 a\nrun replay exit 0 a\nend 8\n");
		assert_merged(text.bytes, text.bytes, expected.bytes);
		text_free(&text);
		text_free(&expected);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(round_trip),
		cmocka_unit_test(merge_is_commutative),
		cmocka_unit_test(merge_is_associative),
		cmocka_unit_test(merge_of_one_is_a_copy),
		cmocka_unit_test(merge_adds_up),
		cmocka_unit_test(sums_saturate),
		cmocka_unit_test(paths_are_made_one),
		cmocka_unit_test(deep_paths),
		cmocka_unit_test(refuses_what_does_not_go_together),
		cmocka_unit_test(treatment_stays),
	};

	return cmocka_run_group_tests_name("profile-merge", tests, NULL, NULL);
}
