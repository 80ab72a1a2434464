/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unload-library.c - built twice, with the routine named NAME: the same code at the same place. */
#include "routine.h"

SUMMING_ROUTINE(NAME)
