/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text.h - for tests of the profile: text that grows, profiles made of it, and random ones.
 */
#ifndef TESTS_PROFILE_TEXT_H
#define TESTS_PROFILE_TEXT_H

#include "profile/profile.h"

struct text {
	char *bytes; /* a zero byte follows */
	size_t count;
	size_t limit;
};

/* A landau_sink whose context is a struct text. */
bool text_put(void *text, const void *bytes, size_t count);
void text_add(struct text *text, const char *string);
void text_free(struct text *text);

/* A profile as text, to be freed; and back, where an error fails the test. */
struct text text_of_profile(const struct landau_profile *profile);
struct landau_profile *profile_of_text(const struct text *text);
struct landau_profile *parse(const char *string);
void assert_text(const struct landau_profile *profile, const char *expected);

/* Merges the three in each order and grouping, expects the same of all, and frees them. The merged profile is of one run. */
void assert_merged_in_any_order(struct landau_profile *parts[3], const char *expected);

/* Lines that are damaged, and what is said of the last one. They stand behind `head`, and "end 99" behind them. */
struct damage {
	const char *lines;
	const char *message;
};
void assert_damage(const char *head, const struct damage *damage, size_t count);

/*
 * A valid profile, in no particular order, with everything that the format allows: routines that are
 * there twice, names of any bytes, numbers at their limits. The same seed gives the same text.
 */
struct text random_text(uint64_t seed, bool contexts);

#endif
