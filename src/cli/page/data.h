/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/data.h - a profile as the page of landau html reads it; viewer/README.md has the format.
 */
#ifndef LANDAU_CLI_PAGE_DATA_H
#define LANDAU_CLI_PAGE_DATA_H

#include <stdbool.h>

#include "cli/page/bytes.h"
#include "cli/page/source.h"
#include "profile/profile.h"

struct landau_page_options {
	const char *label;   /* what the profile is called on the page */
	bool without_source; /* no lines of source files */
	struct landau_source_places places;
};

/* Appends the data, not yet compressed. False: no memory. */
bool landau_page_data(const struct landau_profile *profile,
		      const struct landau_page_options *options, struct landau_bytes *bytes);

#endif
