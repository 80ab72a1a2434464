/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * runtime.h - the rest of the native runtime for tests of its parts, in the smallest form that does.
 *
 * A test links the parts that it is about, built under a sanitizer, with these instead of the others: there is no
 * shadow, a profile is not written but noted, and the names of routines are not looked up.
 */
#ifndef LANDAU_TEST_NATIVE_RUNTIME_H
#define LANDAU_TEST_NATIVE_RUNTIME_H

#include "engine/native/native.h"

/* A thread that is known, with a core of its own; nobody runs on it. */
struct landau_native_thread *made_thread(uint32_t clock);
void drop_thread(struct landau_native_thread *thread);

/* So many profiles would have been written. */
extern uint32_t profiles_written;

#endif
