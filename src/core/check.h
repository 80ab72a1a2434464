/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check.h - invariants of hot paths, which are checked in debug builds (-Dbuildtype=debug) and in tests of the native
 * engine's parts (tests/native/machines). Elsewhere they cost nothing, and say to the reader what holds.
 *
 * One that does not hold stops the process at once: wrong numbers are worse.
 */
#ifndef LANDAU_CORE_CHECK_H
#define LANDAU_CORE_CHECK_H

#ifdef LANDAU_CHECKED
#define LANDAU_HOLDS(condition)                                                                    \
	do {                                                                                       \
		if (!(condition))                                                                  \
			__builtin_trap();                                                          \
	} while (0)
#else
#define LANDAU_HOLDS(condition) ((void)sizeof(condition))
#endif

#endif
