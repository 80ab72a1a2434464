/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/notes.h - sentences about single routines for the page: what separates their points.
 */
#ifndef LANDAU_CLI_PAGE_NOTES_H
#define LANDAU_CLI_PAGE_NOTES_H

#include <stdio.h>

#include "cli/page/block.h"
#include "profile/profile.h"

/* A member of the header behind a comma: columns of routines and of sentences. False: no memory. */
bool landau_page_print_notes(const struct landau_profile *profile,
			     const struct landau_page_fit *fits, FILE *stream);

#endif
