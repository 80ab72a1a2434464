/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/flows.h - whose the input of each routine was, for the page.
 *
 * Writes ,"flows": and an object in columns as `Header` in viewer/src/data/profile.ts says, or null for a profile without sources.
 */
#ifndef LANDAU_CLI_PAGE_FLOWS_H
#define LANDAU_CLI_PAGE_FLOWS_H

#include <stdbool.h>
#include <stdio.h>

#include "profile/profile.h"

/* False: no memory. */
bool landau_page_print_flows(const struct landau_profile *profile, FILE *stream);

#endif
