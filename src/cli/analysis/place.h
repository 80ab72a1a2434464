/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * place.h - which argument of a program is the size of its input.
 *
 * A number that stands alone most likely is, and so is the value of an option like --size. The value of an
 * option like --port, --threads or --seed is not; that of an option nobody knows may be. A file that
 * exists can be a longer or a shorter one if it consists of lines.
 */
#ifndef LANDAU_CLI_PLACE_H
#define LANDAU_CLI_PLACE_H

#include "profile/profile.h"

enum landau_place_kind {
	LANDAU_PLACE_NONE,   /* no argument looks like a size or a file, or several do */
	LANDAU_PLACE_GUESS,  /* a number whose option nobody knows */
	LANDAU_PLACE_NUMBER, /* a size */
	LANDAU_PLACE_LINES,  /* a file of lines */
	LANDAU_PLACE_FILE,   /* a file that cannot be cut */
};

struct landau_place {
	enum landau_place_kind kind;
	uint32_t word;   /* of the command, */
	size_t offset;   /* and where in it the size or the file begins; it ends with the word */
	uint64_t number; /* the size, or how many lines the file has */
};

struct landau_place landau_find_place(const struct landau_run *run);

/*
 * Of the runs of a sweep: the only word in which their commands differ, by numbers. `least` and `most` are
 * those. The number of the place is the greatest; NONE if it is no sweep.
 */
struct landau_place landau_find_swept(const struct landau_profile *profile, uint64_t *least);

#endif
