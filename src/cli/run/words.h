/* SPDX-License-Identifier: GPL-2.0-or-later */
/* words.h - is the argument of an option what it may be? */
#ifndef LANDAU_CLI_WORDS_H
#define LANDAU_CLI_WORDS_H

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* `words` ends with NULL. */
static inline bool landau_is_one_of(const char *word, const char *const *words)
{
	for (; *words; words++)
		if (strcmp(word, *words) == 0)
			return true;
	return false;
}

static inline bool landau_is_number_from(const char *word, unsigned long least, unsigned long most)
{
	char *end;

	if (word[0] < '0' || word[0] > '9')
		return false;
	errno = 0;
	unsigned long value = strtoul(word, &end, 10);
	return errno == 0 && *end == '\0' && value >= least && value <= most;
}

/* Names with commas between them: at least one, and none is empty or has a blank in it. */
static inline bool landau_is_list_of_names(const char *text)
{
	for (;; text++) {
		size_t length = strcspn(text, ", \t\n");

		if (length == 0)
			return false;
		text += length;
		if (*text == '\0')
			return true;
		if (*text != ',')
			return false;
	}
}

#endif
