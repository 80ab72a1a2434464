/* SPDX-License-Identifier: GPL-2.0-or-later */
/* recorded.h - what a profile holds that has just been recorded, in a line. */
#ifndef LANDAU_CLI_RECORDED_H
#define LANDAU_CLI_RECORDED_H

/* Tells the calls, routines, points and cost of the profile at `path`, as the Valgrind engine does of its own. */
void landau_tell_recorded(const char *path);

#endif
