/* SPDX-License-Identifier: GPL-2.0-or-later */
/* previous.h - which routines are worth a closer look, as a profile says that the next one will replace. */
#ifndef LANDAU_CLI_PREVIOUS_H
#define LANDAU_CLI_PREVIOUS_H

/*
 * The routines of this program that grow fast and have a share of the cost, as landau record --lines takes them; to be
 * freed. NULL: there is no profile of it at `path`, or there are no such routines.
 */
char *landau_previous_suspects(const char *path, const char *program);

#endif
