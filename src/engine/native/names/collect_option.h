/* SPDX-License-Identifier: GPL-2.0-or-later */
/* collect_option.h - which routines match --collect or --allocator; by their names, looked up when an object is first used. */
#ifndef LANDAU_NATIVE_COLLECT_OPTION_H
#define LANDAU_NATIVE_COLLECT_OPTION_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the routine with this code is one to collect. Under the lock of routines. */
bool landau_collect_matches(const void *code);

/* Whether it is an allocator, if the program's own ones were named. Under the lock of routines. */
bool landau_allocator_matches(const void *code);

/* The code there goes away. Under the lock of routines. */
void landau_collect_forget(uintptr_t low, uintptr_t high);

#endif
