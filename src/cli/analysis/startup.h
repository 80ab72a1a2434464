/* SPDX-License-Identifier: GPL-2.0-or-later */
/* startup.h - routines that only bring a program or a thread up and down. */
#ifndef LANDAU_CLI_STARTUP_H
#define LANDAU_CLI_STARTUP_H

#include <stdbool.h>

#include "profile/profile.h"

/*
 * Does the routine belong to the dynamic loader, or to what the C library and the compiler put around main
 * and around the first routine of a thread?
 */
bool landau_is_startup(const struct landau_routine *routine);

#endif
