/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * real.h - the functions behind the ones that the runtime interposes.
 *
 *	LANDAU_INTERPOSE(ssize_t, read, (int file, void *buffer, size_t bytes))
 *	{
 *		ssize_t result = REAL(read)(file, buffer, bytes);
 *		...
 *	}
 *
 * A real function is looked up at its first use, since libraries may call an interposed one before
 * the runtime's own constructor.
 */
#ifndef LANDAU_NATIVE_REAL_H
#define LANDAU_NATIVE_REAL_H

#include "engine/native/native.h"

/* Ends the program if there is none. */
void *landau_real_function(const char *name);

#define LANDAU_INTERPOSE(type, name, parameters)                                                   \
	static type(*real_##name) parameters;                                                      \
	type name parameters;                                                                      \
	LANDAU_PUBLIC type name parameters

/* For a function that is used here but interposed elsewhere. */
#define LANDAU_REAL_ONLY(type, name, parameters) static type(*real_##name) parameters

static inline void *landau_real_slot(void *slot, const char *name)
{
	if (LANDAU_UNLIKELY(!*(void **)slot))
		*(void **)slot = landau_real_function(name);
	return slot;
}

#define REAL(name) (*(__typeof__(real_##name) *)landau_real_slot(&real_##name, #name))

#endif
