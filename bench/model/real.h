/* SPDX-License-Identifier: GPL-2.0-or-later */
/* real.h - cost data of routines of real programs, whose class is known from their source. */
#ifndef LANDAU_BENCH_REAL_H
#define LANDAU_BENCH_REAL_H

#include "generate.h"

#include <stdio.h>

enum { MAX_NAME = 128 };

struct real_trial {
	char name[MAX_NAME];
	struct trial trial;
};

/* The next of a file such as real.tsv: 1, 0 at its end, or -1 if a line is not of the form it should have. */
int real_next(FILE *file, struct real_trial *real);

#endif
