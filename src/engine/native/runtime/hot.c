/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hot.c - the part of the runtime that is linked into each executable: landau_hot.
 *
 * The hooks' fast paths in an executable find it at a place that the linker knows, which takes fewer
 * instructions than if it were in a library. Libraries, liblandau.so among them, find the one of the
 * executable. liblandau.so has its own for programs that are not linked by the compiler wrappers.
 */
#include "engine/native/native.h"

#include "world.h"

LANDAU_PUBLIC __thread struct landau_hot landau_hot = {.attention = LANDAU_ATTEND_NEW};

/* If the linker was told to hide the symbol, there are two of them. */
__attribute__((constructor(101))) static void check(void)
{
	landau_hot_check(&landau_hot, LANDAU_HOT_VERSION);
}
