/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * signals.h - the program's signal handlers, and its end by a signal.
 *
 * A handler of the program runs only where the runtime changes nothing: a signal that arrives inside
 * the runtime waits until the hook is done. Signals that would end the program are caught, so that
 * the profile is written first.
 */
#ifndef LANDAU_NATIVE_SIGNALS_H
#define LANDAU_NATIVE_SIGNALS_H

#include "engine/native/native.h"

#include <signal.h>

enum { LANDAU_SIGNAL_STACK = 1 << 16 };

/* Past the C library, and past the handlers of the program. */
void landau_signals_install_raw(int signal, void (*handler)(int, siginfo_t *, void *), int flags);

/* Watches the signals that would end the program. */
void landau_signals_start(void);

/* A thread begins: it gets a stack for signals if it has none. */
void landau_signals_thread_start(struct landau_native_thread *self);

/* The child of a fork has one thread. */
void landau_signals_after_fork(void);

/* The signals that waited. */
void landau_signals_deliver(void);

/* Around the end of a thread: none waits, and none comes. */
void landau_signals_hold(struct landau_native_thread *self, sigset_t *before);
void landau_signals_release(const sigset_t *before);

/* Back to what the kernel would do without us, for good. */
void landau_signals_stop(void);

#endif
