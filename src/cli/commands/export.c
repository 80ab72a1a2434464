/* SPDX-License-Identifier: GPL-2.0-or-later */
/* export.c - landau export: a profile for other tools. */
#include "cli/export/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/analysis/load.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/analysis/find.h"
#include "profile/replace.h"

/* One row a format, in the order in which --help lists them. */
static const struct landau_exporter *const exporters[] = {
	&landau_exporter_json,      &landau_exporter_csv,    &landau_exporter_callgrind,
	&landau_exporter_collapsed, &landau_exporter_extrap, &landau_exporter_pprof,
	&landau_exporter_sqlite,    &landau_exporter_svg,
};

enum { EXPORTER_COUNT = sizeof(exporters) / sizeof(exporters[0]) };

static void print_help(void)
{
	puts("usage: landau export --format=FORMAT [-o OUT] [--routine=NAME] [FILE]\n");
	puts("Writes the profile FILE (landau.data by default, - for standard input) for other");
	puts("tools, to OUT or standard output.\n");
	puts("  -f, --format=FORMAT  one of those below");
	puts("  -o, --output=OUT     the file to write");
	puts("      --by=COST        another of its costs as the main one");
	puts("  -r, --routine=NAME   for extrap: the routine whose sizes are written; for svg: "
	     "the");
	puts("                       routine that is drawn");
	puts("      --plots=LIST     for svg: of trms, rms (these two by default), external,");
	puts("                       workload, rms-workload");
	puts("      --axes=KIND      for svg: linear or log; by default what suits the values");
	puts("  -h, --help           this text\n");
	puts("formats:");
	for (int i = 0; i < EXPORTER_COUNT; i++)
		printf("  %-10s %s\n", exporters[i]->name, exporters[i]->summary);
}

static const struct landau_exporter *find_exporter(const char *name)
{
	for (int i = 0; i < EXPORTER_COUNT; i++)
		if (strcmp(exporters[i]->name, name) == 0)
			return exporters[i];
	return NULL;
}

enum { BUFFER_BYTES = 1024 * 1024 };

static bool write_stream(const struct landau_exporter *exporter, const struct landau_export *export,
			 int descriptor)
{
	struct landau_error *error = export->error;
	FILE *stream = NULL;
	bool fine = false;
	int copy = dup(descriptor);

	if (copy >= 0)
		stream = fdopen(copy, "w");
	if (stream) {
		bool memory;
		bool failed;

		setvbuf(stream, NULL, _IOFBF, BUFFER_BYTES);
		memory = exporter->write(stream, export);
		failed = ferror(stream) != 0;

		errno = memory ? errno : ENOMEM;
		fine = fclose(stream) == 0 && memory && !failed;
	} else if (copy >= 0) {
		close(copy);
	}
	if (!fine && !error->text[0])
		snprintf(error->text, sizeof(error->text), "cannot be written: %s",
			 strerror(errno));
	return fine;
}

static bool write_output(const struct landau_exporter *exporter, const struct landau_export *export,
			 const char *output)
{
	struct landau_replacement replacement;

	if (exporter->write_file)
		return exporter->write_file(output, export);
	if (!landau_replace_open(&replacement, output, export->error))
		return false;
	export->error->text[0] = '\0';
	if (write_stream(exporter, export, replacement.descriptor))
		return landau_replace_commit(&replacement, export->error);
	landau_replace_discard(&replacement);
	return false;
}

struct options {
	const char *format;
	const char *output;
	const char *input;
	const char *by;
	const char *routine;
	const char *plots;
	const char *axes;
};

static int read_options(int argc, char **argv, struct options *options)
{
	const struct landau_option rows[] = {
		{"format", 'f', .text = &options->format},
		{"output", 'o', .text = &options->output},
		{"by", .text = &options->by},
		{"routine", 'r', .text = &options->routine},
		{"plots", .text = &options->plots},
		{"axes", .text = &options->axes, .choices = "linear log"},
		{0},
	};
	int status;

	*options = (struct options){.output = "-", .input = "landau.data"};
	status = landau_read_options(argc, argv, &(struct landau_options){rows, print_help, false});
	if (status != LANDAU_GO_ON)
		return status;
	if (argc - optind > 1)
		return landau_complain("export: only one profile can be exported at a time; "
				       "'landau merge' combines several");
	if (optind < argc)
		options->input = argv[optind];
	return LANDAU_GO_ON;
}

static enum landau_svg_axes axes_of(const char *name)
{
	if (!name)
		return LANDAU_SVG_AUTOMATIC;
	return strcmp(name, "log") == 0 ? LANDAU_SVG_LOGARITHMIC : LANDAU_SVG_LINEAR;
}

/* Reads the profile and writes it. */
static int export_file(const struct landau_exporter *exporter, const struct options *options)
{
	struct landau_error error = {0};
	char *paths[] = {(char *)options->input};
	struct landau_profile *profile = landau_load_by(paths, 1, options->by, &error);
	struct landau_progress progress;
	struct landau_export export = {
		.profile = profile,
		.routine = LANDAU_NONE,
		.plots = options->plots,
		.axes = axes_of(options->axes),
		.progress = &progress,
		.error = &error,
	};
	int status = LANDAU_FINE;

	if (!profile)
		return landau_complain_error(&error);
	if (options->routine) {
		export.routine = landau_find_routine(profile, "export", options->routine);
		if (export.routine == LANDAU_NONE)
			status = LANDAU_BAD;
	}
	if (status == LANDAU_FINE) {
		bool fine;

		landau_progress_start(&progress, "export: routine", profile->routine_count);
		fine = write_output(exporter, &export, options->output);
		landau_progress_clear(&progress);
		if (!fine)
			status = landau_complain_error(&error);
	}
	landau_profile_free(profile);
	return status;
}

int landau_command_export(int argc, char **argv)
{
	const struct landau_exporter *exporter;
	struct options options;
	int status = read_options(argc, argv, &options);

	if (status != LANDAU_GO_ON)
		return status;
	if (!options.format)
		return landau_complain(
			"export: no format is given; use --format=json, for example");
	exporter = find_exporter(options.format);
	if (!exporter)
		return landau_complain("export: '%s' is not a format; see 'landau export --help'",
				       options.format);
	if (exporter->write_file && strcmp(options.output, "-") == 0)
		return landau_complain(
			"export: %s cannot be written to standard output; use -o OUT",
			exporter->name);
	if (options.routine && !exporter->takes_routine)
		return landau_complain(
			"export: --format=%s exports all routines; --routine is for extrap "
			"and svg",
			exporter->name);
	if ((options.plots || options.axes) && !exporter->takes_plots)
		return landau_complain("export: %s has no plots; --plots and --axes are for svg",
				       exporter->name);
	return export_file(exporter, &options);
}
