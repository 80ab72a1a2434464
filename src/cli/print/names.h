/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.h - names of routines, objects and costs, short enough to read. */
#ifndef LANDAU_CLI_NAMES_H
#define LANDAU_CLI_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A C or C++ name in at most `width` columns. Without what is not the name: parameters, the type of the
 * result, anonymous namespaces, tags of the ABI. If that is too long, without template arguments; at
 * last without its beginning, or without its middle if it has no scopes. Control characters become '?'.
 * `text` has room for `bytes`.
 */
void landau_short_name(const char *name, int width, char *text, size_t bytes);

/* The file name of an object, for a library without what follows .so: libc, libstdc++. */
void landau_short_object(const char *object, int width, char *text, size_t bytes);

/* Does the glob match the object's name, whole or as landau_short_object has it? */
bool landau_object_matches(const char *glob, const char *object);

/* What a cost is counted in: "basic blocks" for "bb". */
const char *landau_cost_unit(const char *cost_kind);

#endif
