/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page/lines.h - source lines that were counted, as the page reads them. */
#ifndef LANDAU_CLI_PAGE_LINES_H
#define LANDAU_CLI_PAGE_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "profile/profile.h"

/*
 * ,"lines":[...], as Header in viewer/src/data/profile.ts says; nothing where no lines were counted. False: no memory.
 */
bool landau_page_print_lines(const struct landau_profile *profile, FILE *stream);

/* The lines of its own file that a routine has, as far as they stand together; 0 where none is known. */
struct landau_page_range {
	uint32_t first;
	uint32_t last;
};
struct landau_page_range landau_page_range_of(const struct landau_profile *profile,
					      uint32_t routine);

#endif
