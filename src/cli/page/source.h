/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/source.h - the lines of a routine from its source file, if that is at hand.
 *
 * A profile may come from anyone and name any file, and the page may be sent to anyone: only regular
 * files whose names end as source files do are opened, and only a limited number of lines around the
 * routine is taken.
 */
#ifndef LANDAU_CLI_PAGE_SOURCE_H
#define LANDAU_CLI_PAGE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where files are looked for that are not at the place the profile names. */
struct landau_source_places {
	const char *const *directories;
	size_t count;
};

/* The files that routines name, by number; each is read once, when it is first asked for. */
struct landau_sources {
	const struct landau_source_places *places;
	struct landau_source_file *files;
	size_t count;
	size_t bytes; /* of all files held */
};

/* False: no memory. */
bool landau_sources_start(struct landau_sources *sources, const struct landau_source_places *places,
			  size_t file_count);

struct landau_excerpt {
	uint32_t first_line;
	const char *text; /* not terminated; valid as long as the sources */
	size_t length;
};

/*
 * Of file number `number`, which is at `path`: the routine that begins at `line`, and at least from `first_line` up to `last_line`, 0: not known. False where there
 * is nothing to show.
 */
bool landau_source_excerpt(struct landau_sources *sources, size_t number, const char *path,
			   uint32_t line, uint32_t first_line, uint32_t last_line,
			   struct landau_excerpt *excerpt);

void landau_sources_free(struct landau_sources *sources);

#endif
