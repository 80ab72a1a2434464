/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * strcat.c - words joined by strcat, which walks over all that is there to find its end.
 *
 * stpcpy says where it stopped, and the next word goes there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sizes.h"

enum { WORD = 32 };

ROUTINE static void join_words(char *line, char (*words)[WORD], size_t count)
{
	*line = '\0';
	for (size_t i = 0; i < count; i++) {
#ifdef FIXED
		line = stpcpy(line, words[i]);
#else
		strcat(line, words[i]);
#endif
	}
}

int main(void)
{
	size_t total = 0;

	FOR_EACH_SIZE(n, 100, 3000)
	{
		char(*words)[WORD] = malloc(n * sizeof(*words));
		char *line = malloc(n * sizeof(*words));

		if (!words || !line)
			return 1;
		for (size_t i = 0; i < n; i++)
			snprintf(words[i], WORD, "the word that has number %zu, ", i % 100);
		join_words(line, words, n);
		total += strlen(line);
		free(words);
		free(line);
	}
	printf("%zu\n", total);
	return 0;
}
