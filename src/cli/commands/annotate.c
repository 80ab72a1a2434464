/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * annotate.c - landau annotate: the source of a routine or of a file, and how each line of it grows.
 *
 * A line of a file may be in several routines, since it may be inlined; each has an n of its own. So the lines of a file stand by routine.
 */
#include "cli/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/analysis/find.h"
#include "cli/analysis/lines.h"
#include "cli/analysis/load.h"
#include "cli/options.h"
#include "cli/print/growth.h"
#include "cli/print/json.h"
#include "cli/print/lines.h"
#include "cli/print/loops.h"
#include "cli/print/terminal.h"

static void print_help(void)
{
	puts("usage: landau annotate [OPTIONS] ROUTINE|SOURCE [FILE...]\n");
	puts("The source of a routine: how often each line ran, its share of the cost with what "
	     "it");
	puts("called, and how both grow with the routine's input. The profile (landau.data by");
	puts("default) must hold line counts: landau record takes them on request.\n");
	puts("ROUTINE is a name, a glob or a part of a name; NAME@OBJECT where several have it.");
	puts("SOURCE is a source file: all routines that have lines of it.\n");
	puts("      --json  for programs");
	puts("  -h, --help  this text");
}

static void print_text(const struct landau_lines_view *view)
{
	const struct landau_line_growths *growths = view->growths;

	landau_print_plain(stdout, view->profile->routines[view->routine].name);
	printf("\n%-11s %" PRIu64 " watched, %zu size%s\n", "calls", growths->activations,
	       growths->sizes, growths->sizes == 1 ? "" : "s");
	if (growths->hottest) {
		printf("%-11s ", "hottest");
		landau_print_hottest(stdout, growths);
		putchar('\n');
	}
	landau_print_loops(view->loops, view->only_file);
	landau_print_lines(view);
}

/* The members of the object of a routine. */
static void print_json(const struct landau_lines_view *view, const char *indent)
{
	const struct landau_line_growths *growths = view->growths;
	const struct landau_routine *routine = &view->profile->routines[view->routine];

	landau_json_place(stdout, routine->name, routine->object, routine->file);
	printf(", \"watched\": %" PRIu64 ",\n%s\"hottest\": ", growths->activations, indent);
	if (growths->hottest) {
		printf("{\"file\": ");
		landau_json_string(stdout, growths->hottest->line->file);
		printf(", \"line\": %" PRIu32 "}", growths->hottest->line->line);
	} else {
		printf("null");
	}
	printf(",\n%s\"lines\": ", indent);
	landau_print_json_lines(stdout, growths, view->only_file, "   ");
	printf(",\n%s\"loops\": ", indent);
	landau_print_json_loops(stdout, view->loops, view->only_file, "   ");
}

/* -- A source file ------------------------------------------------------------------------------ */

/* The name that lines of the profile have for what the user calls `text`, by its last part; NULL: there are none. */
static const char *file_called(const struct landau_profile *profile, const char *text)
{
	const char *slash = strrchr(text, '/');
	const char *name = slash ? slash + 1 : text;

	for (size_t i = 0; *name && i < profile->line_count; i++)
		if (strcmp(profile->lines[i].file, name) == 0)
			return profile->lines[i].file;
	return NULL;
}

static bool has_lines_of(const struct landau_profile *profile, uint32_t routine, const char *file)
{
	size_t first, last;

	landau_profile_lines_of(profile, routine, &first, &last);
	for (size_t i = first; i < last; i++)
		if (strcmp(profile->lines[i].file, file) == 0)
			return true;
	return false;
}

static int annotate_file(struct landau_lines_view view, bool json)
{
	struct landau_line_growths growths;
	struct landau_loop_growths loops;
	const char *separator = "";

	if (json) {
		printf("{\"schema\": \"landau-annotate-file/1\", \"file\": ");
		landau_json_string(stdout, view.only_file);
		printf(",\n  \"routines\": [");
	}
	view.growths = &growths;
	view.loops = &loops;
	for (uint32_t i = 0; i < view.profile->routine_count; i++) {
		if (!has_lines_of(view.profile, i, view.only_file))
			continue;
		view.routine = i;
		if (!landau_line_growths_of(view.profile, i, &growths) ||
		    !landau_loop_growths_of(view.profile, i, &loops))
			return landau_complain("annotate: out of memory");
		fputs(separator, stdout);
		if (json) {
			printf("\n  {");
			print_json(&view, "   ");
			putchar('}');
		} else {
			print_text(&view);
		}
		separator = json ? "," : "\n";
		landau_line_growths_free(&growths);
		landau_loop_growths_free(&loops);
	}
	if (json)
		printf("]}\n");
	return LANDAU_FINE;
}

/* -- The command -------------------------------------------------------------------------------- */

static int annotate(struct landau_lines_view view, const char *name, bool json)
{
	struct landau_line_growths growths;
	struct landau_loop_growths loops;
	int status = LANDAU_FINE;

	view.only_file = file_called(view.profile, name);
	if (view.only_file)
		return annotate_file(view, json);
	view.routine = landau_find_routine(view.profile, "annotate", name);
	if (view.routine == LANDAU_NONE)
		return LANDAU_BAD;
	if (!landau_line_growths_of(view.profile, view.routine, &growths) ||
	    !landau_loop_growths_of(view.profile, view.routine, &loops))
		return landau_complain("annotate: out of memory");
	view.growths = &growths;
	view.loops = &loops;
	if (growths.count == 0) {
		status = landau_complain("annotate: the profile has no line counts for '%s'; "
					 "'landau record --lines' counts them",
					 view.profile->routines[view.routine].name);
	} else if (json) {
		printf("{\"schema\": \"landau-annotate/1\", ");
		print_json(&view, "  ");
		printf("}\n");
	} else {
		print_text(&view);
	}
	landau_line_growths_free(&growths);
	landau_loop_growths_free(&loops);
	return status;
}

int landau_command_annotate(int argc, char **argv)
{
	bool json = false;
	const struct landau_option rows[] = {{"json", .flag = &json}, {0}};
	int status =
		landau_read_options(argc, argv, &(struct landau_options){rows, print_help, false});
	struct landau_lines_view view = {.path = "landau.data"};
	struct landau_profile *profile;
	struct landau_error error;

	if (status != LANDAU_GO_ON)
		return status;
	if (optind == argc)
		return landau_complain("annotate: no routine is given; 'landau report' lists them");
	profile = landau_load(argv + optind + 1, argc - optind - 1, &error);
	if (!profile)
		return landau_complain_error(&error);
	if (optind + 1 < argc)
		view.path = argv[optind + 1];
	view.profile = profile;
	status = annotate(view, argv[optind], json);
	landau_profile_free(profile);
	return status;
}
