/* SPDX-License-Identifier: GPL-2.0-or-later */
/* merge.c - landau merge: one profile out of many. */
#include "cli/command.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/analysis/load.h"
#include "cli/options.h"

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
	const char *output = NULL;
	const struct landau_option rows[] = {{"output", 'o', .text = &output}, {0}};
	int status =
		landau_read_options(argc, argv, &(struct landau_options){rows, print_help, false});

	if (status != LANDAU_GO_ON)
		return status;
	if (!output)
		return landau_complain("merge: no output file is given; use -o OUT");
	if (optind == argc)
		return landau_complain("merge: no profile is given");
	return merge_files(argv + optind, argc - optind, output);
}
