/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_memory.c - the profile when memory runs out: each allocation of reading, merging and viewing
 * fails once, and the result is an error, not a crash, and nothing is lost.
 *
 * The linker sends the allocations of the library here (--wrap).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "text.h"

static uint64_t until_failure; /* allocations left to succeed, 0: all succeed */
static bool has_failed;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);

static bool fails(void)
{
	if (until_failure == 0 || --until_failure > 0)
		return false;
	has_failed = true;
	return true;
}

void *__wrap_malloc(size_t bytes)
{
	return fails() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
	return fails() ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *memory, size_t bytes)
{
	return fails() ? NULL : __real_realloc(memory, bytes);
}

/* Calls `attempt` with the first, second, ... allocation failing, until none does. */
static void fail_each(bool (*attempt)(void *context), void *context)
{
	for (uint64_t i = 1;; i++) {
		bool fine;

		has_failed = false;
		until_failure = i;
		fine = attempt(context);
		until_failure = 0;
		if (!has_failed) {
			assert_true(fine);
			assert_true(i > 5);
			return;
		}
		/* Where less memory does as well (an array could not be cut down) it is fine. */
		if (i > 100000)
			fail_msg("there is no end of allocations");
	}
}

static bool try_to_read(void *context)
{
	const struct text *text = context;
	struct landau_error error;
	struct landau_profile *profile =
		landau_profile_parse(text->bytes, text->count, "text", &error);

	if (!profile)
		assert_string_equal(error.text, "there is not enough memory to read any further");
	landau_profile_free(profile);
	return profile != NULL;
}

static bool try_to_merge(void *context)
{
	struct landau_profile **profiles = context;
	struct landau_error error;
	struct landau_profile *profile = landau_profile_merge(profiles, 2, &error);

	if (!profile)
		assert_string_equal(error.text, "there is not enough memory to merge");
	landau_profile_free(profile);
	return profile != NULL;
}

static bool try_to_summarise(void *context)
{
	const struct landau_profile *profile = context;
	bool fine = true;

	for (uint32_t i = 0; fine && i < profile->routine_count; i++) {
		struct landau_summary summary;
		struct landau_callee *callees;
		size_t count;

		fine = landau_profile_summarise(profile, i, LANDAU_NONE, &summary);
		if (fine)
			landau_summary_free(&summary);
		fine = fine && landau_profile_callees(profile, i, &callees, &count);
		if (fine)
			landau_callees_free(callees, count);
	}
	return fine;
}

/* Large enough for blocks that the arena takes over as a whole. */
static struct text large_text(void)
{
	enum { POINTS = 4000 };
	struct text text = {0};
	char line[96];

	text_add(&text, "landau 1\ncost bb\ncell 4\ncontexts no\nrun replay exit 0 p\n"
			"thread 1 0 0 0 -\nroutine 0 0 f - -\nrecord 0 1 - 4000 0 0 same\n");
	for (int i = 0; i < POINTS; i++) {
		snprintf(line, sizeof(line), "t %d 1 1 1 1 1 0 0 0\n", i);
		text_add(&text, line);
	}
	text_add(&text, "end 4009\n");
	return text;
}

static void reading_fails_cleanly(void **state)
{
	struct text text = large_text();

	(void)state;
	fail_each(try_to_read, &text);
	text_free(&text);
	for (uint64_t seed = 0; seed < 20; seed++) {
		text = random_text(seed, seed % 2);
		fail_each(try_to_read, &text);
		text_free(&text);
	}
}

static void merging_fails_cleanly(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct text texts[2] = {random_text(seed, seed % 2),
					random_text(seed + 100, seed % 2)};
		struct landau_profile *profiles[2] = {profile_of_text(&texts[0]),
						      profile_of_text(&texts[1])};

		fail_each(try_to_merge, profiles);
		fail_each(try_to_summarise, profiles[0]);
		for (int i = 0; i < 2; i++) {
			text_free(&texts[i]);
			landau_profile_free(profiles[i]);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reading_fails_cleanly),
		cmocka_unit_test(merging_fails_cleanly),
	};

	return cmocka_run_group_tests_name("profile-memory", tests, NULL, NULL);
}
