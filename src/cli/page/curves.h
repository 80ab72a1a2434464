/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page/curves.h - what the most expensive call of a routine had read and paid on its way, for the page. */
#ifndef LANDAU_CLI_PAGE_CURVES_H
#define LANDAU_CLI_PAGE_CURVES_H

#include <stdio.h>

#include "profile/profile.h"

/* A member of the header behind a comma: for each routine that matters and has such a call a row. */
void landau_page_print_curves(const struct landau_profile *profile, FILE *stream);

#endif
