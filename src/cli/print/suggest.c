/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * suggest.c - what somebody may have meant who typed a word that is none; see suggest.h.
 *
 * The distance is that of optimal string alignment, worked out row by row. Long words are not typed, and are
 * passed over.
 */
#include "cli/print/suggest.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 64, LETTERS_FOR_A_MISTAKE = 3 };

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static int lower(const char *word, size_t i)
{
	return tolower((unsigned char)word[i]);
}

/* Of two words of at most LONGEST letters. */
static size_t distance_of(const char *a, size_t a_length, const char *b, size_t b_length)
{
	size_t rows[3][LONGEST + 1];
	size_t *before = rows[0], *last = rows[1], *next = rows[2];

	for (size_t j = 0; j <= b_length; j++)
		last[j] = j;
	for (size_t i = 1; i <= a_length; i++) {
		size_t *reused = before;

		next[0] = i;
		for (size_t j = 1; j <= b_length; j++) {
			size_t differs = lower(a, i - 1) != lower(b, j - 1);

			next[j] = least(last[j - 1] + differs, least(last[j], next[j - 1]) + 1);
			if (i > 1 && j > 1 && lower(a, i - 1) == lower(b, j - 2) &&
			    lower(a, i - 2) == lower(b, j - 1))
				next[j] = least(next[j], before[j - 2] + 1);
		}
		before = last;
		last = next;
		next = reused;
	}
	return last[b_length];
}

struct landau_suggestion landau_suggest(const char *typed)
{
	size_t length = strlen(typed);

	/* Nothing is as far as the whole word. */
	return (struct landau_suggestion){.typed = typed,
					  .distance = length / LETTERS_FOR_A_MISTAKE + 1};
}

void landau_suggest_from(struct landau_suggestion *suggestion, const char *word)
{
	size_t typed = strlen(suggestion->typed), length = strlen(word);
	size_t apart = typed > length ? typed - length : length - typed, distance;

	if (typed > LONGEST || length > LONGEST || apart >= suggestion->distance)
		return;
	distance = distance_of(suggestion->typed, typed, word, length);
	if (distance >= suggestion->distance)
		return;
	suggestion->distance = distance;
	suggestion->nearest = word;
}
