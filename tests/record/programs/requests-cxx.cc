/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * requests-cxx.cc - the requests of landau.h, used from C++.
 *
 * Of five calls those three count that come while Landau collects.
 *
 * flags: -I$ROOT/include -Wall -Wextra -Werror
 * expect: "sum(int const*, long)" calls=3 trms=30 points=10:3
 * output: 1
 */
#include <stdio.h>

#include "landau.h"
#include "parts/routine.h"

static int data[10];

SUMMING_ROUTINE(sum)

int main(void)
{
	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	LANDAU_PHASE("first");
	USE(sum(data, 10));
	LANDAU_STOP();
	USE(sum(data, 10));
	USE(sum(data, 10));
	LANDAU_PHASE("second");
	LANDAU_START();
	USE(sum(data, 10));
	USE(sum(data, 10));
	printf("%d\n", LANDAU_RECORDING());
	return 0;
}
