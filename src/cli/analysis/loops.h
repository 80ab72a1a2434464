/* SPDX-License-Identifier: GPL-2.0-or-later */
/* loops.h - how the loops of a routine, whose lines were counted, grow with its input. */
#ifndef LANDAU_CLI_LOOPS_H
#define LANDAU_CLI_LOOPS_H

#include "model/model.h"
#include "profile/profile.h"

struct landau_loop_growth {
	const struct landau_loop *loop;
	const struct landau_loop_growth *parent; /* the loop around it, NULL: there is none */
	uint32_t depth;                          /* 1: no loop is around it */
	const char *
		file; /* the place in the routine's own file that the loop is a part of, as of a line, */
	uint32_t line;             /* or its own place */
	uint32_t last_line;        /* there */
	struct landau_model trips; /* of an activation, in the mean */
};

struct landau_loop_growths {
	struct landau_loop_growth *loops; /* by file and line, outer ones before inner ones */
	size_t count;
};

/* False: no memory. Without loops in the profile `count` is 0. */
bool landau_loop_growths_of(const struct landau_profile *profile, uint32_t routine,
			    struct landau_loop_growths *growths);
void landau_loop_growths_free(struct landau_loop_growths *growths);

/* The innermost loop that a line is in; NULL: it is in none. */
const struct landau_loop_growth *landau_loop_around(const struct landau_loop_growths *growths,
						    const char *file, uint32_t line);

#endif
