/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * find_source.c - where a source file of a profile is in the tree at hand; see find_source.h.
 *
 * Annotations of code hosts need paths from the top of the tree, which is where such jobs run. The
 * search ends after MOST_ENTRIES, so that it cannot take forever in a large tree.
 */
#include "cli/analysis/find_source.h"

#include <fts.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ENTRIES = 500000 };

static bool is_hidden(const FTSENT *entry)
{
	return entry->fts_level > 0 && entry->fts_name[0] == '.';
}

/* The only path below here that ends with the file; NULL if there is none or more than one. */
static char *search(FTS *tree, const char *file)
{
	char *found = NULL;
	FTSENT *entry;

	for (long entries = 0; entries < MOST_ENTRIES && (entry = fts_read(tree)); entries++) {
		if (entry->fts_info == FTS_D && is_hidden(entry))
			fts_set(tree, entry, FTS_SKIP);
		if (entry->fts_info != FTS_F || strcmp(entry->fts_name, file) != 0)
			continue;
		if (found) {
			free(found);
			return NULL;
		}
		found = strdup(entry->fts_path + strlen("./"));
		if (!found)
			return NULL;
	}
	return found;
}

char *landau_find_source(const char *file)
{
	char here[] = ".";
	char *const roots[] = {here, NULL};
	char *found;
	FTS *tree;

	if (*file == '\0' || strchr(file, '/') || access(file, F_OK) == 0)
		return NULL;
	tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	if (!tree)
		return NULL;
	found = search(tree, file);
	fts_close(tree);
	return found;
}
