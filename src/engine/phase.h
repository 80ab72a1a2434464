/* SPDX-License-Identifier: GPL-2.0-or-later */
/* phase.h - names of phases (LANDAU_PHASE of include/landau.h), which become parts of files' names; freestanding. */
#ifndef LANDAU_ENGINE_PHASE_H
#define LANDAU_ENGINE_PHASE_H

#include <stdbool.h>

enum { LANDAU_PHASE_BYTES = 64 }; /* of a name, with the zero byte; what is longer is cut off */

/* What stands for a letter of the name in the file's name. */
static inline char landau_phase_letter(char c)
{
	bool fine = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		    c == '-' || c == '_';

	return fine ? c : '_';
}

#endif
