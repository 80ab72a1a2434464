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

/*
 * A valid profile, in no particular order, with everything that the format allows: routines that are
 * there twice, names of any bytes, numbers at their limits. The same seed gives the same text.
 */
struct text random_text(uint64_t seed, bool contexts);

#endif
