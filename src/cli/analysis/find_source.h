/* SPDX-License-Identifier: GPL-2.0-or-later */
/* find_source.h - where a source file of a profile is in the tree at hand. */
#ifndef LANDAU_CLI_FIND_SOURCE_H
#define LANDAU_CLI_FIND_SOURCE_H

/*
 * Profiles may have the file name alone. If there is no such file here, and one file of that name
 * somewhere below the current directory, this is its path, relative and to be freed; else NULL.
 * Hidden folders are passed over.
 */
char *landau_find_source(const char *file);

#endif
