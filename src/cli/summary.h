/* SPDX-License-Identifier: GPL-2.0-or-later */
/* summary.h - what a new profile holds, in a line. */
#ifndef LANDAU_CLI_SUMMARY_H
#define LANDAU_CLI_SUMMARY_H

/* Tells the calls, routines, points and cost of the profile at `path`, as the Valgrind engine does of its own. */
void landau_summary_tell(const char *path);

#endif
