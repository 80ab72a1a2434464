/* SPDX-License-Identifier: GPL-2.0-or-later */
/* suggest.h - what somebody may have meant who typed a word that is none. */
#ifndef LANDAU_CLI_SUGGEST_H
#define LANDAU_CLI_SUGGEST_H

#include <stddef.h>

/*
 * The search for the word that is nearest: letters that are wrong, missing, too many or swapped with the next one
 * count one each, and one in three may be so. The case of letters does not count.
 */
struct landau_suggestion {
	const char *typed;
	const char *nearest; /* of those that were offered; NULL: none is near */
	size_t distance;
};

struct landau_suggestion landau_suggest(const char *typed);

/* The first of two that are equally near stays. */
void landau_suggest_from(struct landau_suggestion *suggestion, const char *word);

#endif
