/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * policy.h - the parallel policy of stamps for tests that feed it themselves, on threads of their own.
 *
 * Shadows are where the system has room, for no address from ARENA_AT on is ever looked at. The log of events is on,
 * so that activations are told to landau_log_activation as they return, which the test has; the events
 * themselves go nowhere.
 */
#ifndef LANDAU_TEST_NATIVE_POLICY_H
#define LANDAU_TEST_NATIVE_POLICY_H

#include "engine/native/native.h"
#include "engine/native/output/event_log.h"

enum { ARENA_AT = 1 << 20 };

/* What landau_native says of cells and stamps is set before. There is no thread yet. */
void start_policy(bool with_sources);

#endif
