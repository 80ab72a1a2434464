/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loops with unsigned indices wait for each other by another function.
 *
 * flags: -fopenmp -O1 -I$PROGRAMS/../../native/expected
 * output: 6 20 1024
 * expect: work calls=20
 */
#define TYPE unsigned long long
#include "openmp-rare.c"
