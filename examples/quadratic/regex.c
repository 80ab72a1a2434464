/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * regex.c - looks for a tag with the regular expression <[^>]*>, in a text that has none.
 *
 * The search begins at every <, and each time runs to the end of the text for a > that never comes. With
 * <[^<>]*> it stops at the next <.
 */
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sizes.h"

#ifdef FIXED
#define TAG "<[^<>]*>"
#else
#define TAG "<[^>]*>"
#endif

static const char line[] = "if a < b: swap.\n";

ROUTINE static int has_tag(const char *text, const regex_t *tag)
{
	return regexec(tag, text, 0, NULL, 0) == 0;
}

int main(void)
{
	regex_t tag;
	int found = 0;

	if (regcomp(&tag, TAG, REG_EXTENDED | REG_NOSUB) != 0)
		return 1;
	FOR_EACH_SIZE(n, 20, 800)
	{
		char *text = malloc(n * strlen(line) + 1);

		if (!text)
			return 1;
		for (size_t i = 0; i < n; i++)
			strcpy(text + i * strlen(line), line);
		found += has_tag(text, &tag);
		free(text);
	}
	regfree(&tag);
	printf("%d\n", found);
	return 0;
}
