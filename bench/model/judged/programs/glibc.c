/* SPDX-License-Identifier: GPL-2.0-or-later */
/* glibc.c - routines of the C library. */
#define _GNU_SOURCE
#include "judged.h"

#include <argz.h>
#include <regex.h>
#include <search.h>
#include <unistd.h>
#include <wchar.h>

static int compare(const void *left, const void *right)
{
	int a = *(const int *)left, b = *(const int *)right;
	return (a > b) - (a < b);
}

/* truth: sort_values | n log n | merge sort of qsort */
/* truth: msort_with_tmp.part.0 | n log n | the merge sort itself, at each depth of its recursion */
ROUTINE void sort_values(int *values, int n)
{
	qsort(values, (size_t)n, sizeof(int), compare);
	judged_sink += (uint64_t)values[0];
}

/* truth: qsort_r | n log n | as its caller */
/* truth: find_all | n log n | a binary search for each of n keys */
ROUTINE void find_all(const int *values, int n)
{
	for (int i = 0; i < n; i++)
		judged_sink += bsearch(&values[i], values, (size_t)n, sizeof(int), compare) != NULL;
}

/* truth: lsearch | n | compares the key with all before */
/* truth: fill_lsearch | n^2 | lsearch compares each with all before */
ROUTINE void fill_lsearch(const int *values, int n, int *table)
{
	size_t count = 0;
	for (int i = 0; i < n; i++)
		lsearch(&values[i], table, &count, sizeof(int), compare);
	judged_sink += count;
}

/* truth: fill_tsearch | n log n | a red-black tree */
ROUTINE void fill_tsearch(const int *values, int n, void **root)
{
	for (int i = 0; i < n; i++)
		tsearch(&values[i], root, compare);
	judged_sink += *root != NULL;
}

static void visit(const void *node, VISIT when, int depth)
{
	(void)depth;
	if (when == postorder || when == leaf)
		judged_sink += (uint64_t) * *(const int *const *)node;
}

static void free_nothing(void *node)
{
	(void)node;
}

/* truth: walk_tsearch | n | each node once */
ROUTINE void walk_tsearch(void *root)
{
	twalk(root, visit);
	judged_sink++;
}

/* truth: fill_hsearch | n | a hash table with room enough */
ROUTINE void fill_hsearch(char (*keys)[8], int n, struct hsearch_data *table)
{
	for (int i = 0; i < n; i++) {
		ENTRY entry = {keys[i], NULL}, *found;
		hsearch_r(entry, ENTER, &found, table);
	}
	judged_sink++;
}

/* truth: length | n | each byte once */
ROUTINE void length(const char *text)
{
	judged_sink += strlen(text);
}

/* truth: copy | n | each byte once */
ROUTINE void copy(char *to, const char *text, size_t n)
{
	memcpy(to, text, n);
	judged_sink += (uint64_t)to[n - 1];
}

/* truth: move | n | each byte once */
ROUTINE void move(char *text, size_t n)
{
	memmove(text + 1, text, n);
	judged_sink += (uint64_t)text[n];
}

/* truth: same | n | equal up to the last byte */
ROUTINE void same(const char *left, const char *right, size_t n)
{
	judged_sink += (uint64_t)memcmp(left, right, n);
}

/* truth: find_last | n | strrchr looks at all */
ROUTINE void find_last(const char *text)
{
	judged_sink += strrchr(text, '!') != NULL;
}

/* truth: find_word | n | two-way search */
ROUTINE void find_word(const char *text)
{
	judged_sink += strstr(text, "landau!") != NULL;
}

/* truth: find_bytes | n | two-way search of memmem */
ROUTINE void find_bytes(const char *text, size_t n)
{
	judged_sink += memmem(text, n, "xyzzy!", 6) != NULL;
}

/* truth: append_all | n^2 | strcat walks to the end each time */
ROUTINE void append_all(char *to, char *const *words, int n)
{
	*to = 0;
	for (int i = 0; i < n; i++)
		strcat(to, words[i]);
	judged_sink += (uint64_t)*to;
}

/* truth: read_numbers | n | strtol goes on where it was */
ROUTINE void read_numbers(char *text)
{
	for (char *end = text; *text; text = end + 1)
		judged_sink += (uint64_t)strtol(text, &end, 10);
}

/* truth: scan_numbers | n^2 | sscanf takes the length of all that is left, for each number */
ROUTINE void scan_numbers(const char *text)
{
	int number, used;
	for (; sscanf(text, "%d %n", &number, &used) == 1; text += used)
		judged_sink += (uint64_t)number;
}

/* truth: split_words | n | strtok_r goes on where it was */
ROUTINE void split_words(char *text)
{
	char *rest;
	for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		judged_sink += (uint64_t)*word;
}

/* truth: print_numbers | n | fprintf into a buffered stream, each number once */
ROUTINE void print_numbers(FILE *file, const int *values, int n)
{
	for (int i = 0; i < n; i++)
		fprintf(file, "%d\n", values[i]);
	judged_sink++;
}

/* truth: read_lines | n | getline, each byte of the file once */
ROUTINE void read_lines(FILE *file)
{
	char *line = NULL;
	size_t size = 0;
	while (getline(&line, &size, file) > 0)
		judged_sink += (uint64_t)*line;
	free(line);
}

/* truth: count_letters | n | getc for each byte */
ROUTINE void count_letters(FILE *file)
{
	for (int c; (c = getc(file)) != EOF;)
		judged_sink += (uint64_t)c;
}

/* truth: set_variables | n^2 | setenv looks through all of the environment */
ROUTINE void set_variables(char (*names)[8], int n)
{
	for (int i = 0; i < n; i++)
		setenv(names[i], "x", 1);
	judged_sink++;
}

/* truth: getenv | n | looks through all of the environment */
ROUTINE void get_variable(void)
{
	judged_sink += getenv("LANDAU_IS_NOT_SET") != NULL;
}

/* truth: argz_insert | n | moves all that follows */
/* truth: insert_argz | n^2 | each insertion at the front moves all the others */
ROUTINE void insert_argz(char (*names)[8], int n)
{
	char *argz = NULL;
	size_t size = 0;
	argz_add(&argz, &size, "end");
	for (int i = 0; i < n; i++)
		argz_insert(&argz, &size, argz, names[i]);
	judged_sink += size;
	free(argz);
}

/* truth: regexec | n | as its caller */
/* truth: match_text | n | an automaton without back-references */
ROUTINE void match_text(const regex_t *pattern, const char *text)
{
	judged_sink += (uint64_t)regexec(pattern, text, 0, NULL, 0);
}

/* truth: mbstowcs | n | as its caller */
/* truth: widen | n | each character once */
ROUTINE void widen(wchar_t *wide, const char *text, size_t n)
{
	judged_sink += mbstowcs(wide, text, n + 1);
}

/* truth: wide_length | n | each character once */
ROUTINE void wide_length(const wchar_t *wide)
{
	judged_sink += wcslen(wide);
}

/* truth: span | n | all bytes are in the set */
ROUTINE void span(const char *text)
{
	judged_sink += strspn(text, "abcdefghijklmnopqrstuvwxyz ");
}

/* truth: duplicate_words | n | an allocation and a copy for each */
ROUTINE void duplicate_words(char *const *words, char **copies, int n)
{
	for (int i = 0; i < n; i++)
		copies[i] = strdup(words[i]);
	judged_sink += (uint64_t)*copies[n - 1];
}

/* truth: free_words | n | one free for each */
ROUTINE void free_words(char **words, int n)
{
	for (int i = 0; i < n; i++)
		free(words[i]);
	judged_sink++;
}

/* truth: write | 1 | the kernel reads the bytes, at no cost of the program's */
ROUTINE void write_out(int to, const char *text, size_t n)
{
	judged_sink += (uint64_t)write(to, text, n);
}

int main(void)
{
	regex_t pattern;
	FILE *null = fopen("/dev/null", "w");

	regcomp(&pattern, "[0-9]+landau", REG_EXTENDED | REG_NOSUB);
	FOR_SIZES(n, 10, 12000, 26)
	{
		int *values = judged_values(n);
		char *text = judged_text(n), *other = judged_text(n + 1),
		     *digits = judged_digits(n);
		wchar_t *wide = calloc((size_t)n + 1, sizeof(wchar_t));
		char **words = calloc((size_t)n, sizeof(char *)),
		     **copies = calloc((size_t)n, sizeof(char *));
		char(*names)[8] = calloc((size_t)n, 8);
		void *root = NULL;
		struct hsearch_data table = {0};

		for (int i = 0; i < n; i++) {
			words[i] = judged_text(5);
			sprintf(names[i], "V%d", i);
		}
		fill_tsearch(values, n, &root);
		walk_tsearch(root);
		tdestroy(root, free_nothing);
		hcreate_r((size_t)n * 2, &table);
		fill_hsearch(names, n, &table);
		hdestroy_r(&table);
		duplicate_words(words, copies, n);
		free_words(copies, n);
		print_numbers(null, values, n);
		sort_values(values, n);
		find_all(values, n);
		length(text);
		copy(other, text, (size_t)n);
		same(other, text, (size_t)n);
		move(other, (size_t)n);
		find_last(text);
		find_word(text);
		find_bytes(text, (size_t)n);
		widen(wide, text, (size_t)n);
		wide_length(wide);
		span(text);
		match_text(&pattern, text);
		write_out(fileno(null), text, (size_t)n);
		FILE *file = fmemopen(digits, strlen(digits), "r");
		read_lines(file);
		rewind(file);
		count_letters(file);
		fclose(file);
		read_numbers(digits);
		split_words(digits);
		for (int i = 0; i < n; i++)
			free(words[i]);
		free(words);
		free(copies);
		free(names);
		free(wide);
		free(digits);
		free(other);
		free(text);
		free(values);
	}
	FOR_SIZES(n, 10, 1200, 24)
	{
		int *values = judged_values(n), *table = calloc((size_t)n, sizeof(int));
		char *digits = judged_digits(n), *long_text = malloc((size_t)n * 6 + 1);
		char **words = calloc((size_t)n, sizeof(char *));
		char(*names)[8] = calloc((size_t)n, 8);

		for (int i = 0; i < n; i++) {
			words[i] = judged_text(5);
			sprintf(names[i], "V%d", i);
		}
		fill_lsearch(values, n, table);
		scan_numbers(digits);
		append_all(long_text, words, n);
		insert_argz(names, n);
		clearenv();
		set_variables(names, n);
		get_variable();
	}
	return 0;
}
