/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check.h - is the core right about a trace? If not, the trace is shrunk and printed.
 */
#ifndef ORACLE_CHECK_H
#define ORACLE_CHECK_H

#include "run.h"

/* True if core and oracle agree. Prints nothing. */
bool agree(const struct trace *trace, const struct landau_settings *settings, enum fault fault);

/* The same, with what the oracle says of the trace. */
bool agrees_with(const struct results *expected, const struct trace *trace,
		 const struct landau_settings *settings, enum fault fault);

/*
 * True if the value of each pending activation, by the core's partial counters, is what the oracle
 * says, after each event.
 */
bool agree_while_pending(const struct trace *trace, const struct landau_settings *settings);

/* The smallest part of a trace on which they do not agree. */
struct trace shrink_disagreement(const struct trace *trace, const struct landau_settings *settings,
				 enum fault fault);

/* Settings, seed, the shrunk trace and what both sides say. */
void print_disagreement(const struct trace *trace, const struct landau_settings *settings,
			enum fault fault, uint64_t seed, FILE *file);

/* The settings that trace number i of a series is tried with; false after the last. */
bool nth_settings(uint64_t i, unsigned variant, struct landau_settings *settings);

#endif
