/* SPDX-License-Identifier: GPL-2.0-or-later */
/* growth.c - what is known of a growth, for a column of a table and for a sentence; see growth.h. */
#include "cli/print/growth.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/analysis/explain.h"
#include "cli/print/terminal.h"

static const char at_least[] = "at least ", at_most[] = "at most ", either[] = " or ";

static const char *reason_column(const struct landau_model *model)
{
	switch (model->verdict) {
	case LANDAU_VERDICT_TOO_FEW:
		return "? few sizes";
	case LANDAU_VERDICT_TOO_NARROW:
		return "? narrow";
	default:
		return "? no trend";
	}
}

/* What follows the word that the statement begins with. */
static const char *bound_of(const char *statement)
{
	if (strncmp(statement, at_least, strlen(at_least)) == 0)
		return statement + strlen(at_least);
	if (strncmp(statement, at_most, strlen(at_most)) == 0)
		return statement + strlen(at_most);
	return statement;
}

void landau_growth_column(const struct landau_model *model, int columns,
			  char text[LANDAU_GROWTH_TEXT_BYTES])
{
	char statement[LANDAU_STATEMENT_BYTES];
	const char *separator = columns < LANDAU_GROWTH_COLUMNS ? "|" : " | ";
	char *between;

	landau_model_statement_text(model, statement);
	switch (model->statement) {
	case LANDAU_STATEMENT_BETWEEN:
		between = strstr(statement, either);
		if (!between)
			break;
		*between = '\0';
		snprintf(text, LANDAU_GROWTH_TEXT_BYTES, "%s%s%s", statement, separator,
			 between + strlen(either));
		return;
	case LANDAU_STATEMENT_AT_LEAST:
		snprintf(text, LANDAU_GROWTH_TEXT_BYTES, ">= %s", bound_of(statement));
		return;
	case LANDAU_STATEMENT_AT_MOST:
		snprintf(text, LANDAU_GROWTH_TEXT_BYTES, "<= %s", bound_of(statement));
		return;
	case LANDAU_STATEMENT_UNKNOWN:
		snprintf(text, LANDAU_GROWTH_TEXT_BYTES, "%s", reason_column(model));
		return;
	default:
		break;
	}
	snprintf(text, LANDAU_GROWTH_TEXT_BYTES, "%s", statement);
}

void landau_growth_phrase(const struct landau_model *model, char text[LANDAU_GROWTH_TEXT_BYTES])
{
	char statement[LANDAU_STATEMENT_BYTES];

	landau_model_statement_text(model, statement);
	switch (model->statement) {
	case LANDAU_STATEMENT_CLASS:
	case LANDAU_STATEMENT_BETWEEN:
		if (model->growth == LANDAU_GROWTH_CONSTANT)
			snprintf(text, LANDAU_GROWTH_TEXT_BYTES, "does not grow");
		else
			snprintf(text, LANDAU_GROWTH_TEXT_BYTES, "grows as %s", statement);
		return;
	case LANDAU_STATEMENT_AT_LEAST:
		snprintf(text, LANDAU_GROWTH_TEXT_BYTES, "grows at least as fast as %s",
			 bound_of(statement));
		return;
	case LANDAU_STATEMENT_AT_MOST:
		snprintf(text, LANDAU_GROWTH_TEXT_BYTES, "grows no faster than %s",
			 bound_of(statement));
		return;
	default:
		snprintf(text, LANDAU_GROWTH_TEXT_BYTES, "has unknown growth");
	}
}

void landau_told_phrase(const struct landau_finding *finding, char *text, size_t bytes)
{
	const struct landau_model *told = landau_told(finding);
	char growth[LANDAU_GROWTH_TEXT_BYTES];

	landau_growth_phrase(told, growth);
	if (landau_is_from_within(finding))
		snprintf(text, bytes, "%s within a call", growth);
	else
		snprintf(text, bytes, "%s",
			 told == &finding->worst ? growth : finding->explanation->text);
}

const char *landau_growth_colour(const struct landau_model *model)
{
	bool linear = model->power_high <= landau_growth_power(LANDAU_GROWTH_LINEAR) &&
		      !(model->open & 1u << LANDAU_GROWTH_LINEAR_LOG);

	if (model->statement == LANDAU_STATEMENT_UNKNOWN)
		return "\033[2m";
	if (model->power_low > landau_growth_power(LANDAU_GROWTH_LINEAR_LOG))
		return "\033[31m";
	return linear ? "\033[32m" : "\033[33m";
}

void landau_print_hottest(FILE *stream, const struct landau_line_growths *growths)
{
	const struct landau_line *line = growths->hottest->line;
	char statement[LANDAU_STATEMENT_BYTES];

	landau_model_statement_text(&growths->hottest->cost, statement);
	landau_print_plain(stream, *line->file ? line->file : "(unknown)");
	if (!landau_line_is_address(line))
		fprintf(stream, ":%" PRIu32, line->line);
	fprintf(stream, ", %s: %.1f %% of the cost at n = %" PRIu64, statement,
		100 * growths->hottest->largest_share, growths->largest);
}
