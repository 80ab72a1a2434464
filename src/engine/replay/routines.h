/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * routines.h - the names of routines, numbered densely from 0 in order of appearance.
 */
#ifndef LANDAU_REPLAY_ROUTINES_H
#define LANDAU_REPLAY_ROUTINES_H

#include "core/core.h"

struct landau_routine_name {
	char *text; /* terminated */
	size_t length;
	uint64_t hash;
	bool asked; /* the core knows how it is treated */
	struct landau_treatment treatment;
};

struct landau_routines {
	struct landau_routine_name *names;
	uint32_t count;
	uint32_t limit;
	uint32_t *slots;   /* open addressing: number plus one, 0 = free */
	size_t slot_count; /* 0 or a power of two, more than twice `count` */
	uint32_t last;     /* the number last asked for: traces repeat themselves */
};

/* The number of a name, or UINT32_MAX when there is no memory. */
uint32_t landau_routines_number(struct landau_routines *routines, const char *text, size_t length);

void landau_routines_free(struct landau_routines *routines);

#endif
