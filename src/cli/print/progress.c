/* SPDX-License-Identifier: GPL-2.0-or-later */
/* progress.c - says how far long work has got; see progress.h. */
#include "cli/print/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	FIRST_MILLISECONDS = 500,
	NEXT_MILLISECONDS = 100,
	THOUSAND = 1000,
	MILLION = THOUSAND * THOUSAND,
};

static void set_next(struct landau_progress *progress, long milliseconds)
{
	clock_gettime(CLOCK_MONOTONIC, &progress->next);
	progress->next.tv_nsec += milliseconds * MILLION;
	if (progress->next.tv_nsec >= (long)THOUSAND * MILLION) {
		progress->next.tv_nsec -= (long)THOUSAND * MILLION;
		progress->next.tv_sec++;
	}
}

void landau_progress_start(struct landau_progress *progress, const char *what, size_t total)
{
	*progress = (struct landau_progress){.what = what, .total = total};
	progress->on = isatty(STDERR_FILENO) && !getenv("LANDAU_NO_STATUS");
	if (progress->on)
		set_next(progress, FIRST_MILLISECONDS);
}

void landau_progress_step(struct landau_progress *progress, size_t done)
{
	struct timespec now;

	if (!progress || !progress->on)
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (now.tv_sec < progress->next.tv_sec ||
	    (now.tv_sec == progress->next.tv_sec && now.tv_nsec < progress->next.tv_nsec))
		return;
	fprintf(stderr, "\rlandau: %s %zu of %zu\033[K", progress->what, done, progress->total);
	fflush(stderr);
	progress->shown = true;
	set_next(progress, NEXT_MILLISECONDS);
}

void landau_progress_clear(struct landau_progress *progress)
{
	if (!progress || !progress->shown)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
	progress->shown = false;
}
