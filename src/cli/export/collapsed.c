/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export/collapsed.c - folded stacks, one a line with its cost, for flame graphs, as landau-export(1)
 * describes them; export/stacks.c says which stacks.
 */
#include "cli/export/export.h"

#include "cli/export/stacks.h"
#include "cli/print/json.h"

struct folded {
	FILE *stream;
	const struct landau_profile *profile;
};

static void print_frame(FILE *stream, const struct landau_profile *profile, uint32_t routine)
{
	const char *name = profile->routines[routine].name;

	/* A semicolon would start another frame. */
	landau_export_name(stream, *name ? name : "???", ";", ':');
}

static void print_cost(FILE *stream, uint64_t cost)
{
	putc(' ', stream);
	landau_json_number(stream, cost);
	putc('\n', stream);
}

static void print_stack(void *data, const uint32_t *path, uint32_t depth, uint64_t cost)
{
	const struct folded *folded = data;

	for (uint32_t i = 0; i < depth; i++) {
		if (i > 0)
			putc(';', folded->stream);
		print_frame(folded->stream, folded->profile, path[i]);
	}
	print_cost(folded->stream, cost);
}

static bool write_collapsed(FILE *stream, const struct landau_export *export)
{
	struct folded folded = {stream, export->profile};
	uint64_t outside = landau_export_outside(export->profile);

	if (!landau_export_stacks(export, &(struct landau_stacks){print_stack, &folded}))
		return false;
	if (outside > 0) {
		fputs(landau_export_outside_name, stream);
		print_cost(stream, outside);
	}
	return true;
}

const struct landau_exporter landau_exporter_collapsed = {
	.name = "collapsed",
	.summary = "folded stacks, for flame graphs",
	.write = write_collapsed,
};
