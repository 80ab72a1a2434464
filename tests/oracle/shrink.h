/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shrink.h - makes a failing trace small.
 *
 * Delta debugging: runs of events are taken out, long runs first, as long as the trace still fails;
 * then what is left is made plainer. The result fails, and does not without any one of its events.
 */
#ifndef ORACLE_SHRINK_H
#define ORACLE_SHRINK_H

#include "generate.h"

/* Must not change the trace; it is one that can be (trace_repair). */
typedef bool trace_fails(const struct trace *trace, void *context);

/* `trace` fails. The result is to be freed. */
struct trace shrink(const struct trace *trace, trace_fails *fails, void *context);

#endif
