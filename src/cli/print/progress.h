/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * progress.h - one line on a terminal that says how far long work has got.
 *
 * Nothing is written unless standard error is a terminal, nor in the first half second, so that quick
 * work stays silent. LANDAU_NO_STATUS in the environment turns it off.
 */
#ifndef LANDAU_CLI_PROGRESS_H
#define LANDAU_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct landau_progress {
	const char *what; /* "merge: profile", for one */
	size_t total;
	bool on;
	bool shown;
	struct timespec next; /* not before */
};

void landau_progress_start(struct landau_progress *progress, const char *what, size_t total);

/* `done` of the total are done; cheap, so that it can be called for each. NULL is fine. */
void landau_progress_step(struct landau_progress *progress, size_t done);

/* Wipes the line; to be called before anything else is written there. NULL is fine. */
void landau_progress_clear(struct landau_progress *progress);

#endif
