/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * workers.h - the same work for each of many things, spread over the processors.
 *
 * What is done for one thing must not depend on any other, so that the result is the same however many processors
 * there are.
 */
#ifndef LANDAU_CLI_WORKERS_H
#define LANDAU_CLI_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

/* The work for the i-th thing; false ends it all. Runs on several threads at a time. */
typedef bool landau_step(void *context, size_t i);

/* Each i below count once, in any order; false if a step was, and then some may not have been done. */
bool landau_for_each(size_t count, landau_step *step, void *context);

#endif
