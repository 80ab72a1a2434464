/* SPDX-License-Identifier: GPL-2.0-or-later */
/* print.c - a model in words: names, the formula, JSON. */
#include "model/internal.h"

#include <math.h>
#include <string.h>

static const char *const growth_names[LANDAU_GROWTH_COUNT] = {
	[LANDAU_GROWTH_NONE] = "",
	[LANDAU_GROWTH_CONSTANT] = "1",
	[LANDAU_GROWTH_LOG] = "log n",
	[LANDAU_GROWTH_SQRT] = "sqrt n",
	[LANDAU_GROWTH_LINEAR] = "n",
	[LANDAU_GROWTH_LINEAR_LOG] = "n log n",
	[LANDAU_GROWTH_THREE_HALVES] = "n^1.5",
	[LANDAU_GROWTH_QUADRATIC] = "n^2",
	[LANDAU_GROWTH_QUADRATIC_LOG] = "n^2 log n",
	[LANDAU_GROWTH_CUBIC] = "n^3",
	[LANDAU_GROWTH_EXPONENTIAL] = "2^n",
};

static const char *const verdict_names[] = {
	[LANDAU_VERDICT_OK] = "ok",
	[LANDAU_VERDICT_TOO_FEW] = "too few sizes",
	[LANDAU_VERDICT_TOO_NARROW] = "too narrow a range",
	[LANDAU_VERDICT_NO_TREND] = "no clear trend",
};

static const char *const statement_names[] = {
	[LANDAU_STATEMENT_UNKNOWN] = "unknown",   [LANDAU_STATEMENT_AT_MOST] = "at most",
	[LANDAU_STATEMENT_AT_LEAST] = "at least", [LANDAU_STATEMENT_BETWEEN] = "between",
	[LANDAU_STATEMENT_CLASS] = "class",
};

const char *landau_growth_name(enum landau_growth growth)
{
	return (unsigned)growth < LANDAU_GROWTH_COUNT ? growth_names[growth] : "";
}

enum landau_growth landau_growth_parse(const char *name)
{
	for (enum landau_growth growth = LANDAU_GROWTH_CONSTANT; growth < LANDAU_GROWTH_COUNT;
	     growth++)
		if (strcmp(name, growth_names[growth]) == 0)
			return growth;
	return LANDAU_GROWTH_NONE;
}

const char *landau_verdict_name(enum landau_verdict verdict)
{
	return (unsigned)verdict <= LANDAU_VERDICT_NO_TREND ? verdict_names[verdict] : "";
}

const char *landau_statement_name(enum landau_statement statement)
{
	return (unsigned)statement <= LANDAU_STATEMENT_CLASS ? statement_names[statement] : "";
}

/* The power of a bound with two digits, rounded away from what it excludes. */
static void print_power(char *text, size_t size, const char *word, double power)
{
	if (power == 0)
		snprintf(text, size, "%s 1", word);
	else if (power == 1)
		snprintf(text, size, "%s n", word);
	else
		snprintf(text, size, "%s n^%.3g", word, power);
}

void landau_model_statement_text(const struct landau_model *model,
				 char text[LANDAU_STATEMENT_BYTES])
{
	const char *first = NULL, *second = NULL;

	switch (model->statement) {
	case LANDAU_STATEMENT_CLASS:
		snprintf(text, LANDAU_STATEMENT_BYTES, "%s", landau_growth_name(model->growth));
		return;
	case LANDAU_STATEMENT_BETWEEN:
		for (enum landau_growth growth = LANDAU_GROWTH_CONSTANT;
		     growth < LANDAU_GROWTH_COUNT; growth++) {
			if (!(model->open & 1u << growth))
				continue;
			if (!first)
				first = growth_names[growth];
			else
				second = growth_names[growth];
		}
		snprintf(text, LANDAU_STATEMENT_BYTES, "%s or %s", first ? first : "",
			 second ? second : "");
		return;
	case LANDAU_STATEMENT_AT_LEAST:
		print_power(text, LANDAU_STATEMENT_BYTES, "at least",
			    floor(10 * model->power_low) / 10);
		return;
	case LANDAU_STATEMENT_AT_MOST:
		/* Of the class that is open, if that has a logarithm. */
		if (model->power_high == 1 && model->open & 1u << LANDAU_GROWTH_LINEAR_LOG) {
			snprintf(text, LANDAU_STATEMENT_BYTES, "at most n log n");
			return;
		}
		print_power(text, LANDAU_STATEMENT_BYTES, "at most",
			    ceil(10 * model->power_high) / 10);
		return;
	default:
		snprintf(text, LANDAU_STATEMENT_BYTES, "unknown");
	}
}

static void print_leading(char *text, size_t size, const struct landau_model *model)
{
	char inner[32] = "n", outer[34] = "n";

	if (model->shift > 0) {
		snprintf(inner, sizeof(inner), "n-%.3g", model->shift);
		snprintf(outer, sizeof(outer), "(%s)", inner);
	}
	switch (model->best_guess) {
	case LANDAU_GROWTH_LOG:
		snprintf(text, size, "log2(%s)", inner);
		break;
	case LANDAU_GROWTH_SQRT:
		snprintf(text, size, "sqrt(%s)", inner);
		break;
	case LANDAU_GROWTH_LINEAR:
		snprintf(text, size, "%s", outer);
		break;
	case LANDAU_GROWTH_LINEAR_LOG:
		snprintf(text, size, "%s·log2(%s)", outer, inner);
		break;
	case LANDAU_GROWTH_THREE_HALVES:
		snprintf(text, size, "%s^1.5", outer);
		break;
	case LANDAU_GROWTH_QUADRATIC:
		snprintf(text, size, "%s^2", outer);
		break;
	case LANDAU_GROWTH_QUADRATIC_LOG:
		snprintf(text, size, "%s^2·log2(%s)", outer, inner);
		break;
	case LANDAU_GROWTH_CUBIC:
		snprintf(text, size, "%s^3", outer);
		break;
	case LANDAU_GROWTH_EXPONENTIAL:
		snprintf(text, size, "%.4g^n", model->base);
		break;
	default:
		text[0] = '\0';
	}
}

void print_formula(struct landau_model *model)
{
	char leading[80], constant[16] = "", linear[24] = "", coefficient[16] = "";
	bool grows = model->best_guess != LANDAU_GROWTH_CONSTANT;

	print_leading(leading, sizeof(leading), model);
	if (!grows || model->constant > 0)
		snprintf(constant, sizeof(constant), "%.3g", model->constant);
	if (model->linear > 0)
		snprintf(linear, sizeof(linear), "%.3g·n", model->linear);
	if (grows)
		snprintf(coefficient, sizeof(coefficient), "%.3g·", model->leading);
	snprintf(model->formula, sizeof(model->formula), "%s%s%s%s%s%s", constant,
		 constant[0] && (linear[0] || grows) ? " + " : "", linear,
		 linear[0] && grows ? " + " : "", coefficient, leading);
}

static void print_text(FILE *stream, const char *key, const char *text)
{
	/* Names and formulas hold nothing that JSON would have escaped. */
	if (text[0])
		fprintf(stream, "\"%s\": \"%s\", ", key, text);
	else
		fprintf(stream, "\"%s\": null, ", key);
}

static void print_number(FILE *stream, const char *key, double number)
{
	if (isfinite(number))
		fprintf(stream, "\"%s\": %.4g, ", key, number);
	else
		fprintf(stream, "\"%s\": null, ", key);
}

void landau_model_print_json(FILE *stream, const struct landau_model *model)
{
	fputc('{', stream);
	print_text(stream, "class", landau_growth_name(model->growth));
	print_text(stream, "formula", model->formula);
	print_number(stream, "exponent", model->exponent);
	print_number(stream, "exponent_low", model->exponent_low);
	print_number(stream, "exponent_high", model->exponent_high);
	print_text(stream, "runner_up", landau_growth_name(model->runner_up));
	fprintf(stream, "\"verdict\": \"%s\", \"statement\": \"%s\", \"classes\": [",
		landau_verdict_name(model->verdict), landau_statement_name(model->statement));
	const char *separator = "";
	for (enum landau_growth growth = LANDAU_GROWTH_CONSTANT; growth < LANDAU_GROWTH_COUNT;
	     growth++) {
		if (!(model->open & 1u << growth))
			continue;
		fprintf(stream, "%s\"%s\"", separator, growth_names[growth]);
		separator = ", ";
	}
	fprintf(stream, "], \"reason\": \"%s\"}", model->reason);
}
