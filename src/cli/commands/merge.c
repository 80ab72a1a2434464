/* SPDX-License-Identifier: GPL-2.0-or-later */
/* merge.c - landau merge: one profile out of many. */
#include "cli/command.h"

#include <getopt.h>
#include <stdio.h>

#include "cli/analysis/load.h"

static void print_help(void)
{
	puts("usage: landau merge -o OUT FILE...\n");
	puts("Makes one profile of many runs, processes or MPI ranks. The result does not depend "
	     "on");
	puts("the order of the files.\n");
	puts("  -o, --output=OUT  the profile to write; - for standard output");
	puts("  -h, --help        this text");
}

static int merge_files(char **paths, int count, const char *output)
{
	struct landau_error error = {0};
	struct landau_profile *profile = landau_load(paths, count, &error);
	bool fine = profile && landau_profile_save(profile, output, &error);

	landau_profile_free(profile);
	return fine ? LANDAU_FINE : landau_complain_error(&error);
}

int landau_command_merge(int argc, char **argv)
{
	static const struct option table[] = {
		{"output", required_argument, NULL, 'o'},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	const char *output = NULL;
	int option;

	optind = 0; /* glibc: start anew */
	while ((option = getopt_long(argc, argv, ":o:h", table, NULL)) != -1) {
		switch (option) {
		case 'o':
			output = optarg;
			break;
		case 'h':
			print_help();
			return LANDAU_FINE;
		default:
			return landau_complain_option(argv, option, table);
		}
	}
	if (!output)
		return landau_complain("merge: say where to, with -o OUT");
	if (optind == argc)
		return landau_complain("merge: no profile is given");
	return merge_files(argv + optind, argc - optind, output);
}
