/* SPDX-License-Identifier: GPL-2.0-or-later */
/* check_formats.c - the outcome of `landau check` as text, JSON, JUnit, SARIF, GitHub annotations. */
#include "cli/check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/find_source.h"
#include "cli/json.h"
#include "cli/names.h"
#include "cli/terminal.h"

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
		[LANDAU_CHECK_WITHIN] = "within",
		[LANDAU_CHECK_EXCEEDED] = "exceeded",
		[LANDAU_CHECK_CLOSE] = "close",
		[LANDAU_CHECK_UNKNOWN] = "unknown",
	};

	return names[outcome];
}

/* What is to be said of one routine, in a sentence. */
static void describe(const struct landau_checked *checked, char *text, size_t bytes)
{
	const struct landau_model *model = &checked->finding->worst;
	const char *bound = landau_bound_name(checked->line->bound);
	char culprit[128];

	switch (checked->outcome) {
	case LANDAU_CHECK_EXCEEDED:
		if (checked->culprit) {
			landau_short_name(checked->culprit->name, 60, culprit, sizeof(culprit));
			snprintf(text, bytes, "grows as %s, its bound is %s, by its calls of %s",
				 landau_growth_name(model->growth), bound, culprit);
			break;
		}
		snprintf(text, bytes,
			 "grows as %s, its bound is %s (cost %s, exponent %.2f, %zu sizes up to "
			 "%.0f)",
			 landau_growth_name(model->growth), bound, model->formula, model->exponent,
			 model->sizes, model->largest);
		break;
	case LANDAU_CHECK_CLOSE:
		if (model->runner_up != LANDAU_GROWTH_NONE &&
		    model->runner_up <= checked->line->bound)
			snprintf(text, bytes, "looks like %s or %s, its bound is %s",
				 landau_growth_name(model->growth),
				 landau_growth_name(model->runner_up), bound);
		else
			snprintf(text, bytes,
				 "looks like %s, its bound is %s, but its exponent may be %.2f",
				 landau_growth_name(model->growth), bound, model->exponent_low);
		break;
	case LANDAU_CHECK_UNKNOWN:
		snprintf(text, bytes, "growth is not known: %s (%zu size%s)",
			 landau_verdict_name(model->verdict), model->sizes,
			 model->sizes == 1 ? "" : "s");
		break;
	default:
		snprintf(text, bytes, "grows as %s, within %s", landau_growth_name(model->growth),
			 bound);
	}
}

static void write_text(FILE *stream, const struct landau_check *check)
{
	size_t exceeded = landau_check_number(check, LANDAU_CHECK_EXCEEDED);
	char text[512], name[512];

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
	fprintf(stream, "%zu within, %zu exceeded, %zu close, %zu unknown\n",
		landau_check_number(check, LANDAU_CHECK_WITHIN), exceeded,
		landau_check_number(check, LANDAU_CHECK_CLOSE),
		landau_check_number(check, LANDAU_CHECK_UNKNOWN) + check->unknown_by_default);
}

static void write_json(FILE *stream, const struct landau_check *check)
{
	fprintf(stream,
		"{\"schema\": \"landau-check/1\", \"passed\": %s, \"unknown_by_default\": %zu, "
		"\"routines\": [",
		landau_check_number(check, LANDAU_CHECK_EXCEEDED) == 0 ? "true" : "false",
		check->unknown_by_default);
	for (size_t i = 0; i < check->count; i++) {
		const struct landau_checked *checked = &check->checked[i];

		fprintf(stream, "%s\n  {\"name\": ", i == 0 ? "" : ",");
		landau_json_string(stream, checked->routine->name);
		fputs(", \"object\": ", stream);
		landau_json_string(stream, checked->routine->object);
		fputs(", \"file\": ", stream);
		landau_json_string(stream, checked->routine->file);
		fprintf(stream,
			", \"line\": %" PRIu32 ", \"bound\": \"%s\", \"budget_line\": %" PRIu64
			", \"outcome\": \"%s\", \"model\": ",
			checked->routine->line, landau_bound_name(checked->line->bound),
			checked->line->line, outcome_name(checked->outcome));
		landau_model_print_json(stream, &checked->finding->worst);
		fputc('}', stream);
	}
	fputs("]}\n", stream);
}

static void write_junit(FILE *stream, const struct landau_check *check)
{
	size_t exceeded = landau_check_number(check, LANDAU_CHECK_EXCEEDED);
	size_t skipped = landau_check_number(check, LANDAU_CHECK_UNKNOWN);

	fprintf(stream,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<testsuites><testsuite name=\"landau\" tests=\"%zu\" failures=\"%zu\" "
		"skipped=\"%zu\">\n",
		check->count, exceeded, skipped);
	for (size_t i = 0; i < check->count; i++) {
		const struct landau_checked *checked = &check->checked[i];
		char text[512];

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
	fputs("</testsuite></testsuites>\n", stream);
}

static void write_sarif_result(FILE *stream, const struct landau_checked *checked)
{
	char text[512], message[1024], name[512];

	describe(checked, text, sizeof(text));
	landau_short_name(checked->routine->name, 200, name, sizeof(name));
	snprintf(message, sizeof(message), "%s %s", name, text);
	fprintf(stream, "{\"ruleId\": \"growth\", \"level\": \"%s\", \"message\": {\"text\": ",
		checked->outcome == LANDAU_CHECK_EXCEEDED ? "error" : "note");
	landau_json_string(stream, message);
	fputs("}, \"locations\": [{", stream);
	if (*checked->routine->file) {
		char *path = landau_find_source(checked->routine->file);

		fputs("\"physicalLocation\": {\"artifactLocation\": {\"uri\": ", stream);
		landau_json_string(stream, path ? path : checked->routine->file);
		free(path);
		fprintf(stream, "}, \"region\": {\"startLine\": %" PRIu32 "}}, ",
			checked->routine->line ? checked->routine->line : 1);
	}
	fputs("\"logicalLocations\": [{\"name\": ", stream);
	landau_json_string(stream, checked->routine->name);
	fputs(", \"kind\": \"function\"}]}]}", stream);
}

static void write_sarif(FILE *stream, const struct landau_check *check)
{
	bool first = true;

	fputs("{\"version\": \"2.1.0\",\n"
	      " \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
	      " \"runs\": [{\"tool\": {\"driver\": {\"name\": \"landau\", \"version\": "
	      "\"" LANDAU_VERSION "\", \"rules\": [{\"id\": \"growth\", \"shortDescription\": "
	      "{\"text\": \"A routine's cost grows "
	      "faster with its input than its budget allows\"}}]}},\n  \"results\": [",
	      stream);
	for (size_t i = 0; i < check->count; i++) {
		if (check->checked[i].outcome == LANDAU_CHECK_WITHIN)
			continue;
		fputs(first ? "\n   " : ",\n   ", stream);
		write_sarif_result(stream, &check->checked[i]);
		first = false;
	}
	fputs("]}]}\n", stream);
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
		char text[512], name[512];

		if (checked->outcome == LANDAU_CHECK_WITHIN)
			continue;
		describe(checked, text, sizeof(text));
		landau_short_name(checked->routine->name, 100, name, sizeof(name));
		fprintf(stream, "::%s ",
			checked->outcome == LANDAU_CHECK_EXCEEDED ? "error" : "notice");
		if (*checked->routine->file) {
			char *path = landau_find_source(checked->routine->file);

			fputs("file=", stream);
			write_github_text(stream, path ? path : checked->routine->file, true);
			free(path);
			fprintf(stream, ",line=%" PRIu32 ",",
				checked->routine->line ? checked->routine->line : 1);
		}
		fputs("title=landau::", stream);
		write_github_text(stream, name, false);
		fputc(' ', stream);
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
