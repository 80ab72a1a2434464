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
	fprintf(stream, "\"verdict\": \"%s\"}", landau_verdict_name(model->verdict));
}
