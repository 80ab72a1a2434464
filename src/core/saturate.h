/* SPDX-License-Identifier: GPL-2.0-or-later */
/* saturate.h - sums that stay at the largest number instead of wrapping. */
#ifndef LANDAU_CORE_SATURATE_H
#define LANDAU_CORE_SATURATE_H

#include <stdint.h>

static inline uint64_t landau_add(uint64_t a, uint64_t b)
{
	uint64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static inline unsigned __int128 landau_add_wide(unsigned __int128 a, unsigned __int128 b)
{
	unsigned __int128 sum = a + b;

	/* Compilers put what __builtin_add_overflow makes of this into memory by halves, and wait for it. */
	return __builtin_expect(sum < a, 0) ? ~(unsigned __int128)0 : sum;
}

#endif
