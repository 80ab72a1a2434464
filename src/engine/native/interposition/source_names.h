/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * source_names.h - numbers for what is outside of the program and has a name, where --sources asks for it.
 *
 * Numbers are from 1 on; all functions give 0 if sources are not asked for. What the interposed functions give to
 * landau_shadow_kernel_write_from is such a number.
 */
#ifndef LANDAU_NATIVE_SOURCE_NAMES_H
#define LANDAU_NATIVE_SOURCE_NAMES_H

#include <stddef.h>
#include <stdint.h>

/* Before the first thread is known. */
void landau_source_names_start(void);

/* `kind` stays valid. */
uint32_t landau_source_number(const char *kind, const char *name);

/* What is open there; asked for at each call, since descriptors are closed and opened again. */
uint32_t landau_source_of_descriptor(int number);

/* The kernel itself. */
uint32_t landau_source_of_kernel(void);

/* What the thread's innermost routine writes by atomic operations: that is no data. */
struct landau_native_thread;
uint32_t landau_source_of_atomic(const struct landau_native_thread *self);

/* When all threads stand still. */
struct landau_external_source;
uint32_t landau_source_count(void);
void landau_describe_source(void *context, uint32_t number, struct landau_external_source *source);

#endif
