/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * openmp.h - the parts of functions that OpenMP runs, whichever compiler has made routines of them.
 *
 * A parallel region or a task of main is main._omp_fn.0 by gcc, main.omp_outlined by clang and .omp_outlined. by clang
 * before version 17, and the numbers behind differ too. What they have in common is the place in the source and the
 * function that they are a part of.
 */
#ifndef LANDAU_CLI_OPENMP_H
#define LANDAU_CLI_OPENMP_H

#include "profile/profile.h"

bool landau_is_openmp_part(const struct landau_routine *routine);

/*
 * By which name it goes whatever the compiler: main.omp for each part of main. Where its own name does not say of
 * which function it is a part, that is the one that begins last before it in its file. Freed by the caller; NULL: it is
 * no such part, or nothing is known of the function, or there is no memory.
 */
char *landau_openmp_name(const struct landau_profile *profile, uint32_t routine);

#endif
