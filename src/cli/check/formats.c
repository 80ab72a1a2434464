/* SPDX-License-Identifier: GPL-2.0-or-later */
/* check/formats.c - the outcome of `landau check` as text, JSON, JUnit, SARIF, GitHub annotations. */
#include "cli/check/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analysis/find_source.h"
#include "cli/print/growth.h"
#include "cli/print/json.h"
#include "cli/print/names.h"
#include "cli/print/sarif.h"
#include "cli/print/terminal.h"

/* Of a growth, which may be an explanation, and of a sentence with it. */
enum { GROWTH_BYTES = 400, TEXT_BYTES = 800 };

size_t landau_check_number(const struct landau_check *check, enum landau_check_outcome outcome)
{
	size_t number = 0;

	for (size_t i = 0; i < check->count; i++)
		number += check->checked[i].outcome == outcome;
	return number;
}

static const char *outcome_name(enum landau_check_outcome outcome)
{
	static const char *const names[] = {
		[LANDAU_CHECK_WITHIN] = "within",   [LANDAU_CHECK_EXCEEDED] = "exceeded",
		[LANDAU_CHECK_CLOSE] = "close",     [LANDAU_CHECK_WARNING] = "warning",
		[LANDAU_CHECK_UNKNOWN] = "unknown",
	};

	return names[outcome];
}

bool landau_check_too_unknown(const struct landau_check *check)
{
	return check->unknown_share > check->max_unknown;
}

/* What is to be said of one that failed. */
static void describe_exceeded(const struct landau_checked *checked, const char *growth, char *text,
			      size_t bytes)
{
	const struct landau_model *model = landau_told(checked->finding);
	const char *bound = checked->line->text;
	char culprit[128], cost[128] = "", exponent[40] = "";

	if (checked->culprit) {
		landau_short_name(checked->culprit->name, 60, culprit, sizeof(culprit));
		snprintf(text, bytes, "%s, its bound is %s, by its calls of %s", growth, bound,
			 culprit);
		return;
	}
	if (*model->formula)
		snprintf(cost, sizeof(cost), "cost %s, ", model->formula);
	if (landau_model_has_exponent(model))
		snprintf(exponent, sizeof(exponent), "exponent %.2f, ",
			 landau_hundredths(model->exponent));
	snprintf(text, bytes, "%s, its bound is %s (%s%s%zu %s up to %.0f)", growth, bound, cost,
		 exponent, model->sizes,
		 landau_is_from_within(checked->finding) ? "marks" : "sizes", model->largest);
}

/* Of one whose class is above its bound, or of whose two classes one is, and that is not sure to be. */
static void describe_close(const struct landau_model *model, const struct landau_budget_line *line,
			   char *text, size_t bytes)
{
	char statement[LANDAU_STATEMENT_BYTES];

	landau_model_statement_text(model, statement);
	if (model->runner_up != LANDAU_GROWTH_NONE && model->runner_up <= line->bound)
		snprintf(text, bytes, "looks like %s or %s, its bound is %s", statement,
			 landau_growth_name(model->runner_up), line->text);
	else if (model->statement == LANDAU_STATEMENT_BETWEEN)
		snprintf(text, bytes, "looks like %s, its bound is %s", statement, line->text);
	else
		snprintf(text, bytes,
			 "looks like %s, its bound is %s, but its exponent may be %.2f", statement,
			 line->text, model->exponent_low);
}

/* What is to be said of one routine, in a sentence. */
static void describe(const struct landau_checked *checked, char *text, size_t bytes)
{
	const struct landau_model *model = landau_told(checked->finding);
	const char *bound = checked->line->text;
	double percent = 100 * checked->finding->share;
	char growth[GROWTH_BYTES];

	landau_told_phrase(checked->finding, growth, sizeof(growth));
	switch (checked->outcome) {
	case LANDAU_CHECK_EXCEEDED:
	case LANDAU_CHECK_WARNING:
		describe_exceeded(checked, growth, text, bytes);
		break;
	case LANDAU_CHECK_CLOSE:
		describe_close(model, checked->line, text, bytes);
		break;
	case LANDAU_CHECK_UNKNOWN:
		if (model->statement == LANDAU_STATEMENT_UNKNOWN)
			snprintf(text, bytes,
				 "its growth is not known: %s (%.1f %% of the cost, its bound is "
				 "%s)",
				 model->reason, percent, bound);
		else
			snprintf(text, bytes,
				 "%s, which leaves its bound of %s open (%.1f %% of the cost)",
				 growth, bound, percent);
		break;
	default:
		snprintf(text, bytes, "%s, within %s", growth, bound);
	}
}

static void describe_too_unknown(const struct landau_check *check, char *text, size_t bytes)
{
	snprintf(text, bytes,
		 "the growth of %.1f %% of the cost is not known; at most %.1f %% is allowed",
		 100 * check->unknown_share, 100 * check->max_unknown);
}

static void write_text(FILE *stream, const struct landau_check *check)
{
	size_t exceeded = landau_check_number(check, LANDAU_CHECK_EXCEEDED), unknown, warnings;
	char text[TEXT_BYTES], name[512];

	for (size_t i = 0; i < check->count; i++) {
		const struct landau_checked *checked = &check->checked[i];

		if (checked->outcome == LANDAU_CHECK_WITHIN)
			continue;
		describe(checked, text, sizeof(text));
		landau_short_name(checked->routine->name, 60, name, sizeof(name));
		fprintf(stream, "%-8s %s: %s\n",
			checked->outcome == LANDAU_CHECK_EXCEEDED ? "FAILED"
								  : outcome_name(checked->outcome),
			name, text);
		if (checked->outcome == LANDAU_CHECK_EXCEEDED && *checked->routine->file) {
			fputs("         ", stream);
			landau_print_plain(stream, checked->routine->file);
			fprintf(stream, ":%" PRIu32 ", %s:%" PRIu64 "\n", checked->routine->line,
				check->budget_path, checked->line->line);
		}
	}
	for (size_t i = 0; i < check->budget->count; i++) {
		const struct landau_budget_line *line = &check->budget->lines[i];

		if (line->used || !line->name)
			continue;
		fprintf(stream, "unused   %s:%" PRIu64 ": no routine matches '", check->budget_path,
			line->line);
		landau_print_plain(stream, line->name);
		fputs("'\n", stream);
	}
	if (landau_check_too_unknown(check)) {
		describe_too_unknown(check, text, sizeof(text));
		fprintf(stream, "FAILED   %s\n", text);
	}
	unknown = landau_check_number(check, LANDAU_CHECK_UNKNOWN) + check->unknown_by_default;
	fprintf(stream, "%zu within, %zu exceeded, %zu close, %zu unknown",
		landau_check_number(check, LANDAU_CHECK_WITHIN), exceeded,
		landau_check_number(check, LANDAU_CHECK_CLOSE), unknown);
	warnings = landau_check_number(check, LANDAU_CHECK_WARNING);
	if (check->unknown_share >= 0.001)
		fprintf(stream, " with %.1f %% of the cost", 100 * check->unknown_share);
	else if (unknown > 0)
		fputs(" with less than 0.1 % of the cost", stream);
	if (warnings > 0)
		fprintf(stream, "; %zu warning%s from within one call", warnings,
			warnings == 1 ? "" : "s");
	fputc('\n', stream);
}

static void write_json(FILE *stream, const struct landau_check *check)
{
	fprintf(stream,
		"{\"schema\": \"landau-check/1\", \"passed\": %s, \"unknown_by_default\": %zu, "
		"\"unknown_share\": ",
		landau_check_number(check, LANDAU_CHECK_EXCEEDED) == 0 &&
				!landau_check_too_unknown(check)
			? "true"
			: "false",
		check->unknown_by_default);
	landau_json_real(stream, check->unknown_share);
	fputs(", \"max_unknown\": ", stream);
	landau_json_real(stream, check->max_unknown);
	fputs(", \"routines\": [", stream);
	for (size_t i = 0; i < check->count; i++) {
		const struct landau_checked *checked = &check->checked[i];

		fprintf(stream, "%s\n  {", i == 0 ? "" : ",");
		landau_json_place(stream, checked->routine->name, checked->routine->object,
				  checked->routine->file);
		fprintf(stream,
			", \"line\": %" PRIu32 ", \"bound\": \"%s\", \"budget_line\": %" PRIu64
			", \"outcome\": \"%s\", \"share\": ",
			checked->routine->line, checked->line->text, checked->line->line,
			outcome_name(checked->outcome));
		landau_json_real(stream, checked->finding->share);
		fputs(", \"model\": ", stream);
		landau_model_print_json(stream, landau_told(checked->finding));
		fputc('}', stream);
	}
	fputs("]}\n", stream);
}

static void write_junit(FILE *stream, const struct landau_check *check)
{
	size_t exceeded = landau_check_number(check, LANDAU_CHECK_EXCEEDED);
	size_t skipped = landau_check_number(check, LANDAU_CHECK_UNKNOWN);
	bool is_limited = isfinite(check->max_unknown);

	fprintf(stream,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<testsuites><testsuite name=\"landau\" tests=\"%zu\" failures=\"%zu\" "
		"skipped=\"%zu\">\n",
		check->count + is_limited, exceeded + landau_check_too_unknown(check), skipped);
	for (size_t i = 0; i < check->count; i++) {
		const struct landau_checked *checked = &check->checked[i];
		char text[TEXT_BYTES];

		describe(checked, text, sizeof(text));
		fputs("<testcase classname=\"", stream);
		landau_xml_text(stream, checked->routine->object);
		fputs("\" name=\"", stream);
		landau_xml_text(stream, checked->routine->name);
		fputs("\"", stream);
		if (checked->outcome == LANDAU_CHECK_EXCEEDED) {
			fputs("><failure message=\"", stream);
			landau_xml_text(stream, text);
			fputs("\"/></testcase>\n", stream);
		} else if (checked->outcome == LANDAU_CHECK_UNKNOWN) {
			fputs("><skipped message=\"", stream);
			landau_xml_text(stream, text);
			fputs("\"/></testcase>\n", stream);
		} else {
			fputs("/>\n", stream);
		}
	}
	/* The limit is a test of its own. */
	if (is_limited)
		fputs("<testcase classname=\"landau\" name=\"--max-unknown\"", stream);
	if (landau_check_too_unknown(check)) {
		char text[256];

		describe_too_unknown(check, text, sizeof(text));
		fprintf(stream, "><failure message=\"%s\"/></testcase>\n", text);
	} else if (is_limited) {
		fputs("/>\n", stream);
	}
	fputs("</testsuite></testsuites>\n", stream);
}

static const char *sarif_level(enum landau_check_outcome outcome)
{
	if (outcome == LANDAU_CHECK_EXCEEDED)
		return "error";
	return outcome == LANDAU_CHECK_WARNING ? "warning" : "note";
}

static void write_sarif(FILE *stream, const struct landau_check *check)
{
	static const struct landau_sarif_rule rules[] = {
		{"growth", "A routine's cost grows faster with its input than its budget allows"},
		{"unknown", "The growth of too much of the cost is not known"},
		{0},
	};
	struct landau_sarif sarif;
	char text[TEXT_BYTES];

	landau_sarif_begin(&sarif, stream, rules);
	for (size_t i = 0; i < check->count; i++) {
		const struct landau_checked *checked = &check->checked[i];
		char message[2 * TEXT_BYTES], name[512];

		if (checked->outcome == LANDAU_CHECK_WITHIN)
			continue;
		describe(checked, text, sizeof(text));
		landau_short_name(checked->routine->name, 200, name, sizeof(name));
		snprintf(message, sizeof(message), "%s %s", name, text);
		landau_sarif_result(&sarif, "growth", sarif_level(checked->outcome), message,
				    checked->routine, checked->source_file, checked->source_line);
	}
	if (landau_check_too_unknown(check)) {
		describe_too_unknown(check, text, sizeof(text));
		landau_sarif_result(&sarif, "unknown", "error", text, NULL, NULL, 0);
	}
	landau_sarif_end(&sarif);
}

/*
 * In a workflow command, %, newlines and, in properties, ',' and ':' are escaped. What is not text becomes
 * '?'.
 */
static void write_github_text(FILE *stream, const char *text, bool property)
{
	const unsigned char *at = (const unsigned char *)text;

	while (*at) {
		size_t length = landau_utf8_length(at);

		if (length == 0 || *at == 0x7f || (*at == 0xc2 && at[1] < 0xa0))
			fputc('?', stream);
		else if (*at == '%' || *at < ' ' || (property && (*at == ',' || *at == ':')))
			fprintf(stream, "%%%02X", *at);
		else
			fwrite(at, 1, length, stream);
		at += length ? length : 1;
	}
}

static void write_github(FILE *stream, const struct landau_check *check)
{
	for (size_t i = 0; i < check->count; i++) {
		const struct landau_checked *checked = &check->checked[i];
		bool known = checked->source_file;
		const char *file = known ? checked->source_file : checked->routine->file;
		uint32_t line = known ? checked->source_line : checked->routine->line;
		char text[TEXT_BYTES], name[512];

		if (checked->outcome == LANDAU_CHECK_WITHIN)
			continue;
		describe(checked, text, sizeof(text));
		landau_short_name(checked->routine->name, 100, name, sizeof(name));
		fprintf(stream, "::%s ",
			checked->outcome == LANDAU_CHECK_EXCEEDED  ? "error"
			: checked->outcome == LANDAU_CHECK_WARNING ? "warning"
								   : "notice");
		if (*file) {
			char *path = landau_find_source(file);

			fputs("file=", stream);
			write_github_text(stream, path ? path : file, true);
			free(path);
			fprintf(stream, ",line=%" PRIu32 ",", line ? line : 1);
		}
		fputs("title=landau::", stream);
		write_github_text(stream, name, false);
		fputc(' ', stream);
		write_github_text(stream, text, false);
		fputc('\n', stream);
	}
	if (landau_check_too_unknown(check)) {
		char text[256];

		describe_too_unknown(check, text, sizeof(text));
		fputs("::error title=landau::", stream);
		write_github_text(stream, text, false);
		fputc('\n', stream);
	}
}

const struct landau_check_format landau_check_formats[] = {
	{NULL, "for people", write_text},
	{"json", "for programs", write_json},
	{"junit", "JUnit XML, for CI systems", write_junit},
	{"sarif", "SARIF 2.1.0, for code scanning", write_sarif},
	{"github", "annotations of GitHub workflows", write_github},
	{NULL, NULL, NULL},
};
