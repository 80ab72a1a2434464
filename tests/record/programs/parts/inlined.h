/* SPDX-License-Identifier: GPL-2.0-or-later */
/* inlined.h - what header.c begins with. */
#ifndef PARTS_INLINED_H
#define PARTS_INLINED_H

static inline __attribute__((always_inline)) long inlined(const int *a, long n)
{
	long total = 0;

	for (long i = 0; i < n; i++)
		total += a[i];
	return total;
}

#endif
