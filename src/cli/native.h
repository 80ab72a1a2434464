/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native.h - programs that profile themselves: compiled by landau-gcc and its like.
 *
 * Such a program needs liblandau.so. It runs as it is; what is wanted goes into its environment.
 */
#ifndef LANDAU_CLI_NATIVE_H
#define LANDAU_CLI_NATIVE_H

#include <stdbool.h>

/* Whether the ELF file at `path` needs liblandau.so itself. False for anything else. */
bool landau_is_native(const char *path);

struct landau_native_wish {
	const char *output; /* may hold %p */
	const char *cost;
	const char *cell;
	const char *stamp_limit; /* NULL: none */
	bool contexts;
	bool children; /* record executed programs too, if they are native */
};

/* Puts the wish into the environment; false when there is no memory. */
bool landau_native_ask(const struct landau_native_wish *wish);

#endif
