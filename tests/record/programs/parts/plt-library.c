/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plt-library.c - a shared object whose routines call each other through its procedure linkage
 * table. */
#include "routine.h"

SUMMING_ROUTINE(library_sum)

ROUTINE long library_outer(const int *a, long n)
{
	long first = library_sum(a, n);

	return first + library_sum(a, n) + 1;
}

/* A tail call through the table. */
ROUTINE long library_tail(const int *a, long n)
{
	return library_sum(a, n + 1);
}
