/* SPDX-License-Identifier: GPL-2.0-or-later */
/* requests.h - what the program (include/landau.h) and `landau dump` ask for while it runs. */
#ifndef LANDAU_NATIVE_REQUESTS_H
#define LANDAU_NATIVE_REQUESTS_H

#include "engine/native/native.h"

/* A signal of `landau dump` has interrupted the code: now, or at the next hook. */
void landau_dump_by_signal(uintptr_t code);

/* At a hook, when that had to wait. */
void landau_dump_now(void);

#endif
