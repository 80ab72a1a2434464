/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * oracle_main.c - `oracle [--cell N] [--curve-floor N] [--sources] [TRACE]`: what `landau replay --activations` should print.
 *
 * Reads a trace in text with a parser of its own and prints a line for each activation, by the
 * naive definition. Slow, large and simple; to compare with dumps of real runs.
 */
#include "oracle.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Routine names, numbered by a chained hash table. */
struct name {
	char *text;
	uint32_t next; /* plus one */
};

enum { BUCKETS = 1 << 16 };

struct names {
	struct name *names;
	uint32_t count;
	uint32_t limit;
	uint32_t buckets[BUCKETS]; /* plus one */
};

static struct names all_names;

static uint32_t number_of_name(const char *text)
{
	uint32_t hash = 5381;
	uint32_t *bucket;

	for (const char *c = text; *c != '\0'; c++)
		hash = hash * 33 + (unsigned char)*c;
	bucket = &all_names.buckets[hash % BUCKETS];
	for (uint32_t i = *bucket; i != 0; i = all_names.names[i - 1].next)
		if (strcmp(all_names.names[i - 1].text, text) == 0)
			return i - 1;
	if (all_names.count == all_names.limit) {
		all_names.limit = all_names.limit * 2 + 64;
		all_names.names =
			realloc(all_names.names, all_names.limit * sizeof(*all_names.names));
		if (all_names.names == NULL)
			abort();
	}
	all_names.names[all_names.count].text = strdup(text);
	all_names.names[all_names.count].next = *bucket;
	*bucket = ++all_names.count;
	return all_names.count - 1;
}

static void print_source(char *text, size_t size, uint64_t source)
{
	uint64_t routine = (source - 1) & 0xffffff;

	if (source == 0)
		snprintf(text, size, "-");
	else if (source == ORACLE_EXTERNAL)
		snprintf(text, size, "<->");
	else if (source & ORACLE_EXTERNAL)
		snprintf(text, size, "<%s>", all_names.names[(uint32_t)source - 1].text);
	else
		snprintf(text, size, "%s@%" PRIu64,
			 routine == 0 ? "-" : all_names.names[routine - 1].text,
			 (source - 1) >> 24);
}

static int compare_texts(const void *left, const void *right)
{
	return strcmp(left, right);
}

enum { TEXT_BYTES = 256 };

static void print_shares(const struct oracle_result *result)
{
	char(*texts)[TEXT_BYTES] = calloc(result->share_count + 1, sizeof(*texts));

	if (texts == NULL)
		abort();
	for (uint64_t i = 0; i < result->share_count; i++) {
		const struct oracle_share *share = &result->shares[i];
		char name[TEXT_BYTES - 64];

		print_source(name, sizeof(name), share->source);
		snprintf(texts[i], TEXT_BYTES, " %s=%" PRIu64 ",%" PRIu64 ",%" PRIu64, name,
			 share->cells, share->self, share->induced);
	}
	qsort(texts, result->share_count, sizeof(*texts), compare_texts);
	for (uint64_t i = 0; i < result->share_count; i++)
		fputs(texts[i], stdout);
	free(texts);
}

static const char *const further_names[ORACLE_FURTHER] = {
	"alloc",    "allocs", "live",  "peak", "bytes-in", "bytes-out",
	"syscalls", "wait",   "stack", "time", "bb",       "instr"};

static void print_result(void *context, const struct oracle_result *result)
{
	(void)context;
	printf("%" PRIu32 " %s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64,
	       result->thread, all_names.names[result->routine].text, result->trms, result->rms,
	       result->thread_input, result->external_input, result->cost);
	for (uint64_t i = 0; i < result->mark_count; i++)
		printf(" %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64,
		       result->marks[i].trms, result->marks[i].rms, result->marks[i].thread_input,
		       result->marks[i].external_input, result->marks[i].cost);
	print_shares(result);
	for (int i = 0; i < ORACLE_FURTHER; i++)
		if (result->further[i] > 0)
			printf(" %s:%" PRIu64, further_names[i], result->further[i]);
	putchar('\n');
}

static const struct {
	const char *word;
	enum oracle_kind kind;
	int arguments;
} words[] = {
	{"call", ORACLE_CALL, 2},     {"return", ORACLE_RETURN, 1}, {"cost", ORACLE_COST, 2},
	{"read", ORACLE_READ, 3},     {"write", ORACLE_WRITE, 3},   {"kread", ORACLE_KREAD, 3},
	{"kwrite", ORACLE_KWRITE, 3}, {"forget", ORACLE_FORGET, 3}, {"alloc", ORACLE_ALLOC, 3},
	{"free", ORACLE_FREE, 2},     {"split", ORACLE_SPLIT, 3},   {"spend", ORACLE_SPEND, 3},
	{"copy", ORACLE_COPY, 4},
};

enum { WORD_COUNT = sizeof(words) / sizeof(words[0]) };

/* Base 0 would read 010 as eight. */
static bool to_number(const char *text, uint64_t *number)
{
	bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	char *end;

	if (text[0] < '0' || text[0] > '9')
		return false;
	errno = 0;
	*number = strtoull(text, &end, hexadecimal ? 16 : 10);
	return errno == 0 && *end == '\0';
}

/* 1: an event, 0: an empty line, -1: malformed. */
static int parse(char *line, struct oracle_event *event)
{
	char *tokens[6] = {0};
	int count = 0;
	uint64_t numbers[5] = {0};

	for (char *token = strtok(line, " \t\r\n"); token != NULL && token[0] != '#';
	     token = strtok(NULL, " \t\r\n")) {
		if (count == 5)
			return -1;
		tokens[count++] = token;
	}
	if (count == 0)
		return 0;
	for (int i = 0; i < WORD_COUNT; i++) {
		if (strcmp(words[i].word, tokens[0]) != 0)
			continue;
		event->kind = words[i].kind;
		if ((event->kind == ORACLE_KWRITE || event->kind == ORACLE_WRITE) && count == 5)
			event->source = number_of_name(tokens[--count]) + 1;
		if (count != words[i].arguments + 1)
			return -1;
		for (int k = 1; k < count; k++)
			if (!((event->kind == ORACLE_CALL || event->kind == ORACLE_SPEND) &&
			      k == 2) &&
			    !to_number(tokens[k], &numbers[k]))
				return -1;
		if (numbers[1] > UINT32_MAX)
			return -1;
		event->thread = (uint32_t)numbers[1];
		if (event->kind == ORACLE_CALL)
			event->routine = number_of_name(tokens[2]);
		while (event->kind == ORACLE_SPEND && event->source < ORACLE_FURTHER &&
		       strcmp(further_names[event->source], tokens[2]) != 0)
			event->source++;
		if (event->kind == ORACLE_SPEND &&
		    (event->source < ORACLE_OF_IN || event->source == ORACLE_FURTHER))
			return -1;
		event->address = numbers[2];
		event->size = numbers[event->kind == ORACLE_COPY ? 4 : 3];
		event->from = numbers[3];
		return 1;
	}
	return -1;
}

/* "opaque ROUTINE [CHARGE]" and "open ROUTINE". True: the line was one of these, and *fine says whether it was right. */
static bool parse_treatment(const char *line, struct oracle *oracle, bool *fine)
{
	char word[8] = "";
	char name[512];
	char number[32] = "0";
	char more[2];
	uint64_t charge = 0;
	int count = sscanf(line, "%7s %511s %31s %1s", word, name, number, more);
	bool opaque = strcmp(word, "opaque") == 0;

	if (count < 1 || (!opaque && strcmp(word, "open") != 0))
		return false;
	*fine = count >= 2 && count <= (opaque ? 3 : 2) && to_number(number, &charge);
	if (*fine)
		oracle_treat(oracle, number_of_name(name), opaque ? ORACLE_OPAQUE : ORACLE_OPEN,
			     charge);
	return true;
}

int main(int argc, char **argv)
{
	unsigned cell = 4;
	uint64_t curve_floor = 256;
	bool sources = false;
	FILE *trace = stdin;
	char *line = NULL;
	size_t line_size = 0;
	uint64_t line_number = 0;
	struct oracle *oracle;
	int status = 0;
	int argument = 1;

	if (argc > argument + 1 && strcmp(argv[argument], "--cell") == 0) {
		cell = (unsigned)atoi(argv[argument + 1]);
		argument += 2;
	}
	if (argc > argument + 1 && strcmp(argv[argument], "--curve-floor") == 0) {
		curve_floor = strtoull(argv[argument + 1], NULL, 10);
		argument += 2;
	}
	if (argc > argument && strcmp(argv[argument], "--sources") == 0) {
		sources = true;
		argument++;
	}
	if (cell == 0 || argc > argument + 1) {
		fprintf(stderr, "usage: oracle [--cell N] [--curve-floor N] [--sources] [TRACE]\n");
		return 2;
	}
	if (argc > argument && (trace = fopen(argv[argument], "r")) == NULL) {
		perror(argv[argument]);
		return 2;
	}
	oracle = oracle_create(cell, print_result, NULL);
	oracle_follow(oracle, curve_floor);
	if (sources)
		oracle_ask_sources(oracle);
	while (status == 0 && getline(&line, &line_size, trace) >= 0) {
		struct oracle_event event = {0};
		bool fine = true;
		int parsed = 0;

		line_number++;
		if (!parse_treatment(line, oracle, &fine))
			parsed = parse(line, &event);
		else if (!fine)
			parsed = -1;
		if (parsed < 0 || (parsed > 0 && !oracle_feed(oracle, &event))) {
			fprintf(stderr, "oracle: line %" PRIu64 " is malformed\n", line_number);
			status = 2;
		}
	}
	oracle_end(oracle);
	oracle_destroy(oracle);
	for (uint32_t i = 0; i < all_names.count; i++)
		free(all_names.names[i].text);
	free(all_names.names);
	free(line);
	if (trace != stdin)
		fclose(trace);
	return status;
}
