/* SPDX-License-Identifier: GPL-2.0-or-later */
/* print/sarif.c - SARIF 2.1.0; see print/sarif.h. */
#include "cli/print/sarif.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/analysis/find_source.h"
#include "cli/print/json.h"

void landau_sarif_begin(struct landau_sarif *sarif, FILE *stream,
			const struct landau_sarif_rule *rules)
{
	*sarif = (struct landau_sarif){.stream = stream};
	fputs("{\"version\": \"2.1.0\",\n"
	      " \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
	      " \"runs\": [{\"tool\": {\"driver\": {\"name\": \"landau\", \"version\": "
	      "\"" LANDAU_VERSION "\", \"rules\": [",
	      stream);
	for (const struct landau_sarif_rule *rule = rules; rule->id; rule++) {
		fprintf(stream, "%s{\"id\": \"%s\", \"shortDescription\": {\"text\": ",
			rule == rules ? "" : ", ", rule->id);
		landau_json_string(stream, rule->summary);
		fputs("}}", stream);
	}
	fputs("]}},\n  \"results\": [", stream);
}

static void print_location(FILE *stream, const struct landau_routine *routine, const char *file,
			   uint32_t line)
{
	if (!file) {
		file = routine->file;
		line = routine->line;
	}

	fputs(", \"locations\": [{", stream);
	if (*file) {
		char *path = landau_find_source(file);

		fputs("\"physicalLocation\": {\"artifactLocation\": {\"uri\": ", stream);
		landau_json_string(stream, path ? path : file);
		free(path);
		fprintf(stream, "}, \"region\": {\"startLine\": %" PRIu32 "}}, ", line ? line : 1);
	}
	fputs("\"logicalLocations\": [{\"name\": ", stream);
	landau_json_string(stream, routine->name);
	fputs(", \"kind\": \"function\"}]}]", stream);
}

void landau_sarif_result(struct landau_sarif *sarif, const char *rule, const char *level,
			 const char *message, const struct landau_routine *routine,
			 const char *file, uint32_t line)
{
	fprintf(sarif->stream, "%s{\"ruleId\": \"%s\", \"level\": \"%s\", \"message\": {\"text\": ",
		sarif->has_results ? ",\n   " : "\n   ", rule, level);
	landau_json_string(sarif->stream, message);
	putc('}', sarif->stream);
	if (routine)
		print_location(sarif->stream, routine, file, line);
	putc('}', sarif->stream);
	sarif->has_results = true;
}

void landau_sarif_end(struct landau_sarif *sarif)
{
	fputs("]}]}\n", sarif->stream);
}
