/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fit.c - landau fit: names the growth class of any n,cost data.
 *
 * The input is comma-separated: n,cost or n,cost,calls on each line, with or without a header line;
 * empty lines and lines that start with # are left out. Whatever is not a number that the model takes
 * is an error that names its line, so that nothing is fitted that was not meant.
 */
#include "cli/command.h"
#include "cli/options.h"
#include "cli/print/terminal.h"
#include "model/model.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FIELDS = 3 };

/* The rows read so far, and where the reading stands. */
struct table {
	const char *name;
	size_t line;
	bool header_seen;
	struct landau_sample *samples;
	size_t count;
	size_t capacity;
};

static void print_help(void)
{
	puts("usage: landau fit [--json] [--worst] [FILE.csv]\n\n"
	     "Fits n,cost or n,cost,calls rows (standard input by default), with or without a\n"
	     "header, and names how the cost grows with n. The cost is that of one call; rows of\n"
	     "one n become their mean, weighted by calls.\n\n"
	     "  --json   print one JSON object\n"
	     "  --worst  of rows of one n take the greatest cost instead of the mean\n"
	     "  --help   print this help");
}

static char *trim(char *text)
{
	char *end = text + strlen(text);

	while (isspace((unsigned char)*text))
		text++;
	while (end > text && isspace((unsigned char)end[-1]))
		*--end = '\0';
	return text;
}

/* Cuts a line at its commas; returns how many fields there are, also those beyond MAX_FIELDS. */
static size_t split(char *line, char *fields[MAX_FIELDS])
{
	size_t count = 0;

	for (char *rest = line; rest;) {
		char *field = strsep(&rest, ",");
		if (count < MAX_FIELDS)
			fields[count] = trim(field);
		count++;
	}
	return count;
}

/* A plain decimal number: no hexadecimal, no "inf" and no "nan". */
static bool parse_number(const char *text, double *number)
{
	char *end;

	if (!text[0] || text[strspn(text, "0123456789+-.eE")] != '\0')
		return false;
	*number = strtod(text, &end);
	return *end == '\0';
}

static bool check_number(const struct table *table, const char *text, const char *what,
			 double least, double most, double *number)
{
	if (!parse_number(text, number)) {
		landau_complain("%s:%zu: %s '%s' is not a number", table->name, table->line, what,
				text);
		return false;
	}
	if (!(*number >= least && *number <= most)) {
		landau_complain("%s:%zu: %s %s is not between %g and %g", table->name, table->line,
				what, text, least, most);
		return false;
	}
	return true;
}

static bool add_sample(struct table *table, const struct landau_sample *sample)
{
	if (table->count == table->capacity) {
		size_t capacity = table->capacity ? 2 * table->capacity : 1024;
		struct landau_sample *grown =
			reallocarray(table->samples, capacity, sizeof(*grown));
		if (!grown) {
			landau_complain("%s:%zu: out of memory for more rows", table->name,
					table->line);
			return false;
		}
		table->samples = grown;
		table->capacity = capacity;
	}
	table->samples[table->count++] = *sample;
	return true;
}

static bool read_line(struct table *table, char *line, size_t length)
{
	char *fields[MAX_FIELDS];
	struct landau_sample sample = {.calls = 1};
	double ignored;

	if (strlen(line) != length) {
		landau_complain("%s:%zu: the file is not a text file", table->name, table->line);
		return false;
	}
	line = trim(line);
	if (!line[0] || line[0] == '#')
		return true;

	size_t count = split(line, fields);
	bool first = table->count == 0 && !table->header_seen;
	if (count != 2 && count != 3) {
		landau_complain("%s:%zu: %zu field%s, but n,cost or n,cost,calls is expected",
				table->name, table->line, count, count == 1 ? "" : "s");
		return false;
	}
	/* A header names its columns: none of the fields is a number. */
	if (first && !parse_number(fields[0], &ignored) && !parse_number(fields[1], &ignored)) {
		table->header_seen = true;
		return true;
	}
	if (!check_number(table, fields[0], "size", 0, LANDAU_MODEL_MAX_SIZE, &sample.n) ||
	    !check_number(table, fields[1], "cost", 0, LANDAU_MODEL_MAX_COST, &sample.cost))
		return false;
	if (count == 3 && !check_number(table, fields[2], "number of calls", 1,
					LANDAU_MODEL_MAX_CALLS, &sample.calls))
		return false;
	return add_sample(table, &sample);
}

static bool read_table(struct table *table, FILE *stream)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t length;
	bool fine = true;

	errno = 0;
	while (fine && (length = getline(&line, &size, stream)) >= 0) {
		table->line++;
		/* Spreadsheets like to begin a file with a byte order mark. */
		char *text = line;
		if (table->line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0) {
			text += 3;
			length -= 3;
		}
		fine = read_line(table, text, (size_t)length);
	}
	free(line);
	if (fine && !feof(stream)) {
		landau_complain("%s: %s", table->name, strerror(errno));
		return false;
	}
	if (fine && table->count == 0) {
		landau_complain(
			"%s: the file has no rows; n,cost or n,cost,calls is expected on each line",
			table->name);
		return false;
	}
	return fine;
}

/* What would give a stronger statement. */
static void print_advice(const struct landau_model *model)
{
	switch (model->remedy) {
	case LANDAU_REMEDY_MORE_SIZES:
		printf("advice     measure more sizes, from %g to %g\n", model->wanted_from,
		       model->wanted_to);
		return;
	case LANDAU_REMEDY_WIDER_RANGE:
	case LANDAU_REMEDY_LARGER_SIZES:
		printf("advice     measure sizes up to %g\n", model->wanted_to);
		return;
	case LANDAU_REMEDY_SAME_WORK:
		puts("advice     measure the same work at each size");
		return;
	default:
		return;
	}
}

static void print_model(const struct landau_model *model)
{
	bool known = model->growth != LANDAU_GROWTH_NONE;
	char statement[LANDAU_STATEMENT_BYTES];

	landau_model_statement_text(model, statement);
	printf("class      %s\n", known ? landau_growth_name(model->growth) : "unknown");
	if (!known && model->statement != LANDAU_STATEMENT_UNKNOWN)
		printf("growth     %s\n", statement);
	if (known)
		printf("formula    %s\n", model->formula);
	if (landau_model_has_exponent(model))
		printf("exponent   %.2f (%.2f to %.2f) over the largest sizes\n",
		       landau_hundredths(model->exponent), landau_hundredths(model->exponent_low),
		       landau_hundredths(model->exponent_high));
	if (model->runner_up != LANDAU_GROWTH_NONE)
		printf("runner-up  %s\n", landau_growth_name(model->runner_up));
	if (!known && model->best_guess != LANDAU_GROWTH_NONE)
		printf("best guess %s\n", landau_growth_name(model->best_guess));
	printf("verdict    %s\n", landau_verdict_name(model->verdict));
	if (model->largest > 0)
		printf("sizes      %zu, from %g to %g\n", model->sizes, model->smallest,
		       model->largest);
	if (model->fitted_from > model->smallest)
		printf("           the curve holds from %g on\n", model->fitted_from);
	if (model->scatter > 0)
		printf("scatter    %.0f %% about the curve\n", 100 * expm1(model->scatter));
	if (model->reason[0])
		printf("%s %s\n", known ? "note      " : "reason    ", model->reason);
	if (!known)
		print_advice(model);
}

static int fit_stream(const char *name, FILE *stream, enum landau_merge_rule rule, bool json)
{
	struct table table = {.name = name};
	int status = LANDAU_BAD;

	if (read_table(&table, stream)) {
		struct landau_model model = landau_model_fit(table.samples, table.count, rule);
		if (json) {
			landau_model_print_json(stdout, &model);
			putchar('\n');
		} else {
			print_model(&model);
		}
		status = fflush(stdout) == 0 && !ferror(stdout)
				 ? LANDAU_FINE
				 : landau_complain("standard output: %s", strerror(errno));
	}
	free(table.samples);
	return status;
}

int landau_command_fit(int argc, char **argv)
{
	bool json = false, worst = false;
	const struct landau_option rows[] = {
		{"json", .flag = &json}, {"worst", .flag = &worst}, {0}};
	int status =
		landau_read_options(argc, argv, &(struct landau_options){rows, print_help, false});
	enum landau_merge_rule rule = worst ? LANDAU_MERGE_WORST : LANDAU_MERGE_MEAN;

	if (status != LANDAU_GO_ON)
		return status;
	if (argc - optind > 1)
		return landau_complain("fit: only one file can be fitted at a time, not also '%s'",
				       argv[optind + 1]);

	const char *name = optind < argc ? argv[optind] : "-";
	if (strcmp(name, "-") == 0)
		return fit_stream("standard input", stdin, rule, json);
	FILE *stream = fopen(name, "r");
	if (!stream)
		return landau_complain("%s: %s", name, strerror(errno));
	status = fit_stream(name, stream, rule, json);
	fclose(stream);
	return status;
}
