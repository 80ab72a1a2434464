/* SPDX-License-Identifier: GPL-2.0-or-later */
/* print/inlined.c - the functions that were inlined, for people and for programs; see print/inlined.h. */
#include "cli/print/inlined.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/print/json.h"
#include "cli/print/names.h"
#include "cli/print/terminal.h"

enum { NAME_BYTES = 4096, NUMBER_COLUMNS = 37 };

static double share_of(const struct landau_profile *profile, uint64_t cost)
{
	uint64_t all = landau_profile_cost(profile, LANDAU_NONE);

	return all ? (double)cost / (double)all : 0;
}

static void print_row(const struct landau_profile *profile, const struct landau_inlined_row *row)
{
	int columns = (landau_terminal_width() - NUMBER_COLUMNS) / 2;
	char name[NAME_BYTES], holder[NAME_BYTES];
	char executions[16], growth[LANDAU_STATEMENT_BYTES];

	columns = columns > 50 ? 50 : columns;
	landau_model_statement_text(&row->model, growth);
	landau_short_number((double)row->executions, executions, sizeof(executions));
	landau_short_name(row->function->name, columns, name, sizeof(name));
	landau_short_name(profile->routines[row->routine].name, columns - 5, holder,
			  sizeof(holder));
	printf("%10s %6.1f%%  %-16s %s\n%37sinlined into %s", executions,
	       100 * share_of(profile, row->cost), growth, name, "", holder);
	if (*row->function->file) {
		fputs(" at ", stdout);
		landau_print_plain(stdout, row->function->file);
		printf(":%" PRIu32, row->function->line);
	}
	putchar('\n');
}

void landau_print_inlined_rows(const struct landau_profile *profile,
			       const struct landau_inlined_rows *rows, size_t most)
{
	printf("%10s %7s  %-16s %s\n", "executions", "cost", "growth", "inlined function");
	for (size_t i = 0; i < rows->count && i < most; i++)
		print_row(profile, &rows->rows[i]);
	if (rows->count > most)
		printf("%37s%zu more: --all\n", "", rows->count - most);
}

void landau_print_json_inlined_rows(const struct landau_profile *profile,
				    const struct landau_inlined_rows *rows)
{
	printf("{\"schema\": \"landau-inlined/1\", \"inlined\": [");
	for (size_t i = 0; i < rows->count; i++) {
		const struct landau_inlined_row *row = &rows->rows[i];

		printf("%s\n  {\"name\": ", i == 0 ? "" : ",");
		landau_json_string(stdout, row->function->name);
		printf(", \"into\": ");
		landau_json_string(stdout, profile->routines[row->routine].name);
		printf(", \"object\": ");
		landau_json_string(stdout, profile->routines[row->routine].object);
		printf(", \"file\": ");
		landau_json_string(stdout, row->function->file);
		printf(", \"line\": %" PRIu32 ", \"executions\": %" PRIu64 ", \"cost\": %" PRIu64
		       ", \"self\": %" PRIu64 ",\n   \"share\": ",
		       row->function->line, row->executions, row->cost, row->self);
		landau_json_real(stdout, share_of(profile, row->cost));
		printf(", \"model\": ");
		landau_model_print_json(stdout, &row->model);
		putchar('}');
	}
	printf("]}\n");
}
