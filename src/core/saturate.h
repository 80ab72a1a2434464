/* SPDX-License-Identifier: GPL-2.0-or-later */
/* saturate.h - sums that stay at the largest number instead of wrapping. */
#ifndef LANDAU_CORE_SATURATE_H
#define LANDAU_CORE_SATURATE_H

#include <stdbool.h>
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

/* Whether so many numbers from min to max can have this sum. The largest number may stand for an even larger one. */
static inline bool landau_could_add_up(uint64_t min, uint64_t max, uint64_t count, uint64_t sum)
{
	return min <= max && (unsigned __int128)max * count >= sum &&
	       (sum == UINT64_MAX || (unsigned __int128)min * count <= sum);
}

#endif
