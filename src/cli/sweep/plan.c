/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sweep/plan.c - landau sweep: sizes, words and inputs; see sweep.h. */
#include "cli/sweep/sweep.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

/* -- Sizes -------------------------------------------------------------------------------------- */

/* A whole number from 1 on at *text, which is moved behind it. */
static bool read_size(const char **text, uint64_t *value)
{
	char *end;

	if (**text < '0' || **text > '9')
		return false;
	errno = 0;
	*value = strtoull(*text, &end, 10);
	*text = end;
	return errno == 0 && *value >= 1 && *value <= INT64_MAX;
}

static bool add_size(struct landau_sizes *sizes, uint64_t value)
{
	if (sizes->count == LANDAU_SWEEP_MOST_SIZES)
		return false;
	sizes->values[sizes->count++] = value;
	return true;
}

static bool add_geometric(struct landau_sizes *sizes, uint64_t first, uint64_t last,
			  const char *text)
{
	char *end;
	double factor = strtod(text, &end);
	uint64_t value = first;

	if (text[0] < '0' || text[0] > '9' || *end != '\0' || !(factor >= 1.01) ||
	    !isfinite(factor))
		return false;
	if (!add_size(sizes, value))
		return false;
	for (int power = 1;; power++) {
		long double size = roundl((long double)first * powl(factor, power));

		if (size > (long double)last)
			return true;
		/* Small sizes may round to the same number. */
		if ((uint64_t)size == value)
			continue;
		value = (uint64_t)size;
		if (!add_size(sizes, value))
			return false;
	}
}

static bool add_arithmetic(struct landau_sizes *sizes, uint64_t first, uint64_t last,
			   const char *text)
{
	uint64_t step;

	if (!read_size(&text, &step) || *text != '\0')
		return false;
	for (uint64_t value = first; value <= last; value += step)
		if (!add_size(sizes, value))
			return false;
	return true;
}

static bool add_list(struct landau_sizes *sizes, const char *text)
{
	uint64_t value;

	while (read_size(&text, &value) && add_size(sizes, value)) {
		if (*text == '\0')
			return true;
		if (*text++ != ',')
			return false;
	}
	return false;
}

static bool add_sizes(struct landau_sizes *sizes, const char *text)
{
	const char *range = strstr(text, "..");
	uint64_t first;
	uint64_t last;

	if (!range)
		return add_list(sizes, text);
	if (!read_size(&text, &first) || text != range)
		return false;
	text += 2;
	if (!read_size(&text, &last) || last < first || *text++ != ':')
		return false;
	if (*text == 'x')
		return add_geometric(sizes, first, last, text + 1);
	return *text == '+' && add_arithmetic(sizes, first, last, text + 1);
}

/* "10..100": what most people write first. */
static bool is_range_without_step(const char *text)
{
	size_t from = strspn(text, "0123456789");

	if (from == 0 || strncmp(text + from, "..", 2) != 0)
		return false;
	size_t to = strspn(text + from + 2, "0123456789");
	return to > 0 && text[from + 2 + to] == '\0';
}

bool landau_sizes_parse(const char *text, struct landau_sizes *sizes)
{
	*sizes = (struct landau_sizes){
		.values = calloc(LANDAU_SWEEP_MOST_SIZES, sizeof(*sizes->values))};
	if (!sizes->values) {
		landau_complain("sweep: out of memory");
		return false;
	}
	if (add_sizes(sizes, text))
		return true;
	if (sizes->count == LANDAU_SWEEP_MOST_SIZES)
		landau_complain("sweep: '%s' has more than %d sizes", text,
				LANDAU_SWEEP_MOST_SIZES);
	else if (is_range_without_step(text))
		landau_complain("sweep: '%s' needs a step, for example %s:x2", text, text);
	else
		landau_complain("sweep: '%s' is not a list of sizes; write 1000..1000000:x2, "
				"100..900:+100 or 10,20,50",
				text);
	free(sizes->values);
	*sizes = (struct landau_sizes){0};
	return false;
}

/* -- Words -------------------------------------------------------------------------------------- */

bool landau_sweep_has(const char *word, const char *placeholder)
{
	return strstr(word, placeholder) != NULL;
}

char *landau_sweep_replace(const char *word, const char *placeholder, const char *value)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *stream = open_memstream(&text, &bytes);
	const char *found;

	if (!stream)
		return NULL;
	for (; (found = strstr(word, placeholder)); word = found + strlen(placeholder)) {
		fwrite(word, 1, (size_t)(found - word), stream);
		fputs(value, stream);
	}
	fputs(word, stream);
	if (fclose(stream) == 0)
		return text;
	free(text);
	return NULL;
}

/* Reads a word at *text, which is moved behind it; false if a quote is not closed. */
static bool read_word(const char **text, char *word)
{
	const char *at = *text;
	char quote = '\0';

	for (; *at && (quote || !strchr(" \t\n", *at)); at++) {
		if (*at == quote) {
			quote = '\0';
		} else if (!quote && (*at == '\'' || *at == '"')) {
			quote = *at;
		} else {
			if (*at == '\\' && quote != '\'' && at[1])
				at++;
			*word++ = *at;
		}
	}
	*word = '\0';
	*text = at;
	return !quote;
}

char **landau_words_split(const char *text)
{
	const char *whole = text;
	size_t length = strlen(text);
	char **words = calloc(length / 2 + 2, sizeof(*words));
	size_t count = 0;
	bool closed = true;

	while (words && closed) {
		text += strspn(text, " \t\n");
		if (!*text)
			break;
		words[count] = malloc(length + 1);
		if (!words[count])
			break;
		closed = read_word(&text, words[count++]);
	}
	if (words && closed && count > 0 && !*text)
		return words;
	if (!closed)
		landau_complain("sweep: a quote is not closed in --runner='%s'", whole);
	else if (words && count == 0 && !*text)
		landau_complain("sweep: --runner needs a command");
	else
		landau_complain("sweep: out of memory");
	landau_words_free(words);
	return NULL;
}

void landau_words_free(char **words)
{
	for (size_t i = 0; words && words[i]; i++)
		free(words[i]);
	free(words);
}

/* -- Inputs ------------------------------------------------------------------------------------- */

/* The generator splitmix64: any sequence would do that is the same everywhere. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t bits = *state += UINT64_C(0x9e3779b97f4a7c15);

	bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
	return bits ^ (bits >> 31);
}

/* The first n lines of a file, which is read again where it has fewer; the last has its newline. */
static bool copy_lines(FILE *stream, const char *sample, uint64_t n)
{
	FILE *source = fopen(sample, "re");
	char *line = NULL;
	size_t room = 0;
	uint64_t done = 0;

	if (!source)
		return false;
	while (done < n && !ferror(stream)) {
		ssize_t length = getline(&line, &room, source);

		if (length > 0) {
			fwrite(line, 1, (size_t)length, stream);
			if (line[length - 1] != '\n')
				putc('\n', stream);
			done++;
			continue;
		}
		if (ferror(source) || done == 0) {
			errno = ferror(source) ? errno : ENODATA;
			break;
		}
		rewind(source);
	}
	free(line);
	fclose(source);
	return done == n;
}

static void make_up(FILE *stream, enum landau_input_kind kind, uint64_t n)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz     \n";
	uint64_t state = 1;

	for (uint64_t i = 0; i < n && !ferror(stream); i++) {
		uint64_t bits = next_random(&state);

		if (kind == LANDAU_INPUT_LINES)
			fprintf(stream, "%" PRIu32 "\n", (uint32_t)bits);
		else
			putc(letters[bits % 32], stream);
	}
}

bool landau_sweep_input(const char *path, enum landau_input_kind kind, const char *sample,
			uint64_t n)
{
	FILE *stream = fopen(path, "we");
	bool fine = true;

	if (!stream)
		return false;
	if (kind == LANDAU_INPUT_SAMPLE)
		fine = copy_lines(stream, sample, n);
	else
		make_up(stream, kind, n);
	fine = !ferror(stream) && fine;
	return fclose(stream) == 0 && fine;
}
