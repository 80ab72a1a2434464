/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * merge.c - landau merge: one profile out of many.
 *
 * Merging is associative, so any grouping gives the same file. Profiles wait on a stack, each with
 * the number of files in it, and two neighbours of the same number become one: as in a binary
 * counter. So a point is copied only log2(files) times, and a thousand files are never all in memory.
 */
#include "cli/command.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "profile/profile.h"

enum { STACK_LIMIT = 64 };

struct merger {
	struct landau_profile *profiles[STACK_LIMIT];
	size_t weights[STACK_LIMIT];
	size_t count;
};

static void print_help(void)
{
	puts("usage: landau merge -o OUT FILE...\n");
	puts("Makes one profile of many runs, processes or MPI ranks. The result does not depend "
	     "on");
	puts("the order of the files.\n");
	puts("  -o, --output=OUT  the profile to write; - for standard output");
	puts("  -h, --help        this text");
}

/* Makes one of the two profiles on top of the stack. */
static bool merge_top(struct merger *merger, struct landau_error *error)
{
	struct landau_profile **top = &merger->profiles[merger->count - 2];
	struct landau_profile *merged = landau_profile_merge(top, 2, error);

	if (!merged)
		return false;
	landau_profile_free(top[0]);
	landau_profile_free(top[1]);
	top[0] = merged;
	merger->weights[merger->count - 2] += merger->weights[merger->count - 1];
	merger->count--;
	return true;
}

static bool add_file(struct merger *merger, const char *path, const char *first_path,
		     struct landau_error *error)
{
	struct landau_profile *profile = landau_profile_read(path, error);

	if (!profile)
		return false;
	if (merger->count > 0 &&
	    !landau_profile_compatible(merger->profiles[0], profile, first_path, error)) {
		error->file = path;
		landau_profile_free(profile);
		return false;
	}
	merger->profiles[merger->count] = profile;
	merger->weights[merger->count++] = 1;
	while (merger->count > 1 &&
	       merger->weights[merger->count - 2] <= merger->weights[merger->count - 1])
		if (!merge_top(merger, error))
			return false;
	return true;
}

static int merge_files(char **paths, const char *output)
{
	struct merger merger = {0};
	struct landau_error error = {0};
	bool fine = true;

	for (char **path = paths; fine && *path; path++)
		fine = add_file(&merger, *path, paths[0], &error);
	while (fine && merger.count > 1)
		fine = merge_top(&merger, &error);
	if (fine)
		fine = landau_profile_save(merger.profiles[0], output, &error);
	for (size_t i = 0; i < merger.count; i++)
		landau_profile_free(merger.profiles[i]);
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

	while ((option = getopt_long(argc, argv, ":o:h", table, NULL)) != -1) {
		switch (option) {
		case 'o':
			output = optarg;
			break;
		case 'h':
			print_help();
			return LANDAU_FINE;
		default:
			return landau_complain_option(argv, option);
		}
	}
	if (!output)
		return landau_complain("merge: say where to, with -o OUT");
	if (optind == argc)
		return landau_complain("merge: no profile is given");
	return merge_files(argv + optind, output);
}
