/* SPDX-License-Identifier: GPL-2.0-or-later */
/* export.c - landau export: a profile for other tools. */
#include "cli/export.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "profile/replace.h"

/* One row a format, in the order in which --help lists them. */
static const struct landau_exporter *const exporters[] = {
	&landau_exporter_json,
	&landau_exporter_csv,
};

enum { EXPORTER_COUNT = sizeof(exporters) / sizeof(exporters[0]) };

static void print_help(void)
{
	puts("usage: landau export --format=FORMAT [-o OUT] [FILE]\n");
	puts("Writes the profile FILE (landau.data by default, - for standard input) for other");
	puts("tools, to OUT or standard output.\n");
	puts("  -f, --format=FORMAT  one of those below");
	puts("  -o, --output=OUT     the file to write");
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

static bool write_stream(const struct landau_exporter *exporter,
			 const struct landau_profile *profile, int descriptor,
			 struct landau_error *error)
{
	FILE *stream = NULL;
	bool fine = false;
	int copy = dup(descriptor);

	if (copy >= 0)
		stream = fdopen(copy, "w");
	if (stream) {
		bool memory;
		bool failed;

		setvbuf(stream, NULL, _IOFBF, BUFFER_BYTES);
		memory = exporter->write(stream, profile);
		failed = ferror(stream) != 0;

		errno = memory ? errno : ENOMEM;
		fine = fclose(stream) == 0 && memory && !failed;
	} else if (copy >= 0) {
		close(copy);
	}
	if (!fine)
		snprintf(error->text, sizeof(error->text), "cannot be written: %s",
			 strerror(errno));
	return fine;
}

static bool export_profile(const struct landau_exporter *exporter,
			   const struct landau_profile *profile, const char *output,
			   struct landau_error *error)
{
	struct landau_replacement replacement;

	if (exporter->write_file)
		return exporter->write_file(output, profile, error);
	if (!landau_replace_open(&replacement, output, 0666, error))
		return false;
	if (write_stream(exporter, profile, replacement.descriptor, error))
		return landau_replace_commit(&replacement, error);
	landau_replace_discard(&replacement);
	return false;
}

struct options {
	const char *format;
	const char *output;
	const char *input;
	bool help;
};

static int read_options(int argc, char **argv, struct options *options)
{
	static const struct option table[] = {
		{"format", required_argument, NULL, 'f'},
		{"output", required_argument, NULL, 'o'},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	int option;

	*options = (struct options){.output = "-", .input = "landau.data"};
	while ((option = getopt_long(argc, argv, ":f:o:h", table, NULL)) != -1) {
		switch (option) {
		case 'f':
			options->format = optarg;
			break;
		case 'o':
			options->output = optarg;
			break;
		case 'h':
			options->help = true;
			return LANDAU_FINE;
		default:
			return landau_complain_option(argv, option);
		}
	}
	if (argc - optind > 1)
		return landau_complain("export: only one profile can be exported at a time; "
				       "landau merge makes one of many");
	if (optind < argc)
		options->input = argv[optind];
	return LANDAU_FINE;
}

int landau_command_export(int argc, char **argv)
{
	const struct landau_exporter *exporter;
	struct landau_profile *profile;
	struct landau_error error;
	struct options options;
	int status = read_options(argc, argv, &options);

	if (status != LANDAU_FINE)
		return status;
	if (options.help) {
		print_help();
		return LANDAU_FINE;
	}
	if (!options.format)
		return landau_complain("export: no format is given; say --format=json, for one");
	exporter = find_exporter(options.format);
	if (!exporter)
		return landau_complain("export: '%s' is not a format; see landau export --help",
				       options.format);
	if (exporter->write_file && strcmp(options.output, "-") == 0)
		return landau_complain("export: %s needs a file of its own; say -o OUT",
				       exporter->name);
	profile = landau_profile_read(options.input, &error);
	if (!profile)
		return landau_complain_error(&error);
	if (!export_profile(exporter, profile, options.output, &error))
		status = landau_complain_error(&error);
	landau_profile_free(profile);
	return status;
}
