/* SPDX-License-Identifier: GPL-2.0-or-later */
/* place.c - which argument of a program is the size of its input; see place.h. */
#include "cli/analysis/place.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Where a size is small it is not worth to make it smaller; 18 digits fit in 64 bits. */
enum { LEAST_SIZE = 64, MOST_DIGITS = 18, MOST_NAME = 32 };
/* A file with fewer lines, or with longer ones, is none of lines; beyond this much it is not read. */
enum { LEAST_LINES = 8, MOST_LINE = 1 << 16, MOST_READ = 1 << 26 };

static const char *const sizes[] = {
	"n",        "N",          "num",      "number",  "size",   "sizes",  "count",
	"records",  "rows",       "lines",    "items",   "length", "len",    "elements",
	"nodes",    "keys",       "words",    "points",  "scale",  "cells",  "entries",
	"events",   "iterations", "iters",    "edges",   "loops",  "repeat", "times",
	"requests", "operations", "vertices", "samples", NULL};

static const char *const no_sizes[] = {
	"p",        "P",       "port",     "t",        "T",         "thread",     "threads",
	"j",        "J",       "jobs",     "workers",  "procs",     "processes",  "np",
	"cores",    "cpu",     "cpus",     "parallel", "timeout",   "time",       "delay",
	"wait",     "sleep",   "interval", "duration", "seed",      "random",     "verbose",
	"level",    "debug",   "loglevel", "width",    "height",    "columns",    "pid",
	"uid",      "gid",     "user",     "group",    "bind",      "host",       "address",
	"fd",       "nice",    "priority", "backlog",  "buffer",    "bufsize",    "blocksize",
	"bs",       "cache",   "memory",   "mem",      "ttl",       "maxclients", "clients",
	"sessions", "version", "date",     "year",     "precision", "save",       NULL};

/* Options whose value is a file that is written, or that is not the input. */
static const char *const no_inputs[] = {"o",      "output", "out",     "outfile", "log",  "logfile",
					"config", "conf",   "cfg",     "script",  "font", "cert",
					"key",    "pid",    "pidfile", NULL};

/* Ends of names of files that consist of lines. */
static const char *const line_files[] = {"txt",   "log",  "csv", "tsv",   "dat",   "data",   "in",
					 "input", "list", "lst", "words", "jsonl", "ndjson", NULL};

static bool is_among(const char *word, const char *const *list)
{
	while (*list && strcmp(word, *list) != 0)
		list++;
	return *list != NULL;
}

/* The name of an option without its dashes and those inside: "block-size" is "blocksize". */
static void plain_name(const char *word, size_t length, char name[MOST_NAME])
{
	size_t count = 0;

	for (size_t i = 0; i < length && count + 1 < MOST_NAME; i++)
		if (word[i] != '-' && word[i] != '_')
			name[count++] = word[i];
	name[count] = '\0';
}

static bool is_option(const char *word)
{
	return word[0] == '-' && word[1] != '\0' && strcmp(word, "--") != 0 &&
	       !isdigit((unsigned char)word[1]);
}

/*
 * Where the value of a word begins, and the name of the option that it belongs to: of its own (--size=9,
 * count=9, -n9), or the word before it (--size 9); "" where it stands alone.
 */
static size_t split(const struct landau_run *run, uint32_t i, char name[MOST_NAME])
{
	const char *word = run->command[i];
	const char *before = i > 1 ? run->command[i - 1] : "";
	const char *equals = strchr(word, '=');

	name[0] = '\0';
	if (equals) {
		plain_name(word, (size_t)(equals - word), name);
		return (size_t)(equals - word) + 1;
	}
	if (is_option(word) && word[1] != '-' && isdigit((unsigned char)word[2])) {
		plain_name(word, 2, name);
		return 2;
	}
	if (is_option(before) && !strchr(before, '=') &&
	    !(before[1] != '-' && isdigit((unsigned char)before[2])))
		plain_name(before, strlen(before), name);
	return 0;
}

/* The number that the text is, 0 if it is none. */
static uint64_t number_in(const char *text)
{
	size_t length = strlen(text);

	if (length == 0 || length > MOST_DIGITS || strspn(text, "0123456789") != length)
		return 0;
	return strtoull(text, NULL, 10);
}

/* -- Files -------------------------------------------------------------------------------------- */

static bool has_line_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash ? slash : path, '.');

	return !dot || is_among(dot + 1, line_files);
}

/* How many lines the file has; 0 if it is not one that can be cut at any of them. */
static uint64_t count_lines(const char *path)
{
	FILE *stream = has_line_name(path) ? fopen(path, "re") : NULL;
	uint64_t lines = 0;
	size_t length = 0;
	size_t taken = 0;
	bool script = false;
	int byte = 0;

	if (!stream)
		return 0;
	while (taken < MOST_READ && (byte = getc_unlocked(stream)) != EOF) {
		/* A script may have any name. */
		if (byte == '\0' || (script && taken == 1 && byte == '!') || ++length > MOST_LINE)
			break;
		script = taken++ == 0 && byte == '#';
		if (byte == '\n') {
			lines++;
			length = 0;
		}
	}
	fclose(stream);
	return byte == EOF || taken == MOST_READ ? lines : 0;
}

static struct landau_place judge_file(const struct landau_run *run, uint32_t i)
{
	struct landau_place place = {.word = i};
	char name[MOST_NAME];
	struct stat file;
	const char *path;

	place.offset = split(run, i, name);
	path = run->command[i] + place.offset;
	if (stat(path, &file) != 0 || !S_ISREG(file.st_mode) || is_among(name, no_inputs))
		return place;
	place.number = count_lines(path);
	place.kind = place.number >= LEAST_LINES ? LANDAU_PLACE_LINES : LANDAU_PLACE_FILE;
	return place;
}

/* -- Numbers ------------------------------------------------------------------------------------ */

static struct landau_place judge_number(const struct landau_run *run, uint32_t i)
{
	struct landau_place place = {.word = i};
	char name[MOST_NAME];

	place.offset = split(run, i, name);
	place.number = number_in(run->command[i] + place.offset);
	if (place.number < LEAST_SIZE || is_among(name, no_sizes))
		return place;
	place.kind = !name[0] || is_among(name, sizes) ? LANDAU_PLACE_NUMBER : LANDAU_PLACE_GUESS;
	return place;
}

typedef struct landau_place judge(const struct landau_run *run, uint32_t i);

/* The only argument of this kind; of kind NONE if there is no such, or several. */
static struct landau_place find_only(const struct landau_run *run, judge *judges,
				     enum landau_place_kind kind, uint32_t *count)
{
	struct landau_place found = {0};

	*count = 0;
	for (uint32_t i = 1; i < run->command_count; i++) {
		struct landau_place place = judges(run, i);

		if (place.kind != kind)
			continue;
		found = place;
		(*count)++;
	}
	return *count == 1 ? found : (struct landau_place){0};
}

struct landau_place landau_find_place(const struct landau_run *run)
{
	uint32_t numbers;
	uint32_t guesses;
	uint32_t files;
	uint32_t others;
	struct landau_place number = find_only(run, judge_number, LANDAU_PLACE_NUMBER, &numbers);
	struct landau_place guess = find_only(run, judge_number, LANDAU_PLACE_GUESS, &guesses);
	struct landau_place lines = find_only(run, judge_file, LANDAU_PLACE_LINES, &files);
	struct landau_place file = find_only(run, judge_file, LANDAU_PLACE_FILE, &others);

	if (numbers > 0)
		return number;
	/* A script and what it reads: the latter. Two inputs: neither. */
	if (files > 0)
		return lines;
	return others > 0 ? file : guess;
}

/* -- Sweeps ------------------------------------------------------------------------------------- */

/* The only word in which the commands differ; 0 if there is no such. */
static uint32_t differing_word(const struct landau_run *a, const struct landau_run *b)
{
	uint32_t found = 0;

	if (a->command_count != b->command_count)
		return 0;
	for (uint32_t i = 0; i < a->command_count; i++) {
		if (strcmp(a->command[i], b->command[i]) == 0)
			continue;
		if (found > 0)
			return 0;
		found = i;
	}
	return found;
}

struct landau_place landau_find_swept(const struct landau_profile *profile, uint64_t *least)
{
	const struct landau_run *first = &profile->runs[0];
	struct landau_place place = {0};

	*least = UINT64_MAX;
	for (size_t i = 1; i < profile->run_count && place.word == 0; i++)
		place.word = differing_word(first, &profile->runs[i]);
	if (place.word == 0)
		return place;
	/* What the words begin with alike, up to a number. */
	const char *word = first->command[place.word];
	size_t offset = strlen(word);

	while (offset > 0 && isdigit((unsigned char)word[offset - 1]))
		offset--;
	for (size_t i = 0; i < profile->run_count; i++) {
		const struct landau_run *run = &profile->runs[i];
		uint32_t differs = differing_word(first, run);
		bool same = run->command_count == first->command_count &&
			    strncmp(run->command[place.word], word, offset) == 0;
		uint64_t number = same ? number_in(run->command[place.word] + offset) : 0;

		if (number == 0 || (differs != 0 && differs != place.word))
			return (struct landau_place){0};
		place.number = number > place.number ? number : place.number;
		*least = number < *least ? number : *least;
	}
	place.offset = offset;
	place.kind = LANDAU_PLACE_NUMBER;
	return place;
}
