/* SPDX-License-Identifier: GPL-2.0-or-later */
/* same-a.c - has a static routine by the name of helper, as same-b.c has. */
#include "routine.h"

static SUMMING_ROUTINE(helper)

	long from_a(const int *a, long n);

ROUTINE long from_a(const int *a, long n)
{
	return helper(a, n) + 1;
}
