/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export/pprof.c - the profile.proto of pprof, which Perfetto, Grafana and speedscope read as well.
 *
 * It is a protocol buffer in gzip: https://github.com/google/pprof/blob/main/proto/profile.proto. Samples are the self costs of
 * export/stacks.c; each has the growth of its innermost routine as the label "growth", so that pprof can focus on a class.
 * Costs above 2^63 - 1, the most that the format holds, are written as that.
 */
#include "cli/export/export.h"
#include "cli/print/names.h"
#include "profile/format.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "cli/export/stacks.h"
#include "cli/page/bytes.h"
#include "model/model.h"

/* Fields of the messages, numbered as in profile.proto. */
enum { PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE = 2, PROFILE_MAPPING = 3, PROFILE_LOCATION = 4 };
enum { PROFILE_FUNCTION = 5, PROFILE_STRING = 6 };
enum { TYPE_KIND = 1, TYPE_UNIT = 2 };
enum { SAMPLE_LOCATIONS = 1, SAMPLE_VALUES = 2, SAMPLE_LABEL = 3 };
enum { LABEL_KEY = 1, LABEL_TEXT = 2 };
enum { MAPPING_ID = 1, MAPPING_FILE = 5, MAPPING_HAS_FUNCTIONS = 7 };
enum { MAPPING_HAS_FILES = 8, MAPPING_HAS_LINES = 9 };
enum { LOCATION_ID = 1, LOCATION_MAPPING = 2, LOCATION_LINE = 4 };
enum { LINE_FUNCTION = 1, LINE_NUMBER = 2 };
enum { FUNCTION_ID = 1, FUNCTION_NAME = 2, FUNCTION_SYSTEM_NAME = 3, FUNCTION_FILE = 4 };
enum { FUNCTION_FIRST_LINE = 5 };

enum { WIRE_NUMBER = 0, WIRE_BYTES = 2 };

struct pprof {
	const struct landau_profile *profile;
	struct landau_bytes out;
	struct landau_bytes sample, part; /* messages that are being made */
	uint64_t strings;                 /* how many are in the table */
	uint64_t *growths;                /* of each routine, the string of its statement */
	uint64_t growth_key;
	bool failed;
};

static void put_number(struct landau_bytes *bytes, unsigned field, uint64_t number)
{
	landau_bytes_number(bytes, field << 3 | WIRE_NUMBER);
	landau_bytes_number(bytes, number);
}

static void put_bytes(struct landau_bytes *bytes, unsigned field, const void *data, size_t count)
{
	landau_bytes_number(bytes, field << 3 | WIRE_BYTES);
	landau_bytes_number(bytes, count);
	landau_bytes_put(bytes, data, count);
}

/* Puts a finished message into another and empties it. */
static void put_message(struct landau_bytes *bytes, unsigned field, struct landau_bytes *message)
{
	put_bytes(bytes, field, message->data, message->count);
	bytes->failed |= message->failed;
	message->count = 0;
}

/* Its number in the table of strings; the first has to be the empty one. */
static uint64_t put_string(struct pprof *pprof, const char *string)
{
	char *text = NULL;
	size_t length = 0;
	FILE *stream = open_memstream(&text, &length);

	if (stream)
		landau_export_name(stream, string, "", '?');
	if (!stream || fclose(stream) != 0)
		pprof->failed = true;
	else
		put_bytes(&pprof->out, PROFILE_STRING, text, length);
	free(text);
	return pprof->strings++;
}

static int64_t value_of(uint64_t cost)
{
	return cost < INT64_MAX ? (int64_t)cost : INT64_MAX;
}

/* Routine i is location and function i + 1; the last is what was outside of all routines. */
static void put_routine(struct pprof *pprof, uint64_t id, uint64_t name, uint64_t file,
			uint64_t line, uint64_t mapping)
{
	struct landau_bytes *part = &pprof->part;

	put_number(part, FUNCTION_ID, id);
	put_number(part, FUNCTION_NAME, name);
	put_number(part, FUNCTION_SYSTEM_NAME, name);
	put_number(part, FUNCTION_FILE, file);
	put_number(part, FUNCTION_FIRST_LINE, line);
	put_message(&pprof->out, PROFILE_FUNCTION, part);
	put_number(part, LINE_FUNCTION, id);
	put_number(part, LINE_NUMBER, line);
	put_number(&pprof->sample, LOCATION_ID, id);
	put_number(&pprof->sample, LOCATION_MAPPING, mapping);
	put_message(&pprof->sample, LOCATION_LINE, part);
	put_message(&pprof->out, PROFILE_LOCATION, &pprof->sample);
}

static void put_mapping(struct pprof *pprof, uint64_t id, const char *object)
{
	put_number(&pprof->part, MAPPING_ID, id);
	put_number(&pprof->part, MAPPING_FILE, put_string(pprof, object));
	put_number(&pprof->part, MAPPING_HAS_FUNCTIONS, 1);
	put_number(&pprof->part, MAPPING_HAS_FILES, 1);
	put_number(&pprof->part, MAPPING_HAS_LINES, 1);
	put_message(&pprof->out, PROFILE_MAPPING, &pprof->part);
}

/* The statement of a routine's growth, as a string of the table. */
static bool find_growth(struct pprof *pprof, uint32_t routine)
{
	struct landau_summary summary;
	char text[LANDAU_STATEMENT_BYTES];
	bool fine = landau_profile_summarise(pprof->profile, routine, LANDAU_NONE, &summary);

	if (fine) {
		const struct landau_model model = landau_model_fit_points(
			summary.trms, summary.trms_count, LANDAU_MERGE_WORST);

		landau_model_statement_text(&model, text);
		pprof->growths[routine] = put_string(pprof, text);
	}
	landau_summary_free(&summary);
	return fine;
}

/* Routines are sorted by name, not by object: each object is a mapping where it is met first. */
static bool put_routines(struct pprof *pprof, const struct landau_export *export)
{
	const struct landau_profile *profile = export->profile;
	const char **objects = calloc(profile->routine_count + 1, sizeof(*objects));
	uint64_t count = 0;
	bool fine = objects != NULL;

	for (uint32_t i = 0; fine && i < profile->routine_count; i++) {
		const struct landau_routine *routine = &profile->routines[i];
		uint64_t mapping = 0;

		while (mapping < count && strcmp(objects[mapping], routine->object) != 0)
			mapping++;
		if (mapping == count) {
			objects[count++] = routine->object;
			put_mapping(pprof, count, routine->object);
		}
		put_routine(pprof, i + UINT64_C(1),
			    put_string(pprof, *routine->name ? routine->name : "???"),
			    put_string(pprof, routine->file), routine->line, mapping + 1);
		fine = find_growth(pprof, i);
		landau_progress_step(export->progress, i + 1);
	}
	free(objects);
	return fine;
}

/* Locations go from the innermost outwards. */
static void put_sample(struct pprof *pprof, const uint32_t *path, uint32_t depth, uint64_t cost,
		       const uint64_t *further)
{
	struct landau_bytes *part = &pprof->part;

	for (uint32_t i = depth; i > 0; i--)
		landau_bytes_number(part, path[i - 1] + UINT64_C(1));
	put_message(&pprof->sample, SAMPLE_LOCATIONS, part);
	landau_bytes_number(part, (uint64_t)value_of(cost));
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++)
		if (landau_export_adds_up(pprof->profile, (enum landau_further)i))
			landau_bytes_number(part, further ? (uint64_t)value_of(further[i]) : 0);
	put_message(&pprof->sample, SAMPLE_VALUES, part);
	if (path[depth - 1] < pprof->profile->routine_count) {
		put_number(part, LABEL_KEY, pprof->growth_key);
		put_number(part, LABEL_TEXT, pprof->growths[path[depth - 1]]);
		put_message(&pprof->sample, SAMPLE_LABEL, part);
	}
	put_message(&pprof->out, PROFILE_SAMPLE, &pprof->sample);
}

static void take_stack(void *data, const uint32_t *path, uint32_t depth, uint64_t cost)
{
	put_sample(data, path, depth, cost, NULL);
}

/* What a routine has of further costs, of which its callers are not known; LANDAU_NONE: outside of all. */
static void put_further(struct pprof *pprof, uint32_t routine)
{
	uint32_t last = (uint32_t)pprof->profile->routine_count;
	uint64_t values[LANDAU_FURTHER_COSTS] = {0};
	bool any = false;

	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++) {
		if (!landau_export_adds_up(pprof->profile, (enum landau_further)i))
			continue;
		values[i] = landau_export_self(pprof->profile, routine, (enum landau_further)i);
		any = any || values[i] > 0;
	}
	if (any)
		put_sample(pprof, routine == LANDAU_NONE ? &last : &routine, 1, 0, values);
}

static void put_kind(struct pprof *pprof, const char *name, const char *unit)
{
	uint64_t kind = put_string(pprof, name);

	put_number(&pprof->part, TYPE_KIND, kind);
	put_number(&pprof->part, TYPE_UNIT, put_string(pprof, unit));
	put_message(&pprof->out, PROFILE_SAMPLE_TYPE, &pprof->part);
}

static bool put_profile(struct pprof *pprof, const struct landau_export *export)
{
	const struct landau_profile *profile = export->profile;
	uint64_t outside = landau_export_outside(profile);
	const struct landau_stacks stacks = {take_stack, pprof};
	bool has_further = false;

	put_string(pprof, "");
	put_kind(pprof, profile->cost_kind, "count");
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++) {
		const char *name = landau_further_name((enum landau_further)i);
		bool bytes = strcmp(landau_cost_unit(name), "bytes") == 0;

		if (!landau_export_adds_up(profile, (enum landau_further)i))
			continue;
		put_kind(pprof, name, bytes ? "bytes" : "count");
		has_further = true;
	}
	pprof->growth_key = put_string(pprof, "growth");
	if (!put_routines(pprof, export) || !landau_export_stacks(export, &stacks))
		return false;
	for (uint32_t i = 0; has_further && i < profile->routine_count; i++)
		put_further(pprof, i);
	if (outside > 0 || has_further) {
		uint32_t last = (uint32_t)profile->routine_count;

		put_routine(pprof, last + UINT64_C(1),
			    put_string(pprof, landau_export_outside_name), 0, 0, 0);
		if (outside > 0)
			put_sample(pprof, &last, 1, outside, NULL);
		if (has_further)
			put_further(pprof, LANDAU_NONE);
	}
	return !pprof->out.failed && !pprof->sample.failed && !pprof->part.failed && !pprof->failed;
}

/* With a gzip header of no time and no name: the same profile makes the same bytes. */
static bool put_compressed(FILE *stream, const struct landau_bytes *bytes)
{
	enum { WINDOW_OF_GZIP = 15 + 16, MEMORY = 8 };
	z_stream packer = {0};
	unsigned char *packed;
	uLong most;
	bool fine;

	if (deflateInit2(&packer, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW_OF_GZIP, MEMORY,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		return false;
	most = deflateBound(&packer, bytes->count);
	packed = malloc(most);
	fine = packed != NULL && bytes->count <= UINT32_MAX && most <= UINT32_MAX;
	if (fine) {
		packer.next_in = bytes->data;
		packer.avail_in = (uInt)bytes->count;
		packer.next_out = packed;
		packer.avail_out = (uInt)most;
		fine = deflate(&packer, Z_FINISH) == Z_STREAM_END;
	}
	if (fine)
		fwrite(packed, 1, packer.total_out, stream);
	deflateEnd(&packer);
	free(packed);
	return fine;
}

static bool write_pprof(FILE *stream, const struct landau_export *export)
{
	struct pprof pprof = {.profile = export->profile};
	bool fine;

	pprof.growths = calloc(export->profile->routine_count + 1, sizeof(*pprof.growths));
	fine = pprof.growths && put_profile(&pprof, export) && put_compressed(stream, &pprof.out);
	landau_bytes_free(&pprof.out);
	landau_bytes_free(&pprof.sample);
	landau_bytes_free(&pprof.part);
	free(pprof.growths);
	return fine;
}

const struct landau_exporter landau_exporter_pprof = {
	.name = "pprof",
	.summary = "for pprof, Perfetto, Grafana, speedscope",
	.write = write_pprof,
};
