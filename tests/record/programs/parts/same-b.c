/* SPDX-License-Identifier: GPL-2.0-or-later */
/* same-b.c - has a static routine by the name of helper, as same-a.c has. */
#include "routine.h"

static SUMMING_ROUTINE(helper)

	long from_b(const int *a, long n);

ROUTINE long from_b(const int *a, long n)
{
	return helper(a, n) + 1;
}
