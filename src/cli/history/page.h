/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page.h - the page of landau history html: what changed, and each routine's cost and exponent over the profiles. */
#ifndef LANDAU_CLI_HISTORY_PAGE_H
#define LANDAU_CLI_HISTORY_PAGE_H

#include <stdio.h>

#include "cli/history/follow.h"

/* Needs no script, font or file beside it. Errors of the stream are the caller's to look at. */
void landau_history_write_page(FILE *stream, const struct landau_history *history);

#endif
