/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * generate.h - random traces that are hard on the core.
 *
 * A trace is made of phases of different temper: threads that fight over a few cells, a thread that
 * is alone for long, the kernel filling buffers, deep recursion, memory that goes away. Addresses
 * come from a few regions that lie across chunk boundaries, at 0 and below 2^47. The same seed
 * gives the same trace.
 */
#ifndef ORACLE_GENERATE_H
#define ORACLE_GENERATE_H

#include "oracle.h"

#include <stddef.h>
#include <stdio.h>

enum { TREATED_ROUTINES = 16 };

struct trace {
	struct oracle_event *events;
	size_t count;
	size_t limit;
	enum oracle_way
		ways[TREATED_ROUTINES]; /* of routines, by number; the others are ordinary */
	uint64_t curve_floor;           /* 0: no curves */
	bool sources;                   /* are asked for */
};

/* What a call of an opaque routine is charged. */
static inline uint32_t trace_charge(uint32_t routine)
{
	return 7 + 30 * routine;
}

/* Tells the oracle how routines are treated, and where curves begin. */
void trace_treat(const struct trace *trace, struct oracle *oracle);

struct generate_options {
	bool with_finish; /* threads may end before the trace does: text cannot say that */
	size_t events;    /* 0: the seed decides */
};

struct trace generate(uint64_t seed, const struct generate_options *options);

void trace_add(struct trace *trace, struct oracle_event event);
void trace_free(struct trace *trace);

/* As text that landau replay reads; a thread's end becomes a comment. */
void trace_print(const struct trace *trace, FILE *file);

/* Removes what cannot be: returns where nothing is pending, events of threads that have ended. */
void trace_repair(struct trace *trace);

/* A sequence of pseudo-random numbers, splitmix64. */
struct dice {
	uint64_t state;
};

uint64_t roll(struct dice *dice);
uint64_t roll_below(struct dice *dice, uint64_t limit); /* 0 .. limit - 1 */
bool roll_percent(struct dice *dice, unsigned percent);

#endif
