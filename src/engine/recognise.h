/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recognise.h - tells a program that profiles itself by its file: it needs liblandau.so.
 *
 * For whoever is about to start a program, `landau record` or the Valgrind engine. It needs no C library. Files may hold
 * anything: what cannot be read is not such a program.
 */
#ifndef LANDAU_ENGINE_RECOGNISE_H
#define LANDAU_ENGINE_RECOGNISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies a part of the file; false: it is not all there. */
typedef bool landau_file_reader(void *context, uint64_t offset, void *copy, size_t size);

/* Whether the file is an ELF program that needs the runtime itself. */
bool landau_recognise_native(landau_file_reader *read, void *context);

#endif
