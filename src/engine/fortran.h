/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fortran.h - the names that procedures of Fortran modules have in their source; freestanding.
 *
 * gfortran calls the procedure `pairs` of the module `m` `__m_MOD_pairs`. Fortran has no capital letters in names, so that
 * nothing else looks like this. What the compiler has put behind the name stays there: `__m_MOD_pairs._omp_fn.0`
 * is `m::pairs._omp_fn.0`. Procedures outside of modules, `pairs_`, cannot be told from functions of C.
 */
#ifndef LANDAU_ENGINE_FORTRAN_H
#define LANDAU_ENGINE_FORTRAN_H

#include <stdbool.h>

/* Decodes the name in place, since it gets shorter. False: it is none of a module's procedure and stays as it is. */
bool landau_decode_fortran(char *name);

#endif
