/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * words.c - counts the different words of each file, one word a line: the program of docs/tutorial.md.
 *
 * Built as it is, it looks for each word among all those before it. With -DSORTED it sorts them and
 * compares neighbours.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 32, WORDS = 8192 };

static char words[WORDS][WORD];

#ifdef SORTED
static int compare_words(const void *first, const void *second)
{
	return strcmp(first, second);
}

static size_t count_words(FILE *file)
{
	size_t count = 0, different = 0;

	while (count < WORDS && fgets(words[count], WORD, file))
		count++;
	qsort(words, count, WORD, compare_words);
	for (size_t i = 0; i < count; i++)
		different += i == 0 || strcmp(words[i], words[i - 1]) != 0;
	return different;
}
#else
static int is_known(const char *word, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(words[i], word) == 0)
			return 1;
	return 0;
}

static size_t count_words(FILE *file)
{
	size_t count = 0;

	while (count < WORDS && fgets(words[count], WORD, file))
		if (!is_known(words[count], count))
			count++;
	return count;
}
#endif

int main(int argc, char **argv)
{
	size_t total = 0;

	for (int i = 1; i < argc; i++) {
		FILE *file = fopen(argv[i], "r");

		if (!file) {
			perror(argv[i]);
			return 1;
		}
		total += count_words(file);
		fclose(file);
	}
	printf("%zu words\n", total);
	return 0;
}
