/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stripped-library.c - a routine that keeps its name when symbols are stripped, and one that does
 * not. */
#include "routine.h"

__attribute__((visibility("hidden"))) SUMMING_ROUTINE(nameless)

	ROUTINE long exported(const int *a, long n)
{
	return nameless(a, n) + nameless(a, n);
}
