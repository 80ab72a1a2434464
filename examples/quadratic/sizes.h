/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sizes.h - what the examples share: the sizes they run over, and a mark for the routine to watch.
 *
 * One run over many sizes gives Landau many points. They grow by a quarter each, from the first to
 * the last, so that a range of 1 to 30 has 16 of them.
 */
#ifndef SIZES_H
#define SIZES_H

#include <stddef.h>

#ifdef ONE_SIZE
/* The largest only, so many times as large. */
#define FOR_EACH_SIZE(n, first, last) for (size_t n = (last) * (size_t)ONE_SIZE; n > 0; n = 0)
#else
#define FOR_EACH_SIZE(n, first, last) for (size_t n = (first); n <= (last); n += n / 4)
#endif

/* Inlined routines have no name to report. */
#define ROUTINE __attribute__((noinline))

#endif
